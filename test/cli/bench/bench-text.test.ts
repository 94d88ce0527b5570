import { expect, test } from "vitest";
import { benchText } from "../../../language-server/cli/bench/bench-text.ts";
import { styleFor } from "../../../language-server/cli/terminal.ts";
import { englishWords } from "../../../language-server/cli/words/words.ts";
import { someBench, someCost, someExcess, someFunction, someLine } from "../../reports/bench/some-bench.ts";

const style = styleFor({}, {}, englishWords);

test("a bench in the terminal: what was compared, the verdict, what is over its budget, and what changed", () => {
  const result = someBench({
    over: [someExcess("lib/price.js#total")],
    functions: [someFunction("total"), someFunction("render", someCost("noDifference", 4.01))],
    lines: [someLine(12), someLine(5, { ...someCost("vanished", 0), at: { file: "lib/old.js", line: 5, inBaseOnly: true } })],
    leftOut: [{ round: 3, reason: "2 % of its requests failed" }],
  });
  expect(benchText(result, 15, style)).toBe(
    `main (1a2b3c4, Node.js 22.20.0) → fix (abcdef0, Node.js 22.20.0)
npm start · GET /orders · AMD EPYC 7B13, 4 cores · 10 rounds, 1 left out
Over budget. Busy time per request: ×1.125 (95 % interval: ×1.085 to ×1.165).
4 ms → 4.5 ms, +500 µs ± 160 µs (+13 %)

Over budget
before   after                    change
  4 ms  4.5 ms  +500 µs ± 160 µs (+13 %)  budget 2 ms  lib/price.js#total  lib/price.js:3

Functions
before    after                    change
  4 ms   4.5 ms  +500 µs ± 160 µs (+13 %)  slower                 total   lib/price.js:3
  4 ms  4.01 ms  +10 µs ± 160 µs (+0.2 %)  no significant change  render  lib/price.js:3

Lines
before   after                    change
  4 ms  4.5 ms  +500 µs ± 160 µs (+13 %)  slower  lib/price.js:12        price(12);
  4 ms    0 µs   −4 ms ± 160 µs (−100 %)  gone    lib/old.js:5 (before)  price(5);

Note
- Round 3 was left out: 2 % of its requests failed
`,
  );
});

test("names from code control nothing, and rows beyond the limit are counted", () => {
  const lines = [1, 2, 3].map((line) => someLine(line, { text: "\u001B[2Jx\u202E" }));
  const text = benchText(someBench({ lines, functions: [] }), 2, style);
  expect(["\u001B", "\u202E"].filter((sign) => text.includes(sign))).toEqual([]);
  expect(text).toContain("\nand 1 more\n");
  expect(text).toContain("Functions\nNone changed significantly.");
});
