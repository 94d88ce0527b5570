import type { AppTree } from "../app/app-tree.ts";
import type { AppReady } from "./recording-events.ts";

/** What is known of a running app: of its process that listens, else of the first one. Undefined while no process runs. */
export function readyApp({ listener, processes, origins, reports }: AppTree, isWatchedLive: boolean): AppReady | undefined {
  const report = listener ?? reports.find(({ pid }) => processes.some((process) => process.pid === pid));
  if (report === undefined || processes.length === 0) return undefined;
  return { pid: report.pid, nodeVersion: report.nodeVersion, origins, hasLiveHeat: isWatchedLive && report.logsTicks };
}
