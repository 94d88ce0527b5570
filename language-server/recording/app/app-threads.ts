import type { Microseconds } from "../../analysis/units.ts";
import { countBusyTicks } from "../../history/run-thread.ts";
import type { ProcessReport } from "../in-app/reports.ts";
import type { RecordedThread } from "../recorder.ts";

/** If the app never listened, another process below this share of busy time is treated as a short-lived tool. */
const leastShare = 0.02;

/** The app's threads, with the main process first, named relative to it. `primaryPid`: the process that serves, which may be one of its children. */
export interface AppThreads {
  readonly primaryPid: number;
  readonly threads: readonly RecordedThread[];
}

/**
 * Selects the processes that are the app. With a listening one: itself and those started after it (earlier ones are npm, cross-env or
 * nodemon), and the parent that forked it (cluster), which shares its work and is the main one. Without one: the busiest process and all with
 * a visible share. Idle threads are left out, except the main one.
 */
export function selectAppThreads(
  recorded: readonly RecordedThread[],
  reports: readonly ProcessReport[],
  listener: ProcessReport | undefined,
): AppThreads {
  const busy = busyTimes(recorded);
  const busiest = busiestOf(busy);
  const total = [...busy.values()].reduce((sum, time) => sum + time, 0);
  const primaryPid = listener !== undefined && busy.has(listener.pid) ? listener.pid : busiest;
  const app = listener === undefined ? undefined : cameWith(listener, reports);
  const mainPid = mainOf(primaryPid, busy, reports);
  const threads = recorded
    .filter(({ pid }) => pid === primaryPid || (app === undefined ? (busy.get(pid) ?? 0) >= leastShare * total : app.has(pid)))
    .map((thread) => ({ ...thread, name: nameFor(thread, mainPid) }))
    .filter(({ name, profile, counts }) => name === "main" || counts !== undefined || countBusyTicks(profile) > 0)
    .sort((a, b) => Number(b.pid === mainPid) - Number(a.pid === mainPid) || Number(b.name === "main") - Number(a.name === "main"));
  return { primaryPid, threads };
}

/** The threads of all runs of a test, as `TestRecorder` names them; the first run is the main one. */
export function selectTestThreads(recorded: readonly RecordedThread[]): AppThreads {
  const primaryPid = recorded[0]?.pid ?? 0;
  const isLater = ({ name }: RecordedThread): boolean => name.startsWith("run ");
  return {
    primaryPid,
    threads: recorded.map((thread) => ({ ...thread, name: isLater(thread) ? thread.name : nameFor(thread, primaryPid) })),
  };
}

/** By process. In time, as a busy machine takes fewer samples of some processes. */
function busyTimes(recorded: readonly RecordedThread[]): ReadonlyMap<number, Microseconds> {
  const busy = new Map<number, Microseconds>();
  for (const { pid, profile } of recorded) busy.set(pid, (busy.get(pid) ?? 0) + countBusyTicks(profile) * profile.interval);
  return busy;
}

function busiestOf(busy: ReadonlyMap<number, Microseconds>): number {
  return [...busy].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

function cameWith(listener: ProcessReport, reports: readonly ProcessReport[]): ReadonlySet<number> {
  const byPid = new Map(reports.map((report) => [report.pid, report]));
  let root = listener;
  for (let parent = byPid.get(root.ppid); root.isForked && parent !== undefined; parent = byPid.get(root.ppid)) root = parent;
  return new Set(reports.slice(reports.findLastIndex(({ pid }) => pid === root.pid)).map(({ pid }) => pid));
}

/** The process that forked the others, as the primary of a cluster; not a tool that runs the app, as tsx does. */
function mainOf(primaryPid: number, recorded: ReadonlyMap<number, unknown>, reports: readonly ProcessReport[]): number {
  const at = reports.findLastIndex(({ pid }) => pid === primaryPid);
  const report = reports[at];
  const earlier = reports.slice(0, Math.max(0, at));
  const parent = report?.isForked === true ? earlier.findLast(({ pid }) => pid === report.ppid) : undefined;
  if (parent === undefined || !recorded.has(parent.pid) || isTool(parent)) return primaryPid;
  return mainOf(parent.pid, recorded, earlier);
}

function isTool({ argv }: ProcessReport): boolean {
  return /[\\/]node_modules[\\/]/.test(argv[1] ?? "");
}

function nameFor(thread: RecordedThread, mainPid: number): string {
  const inside = inProcess(thread);
  if (thread.pid === mainPid) return inside === "" ? "main" : inside;
  return `child ${thread.pid} ${inside}`.trim();
}

/** `worker 3` of `child 4711 worker 3`; "" for a main thread. */
export function inProcess({ name }: Pick<RecordedThread, "name">): string {
  return name.replace(/^(main|child \d+)( |$)/, "");
}
