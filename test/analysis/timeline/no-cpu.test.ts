import { expect, test } from "vitest";
import { noCpuSpans, usualStep } from "../../../language-server/analysis/timeline/no-cpu.ts";
import { timeWithin } from "../../../language-server/analysis/timeline/spans.ts";
import { analysed } from "../costs/drawn-costs.ts";
import { type Doing, timedStacks } from "./timed-stacks.ts";

const work = "crunch@app.js:2";

function spans(...doings: readonly Doing[]): readonly string[] {
  return spansIn(doings);
}

/** `late`: from and to of a late turn in milliseconds. */
function spansIn(doings: readonly Doing[], late?: readonly [number, number]): readonly string[] {
  const { profile } = analysed(timedStacks(doings));
  const turns = late && { from: Float64Array.of(late[0] * 1000), to: Float64Array.of(late[1] * 1000) };
  const { from, to } = noCpuSpans(profile, profile.threads[0] as (typeof profile.threads)[number], turns);
  return Array.from(from, (start, row) => `${start / 1000}-${(to[row] as number) / 1000}`);
}

test("a thread that has no ticks between two of its work had no processor, from half a step after one", () => {
  expect(spans([10, work], [8, "none"], [10, work])).toStrictEqual(["10-18.5"]);
});

test("a tick that is a little late is no such gap, one that is missing is", () => {
  expect(spans([10, work], [0.7, "none"], [10, work])).toStrictEqual([]);
  expect(spans([10, work], [1, "none"], [10, work])).toStrictEqual(["10-11.5"]);
});

test("between two ticks of the garbage collector there is a processor, unless they are far apart", () => {
  const gc = "(garbage collector)";
  expect(spans([10, gc], [20, "none"], [10, gc])).toStrictEqual([]);
  expect(spans([10, gc], [30, "none"], [10, gc])).toStrictEqual(["10-40.5"]);
  expect(spans([10, work], [20, "none"], [10, gc])).toStrictEqual(["10-30.5"]);
});

test("waiting is not without a processor", () => {
  expect(spans([10, work], [8, "none"], [2, "(idle)"], [8, "none"], [10, work])).toStrictEqual([]);
});

test("what looks like waiting within a late turn is without a processor, as the event loop could not wait", () => {
  const doings: readonly Doing[] = [
    [10, "(idle)"],
    [10, work],
    [30, "(idle)"],
    [30, work],
    [10, "(idle)"],
    [5, work],
  ];
  expect(spansIn(doings)).toStrictEqual([]);
  expect(spansIn(doings, [5, 80])).toStrictEqual(["20-50.5"]);
  expect(spansIn(doings, [5, 30])).toStrictEqual(["20-30"]);
  expect(
    spansIn(
      [
        [10, work],
        [30, "(idle)"],
      ],
      [5, 30],
    ),
  ).toStrictEqual(["10-30"]);
});

test("the time between two ticks is that of a thread with a processor, even if it mostly has none", () => {
  const { profile } = analysed({
    ...timedStacks(
      Array.from(
        { length: 9 },
        () =>
          [
            [4, work],
            [8, "none"],
          ] as const,
      ).flat(),
    ),
    interval: 2900,
  });
  expect(usualStep(profile, profile.threads[0] as (typeof profile.threads)[number])).toBe(1000);
});

test("time within spans is that of their parts", () => {
  const within = timeWithin({ from: Float64Array.of(10, 30), to: Float64Array.of(20, 40) });
  expect([within(0, 5), within(0, 15), within(12, 18), within(15, 35), within(20, 30), within(0, 99), within(35, 12)]).toStrictEqual([
    0, 5, 6, 10, 0, 20, 0,
  ]);
});
