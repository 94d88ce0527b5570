import { expect, test } from "vitest";
import type { ImportedFile } from "../../../language-server/analysis/importers/importer.ts";
import { $schema, frames, read, stacksOf, timesOf } from "./drawn-speedscope.ts";

type SpeedscopeEvents = readonly (readonly [type: string, frame: unknown, at: unknown])[];

/** Frames: 0 main, 1 hash, 2 read. Each stack with its milliseconds, and the notes besides the usual one with their counts. */
const reported: readonly (readonly [
  what: string,
  events: SpeedscopeEvents,
  endValue: unknown,
  stacks: Readonly<Record<string, number>>,
  notes: Readonly<Record<string, number>>,
])[] = [
  [
    "calls that are open at the end last until then",
    [
      ["O", 0, 0],
      ["O", 1, 4],
    ],
    10,
    { main: 4, "main>hash": 6 },
    { openCalls: 2 },
  ],
  [
    "calls that are open, without an end of the profile",
    [
      ["O", 0, 0],
      ["O", 1, 4],
      ["C", 1, 6],
    ],
    undefined,
    { main: 4, "main>hash": 2 },
    { openCalls: 1 },
  ],
  [
    "a caller that ends before its callee",
    [
      ["O", 0, 0],
      ["O", 1, 2],
      ["C", 0, 5],
      ["C", 1, 8],
    ],
    8,
    { main: 2, "main>hash": 3, hash: 3 },
    { badOrder: 1 },
  ],
  [
    "an end of a call that never began",
    [
      ["O", 0, 0],
      ["C", 2, 3],
      ["C", 0, 5],
    ],
    5,
    { main: 5 },
    { badOrder: 1 },
  ],
  [
    "time that runs backwards",
    [
      ["O", 0, 0],
      ["O", 1, 6],
      ["C", 1, 4],
      ["C", 0, 10],
    ],
    10,
    { main: 10 },
    { backwards: 1 },
  ],
  [
    "a frame that the file does not have",
    [
      ["O", 0, 0],
      ["O", 9, 2],
      ["C", 9, 5],
      ["C", 0, 6],
    ],
    6,
    { main: 3, "main>(unknown)": 3 },
    { unknownFrames: 1 },
  ],
  [
    "a frame that is no number",
    [
      ["O", null, 0],
      ["C", null, 5],
    ],
    5,
    { "(unknown)": 5 },
    { unknownFrames: 1 },
  ],
  [
    "events without time, or of another kind",
    [
      ["O", 0, 0],
      ["O", 1, null],
      ["X", 0, 3],
      ["C", 0, 5],
    ],
    5,
    { main: 5 },
    { badEvents: 2 },
  ],
];

function notesOf({ problems }: ImportedFile): Readonly<Record<string, number>> {
  return Object.fromEntries(problems.slice(1).map(({ code, count }) => [code.replace("speedscope.", ""), count]));
}

function byStack(file: ImportedFile): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  const times = timesOf(file);
  stacksOf(file).forEach((stack, sample) => (sums[stack] = (sums[stack] ?? 0) + (times[sample] ?? 0) / 1000));
  return sums;
}

test.each(reported)("evented profiles: %s", (_what, events, endValue, stacks, notes) => {
  const file = read({
    $schema,
    shared: { frames },
    profiles: [
      { type: "evented", unit: "milliseconds", startValue: 0, endValue, events: events.map(([type, frame, at]) => ({ type, frame, at })) },
    ],
  });
  expect([byStack(file), notesOf(file)]).toEqual([stacks, notes]);
});

test.each([
  ["negative weights", [[0], [1], [2]], [4, -3, 2], { main: 4, read: 2 }, { badWeights: 1 }],
  ["weights that are no numbers", [[0], [1], [2]], [4, "3", null], { main: 4 }, { badWeights: 2 }],
  ["fewer weights than samples", [[0], [1], [2]], [4], { main: 4 }, { badWeights: 2 }],
  ["more weights than samples", [[0]], [4, 5, 6], { main: 4 }, { badWeights: 2 }],
  ["a weight of years", [[0], [1]], [4, 1e300], { main: 4 }, { badWeights: 1 }],
  ["no weights", [[0], [1]], undefined, { main: 1, hash: 1 }, { noWeights: 1 }],
  [
    "frames that the file does not have",
    [[0], [0, 7], ["__proto__"], ["length"], [-1], [0.5]],
    [1, 1, 1, 1, 1, 1],
    { main: 1, "main>(unknown)": 1, "(unknown)": 4 },
    { unknownFrames: 5 },
  ],
  ["samples that are no lists", [[0], 1, null], [4, 1, 1], { main: 4 }, { badSamples: 2 }],
] as const)("sampled profiles: %s", (_what, samples, weights, stacks, notes) => {
  const file = read({ $schema, shared: { frames }, profiles: [{ type: "sampled", unit: "milliseconds", samples, weights }] });
  expect([byStack(file), notesOf(file)]).toEqual([stacks, notes]);
});

test("profiles in units that cannot be added: those of time are shown, and the others counted", () => {
  const profile = (unit: string, frame: number): object => ({ type: "sampled", name: unit, unit, samples: [[frame]], weights: [2] });
  const of = (active: number | undefined, ...profiles: readonly object[]): ImportedFile =>
    read({ $schema, shared: { frames }, profiles, activeProfileIndex: active });
  const mixed = of(0, profile("bytes", 0), profile("milliseconds", 1), profile("none", 2), profile("seconds", 0));
  expect([mixed.threads.map(({ name }) => name), notesOf(mixed)]).toEqual([["milliseconds", "seconds"], { otherUnits: 2 }]);
  const counted = of(1, profile("instructions", 0), profile("none", 1));
  expect([counted.threads.map(({ name }) => name), notesOf(counted)]).toEqual([["none"], { otherUnits: 1 }]);
  const unknown = of(9, profile("instructions", 0));
  expect(notesOf(unknown)).toEqual({ unknownUnit: 1 });
  expect(unknown.problems).toContainEqual({ code: "speedscope.unknownUnit", values: { unit: "instructions" }, count: 1 });
  expect(() => of(0, profile("bytes", 0), profile("bytes", 1))).toThrow(/counts bytes/);
});
