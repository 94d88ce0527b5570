import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { LoadFigures } from "../../../../language-server/analysis/load/load.ts";
import { readLoadOutput } from "../../../../language-server/analysis/load/reports/read-output.ts";

/** Reports that real tools wrote, and for each what is right in it, how that is known, and `made` if it was written by hand. */
const folder = path.resolve("test/fixtures/load-reports");
type Expected = Readonly<Record<string, Partial<LoadFigures> & { readonly how: string; readonly made?: boolean }>>;
const expected = JSON.parse(readFileSync(path.join(folder, "expected.json"), "utf8")) as Expected;
const files = readdirSync(folder).filter((name) => name !== "expected.json" && name !== "README.md");

test("each kept report has its right figures", () => {
  expect(Object.keys(expected).sort()).toEqual(files.sort());
});

test.each(files)("%s has the figures that its tool counted", (name) => {
  const { how, made: _made, latency = {}, requestsPerSecond, durationSeconds, ...exact } = expected[name]!;
  const read = readLoadOutput(readFileSync(path.join(folder, name), "utf8"))!;
  expect(how).not.toBe("");
  expect(read).toMatchObject({
    ...exact,
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond: about(requestsPerSecond) }),
    ...(durationSeconds === undefined ? {} : { durationSeconds: about(durationSeconds) }),
  });
  const given = Object.entries(latency).map(([key, time]) => [key, typeof time === "number" ? about(time) : undefined] as const);
  expect(given.map(([key]) => [key, read.latency[key as keyof typeof latency]])).toEqual(given);
});

/** To one in a thousand; fewer digits are as printed. */
function about(value: number): unknown {
  return expect.closeTo(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
}
