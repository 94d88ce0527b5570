import type { Microseconds } from "../../analysis/units.ts";
import { countBusyTicks } from "../../history/busy-ticks.ts";
import type { ProcessReport } from "../in-app/reports.ts";
import type { RecordedThread } from "../recorder.ts";

/** If the app never listened, another process below this share of busy time is treated as a short-lived tool. */
const leastShare = 0.02;

/** The app's threads, with the main process first, named relative to it. */
export interface AppThreads {
  readonly primaryPid: number;
  readonly threads: readonly RecordedThread[];
}

/**
 * Selects the processes that are the app. With a listening one: itself and those started after it (earlier ones are npm, cross-env or
 * nodemon), and the parent that forked it (cluster), which shares its work. Without one: the busiest process and all with a visible share.
 * Idle threads are left out, except the main one.
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
  const threads = recorded
    .filter(({ pid }) => pid === primaryPid || (app === undefined ? (busy.get(pid) ?? 0) >= leastShare * total : app.has(pid)))
    .map((thread) => ({ ...thread, name: nameFor(thread, primaryPid) }))
    .filter(({ name, profile }) => name === "main" || countBusyTicks(profile) > 0)
    .sort((a, b) => Number(b.pid === primaryPid) - Number(a.pid === primaryPid) || Number(b.name === "main") - Number(a.name === "main"));
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

function nameFor(thread: RecordedThread, primaryPid: number): string {
  const inside = inProcess(thread);
  if (thread.pid === primaryPid) return inside === "" ? "main" : inside;
  return `child ${thread.pid} ${inside}`.trim();
}

/** `worker 3` of `child 4711 worker 3`; "" for a main thread. */
export function inProcess({ name }: Pick<RecordedThread, "name">): string {
  return name.replace(/^(main|child \d+)( |$)/, "");
}
