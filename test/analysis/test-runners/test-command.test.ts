import { expect, test } from "vitest";
import { runnerArguments, testPattern, type NamedTest } from "../../../language-server/analysis/test-runners/test-command.ts";

const deep: NamedTest = { titles: [["sums (a+b)"], ["adds ", " to ", ""]], isGroup: false, isAmbiguous: true };
const group: NamedTest = { titles: [["sums"], ["of 1.5"]], isGroup: true, isAmbiguous: true };
const file: NamedTest = { titles: [], isGroup: true, isAmbiguous: false };

test("titles are matched as they are, joined as each runner joins them", () => {
  expect(testPattern("node", deep)).toBe("^sums \\(a\\+b\\) adds .* to .*$");
  expect(testPattern("jest", deep)).toBe("^sums \\(a\\+b\\) adds .* to .*$");
  expect("sums (a+b) > adds 1 to 2").toMatch(new RegExp(testPattern("vitest", deep)));
  expect("sums (a+b) adds 1 to 2").toMatch(new RegExp(testPattern("vitest", deep)));
  expect("more sums (a+b) adds 1 to 2").not.toMatch(new RegExp(testPattern("mocha", deep)));
});

test("a group is all tests in it", () => {
  expect("sums of 1.5 adds").toMatch(new RegExp(testPattern("mocha", group)));
  expect("sums of 1.55 adds").not.toMatch(new RegExp(testPattern("mocha", group)));
  expect("sums > of 1.5 > adds").toMatch(new RegExp(testPattern("vitest", group)));
});

test("node:test is given the title alone if no other test has it, which all versions of Node.js know", () => {
  expect(testPattern("node", { ...deep, isAmbiguous: false })).toBe("^adds .* to .*$");
  expect(testPattern("node", { ...group, isAmbiguous: false })).toBe("^of 1\\.5$");
});

test("the whole file has no filter", () => {
  expect(runnerArguments("node", "a.test.js", file)).toEqual([]);
  expect(runnerArguments("vitest", "test/a.test.ts", file).slice(0, 3)).toEqual(["run", "test/a.test.ts", "--coverage.enabled=false"]);
});

test("Vitest's benchmarks are run by its command for them", () => {
  for (const name of ["a.bench.ts", "src/a.benchmark.mjs"])
    expect(runnerArguments("vitest", name, file).slice(0, 3)).toEqual(["bench", "--run", name]);
  for (const name of ["bench.test.ts", "a.bench.test.ts"]) expect(runnerArguments("vitest", name, file).slice(0, 2)).toEqual(["run", name]);
});
