import { expect, test } from "vitest";
import { allocationsOf } from "../../../language-server/answers/allocations/run-allocations.ts";
import { runAdvice } from "../../../language-server/answers/run-advice.ts";
import type { OpenedRun } from "../../../language-server/opening/opened-run.ts";
import { reportWordsIn } from "../../../language-server/lsp/words/group-text.ts";
import { adviceWords } from "../../../language-server/reports/advice-words.ts";
import { allocationFacts, allocationsTable, jsonAllocations } from "../../../language-server/reports/allocations/allocations-report.ts";
import { analysed } from "../../analysis/costs/drawn-costs.ts";
import { profileOfStacks } from "../../analysis/drawn-profile.ts";

const text = "function handle() {\n  return make() + parse();\n}\nfunction make() {\n  return {};\n}\nfunction parse() {}\n";
const path = "/app/app.js";
const starts = { handle: 1, make: 4, parse: 7 };
const words = reportWordsIn("en");

function repeated(count: number, ...stack: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: count }, () => stack);
}

/** Half of the time is garbage collection. */
const analysis = analysed(
  [profileOfStacks([...repeated(500, "handle@app.js:2", "make@app.js:5"), ...repeated(500, "(garbage collector)")], { starts })],
  { "app.js": text },
);

/** A tick is 1,000 bytes: 100 requests, of which each has 600 bytes made and 300 parsed, of them 200 by a library. */
function runWith(requests: number): OpenedRun {
  const stacks = [
    ...repeated(60, "handle@app.js:1", "make@app.js:4"),
    ...repeated(10, "handle@app.js:1", "parse@app.js:7"),
    ...repeated(20, "handle@app.js:1", "parse@app.js:7", "read@node_modules/csv/index.js:3", "JSON.parse"),
    ...repeated(10, "(GC)"),
  ];
  const pass = {
    analysis: analysed([profileOfStacks(stacks, { starts, interval: 1000 })], { "app.js": text }),
    run: { load: requests === 0 ? undefined : { requests, errors: 0, timeouts: 0, non2xx: 0 }, problems: [] },
  };
  return { analysis, run: {}, allocationsPass: pass } as unknown as OpenedRun;
}

test("a function allocates with the libraries below it, per request", () => {
  const allocations = allocationsOf(runWith(100));
  expect(allocations?.total).toMatchObject({ isPerRequest: true, bytes: 1000, share: 1 });
  expect(allocations?.top(5).map(({ key, bytes, self, share }) => [key.name, bytes, self, share])).toEqual([
    ["make", 600, 600, 0.6],
    ["parse", 300, 100, 0.3],
  ]);
  expect(allocations?.top(1)).toHaveLength(1);
  const [make, handle, unknown] =
    allocations?.functions([
      { path, line: 4, column: 9 },
      { path, line: 1, column: 9 },
      { path, line: 2, column: 9 },
    ]) ?? [];
  expect([make?.bytes, handle, unknown]).toEqual([600, null, null]);
});

test("without answered requests bytes are those of the window", () => {
  expect(allocationsOf(runWith(0))?.total).toMatchObject({ isPerRequest: false, bytes: 100_000 });
});

test("a run without the pass knows nothing of allocations", () => {
  expect(allocationsOf({ analysis })).toBeUndefined();
});

test("a file has them on the lines where its functions start, by its current text", () => {
  const allocations = allocationsOf(runWith(100));
  const lines = (now: string, threshold = 0): readonly unknown[] | undefined =>
    allocations?.file({ keys: [path], text: now, threshold }).map(({ line, edited, share }) => [line, edited, share]);
  expect(lines(text)).toEqual([
    [4, false, 0.6],
    [7, false, 0.3],
  ]);
  expect(lines(text, 0.5)).toEqual([[4, false, 0.6]]);
  expect(lines(`// new\n${text.replace("return {}", "return { x: 1 }")}`)).toEqual([
    [5, true, 0.6],
    [8, false, 0.3],
  ]);
  expect(allocations?.file({ keys: ["/app/other.js"], text, threshold: 0 })).toEqual([]);
});

test("views say it in words", () => {
  const [make, parse] = allocationsOf(runWith(100))?.top(2) ?? [];
  const facts = [make, parse].map((each) => each && allocationFacts(each, words));
  expect(facts).toEqual([
    "allocates 0.6 kB per request, 60.0 % of all",
    "allocates 0.3 kB per request, 30.0 % of all · 0.1 kB of it itself",
  ]);
  const [once] = allocationsOf(runWith(0))?.top(1) ?? [];
  expect(once && allocationFacts(once, words)).toBe("allocates 60 kB, 60.0 % of all");
});

test("reports have the functions that allocate most, and all code", () => {
  const allocations = allocationsOf(runWith(100));
  if (allocations === undefined) throw new Error("no pass");
  expect(allocationsTable(allocations, 1, words, (file) => file.replace("/app/", ""))).toMatchObject({
    columns: ["function", "per request", "of all", "self", "place"],
    rows: [
      ["make", "0.6 kB", "60.0 %", "0.6 kB", "app.js:4"],
      ["all code", "1 kB", "100.0 %", "1 kB", ""],
    ],
  });
  expect(jsonAllocations(allocations, 1, (file) => `${file}!`)).toEqual({
    perRequest: true,
    bytes: 1000,
    functions: [{ name: "make", file: `${path}!`, line: 4, bytes: 600, selfBytes: 600, share: 0.6, samples: 60 }],
  });
});

test("advice on garbage collection names who allocates", () => {
  const explanations = (run: OpenedRun): readonly string[] =>
    runAdvice(run, run.analysis.all).map(
      (advice) => adviceWords(advice, words, ({ path: file, line }) => `${file.replace("/app/", "")}:${line}`).explanation,
    );
  expect(explanations(runWith(100))).toEqual([
    "50.0 % of the busy time is garbage collection. The allocations pass shows which functions allocate most: make app.js:4 (60.0 %, 0.6 kB per request), parse app.js:7 (30.0 %, 0.3 kB per request).",
  ]);
  expect(explanations(runWith(0))[0]).toContain("make app.js:4 (60.0 %), parse app.js:7 (30.0 %).");
  expect(explanations({ analysis, run: {} } as unknown as OpenedRun)[0]).toContain("It started most often while these lines ran");
});
