import { expect, test } from "vitest";
import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import type { Analysis } from "../../../language-server/analysis/analyse.ts";
import { isUserError } from "../../../language-server/analysis/user-error.ts";
import { everything, type Selection } from "../../../language-server/analysis/selection/selection.ts";
import { analysed } from "../costs/drawn-costs.ts";

const frame = { functionName: "f", scriptId: "1", url: "file:///app/app.js", lineNumber: 0, columnNumber: 9 };
const nodes = [
  { id: 1, callFrame: { ...frame, functionName: "(root)", url: "" }, hitCount: 0, children: [2] },
  { id: 2, callFrame: frame, hitCount: 3 },
];
const speedscope = (unit: string): object => ({
  $schema: "https://www.speedscope.app/file-format-schema.json",
  shared: { frames: [{ name: "f" }] },
  profiles: [{ type: "sampled", name: "main", unit, startValue: 0, endValue: 3, samples: [[0], [0], [0]], weights: [1, 1, 1] }],
});
const perf = (time: string): string => `node 7 ${time}250000 cpu-clock:\n\tffff f+0x1 (/tmp/perf-7.map)\n\n`.repeat(3);

const files: readonly (readonly [what: string, text: string, isEmpty: boolean | "refused"])[] = [
  ["a .cpuprofile with samples", JSON.stringify({ nodes, startTime: 0, endTime: 3, samples: [2, 2, 2], timeDeltas: [0, 1, 1] }), false],
  ["a .cpuprofile without timeDeltas", JSON.stringify({ nodes, startTime: 0, endTime: 3, samples: [2, 2, 2] }), "refused"],
  ["a .cpuprofile of hits", JSON.stringify({ nodes, startTime: 0, endTime: 3 }), "refused"],
  ["speedscope in milliseconds", JSON.stringify(speedscope("milliseconds")), false],
  ["speedscope without a unit", JSON.stringify(speedscope("none")), "refused"],
  ["perf's output with times", perf("12.5: "), false],
  ["perf's output without times", perf(""), "refused"],
  ["collapsed stacks", "main;f 3\nmain 2\n", "refused"],
  ["0x ticks", JSON.stringify([[{ name: "f /app/app.js:1:1", type: "JS" }]]), "refused"],
];

test.each(files)("%s: spans are selected only where samples have times", (_what, text, isEmpty) => {
  const importer = importerFor(text);
  if (importer?.reads !== "text") throw new Error("No importer of texts reads it.");
  const { threads, hasTimes = true } = importer.read(text);
  const run = analysed(
    threads.map(({ profile }) => profile),
    {},
    { hasTimes },
  );
  expect(emptinessOf(run, { ...everything, spans: [{ from: 0, to: 2 }] })).toBe(isEmpty);
});

function emptinessOf(run: Analysis, selection: Selection): boolean | "refused" | undefined {
  try {
    return run.select(selection)?.isEmpty;
  } catch (error) {
    if (isUserError(error) && error.coded.code === "selection.noTimes") return "refused";
    throw error;
  }
}
