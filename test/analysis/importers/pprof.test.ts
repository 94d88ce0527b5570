import * as fc from "fast-check";
import { Profile as Pprof } from "pprof-format";
import { expect, test } from "vitest";
import { exportPprof } from "../../../language-server/analysis/exporters/pprof.ts";
import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import type { ImportedFile } from "../../../language-server/analysis/importers/importer.ts";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { writtenByHeatline } from "../../../language-server/analysis/importers/pprof/pprof.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";
import { analysed, functionTable } from "../costs/drawn-costs.ts";
import { drawnProfile, profileOfStacks } from "../drawn-profile.ts";
import { drawnPprof as drawn, readPprof as read } from "./drawn-pprof.ts";
import { isAll } from "../../workbench/some-of.mjs";

/** Stacks, callers first, and how many samples each has. */
function stacksOf({ functions, stacks, samples }: Profile): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const row of samples.stack) {
    const frames: string[] = [];
    for (let at = row; at !== -1; at = stacks.prefix[at] as number)
      frames.unshift(`${functions.name[stacks.func[at] as number]}@${stacks.line[at]}:${stacks.column[at]}`);
    const key = frames.join(" ");
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const app = ["main /app/app.js 1", "hash /app/util.js 3", "(idle)", "read"];

test("lines and columns of all frames, inlined ones included, callers first; ticks by CPU time", () => {
  const file = read(
    drawn({
      functions: app,
      locations: [["2 5 7", "1 2 3"], ["1 4"], ["4"]],
      samples: [
        [[1], [3, 3_000_000]],
        [
          [3, 2],
          [2, 2_000_000],
        ],
      ],
    }),
  );
  // Whether the lines of a foreign profile are correct is unknown.
  expect(file).toMatchObject({ recorder: "inspector", hasPositions: false });
  expect(file.problems).toMatchObject([{ code: "pprof.foreignLines" }]);
  const [{ name, profile }] = file.threads as [ImportedFile["threads"][number]];
  expect(name).toBe("main");
  expect(profile.interval).toBe(1000);
  expect(stacksOf(profile)).toEqual({ "main@2:2 hash@5:6": 3, "main@4:-1 read@0:-1": 2 });
  const hash = profile.functions.name.indexOf("hash");
  expect(profile.functions.line[hash]).toBe(3);
  expect(profile.scripts.url[profile.functions.script[hash] as number]).toBe("/app/util.js");
});

test("threads come from their label; each sample is weighted by its time; wall time is used if there is no CPU time", () => {
  const { threads } = read(
    drawn({
      types: [["wall", "nanoseconds"]],
      functions: app,
      locations: [["1 2"], ["1 3"]],
      samples: [
        [[1], [400_000], "pool"],
        [[1], [400_000], "pool"],
        [[2], [7_600_000], "main thread"],
        [[1], [2_200_000], "pool"],
      ],
    }),
  );
  const time = ({ samples, interval }: Profile): number =>
    Array.from(samples.weight ?? []).reduce((sum, weight) => sum + weight * interval, 0);
  expect(threads.map(({ name, profile }) => [name, profile.samples.stack.length, Math.round(time(profile))])).toEqual([
    ["pool", 4, 3000],
    ["main thread", 8, 7600],
  ]);
});

test("the number of threads is limited, however many a file names", () => {
  const samples = Array.from({ length: 5000 }, (_, at) => [[1], [1, 1_000_000], `request ${at}`] as const);
  const { threads } = read(drawn({ functions: app, locations: [["1 2"], ["1 3"]], samples }));
  expect(threads).toHaveLength(257);
  expect(threads.at(-1)).toMatchObject({ name: "other threads" });
  expect(threads.reduce((sum, { profile }) => sum + profile.samples.stack.length, 0)).toBe(5000);
});

test("if each function has only one line, that is where the function starts, and no line has a cost", () => {
  const { hasPositions, threads, problems } = read(
    drawn({
      functions: ["main /app/app.js", "hash /app/util.js"],
      locations: [["1 8"], ["2 24"]],
      samples: [
        [
          [2, 1],
          [1, 1_000_000],
        ],
      ],
    }),
  );
  expect(hasPositions).toBe(false);
  expect(stacksOf(threads[0]!.profile)).toEqual({ "main@0:-1 hash@0:-1": 1 });
  expect(threads[0]?.profile.functions.line[0]).toBe(8);
  expect(problems).toMatchObject([{ code: "pprof.onlyFunctions" }]);
});

test.each([
  [
    "of memory",
    drawn({ types: [["inuse_space", "bytes"]], functions: app, locations: [], samples: [] }),
    /^app.pb is a heap profile; Heatline/,
  ],
  ["of locks", drawn({ types: [["contentions", "count"]], functions: app, locations: [], samples: [] }), /^app.pb measures neither CPU/],
  ["without samples", drawn({ functions: app, locations: [], samples: [] }), /no samples/],
  [
    "of idle numbers",
    drawn({
      functions: [],
      locations: [],
      samples: [
        [
          [7, 8],
          [5, 5],
        ],
      ],
    }),
    /cut short or damaged/,
  ],
  ["cut short", drawn({ functions: app, locations: [["1 2"]], samples: [[[1], [1, 9e6]]] }).subarray(0, 40), /cut short/],
])("a profile %s is refused with the reason", (_what, bytes, message) => {
  expect(() => read(bytes)).toThrow(UserError);
  expect(() => read(bytes)).toThrow(message);
});

const several = drawn({
  types: [
    ["alloc_space", "bytes"],
    ["sample", "count"],
    ["wall", "microseconds"],
    ["cpu", "nanoseconds"],
    ["contentions", "count"],
  ],
  functions: app,
  locations: [["1 2"], ["2 5"]],
  samples: [
    [[1], [4096, 3, 3000, 1_000_000, 2]],
    [[2], [0, 9, 9000, 0, 0]],
  ],
});

const units: Readonly<Record<string, string>> = { wall: "microseconds", cpu: "nanoseconds" };

test.each([
  [undefined, { main: 1000 }, { type: "cpu", others: "wall, contentions" }, ["cpu", "wall"]],
  ["wall", { main: 3000, hash: 9000 }, { type: "wall", others: "cpu, contentions" }, ["wall", "cpu"]],
  ["cpu", { main: 1000 }, { type: "cpu", others: "wall, contentions" }, ["cpu", "wall"]],
  ["sample", { main: 3000, hash: 9000 }, { type: "sample", others: "wall, cpu, contentions" }, ["sample", "wall", "cpu"]],
  ["contentions", { main: 2000 }, { type: "contentions", others: "wall, cpu" }, ["contentions", "wall", "cpu"]],
])("of several types %s is shown, which is said with the others, and the times are to choose from", (type, expected, said, choices) => {
  const { threads, problems, sampleTypes } = read(several, type);
  const [{ profile }] = threads as [ImportedFile["threads"][number]];
  const self: Record<string, number> = {};
  profile.samples.stack.forEach((row, sample) => {
    const name = profile.functions.name[profile.stacks.func[row] as number] as string;
    self[name] = (self[name] ?? 0) + (profile.samples.weight?.[sample] ?? 1) * profile.interval;
  });
  expect(Object.fromEntries(Object.entries(self).map(([name, time]) => [name, Math.round(time)]))).toEqual(expected);
  const choice = problems.find(({ code }) => code === "pprof.chosenType");
  expect(choice?.values).toEqual(said);
  expect(sampleTypes?.shown).toBe(said.type);
  expect(sampleTypes?.choices).toEqual(
    choices.map((id) => (id in units ? { id, unit: units[id], isTime: true } : { id, unit: "count", isTime: false })),
  );
});

test("a time that no sample has is neither shown nor to choose from", () => {
  const types = [
    ["sample", "count"],
    ["cpu", "nanoseconds"],
    ["wall", "nanoseconds"],
  ] as const;
  const file = drawn({ types, functions: app, locations: [["1 2"]], samples: [[[1], [3, 0, 3_000_000]]] });
  const { threads, problems, sampleTypes } = read(file);
  expect(threads[0]?.profile.samples.stack.length).toBeGreaterThan(0);
  expect(sampleTypes).toBeUndefined();
  expect(problems.some(({ code }) => code === "pprof.chosenType")).toBe(false);
});

test("a type that the file lacks, or that is not a time, is refused with those it has", () => {
  for (const type of ["alloc_space", "nope"]) expect(() => read(several, type)).toThrow(`app.pb has no time or count of the type ${type}.`);
  expect(() => read(several, "nope")).toThrow(
    expect.objectContaining({
      coded: { code: "pprof.noSampleType", values: { name: "app.pb", type: "nope", types: "sample, wall, cpu, contentions" } },
    }),
  );
});

function outcomeOf(bytes: Uint8Array): unknown {
  try {
    const importer = importerFor(Buffer.from(bytes.subarray(0, 4096)).toString("latin1"));
    if (importer?.reads !== "binary") return "refused";
    importer.read(bytes, { name: "app.pb" });
    return "read";
  } catch (error) {
    return error instanceof UserError ? "refused" : error;
  }
}

test("a damaged profile is read or refused, and never crashes", () => {
  const whole = drawn({
    functions: app,
    locations: [["2 5 7", "1 2 3"], ["1 4"]],
    samples: [
      [[1], [1, 3_000_000], "pool"],
      [[2], [9, 2_000_000]],
    ],
  });
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(damage, fc.integer({ min: 5, max: whole.length }), (changes, length) => {
      const bytes = whole.slice();
      for (const [at, value] of changes) if (at > 4) bytes[at] = value;
      expect(["read", "refused"]).toContain(outcomeOf(bytes.subarray(0, length)));
    }),
    { numRuns: isAll ? 3000 : 300 },
  );
});

const frame = fc.constantFrom(
  "a@app.js:1",
  "b@app.js:2",
  "b@app.js:3",
  "≈b@app.js:3",
  "c@b.js",
  "d@lib!b.js:4",
  "e@node:fs:5",
  "read",
  "sort",
);
const stacks = fc.array(
  fc.oneof(
    { arbitrary: fc.array(frame, { minLength: 1, maxLength: 6 }), weight: 5 },
    { arbitrary: fc.constantFrom(["(garbage collector)"], ["(program)"]), weight: 1 },
  ),
  { minLength: 2, maxLength: 60 },
);

function lineTotals({ costs }: ReturnType<typeof analysed>): readonly string[] {
  return costs.lines
    .map(({ source, line, selfTicks, totalTicks, inferredTicks }) => `${source}:${line} ${selfTicks} ${totalTicks} ${inferredTicks}`)
    .toSorted((a, b) => a.localeCompare(b));
}

test("a run exported as pprof that is read back has the same functions and lines with the same ticks", () => {
  fc.assert(
    fc.property(stacks, fc.constantFrom("exact" as const, "inspector" as const), (samples, recorder) => {
      const before = analysed(profileOfStacks(samples), {}, { nodeMajor: 26 });
      const back = read(exportPprof(before.profile, { recorder, startedAt: 1_700_000_000_000, duration: samples.length }));
      expect(back).toMatchObject({ recorder, hasPositions: recorder === "exact", problems: [] });
      const after = analysed(back.threads[0]!.profile, {}, { nodeMajor: 26 });
      expect(functionTable(after.costs)).toEqual(functionTable(before.costs));
      expect(after.costs.busyTicks).toBe(before.costs.busyTicks);
      expect(lineTotals(after)).toEqual(lineTotals(before));
    }),
    { numRuns: 100 },
  );
});

test("idle samples are left out of pprof; threads are distinguished by their labels", () => {
  const idle = drawnProfile(`
    main@app.js:1  main@app.js:1  (idle)
    f@app.js:5     f@app.js:6     -
  `);
  const { profile: both } = analysed([idle, drawnProfile("a@app.js:1\nb@app.js:3")]);
  const { threads } = read(exportPprof(both, { recorder: "exact", startedAt: 0, duration: 4 }));
  expect(threads.map(({ name, profile }) => [name, profile.samples.stack.length])).toEqual([
    ["thread 0", 2],
    ["thread 1", 1],
  ]);
});

test("a part of a run is named in a comment of its own, and is still known as ours", () => {
  const bytes = exportPprof(analysed(drawnProfile("a@app.js:1")).profile, {
    recorder: "exact",
    startedAt: 0,
    duration: 4,
    scope: "worker 1",
  });
  const { comment, stringTable } = Pprof.decode(bytes);
  expect(comment.map((index) => stringTable.strings[Number(index)])).toEqual([writtenByHeatline.exact, "Only worker 1"]);
  expect(read(bytes)).toMatchObject({ recorder: "exact", hasPositions: true, problems: [] });
});
