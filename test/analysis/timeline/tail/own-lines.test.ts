import { expect, test } from "vitest";
import { OwnLines } from "../../../../language-server/analysis/timeline/tail/own-lines.ts";
import { analysed } from "../../costs/drawn-costs.ts";
import { type Doing, timedStacks } from "../timed-stacks.ts";

test("of any span, the busy share is that of its samples", () => {
  // Not the same number of waits in any two stretches of the 64 samples.
  const doings = Array.from({ length: 64 }, (_, index): Doing => [1, (index * index) % 7 < 3 ? "(idle)" : "handle@app.js:1"]);
  const { profile } = analysed(timedStacks(doings, { handle: 1 }));
  const { stack, time } = profile.threads[0]!.samples;
  const { stacks } = profile.threads[0]!;
  const isBusy = (sample: number): boolean => profile.functions.name[stacks.func[stack[sample]!]!] !== "(idle)";
  const own = new OwnLines(profile);
  for (let first = 0; first < time.length; first++)
    for (let end = first + 1; end <= time.length; end++) {
      const samples = Array.from({ length: end - first }, (_, index) => first + index);
      const span = { from: time[first]!, to: end < time.length ? time[end]! : Number.POSITIVE_INFINITY };
      expect(own.busyShare(span)).toBe(samples.filter(isBusy).length / samples.length);
    }
  expect(time).toHaveLength(64);
});
