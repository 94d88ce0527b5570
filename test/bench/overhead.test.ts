import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sampleFile } from "../samples/samples.ts";
import { BurstApp, type FixedLoad } from "./measured/app-cpu.ts";
import { median, publishTable } from "./bench-table.ts";
import { type ProfiledApp, profilers, type StartApp } from "./measured/profilers.ts";

/** An app's code is compiled slightly differently at every start. */
const starts = 4;
const bursts = 5;
const bare = "no profiler";

const loads: readonly (readonly [string, FixedLoad])[] = [
  ["koa-listener-leak", { path: "/test", headers: { "accept-encoding": "gzip" }, connections: 10, warmupRequests: 100, requests: 150 }],
  ["image-blur", { path: "/blur?sigma=2.5", headers: {}, connections: 4, warmupRequests: 12, requests: 20 }],
];

test(
  "CPU per request while recording at 1 ms, against no profiler, in turns of a burst each",
  async () => {
    const all = await profilers();
    const rows: (readonly string[])[] = [];
    for (const [sample, load] of loads) {
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
    expect(rows).toHaveLength(loads.length * all.size);
  },
  30 * 60_000,
);

/** Runs the apps of all profilers side by side, one active at a time: CPU milliseconds per request in each burst, by profiler. */
async function burstsOf(
  all: ReadonlyMap<string, StartApp>,
  folder: string,
  load: FixedLoad,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const started: ProfiledApp[] = [];
  const apps = new Map<string, BurstApp>();
  try {
    for (const [name, start] of all) {
      const app = await start(folder);
      started.push(app);
      apps.set(name, await BurstApp.from(app, load));
    }
    const costs = new Map<string, number[]>([...apps.keys()].map((name) => [name, []]));
    for (let burst = 0; burst < bursts; burst++) {
      // The order changes, so that no profiler always follows the most expensive one.
      const order = [...apps].map((_, at, list) => list[(at + burst) % list.length]!);
      for (const [name, app] of burst % 2 === 0 ? order : order.toReversed()) costs.get(name)?.push(await app.burst());
    }
    return costs;
  } finally {
    for (const app of apps.values()) app.release();
    for (const app of started) await app[Symbol.asyncDispose]();
  }
}
