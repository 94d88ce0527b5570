import { analyse } from "../../../../language-server/analysis/analyse.ts";
import { everything } from "../../../../language-server/analysis/selection/selection.ts";
import type { RequestTable, Tracks } from "../../../../language-server/analysis/timeline/tracks.ts";
import { StripView } from "../../../../language-server/answers/timeline/strip-view.ts";
import type { TimedRun } from "../../../../language-server/answers/timeline/no-cpu.ts";
import { randomNumbers, writeLargeApp } from "../large/large-app.ts";
import { largeRun } from "../large/large-run.ts";

/** Figures of one round, as JSON in the output of this script, which is bundled and runs alone with `--expose-gc`. */
export interface StripRound {
  /** CPU time of analysing the whole run. */
  readonly analysisMs: number;
  /** CPU time of a strip, by its name. */
  readonly drawnMs: Readonly<Record<string, number>>;
  /** In MB: of the opened run with its requests, and with all strips drawn. */
  readonly opened: number;
  readonly drawn: number;
}

const rounds = 5;
const second = 1_000_000;
const columns = 1200;
const kinds = [
  ["the whole run, for the first time", undefined],
  ["the whole run", undefined],
  ["a half of it", { from: 200 * second, to: 600 * second }],
  ["a second", { from: 200 * second, to: 201 * second }],
] as const;

/** A request every 4 ms, and a late turn every 0.8 s. */
function tracks(): Tracks {
  const random = randomNumbers(7);
  const due = Float64Array.from({ length: 200_000 }, (_, row) => row * 4000);
  const requests: RequestTable = {
    due,
    sent: due,
    end: due.map((at) => at + 1000 + random() * 20_000),
    status: new Int32Array(due.length).fill(200),
    outcome: new Uint8Array(due.length),
    request: new Int32Array(due.length),
    weight: new Float64Array(due.length).fill(1),
    labels: ["GET /"],
  };
  const from = Float64Array.from({ length: 1000 }, (_, turn) => turn * 0.8 * second);
  const loop = { thread: 0, late: { from, to: from.map((at) => at + 70_000) }, readings: [] };
  return { requests, load: { from: 0, to: 800 * second }, loops: [loop] };
}

async function measure(folder: string): Promise<readonly StripRound[]> {
  const app = await writeLargeApp(folder, 1);
  const input = largeRun(app, [
    { samples: 800_000, stacks: 46_000 },
    { samples: 200_000, stacks: 12_000 },
  ]);
  return Array.from({ length: rounds }, () => {
    const before = megabytes();
    const kept = tracks();
    const { result: analysis, cpuMs: analysisMs } = timed(() => analyse(input));
    if (analysis.costs.lines.length === 0) throw new Error("Nothing was analysed.");
    const run = { name: "large", durationMs: 800_000, tracks: "tracks.bin", threads: [{ id: 0, pid: 1 }] };
    const opened = { analysis, run, threads: input.threads, tracks: kept, hasTimes: true, format: undefined, recorder: "exact" };
    const view = new StripView(opened as unknown as TimedRun);
    const memory = megabytes() - before;
    const drawnMs: Record<string, number> = {};
    for (const [name, span] of kinds) {
      const { result: strip, cpuMs } = timed(() => view.draw(everything, { columns, span }));
      if (strip === null || strip.blocks.length === 0 || strip.load === undefined) throw new Error("Something is not drawn.");
      drawnMs[name] = cpuMs;
    }
    return { analysisMs, drawnMs, opened: memory, drawn: megabytes() - before };
  });
}

function timed<Result>(work: () => Result): { readonly result: Result; readonly cpuMs: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}

function megabytes(): number {
  // The second one waits until the first has freed typed arrays.
  for (let times = 0; times < 2; times++) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

void measure(process.argv[2] as string).then((found) => process.stdout.write(JSON.stringify(found)));
