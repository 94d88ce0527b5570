import { analyse, type Analysis } from "../../../../language-server/analysis/analyse.ts";
import { noCpuSpans } from "../../../../language-server/analysis/timeline/no-cpu.ts";
import { type Tail, tailOf } from "../../../../language-server/analysis/timeline/tail/tail.ts";
import type { RequestTable } from "../../../../language-server/analysis/timeline/tracks.ts";
import { writeLargeApp } from "../large/large-app.ts";
import { largeRun } from "../large/large-run.ts";

/** Figures as JSON in the output of this script, which is bundled and runs alone with `--expose-gc`. */
export interface TailFigures {
  readonly rounds: readonly {
    /** CPU time of analysing the run, and of finding its slowest requests. */
    readonly analysisMs: number;
    readonly cpuMs: number;
    readonly rows: number;
    readonly episodes: number;
  }[];
  /** In MB: the opened run, and what the answer adds, with what is kept for the next one. */
  readonly opened: number;
  readonly kept: number;
}

const rounds = 5;
const count = 200_000;

async function measure(folder: string): Promise<TailFigures> {
  const app = await writeLargeApp(folder, 1);
  const input = largeRun(app, [
    { samples: 800_000, stacks: 46_000 },
    { samples: 200_000, stacks: 12_000 },
  ]);
  const requests = requestsOver(Math.max(...input.threads.map(({ profile }) => profile.samples.time.at(-1) ?? 0)));
  // With a first one all code is compiled, and what is made once is there.
  const first = analyse(input);
  tailIn(first, requests);
  const before = await megabytes();
  const analysis = analyse(input);
  if (analysis.costs.lines.length === 0 || first.costs.lines.length === 0) throw new Error("The run is idle.");
  const opened = (await megabytes()) - before;
  const tail = tailIn(analysis, requests);
  const kept = (await megabytes()) - before - opened;
  if (tail.rows.length === 0 || analysis.all.costs.lines.length === 0) throw new Error("Nothing was found.");
  const measured = Array.from({ length: rounds }, () => {
    const { result: opened, cpuMs: analysisMs } = timed(() => analyse(input));
    const { result: tail, cpuMs } = timed(() => tailIn(opened, requests));
    return { analysisMs, cpuMs, rows: tail.rows.length, episodes: tail.episodes.length };
  });
  return { rounds: measured, opened, kept };
}

function tailIn({ profile }: Analysis, requests: RequestTable): Tail {
  const [thread] = profile.threads;
  if (thread === undefined) throw new Error("The run has no thread.");
  return tailOf({ requests, profile, noCpu: noCpuSpans(profile, thread), blocks: [], load: undefined, spans: null });
}

/** Most take some milliseconds, few take seconds. */
function requestsOver(length: number): RequestTable {
  const due = Float64Array.from({ length: count }, (_, row) => (row * length) / count);
  const end = due.map((time, row) => time + 2000 / (((row * 7919) % count) / count + 0.0005));
  return {
    due,
    sent: due,
    end,
    status: new Int32Array(count).fill(200),
    outcome: new Uint8Array(count),
    request: new Int32Array(count),
    weight: new Float64Array(count).fill(1),
    labels: ["GET /"],
  };
}

function timed<Result>(work: () => Result): { readonly result: Result; readonly cpuMs: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}

async function megabytes(): Promise<number> {
  // Typed arrays are freed beside the script.
  for (let times = 0; times < 3; times++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

void measure(process.argv[2] as string).then((found) => process.stdout.write(JSON.stringify(found)));
