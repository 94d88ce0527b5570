import { expect, test } from "vitest";
import { everything } from "../../../language-server/analysis/selection/selection.ts";
import type { Analysis } from "../../../language-server/analysis/analyse.ts";
import { exportSpeedscope } from "../../../language-server/analysis/exporters/speedscope.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";
import { analysed, functionTable } from "../costs/drawn-costs.ts";
import { drawnProfile } from "../drawn-profile.ts";
import { $schema, frames, read, stacksOf, timesOf } from "./drawn-speedscope.ts";

test("sampled stacks: functions with their places, each sample weighted by its duration, and a note on what the format lacks", () => {
  const file = read({
    $schema,
    shared: { frames },
    profiles: [
      { type: "sampled", name: "main", unit: "milliseconds", samples: [[0, 1], [0, 2], [], [0]], weights: [4, 2, 2, 2] },
      { type: "sampled", name: "", unit: "microseconds", samples: [[1], [2]], weights: [3000, 1000] },
    ],
  });
  expect(file).toMatchObject({ recorder: "inspector", hasPositions: false, problems: [{ count: 1 }] });
  expect(file.threads.map(({ name, profile }) => [name, profile.interval])).toEqual([
    ["main", 2400],
    ["thread 2", 2400],
  ]);
  expect(timesOf(file)).toEqual([4000, 2000, 2000]);
  expect(timesOf(file, 1)).toEqual([3000, 1000]);
  expect(stacksOf(file)).toEqual(["main>hash", "main>read", "main"]);
  expect(stacksOf(file, 1)).toEqual(["hash", "read"]);
  const { functions, scripts } = file.threads[0]!.profile;
  expect([functions.line[0], functions.column[0], scripts.url[functions.script[0] as number]]).toEqual([1, 9, "/app/app.js"]);
});

test("weights without a unit are numbers of samples", () => {
  const file = read({ shared: { frames }, profiles: [{ type: "sampled", unit: "none", samples: [[1], [2]], weights: [3, 1] }] });
  expect([timesOf(file), stacksOf(file)]).toEqual([
    [1000, 1000, 1000, 1000],
    ["hash", "hash", "hash", "read"],
  ]);
});

test("evented profiles: the stack is constant between two events", () => {
  const event = (type: string, frame: number, at: number): object => ({ type, frame, at });
  const file = read({
    shared: { frames },
    profiles: [
      {
        type: "evented",
        name: "main",
        unit: "microseconds",
        events: [event("O", 0, 0), event("O", 1, 500), event("C", 1, 1500), event("C", 0, 2000), event("O", 2, 9000), event("C", 2, 9500)],
      },
    ],
  });
  expect(stacksOf(file)).toEqual(["main", "main>hash", "main", "read"]);
  expect(timesOf(file)).toEqual([500, 1000, 500, 500]);
});

test("threads of one clock have the times of one window; one by another clock, or by none, begins with the first", () => {
  const event = (type: string, at: number): object => ({ type, frame: 1, at });
  const sampled = { type: "sampled", samples: [[0], [1]], weights: [100, 100] };
  const file = read({
    shared: { frames },
    profiles: [
      { ...sampled, unit: "milliseconds", startValue: 7000 },
      { ...sampled, unit: "microseconds", startValue: 7_300_000 },
      { type: "evented", unit: "milliseconds", startValue: 0, events: [event("O", 7050), event("C", 7060)] },
      { ...sampled, unit: "milliseconds" },
      { ...sampled, unit: "seconds", startValue: 1_700_000_000 },
    ],
  });
  expect(file.threads.map(({ profile }) => Array.from(profile.samples.time))).toEqual([
    [0, 100_000],
    [300_000, 300_100],
    [50_000],
    [0, 100_000],
    [0, 100_000_000],
  ]);
  expect(file.duration).toBe(200_000_000);
  const counted = read({ shared: { frames }, profiles: [0, 5].map((startValue) => ({ ...sampled, unit: "none", startValue })) });
  expect(counted.threads.map(({ profile }) => profile.samples.time[0])).toEqual([0, 0]);
});

test("two threads of different length keep their shares of the time, and a short function is not lost", () => {
  const { threads } = read({
    shared: { frames },
    profiles: [
      { type: "sampled", name: "short", unit: "milliseconds", samples: [[0]], weights: [100] },
      { type: "sampled", name: "long", unit: "milliseconds", samples: [[1], [2]], weights: [957, 43] },
    ],
  });
  const { costs, select, profile } = analysed(threads.map((thread) => thread.profile));
  const share = (of: number): number => Math.round((1000 * of) / costs.busyTicks) / 10;
  expect([0, 1].map((thread) => share(select({ ...everything, threads: [thread] })?.costs.busyTicks ?? 0))).toEqual([9.1, 90.9]);
  expect(share(costs.composition.native)).toBe(3.9);
  expect(profile.threads).toHaveLength(2);
  expect(costs).toMatchObject({ samples: 3, busySamples: 3 });
});

test("a profile in bytes is not read as time", () => {
  const file = { shared: { frames }, profiles: [{ type: "sampled", unit: "bytes", samples: [[0]], weights: [4096] }] };
  expect(() => read(file)).toThrow(/counts bytes/);
});

test("nested calls share memory for their stacks; a gap between calls is not counted for any function", () => {
  const depth = 20_000;
  const opened = Array.from({ length: depth }, (_, at) => ({ type: "O", frame: at % 3, at }));
  const closed = Array.from({ length: depth }, (_, at) => ({ type: "C", frame: (depth - 1 - at) % 3, at: depth + at }));
  const late = [
    { type: "O", frame: 2, at: 3 * depth },
    { type: "C", frame: 2, at: 3 * depth + 10 },
  ];
  const { threads } = read({
    shared: { frames },
    profiles: [{ type: "evented", unit: "microseconds", events: [...opened, ...closed, ...late] }],
  });
  const { stacks, samples } = threads[0]!.profile;
  expect(stacks.prefix).toHaveLength(depth + 1);
  expect(samples.stack).toHaveLength(2 * depth);
  expect(samples.time.at(-1)).toBe(3 * depth);
});

test("an exported run that is read back has the same functions with the same ticks", () => {
  const before = analysed(
    drawnProfile(`
      main@app.js:1  main@app.js:1  main@app.js:2  (idle)  main@app.js:2  (garbage collector)
      f@app.js:5     f@app.js:6     read           -       -              -
    `),
  );
  const back = read(JSON.stringify(exportSpeedscope(before.profile, "run"), undefined, 1));
  const after = analysed(back.threads[0]!.profile);
  expect(functionTable(after.costs)).toEqual(functionTable(before.costs));
  expect(after.costs.ticks).toBe(before.costs.ticks);
});

test("an exported run whose samples have weights is read back with as many samples, even if the weights are multiples of one", () => {
  const before = analysed(
    drawnProfile(
      `
      main@app.js:1  main@app.js:1  main@app.js:2  (idle)  main@app.js:2
      f@app.js:5     f@app.js:6     -              -       read
      `,
      { weights: [1000, 1, 1, 1, 2] },
    ),
  );
  const after = analysed(read(exportSpeedscope(before.profile, "run")).threads[0]!.profile);
  const figuresOf = ({ costs: { functions, interval, samples, busySamples } }: Analysis): unknown => [
    samples,
    busySamples,
    functions.map(({ name, selfTicks, selfSamples }) => [name, Math.round(selfTicks * interval), selfSamples]),
  ];
  expect(figuresOf(after)).toEqual(figuresOf(before));
});

test.each([
  ["no profiles", { $schema, shared: { frames } }, /no samples/],
  ["odd entries", { $schema, shared: null, profiles: [null, 5, { samples: [[0], "x", [null]], weights: ["a", {}, -4] }] }, /no samples/],
  [
    "absurd weights",
    { $schema, shared: { frames }, profiles: [{ unit: "seconds", samples: [[0]], weights: [1e308] }] },
    /no samples|million/,
  ],
  ["half of it", JSON.stringify({ $schema, shared: { frames } }).slice(0, -4), /cut short or damaged/],
])("a profile with %s is refused with the reason", (_what, file, message) => {
  expect(() => read(file)).toThrow(UserError);
  expect(() => read(file)).toThrow(message);
});

test("the number of threads is limited, and a problem says so", () => {
  const profiles = Array.from({ length: 1000 }, () => ({ samples: [[0]] }));
  const { threads, problems } = read({ $schema, shared: { frames }, profiles });
  expect(threads).toHaveLength(256);
  expect(problems).toContainEqual({ code: "profile.manyThreads", count: 744 });
});
