import { expect, test } from "vitest";
import { UserError } from "../../../language-server/analysis/user-error.ts";
import { drawnPprof, readPprof, sampleCount, selfShares } from "./drawn-pprof.ts";

const functions = ["hot /srv/app/a.js 5", "cold /srv/app/a.js 25"];
const locations = [["1 7"], ["2 27"]];
const wallAndCpu = [
  ["wall", "nanoseconds"],
  ["cpu", "nanoseconds"],
] as const;
const milliseconds = 1_000_000;

/** 30 samples of `hot` and 10 of `cold`, 10 ms each, every one an entry of its own. */
const oneByOne = Array.from({ length: 40 }, (_, at) => [[at % 4 === 3 ? 2 : 1], [10 * milliseconds]] as const);

function shown(file: ReturnType<typeof readPprof>): { readonly samples: number; readonly ms: number; readonly self: object } {
  const ms = file.threads.reduce(
    (sum, { profile: { samples, interval } }) =>
      sum + samples.stack.reduce((all, _, at) => all + (samples.weight?.[at] ?? 1) * interval, 0),
    0,
  );
  return { samples: sampleCount(file), ms: Math.round(ms / 1000), self: selfShares(file) };
}

test.each([
  ["1 ns", 1, ["cpu", "nanoseconds"]],
  ["0", 0, ["cpu", "nanoseconds"]],
  ["of a second", 1e9, ["cpu", "nanoseconds"]],
  ["in cycles", 1_000_003, ["cpu", "cycles"]],
  ["negative", -5, ["cpu", "nanoseconds"]],
  ["a tenth of what each value is a multiple of", milliseconds, ["cpu", "nanoseconds"]],
  ["in milliseconds", 10, ["cpu", "milliseconds"]],
  ["of nothing", 1, ["", ""]],
] as const)("a period that is %s is no sample's length where the values say it", (_, period, periodType) => {
  const file = readPprof(drawnPprof({ types: [["cpu", "nanoseconds"]], functions, locations, samples: oneByOne, period, periodType }));
  expect(shown(file)).toEqual({ samples: 40, ms: 400, self: { "hot /srv/app/a.js:5": 75, "cold /srv/app/a.js:25": 25 } });
});

test("wall time in austin2pprof's words is time: its unit has a Greek letter", () => {
  const samples = oneByOne.map(([at]) => [at, [10_000]] as const);
  const file = readPprof(drawnPprof({ types: [["Wall time", "\u03BCs"]], functions, locations, samples }));
  expect(shown(file)).toEqual({ samples: 40, ms: 400, self: { "hot /srv/app/a.js:5": 75, "cold /srv/app/a.js:25": 25 } });
});

test("samples of CPU time are counted by the wall time, if that is what the period is of", () => {
  const samples = oneByOne.map(([at, [wall]], index) => [at, [wall, 2_000_000 + index * 13_577]] as const);
  for (const period of [10 * milliseconds, 1])
    expect(
      sampleCount(readPprof(drawnPprof({ types: wallAndCpu, functions, locations, samples, period, periodType: ["wall", "nanoseconds"] }))),
    ).toBe(40);
});

test("a count that no entry has does not count; times that have no common length are one sample each", () => {
  const counted = [["samples", "count"], ...wallAndCpu] as const;
  const samples = [
    [[1], [0, 30 * milliseconds, 0]],
    [[2], [0, 10 * milliseconds, 0]],
  ] as const;
  const periods = { period: 10 * milliseconds, periodType: ["wall", "nanoseconds"] as const };
  expect(sampleCount(readPprof(drawnPprof({ types: counted, functions, locations, samples, ...periods })))).toBe(4);
  const odd = [
    [[1], [30_000_017]],
    [[2], [10_000_019]],
  ] as const;
  expect(shown(readPprof(drawnPprof({ types: [["cpu", "ns"]], functions, locations, samples: odd, period: 0 })))).toEqual({
    samples: 2,
    ms: 40,
    self: { "hot /srv/app/a.js:5": 75, "cold /srv/app/a.js:25": 25 },
  });
});

test("more samples than can be kept are fewer, longer ones with the same shares", () => {
  const samples = [
    [[1], [3_000_000_000, 30_000_000_000 * milliseconds]],
    [[2], [1_000_000_000, 10_000_000_000 * milliseconds]],
  ] as const;
  const file = readPprof(drawnPprof({ functions, locations, samples }));
  expect(selfShares(file)).toEqual({ "hot /srv/app/a.js:5": 75, "cold /srv/app/a.js:25": 25 });
  expect(sampleCount(file)).toBe(1_000_000);
});

const difference = /is the difference of two profiles \(go tool pprof -diff_base\)/;

test.each([
  ["mixed", [10, -3]],
  ["all negative", [-10, -30]],
  ["of the sum 0", [10, -10]],
  ["beyond 32 bits", [10_000_000_000, -30_000_000_000]],
] as const)("values that are %s are refused as a difference", (_, [hot, cold]) => {
  const samples = [
    [[1], [hot, hot]],
    [[2], [cold, cold]],
  ] as const;
  for (const types of [undefined, wallAndCpu]) {
    const bytes = drawnPprof({ ...(types && { types }), functions, locations, samples });
    expect(() => readPprof(bytes)).toThrow(UserError);
    expect(() => readPprof(bytes)).toThrow(difference);
  }
});

test("a difference whose values are all positive is known by the label of go tool pprof", () => {
  const samples = [
    [[1], [1, 10 * milliseconds]],
    [[2], [1, 10 * milliseconds], { "pprof::base": "true" }],
  ] as const;
  expect(() => readPprof(drawnPprof({ functions, locations, samples }))).toThrow(difference);
});
