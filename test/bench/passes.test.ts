import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { passRecorders } from "../../language-server/recording/passes/pass-recorders.ts";
import { sampleFile } from "../samples/samples.ts";
import { median, publishTable } from "./bench-table.ts";
import { burstLoads, burstsOf } from "./measured/bursts.ts";
import { startRecorded, startUnder, type StartApp } from "./measured/profilers.ts";

/** An app's code is compiled slightly differently at every start. */
const starts = 4;
const bare = "none";
const passes = ["counts"] as const;

test(
  "CPU per request in a pass that takes no samples of time, against the app as it is, in turns of a burst each",
  async () => {
    const variants = new Map<string, StartApp>([
      [bare, (folder) => startUnder([], folder)],
      ...passes.map((pass) => [pass, (folder: string) => startRecorded(passRecorders[pass], folder)] as const),
    ]);
    const rows: (readonly string[])[] = [];
    for (const [sample, load] of burstLoads) {
      const folder = fileURLToPath(sampleFile(sample, "before", ""));
      const rounds: ReadonlyMap<string, readonly number[]>[] = [];
      for (let start = 0; start < starts; start++) rounds.push(await burstsOf(variants, folder, load));
      for (const pass of passes) {
        const ratios = rounds.map((round) =>
          median((round.get(pass) ?? []).map((cost, burst) => cost / (round.get(bare)?.[burst] ?? Number.NaN))),
        );
        const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
        const costs = median(rounds.flatMap((round) => round.get(pass) ?? []));
        rows.push([sample, pass, costs.toFixed(2), median(ratios).toFixed(2), `${least.toFixed(2)}–${most.toFixed(2)}`]);
      }
    }
    await publishTable(
      "passes",
      ["sample", "pass", "CPU ms per request (median)", "ratio to none (median of starts)", "of the starts"],
      rows,
    );
    expect(rows).toHaveLength(burstLoads.length * passes.length);
  },
  30 * 60_000,
);
