import { expect, test } from "vitest";
import { startSavings } from "../../../language-server/answers/imports/savings.ts";
import type { Run } from "../../../language-server/history/run.ts";
import { reportWordsIn } from "../../../language-server/lsp/words/group-text.ts";
import { jsonSavings, savingText, savingsTitle } from "../../../language-server/reports/savings-report.ts";

type Savings = NonNullable<Run["savings"]>;

const at = { path: "/app/cli.js", line: 3, specifier: "pdf", name: "pdf/index.js" };
const app = { argv: ["/usr/bin/node", "/app/cli.js", "--help"] } as unknown as Run["app"];
const words = reportWordsIn("en");

function texts(savings: Partial<Savings>, listened = false): readonly string[] {
  const startup = { starts: 5, listened, eachMs: 400 };
  const found = startSavings({ savings: { eachMs: 400, rounds: 8, requests: [], imports: [], ...savings }, startup, app });
  if (found === undefined) return [];
  return found.savings.map((each) => savingText(each, found, words, (path) => path.replace("/app/", "")));
}

test("what saves most comes first, with its interval, its share, and what does not need the module", () => {
  const cache = { saved: { savedMs: 20, marginMs: 4 } };
  expect(texts({ cache, imports: [{ ...at, saved: { savedMs: 120, marginMs: 3 } }] })).toEqual([
    "Load pdf/index.js on first use (cli.js:3): saves 120 ms ± 3.0 ms, 30.0 % of the start · not needed by cli.js --help",
    "Set NODE_COMPILE_CACHE: saves 20 ms ± 4.0 ms, 5.0 % of the start",
  ]);
});

test("what chance may explain, is too little, or takes longer is no advice", () => {
  expect(texts({ cache: { saved: { savedMs: -2, marginMs: 4 } } })).toEqual(["Set NODE_COMPILE_CACHE: no gain seen (−2.0 ms ± 4.0 ms)"]);
  expect(texts({ cache: { saved: { savedMs: 5, marginMs: 1 } } })).toEqual([
    "Set NODE_COMPILE_CACHE: saves only 5.0 ms ± 1.0 ms, 1.3 % of the start",
  ]);
  expect(texts({ cache: { saved: { savedMs: -9, marginMs: 1 } } })).toEqual(["Set NODE_COMPILE_CACHE: takes 9.0 ms ± 1.0 ms longer"]);
});

test("why a way was not measured", () => {
  const what = "Load pdf/index.js on first use (cli.js:3): ";
  expect(texts({ imports: [{ ...at, why: "needed", first: { path: "/app/cli.js", line: 9 } }] })).toEqual([
    `${what}no gain, the start itself needs it, first at cli.js:9`,
  ]);
  expect(texts({ imports: [{ ...at, why: "loaded-elsewhere", first: { path: "/app/b.js", line: 0 } }] })).toEqual([
    `${what}no gain, b.js loads it, too`,
  ]);
  for (const why of ["needed", "old-node", "values", "effects", "not-found", "ends-otherwise"] as const)
    expect(texts({ imports: [{ ...at, why }] })[0]).toMatch(/: (?:no gain|not tried|not counted), \w/);
  expect(texts({ cache: { why: "old-node" } })[0]).toContain("22.1 on");
});

test("of a server, which request first needs it", () => {
  const saved = { savedMs: 120, marginMs: 3 };
  expect(texts({ imports: [{ ...at, saved }] }, true)[0]).toMatch(/· not needed until the server listens$/);
  expect(texts({ requests: ["/a", "/b"], imports: [{ ...at, saved }] }, true)[0]).toMatch(/nor by GET \/a, \/b$/);
  const first = { path: "/app/report.js", line: 12 };
  expect(texts({ requests: ["/report"], imports: [{ ...at, saved, first, request: "/report" }] }, true)[0]).toMatch(
    /· first needed by GET \/report at report\.js:12$/,
  );
});

test("in JSON each way has its figures and whether it is advised", () => {
  const found = startSavings({
    savings: {
      eachMs: 400,
      rounds: 8,
      requests: [],
      cache: { why: "old-node" },
      imports: [{ ...at, saved: { savedMs: 120, marginMs: 3 } }],
    },
    app,
  });
  expect(found && jsonSavings(found, (path) => path)).toMatchObject({
    startMs: 400,
    rounds: 8,
    ways: [
      { kind: "import", file: "/app/cli.js", line: 3, module: "pdf/index.js", savedMs: 120, marginMs: 3, advised: true },
      { kind: "compile-cache", savedMs: null, advised: false, why: "old-node" },
    ],
  });
  expect(found && savingsTitle(found, words)).toBe(
    "Measured gains: 8 starts in each way, without the profiler; as it is, a start takes 400 ms",
  );
  expect(startSavings({ app })).toBeUndefined();
});
