import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { bounds, cpuSeconds, ofCgroup, ofChildren, spentLines } from "../workbench/spent-time.mjs";

const ways = { ofChildren, cpuSeconds, ...(ofCgroup() === undefined ? {} : { ofCgroup }) };

test.each(Object.entries(ways))("the CPU time of what npm test ran is known: %s", (_name, spent) => {
  const before = spent() ?? Number.NaN;
  execFileSync(process.execPath, ["-e", "while (process.cpuUsage().user < 3e5) for (let i = 0; i < 1e6; i++) Math.sqrt(i);"]);
  expect((spent() ?? Number.NaN) - before).toBeGreaterThanOrEqual(0.29);
});

test("a run within its bounds is reported in one line, one over them in what it went over", () => {
  expect(spentLines(bounds.cpuMinutes, bounds.wallMinutes, true)).toEqual(["40.0 CPU minutes, 20.0 minutes in all"]);
  expect(spentLines(undefined, 3, true)).toEqual(["3.0 minutes in all"]);
  const over = spentLines(bounds.cpuMinutes + 1, bounds.wallMinutes + 1, true);
  expect(over).toEqual([
    "41.0 CPU minutes, 21.0 minutes in all",
    expect.stringMatching(/^LONGER than the 40 CPU minutes that npm test may take/),
    expect.stringMatching(/^LONGER than the 20 minutes that npm test may take/),
  ]);
  // A part of the run, or all tests there are.
  expect(spentLines(bounds.cpuMinutes + 1, bounds.wallMinutes + 1, false)).toHaveLength(1);
});
