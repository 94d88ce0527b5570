import { openRunFolder } from "../../../../language-server/opening/opened-run.ts";
import { readRun } from "../../../../language-server/history/run-store.ts";
import { everything } from "../../../../language-server/analysis/selection/selection.ts";
import type { StripAnswer } from "../../../../language-server/answers/timeline/strip-view.ts";
import { AnalysedRun } from "../../../../language-server/answers/analysed-run.ts";

/** Figures of one process, as JSON in the output of this script, which is bundled. */
export interface TimelineFigures {
  readonly strip: StripAnswer;
  /** From asking for the first strip until its message is read again; and the CPU time of all the process's threads. */
  readonly stripMs: number;
  readonly stripCpuMs: number;
  /** CPU time of the slowest requests, and of a selection with the heat of all files and the hottest functions. */
  readonly slowestCpuMs: number;
  readonly selectCpuMs: number;
  /** Resident memory at most, in MB. */
  readonly megabytes: number;
}

const columns = 1176;

/** `folder`: of a run, which is opened in a process whose code for these is not compiled yet. */
async function measure(folder: string): Promise<TimelineFigures> {
  const run = new AnalysedRun(await openRunFolder(folder, await readRun(folder), {}), {});
  const began = performance.now();
  const { result: strip, cpuMs: stripCpuMs } = timed(() => JSON.parse(JSON.stringify(run.drawStrip({ columns }))) as StripAnswer);
  const stripMs = performance.now() - began;
  const { result: slowest, cpuMs: slowestCpuMs } = timed(() => run.slowestRequests());
  if (slowest === null) throw new Error("The run has no thread.");
  const spans = [{ from: strip.length * 0.3, to: strip.length * 0.4 }];
  const { result: view, cpuMs: selectCpuMs } = timed(() => {
    const selected = run.select({ ...everything, spans });
    run.hot.functions({ query: { rankBy: "self", groupBy: "function" }, limit: 100 });
    for (const path of selected?.paths ?? []) run.file({ path, heatBy: "withLibraries", threshold: 0, limit: 1000, text: "\n".repeat(99) });
    return selected;
  });
  if (view === null || view.isEmpty) throw new Error("Nothing is selected.");
  return { strip, stripMs, stripCpuMs, slowestCpuMs, selectCpuMs, megabytes: process.resourceUsage().maxRSS / 1000 };
}

function timed<Result>(work: () => Result): { readonly result: Result; readonly cpuMs: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}

void measure(process.argv[2] as string).then((found) => process.stdout.write(JSON.stringify(found)));
