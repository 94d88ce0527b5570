import { expect, test } from "vitest";
import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import type { ImportedFile } from "../../../language-server/analysis/importers/importer.ts";
import { analysed } from "../costs/drawn-costs.ts";

function read(file: object): ImportedFile {
  const text = JSON.stringify(file);
  const importer = importerFor(text.slice(0, 4096));
  if (importer?.name !== "Pyroscope flame graph" || importer.reads !== "text") throw new Error(`Taken for ${importer?.name ?? "nothing"}.`);
  return importer.read(text);
}

/** The example in Pyroscope's own sources: two functions that call the same one. */
const flamebearer = {
  names: ["total", "runtime.main", "main.slowFunction", "main.work", "main.main", "main.fastFunction"],
  levels: [
    [0, 988, 0, 0],
    [0, 988, 0, 1],
    [0, 214, 0, 5, 0, 3, 2, 4, 0, 771, 0, 2],
    [0, 214, 214, 3, 2, 1, 1, 5, 0, 771, 771, 3],
  ],
  numTicks: 988,
  maxSelf: 771,
};
const metadata = { format: "single", sampleRate: 100, spyName: "gospy", units: "samples" };

test("each node's own samples are a stack of its callers, and the root is no function", () => {
  const { threads, duration } = read({ flamebearer, metadata, version: 1 });
  const { functions, stacks, samples, interval } = threads[0]!.profile;
  const counts: Record<string, number> = {};
  for (const row of samples.stack) {
    const names: string[] = [];
    for (let at = row; at !== -1; at = stacks.prefix[at] as number) names.unshift(functions.name[stacks.func[at] as number] as string);
    counts[names.join(">")] = (counts[names.join(">")] ?? 0) + 1;
  }
  expect(counts).toEqual({
    "runtime.main>main.fastFunction>main.work": 214,
    "runtime.main>main.slowFunction>main.work": 771,
    "runtime.main>main.main": 2,
    "runtime.main>main.main>main.fastFunction": 1,
  });
  expect([interval, duration]).toEqual([10_000, 9_880_000]);
});

test("functions of Node.js have their files, and idle time is idle", () => {
  const names = ["total", "./src/app.js:main:1", "./src/app.js:price:3", ":(idle):0"];
  const levels = [
    [0, 10, 0, 0],
    [0, 8, 2, 1, 0, 2, 2, 3],
    [0, 6, 6, 2],
  ];
  const { threads } = read({ version: 1, flamebearer: { names, levels, numTicks: 10 }, metadata: { ...metadata, spyName: "nodespy" } });
  const { costs } = analysed(threads[0]!.profile);
  expect(costs.functions.map(({ name, line, selfTicks, totalTicks }) => [name, line, selfTicks, totalTicks])).toEqual([
    ["main", 1, 2, 8],
    ["price", 3, 6, 6],
  ]);
  expect([costs.samples, costs.busySamples]).toEqual([10, 8]);
});

test("values in nanoseconds are weights, not millions of samples", () => {
  const levels = [
    [0, 4e9, 0, 0],
    [0, 3e9, 3e9, 1, 0, 1e9, 1e9, 2],
  ];
  const { threads, duration } = read({ flamebearer: { names: ["total", "a", "b"], levels }, metadata: { ...metadata, sampleRate: 1e9 } });
  const { samples, interval } = threads[0]!.profile;
  expect(Array.from(samples.weight ?? [], (weight) => weight * interval)).toEqual([3e6, 1e6]);
  expect(duration).toBe(4e6);
});

test.each([
  ["a difference", { flamebearer, metadata: { ...metadata, format: "double" }, leftTicks: 1, rightTicks: 2 }, "isDifference"],
  ["memory", { flamebearer, metadata: { ...metadata, units: "bytes" } }, "notTime"],
  ["objects", { flamebearer, metadata: { ...metadata, units: "objects" } }, "notTime"],
  ["nothing", { flamebearer: { names: ["total"], levels: [[0, 0, 0, 0]] }, metadata }, "empty"],
  [
    "negative numbers",
    {
      flamebearer: {
        names: ["total", "a"],
        levels: [
          [0, 5, 0, 0],
          [0, -5, 5, 1],
        ],
      },
      metadata,
    },
    "damaged",
  ],
])("%s: refused by name", (_what, file, code) => {
  expect(() => read(file)).toThrow(expect.objectContaining({ coded: expect.objectContaining({ code: `flamebearer.${code}` }) as unknown }));
});
