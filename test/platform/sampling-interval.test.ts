import { expect, test } from "vitest";
import { shortestSamplingInterval } from "../../language-server/platform/scheduling.ts";
import { tickLogArgs } from "../../language-server/recording/ticks/exact-flags.ts";

test.each([
  ["linux", 50],
  ["darwin", 50],
  ["win32", 1000],
] as const)("on %s V8's sampling interval is at least %i microseconds", async (platform, shortest) => {
  expect(shortestSamplingInterval(platform)).toBe(shortest);
  const launch = { nodePath: process.execPath, nodeVersion: process.versions.node };
  for (const [interval, expected] of [
    [10, shortest],
    [2000, 2000],
  ] as const)
    expect(await tickLogArgs({ ...launch, interval }, { folder: "/logs" }, platform)).toContain(`--prof-sampling-interval=${expected}`);
});
