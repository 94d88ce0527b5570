import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { AllocationsRecorder } from "../../../language-server/recording/passes/allocations/allocations-recorder.ts";
import { sampleFile, type Variant } from "../../samples/samples.ts";
import { median, publishTable } from "../bench-table.ts";
import { BurstApp, type FixedLoad } from "../measured/app-cpu.ts";
import { type ProfiledApp, startRecorded, startUnder } from "../measured/profilers.ts";

/** An app's code is compiled slightly differently at every start. */
const starts = 5;
const bursts = 6;

const headers = { "accept-encoding": "gzip" };
const loads: readonly (readonly [string, Variant, FixedLoad])[] = [
  ["koa-listener-leak", "before", { path: "/test", headers, connections: 10, warmupRequests: 100, requests: 100 }],
  ["logging-framework", "after", { path: "/books?author=le-guin", headers, connections: 10, warmupRequests: 10_000, requests: 10_000 }],
];

interface Pair {
  /** CPU of a request in the pass, by that in the same app alone, burst by burst. */
  readonly ratios: readonly number[];
  readonly peakMb: { readonly alone: number; readonly inPass: number };
}

/** The most memory that a process ever had. */
async function peakMb(pid: number): Promise<number> {
  return Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Both apps side by side, one active at a time. */
async function pairOf(folder: string, load: FixedLoad): Promise<Pair> {
  const started: ProfiledApp[] = [];
  const apps: BurstApp[] = [];
  const starters = [() => startUnder([], folder), () => startRecorded(AllocationsRecorder.create, folder, "allocations")];
  try {
    for (const start of starters) {
      const app = await start();
      started.push(app);
      apps.push(await BurstApp.from(app, load));
    }
    const [alone, inPass] = apps as [BurstApp, BurstApp];
    const ratios: number[] = [];
    for (let burst = 0; burst < bursts; burst++) {
      const costs = new Map<BurstApp, number>();
      for (const app of burst % 2 === 0 ? [alone, inPass] : [inPass, alone]) costs.set(app, await app.burst());
      ratios.push((costs.get(inPass) ?? Number.NaN) / (costs.get(alone) ?? Number.NaN));
    }
    const [first, second] = await Promise.all(started.map(({ pid }) => peakMb(pid)));
    return { ratios, peakMb: { alone: first ?? Number.NaN, inPass: second ?? Number.NaN } };
  } finally {
    for (const app of apps) app.release();
    for (const app of started) await app[Symbol.asyncDispose]();
  }
}

test(
  "CPU per request and memory in the allocations pass, against the same app alone, in turns of a burst each",
  async () => {
    const rows: string[][] = [];
    for (const [sample, variant, load] of loads) {
      const folder = fileURLToPath(sampleFile(sample, variant, ""));
      const pairs: Pair[] = [];
      for (let start = 0; start < starts; start++) pairs.push(await pairOf(folder, load));
      const ofStarts = pairs.map(({ ratios }) => median(ratios)).toSorted((one, other) => one - other);
      const range = `${(ofStarts[0] ?? Number.NaN).toFixed(2)}–${(ofStarts.at(-1) ?? Number.NaN).toFixed(2)}`;
      const peaks = [pairs.map((pair) => pair.peakMb.alone), pairs.map((pair) => pair.peakMb.inPass)].map((all) => median(all).toFixed(0));
      rows.push([`${sample}, ${variant}`, median(pairs.flatMap(({ ratios }) => ratios)).toFixed(2), range, ...peaks]);
    }
    const head = ["app", "CPU of a request, ratio to the app alone", "medians of the starts", "peak RSS alone, MB", "in the pass, MB"];
    await publishTable("allocations", head, rows);
    expect(rows).toHaveLength(loads.length);
  },
  30 * 60_000,
);
