import type { AppTree } from "../app/app-tree.ts";
import type { AppReady } from "./recording-events.ts";

/** What there is to tell of an app while it runs: of the process that listens, else of the first that runs. Undefined while none does. */
export function readyApp({ listener, processes, origins, reports }: AppTree, isWatchedLive: boolean): AppReady | undefined {
  const report = listener ?? reports.find(({ pid }) => processes.some((process) => process.pid === pid));
  if (report === undefined || processes.length === 0) return undefined;
  return { pid: report.pid, nodeVersion: report.nodeVersion, origins, hasLiveHeat: isWatchedLive && report.logsTicks };
}
