import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sampleFile } from "../samples/samples.ts";
import { cpuPerRequestMs, type FixedLoad } from "./app-cpu.ts";
import { median, publishTable } from "./bench-table.ts";
import { profilers } from "./profilers.ts";

const rounds = 9;

const loads: readonly (readonly [string, FixedLoad])[] = [
  ["koa-listener-leak", { path: "/test", headers: { "accept-encoding": "gzip" }, connections: 10, warmupRequests: 100, requests: 400 }],
  ["image-blur", { path: "/blur?sigma=2.5", headers: {}, connections: 4, warmupRequests: 10, requests: 40 }],
];

test(
  "CPU per request while recording at 1 ms, against no profiler, interleaved",
  async () => {
    const all = await profilers();
    const rows: (readonly string[])[] = [];
    for (const [sample, load] of loads) {
      const folder = fileURLToPath(sampleFile(sample, "before", ""));
      const costs = new Map([...all.keys()].map((name) => [name, [] as number[]]));
      for (let round = 0; round < rounds; round++) {
        for (const [name, start] of all) {
          await using app = await start(folder);
          costs.get(name)?.push(await cpuPerRequestMs(app.pid, app.baseUrl, load));
        }
      }
      const bare = costs.get("no profiler") ?? [];
      for (const [name, values] of costs) {
        const ratios = values.map((value, round) => value / (bare[round] ?? Number.NaN));
        const spread = `${Math.min(...ratios).toFixed(3)}–${Math.max(...ratios).toFixed(3)}`;
        const ofLowest = Math.min(...values) / Math.min(...bare);
        rows.push([sample, name, median(values).toFixed(2), median(ratios).toFixed(3), spread, ofLowest.toFixed(3)]);
      }
    }
    const head = [
      "sample",
      "profiler",
      "CPU ms per request (median)",
      "ratio to none (median)",
      "spread",
      "ratio of the least disturbed rounds",
    ];
    await publishTable("overhead", head, rows);
    expect(rows).toHaveLength(loads.length * all.size);
  },
  30 * 60_000,
);
