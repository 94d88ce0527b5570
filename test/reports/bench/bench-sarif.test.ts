import { expect, test } from "vitest";
import type { BenchResult } from "../../../language-server/answers/bench/bench-result.ts";
import { englishWords as words } from "../../../language-server/cli/words/words.ts";
import { benchSarif } from "../../../language-server/reports/bench/bench-sarif.ts";
import { sarifErrors } from "../sarif/sarif-schema.ts";
import { someBench, someCost, someExcess, someFunction, someLine } from "./some-bench.ts";

interface Result {
  readonly ruleId: string;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly locations: readonly [
    {
      readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region?: { readonly startLine: number } };
    },
  ];
}

interface Log {
  readonly runs: readonly [
    { readonly results: readonly Result[]; readonly invocations: readonly [{ readonly toolExecutionNotifications: readonly unknown[] }] },
  ];
}

function logOf(fields: Partial<BenchResult> = {}): Log {
  const log = JSON.parse(benchSarif(someBench(fields), words, "1.2.3")) as Log;
  expect(sarifErrors(log)).toEqual([]);
  return log;
}

const resultsOf = (fields: Partial<BenchResult> = {}): readonly Result[] => logOf(fields).runs[0].results;

const place = { file: "lib/a b/prïce.js", line: 3, inBaseOnly: false };
const excess = someExcess("lib/price.js#total", { at: place });

test("the schema is the official one: it finds what is wrong", () => {
  expect(sarifErrors({ version: "2.1.0", runs: [{ tool: {} }] }).map(({ instancePath }) => instancePath)).toContain("/runs/0/tool");
});

test("only lines and functions that changed are results, at a level by their verdict", () => {
  const results = resultsOf({
    functions: [someFunction("total"), someFunction("render", someCost("noDifference", 4.01)), someFunction("fast", someCost("faster", 3))],
    lines: [someLine(12), someLine(13, someCost("noDifference", 4.01)), someLine(14, someCost("new", 4.5))],
    over: [excess],
  });
  expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ["over-budget", "error"],
    ["slower-line", "warning"],
    ["slower-line", "warning"],
    ["slower-function", "warning"],
    ["faster-function", "note"],
  ]);
  expect(results[3]?.message.text).toBe(
    "total is slower than in main (1a2b3c4, Node.js 22.20.0): 4 ms → 4.5 ms of busy time per request, +500 µs ± 160 µs (+13 %).",
  );
});

test("what costs are made of is said", () => {
  expect(resultsOf({ figure: "cpu" })[0]?.message.text).toContain("4.5 ms of CPU time per request, ");
});

test("places are relative to the root of the checkout; what is in base alone has no line", () => {
  const [line, removed] = resultsOf({
    lines: [someLine(3, { at: place }), someLine(9, { at: { ...place, inBaseOnly: true } })],
    functions: [],
  });
  expect(line?.locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: "lib/a%20b/pr%C3%AFce.js", uriBaseId: "%SRCROOT%" },
    region: { startLine: 3 },
  });
  expect(removed?.locations[0].physicalLocation).not.toHaveProperty("region");
});

test("a finding is the same in the next bench although its line moved, and two of one text are two", () => {
  const printOf = (...numbers: readonly number[]): readonly unknown[] =>
    resultsOf({ lines: numbers.map((line) => someLine(line, { text: "price();" })), functions: [] }).map(
      ({ partialFingerprints }) => partialFingerprints["heatlineChange/v1"],
    );
  expect(printOf(12)).toEqual(printOf(57));
  expect(new Set(printOf(12, 13)).size).toBe(2);
});

test("what has no place, such as the whole app, is no result but a notification: code scanning refuses results without one", () => {
  const { results, invocations } = logOf({ over: [someExcess("app", { at: null })], lines: [], functions: [] }).runs[0];
  expect(results).toEqual([]);
  expect(invocations[0].toolExecutionNotifications).toEqual([
    expect.objectContaining({
      level: "error",
      message: { text: expect.stringContaining("app grew by more than its budget of 2 ms: ") as unknown },
    }),
  ]);
});

test("a bench of changes that did not run has no result", () => {
  expect(resultsOf({ unusedChanges: ["docs/a.js"] })).toEqual([]);
});
