import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sampleFile } from "../samples/samples.ts";
import { burstLoads, burstsOf } from "./measured/bursts.ts";
import { median, publishTable } from "./bench-table.ts";
import { profilers } from "./measured/profilers.ts";

/** An app's code is compiled slightly differently at every start. */
const starts = 4;
const bare = "no profiler";

test(
  "CPU per request while recording at 1 ms, against no profiler, in turns of a burst each",
  async () => {
    const all = await profilers();
    const rows: (readonly string[])[] = [];
    for (const [sample, load] of burstLoads) {
      const folder = fileURLToPath(sampleFile(sample, "before", ""));
      const rounds: ReadonlyMap<string, readonly number[]>[] = [];
      for (let start = 0; start < starts; start++) rounds.push(await burstsOf(all, folder, load));
      for (const name of all.keys()) {
        const costs = rounds.flatMap((round) => round.get(name) ?? []);
        const ratiosByStart = rounds.map((round) =>
          (round.get(name) ?? []).map((cost, burst) => cost / (round.get(bare)?.[burst] ?? Number.NaN)),
        );
        const medians = ratiosByStart.map((ratios) => median(ratios)).toSorted((a, b) => a - b);
        const ofStarts = `${(medians[0] ?? Number.NaN).toFixed(3)}–${(medians.at(-1) ?? Number.NaN).toFixed(3)}`;
        rows.push([sample, name, median(costs).toFixed(2), median(ratiosByStart.flat()).toFixed(3), ofStarts]);
      }
    }
    const head = ["sample", "profiler", "CPU ms per request (median)", "ratio to none (median of all bursts)", "medians of the starts"];
    await publishTable("overhead", head, rows);
    expect(rows).toHaveLength(burstLoads.length * all.size);
  },
  30 * 60_000,
);
