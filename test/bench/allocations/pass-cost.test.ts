import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { AllocationsRecorder } from "../../../language-server/recording/passes/allocations/allocations-recorder.ts";
import { sampleFile, type Variant } from "../../samples/samples.ts";
import { median, publishTable } from "../bench-table.ts";
import { cpuMs, fire, type FixedLoad } from "../measured/app-cpu.ts";
import { type ProfiledApp, startRecorded, startUnder } from "../measured/profilers.ts";

/** An app's code is compiled slightly differently at every start. */
const starts = 5;

const headers = { "accept-encoding": "gzip" };
const loads: readonly (readonly [string, Variant, FixedLoad])[] = [
  ["koa-listener-leak", "before", { path: "/test", headers, connections: 10, warmupRequests: 100, requests: 200 }],
  ["logging-framework", "after", { path: "/books?author=le-guin", headers, connections: 10, warmupRequests: 10_000, requests: 50_000 }],
];

interface Cost {
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** The most memory that a process ever had. */
async function peakMb(pid: number): Promise<number> {
  return Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Of one start. It is not suspended as other benches do: its windows are of the clock's time. */
async function costOf(start: (folder: string) => Promise<ProfiledApp>, folder: string, load: FixedLoad): Promise<Cost> {
  await using app = await start(folder);
  await fire(app.baseUrl, load, load.warmupRequests);
  const before = cpuMs(app.pid);
  await fire(app.baseUrl, load, load.requests);
  return { cpuMs: (cpuMs(app.pid) - before) / load.requests, peakMb: await peakMb(app.pid) };
}

test(
  "CPU per request and memory in the allocations pass, against the same app alone, in turns of a start each",
  async () => {
    const rows: string[][] = [];
    for (const [sample, variant, load] of loads) {
      const folder = fileURLToPath(sampleFile(sample, variant, ""));
      const [alone, inPass]: [Cost[], Cost[]] = [[], []];
      for (let start = 0; start < starts; start++) {
        const turns = [
          async () => alone.push(await costOf((app) => startUnder([], app), folder, load)),
          async () => inPass.push(await costOf((app) => startRecorded(AllocationsRecorder.create, app, "allocations"), folder, load)),
        ];
        for (const turn of start % 2 === 0 ? turns : turns.toReversed()) await turn();
      }
      const ratios = alone.map((each, start) => (inPass[start]?.cpuMs ?? Number.NaN) / each.cpuMs).toSorted((one, other) => one - other);
      const range = `${(ratios[0] ?? Number.NaN).toFixed(2)}–${(ratios.at(-1) ?? Number.NaN).toFixed(2)}`;
      const peaks = [alone, inPass].map((costs) => median(costs.map((each) => each.peakMb)).toFixed(0));
      rows.push([`${sample}, ${variant}`, median(ratios).toFixed(2), range, ...peaks]);
    }
    const head = ["app", "CPU of a request, ratio to the app alone", "of single starts", "peak RSS alone, MB", "in the pass, MB"];
    await publishTable("allocations", head, rows);
    expect(rows).toHaveLength(loads.length);
  },
  30 * 60_000,
);
