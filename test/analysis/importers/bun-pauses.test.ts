import { expect, test } from "vitest";
import { importCpuprofileFile } from "../../../language-server/analysis/importers/cpuprofile.ts";
import type { Imported } from "../../../language-server/analysis/profile/profile.ts";

/** A clock that counts from 1970, as Bun's. */
const bun = 1_795_860_544_006_507.5;
/** A clock that counts from the machine's start, as V8's. */
const v8 = 2_391_394_140;

interface Drawn {
  readonly startTime?: number;
  /** Sample by sample: the function, and the time since the one before. */
  readonly samples: readonly (readonly [name: string, delta: number])[];
  /** Pseudo functions that the profile has. */
  readonly pseudo?: readonly string[];
}

function read({ startTime = bun, samples, pseudo = [] }: Drawn): Imported {
  const names = ["(root)", ...new Set(samples.map(([name]) => name)), ...pseudo];
  const nodes = names.map((functionName, at) => ({
    id: at + 1,
    callFrame: {
      functionName,
      scriptId: functionName.startsWith("(") ? "0" : "2",
      url: functionName.startsWith("(") ? "" : "file:///app/app.js",
      lineNumber: functionName.startsWith("(") ? -1 : at * 10,
      columnNumber: functionName.startsWith("(") ? -1 : 0,
    },
    hitCount: samples.filter(([name]) => name === functionName).length,
    ...(at === 0 ? { children: names.slice(1).map((_, child) => child + 2) } : {}),
  }));
  const timeDeltas = samples.map(([, delta]) => delta);
  const endTime = startTime + timeDeltas.reduce((sum, delta) => sum + delta, 0);
  return importCpuprofileFile({ nodes, startTime, endTime, samples: samples.map(([name]) => names.indexOf(name) + 1), timeDeltas });
}

/** Milliseconds by function. */
function self({ profile }: Imported): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  profile.samples.stack.forEach((row, sample) => {
    const name = profile.functions.name[profile.stacks.func[row] as number] as string;
    sums[name] = (sums[name] ?? 0) + (profile.samples.weight?.[sample] ?? 1) * profile.interval;
  });
  return Object.fromEntries(Object.entries(sums).map(([name, time]) => [name, Math.round(time / 1000)]));
}

const times = (count: number, name: string, delta: number): readonly (readonly [string, number])[] =>
  Array.from({ length: count }, () => [name, delta]);

test("a pause is idle, not the time of the sample before it", () => {
  const imported = read({ samples: [...times(20, "a", 1000), ["callback", 1000], ["b", 1_500_000], ...times(20, "b", 1000)] });
  expect(self(imported)).toEqual({ a: 20, callback: 1, "(idle)": 1499, b: 20 });
  expect(imported.problems).toEqual([{ code: "cpuprofile.bunPauses", values: { pauses: 1, seconds: 1.5 }, count: 1 }]);
});

test("the pauses between a server's requests are idle", () => {
  const request = [
    ["parse", 20_000],
    ["render", 1100],
    ["render", 900],
    ["send", 1000],
  ] as const;
  const imported = read({ samples: Array.from({ length: 50 }, () => request).flat() });
  const { parse, render, send, "(idle)": idle } = self(imported);
  expect([parse, render, send].map((ms) => Math.round((ms ?? 0) / 5))).toEqual([11, 19, 9]);
  expect(idle).toBe(49 * 20 - 44);
});

test("a sampler that is late for many samples in a row is not a pause, before or after one", () => {
  const late = [13_000, 29_000, 24_000, 46_000, 18_000, 68_000, 21_000, 17_000].map((delta) => ["late", delta] as const);
  const imported = read({ samples: [...times(20, "a", 1000), ["late", 1_500_000], ...late, ...late, ...times(20, "b", 1000)] });
  expect(self(imported)).toEqual({ a: 20, "(idle)": 1499, late: 2 * 236 + 1, b: 19 });
});

test("the first samples of a file, and its last, are compared with those there are", () => {
  expect(
    self(
      read({
        samples: [
          ["a", 500],
          ["b", 900_000],
          ["b", 1000],
          ["c", 1000],
        ],
      }),
    ),
  ).toEqual({ a: 1, "(idle)": 899, b: 2, c: 0 });
  expect(
    self(
      read({
        samples: [
          ["a", 500],
          ["b", 900_000],
        ],
      }),
    ),
  ).toEqual({ a: 900, b: 0 });
  expect(self(read({ samples: [...times(5, "a", 1000), ["b", 900_000]] }))).toEqual({ a: 5, "(idle)": 899, b: 0 });
});

test("profiles of V8 keep each stall as the time of its sample: of another clock, or with samples of idle time", () => {
  const samples = [...times(20, "a", 1000), ["b", 1_500_000], ...times(20, "b", 1000)] as const;
  for (const other of [
    { startTime: v8 },
    { startTime: 0 },
    { pseudo: ["(idle)"] },
    { pseudo: ["(program)"] },
    { pseudo: ["(garbage collector)"] },
  ]) {
    const imported = read({ samples, ...other });
    expect(self(imported)).toMatchObject({ a: 1519, b: 20 });
    expect(imported.problems).toEqual([]);
  }
});
