import { answeredRequests, type LoadProgress, type LoadReport } from "../../../analysis/load/load.ts";
import type { RouteWindows } from "../../../analysis/timeline/tracks.ts";
import type { Microseconds, Milliseconds, Seconds, Share } from "../../../analysis/units.ts";
import type { LoadContext, LoadTool } from "../../load/load-tool.ts";
import { KeptSetup } from "../../load/setup/setup-session.ts";
import { monotonicUs } from "../../load/requests/wall-clock.ts";
import { requestsFile, RequestsFile } from "../../load/requests/requests-file.ts";
import { type RoutesStep, scheduledSeconds } from "./routes-schedule.ts";
import { setTimeout as delay } from "node:timers/promises";

/** CPU time of the app's processes since their start, in ms; undefined if one of them does not report it. */
export type ReadCpu = () => Promise<Milliseconds | undefined>;

const readingMs: Milliseconds = 50;
/** An app that always works is not waited for any longer. */
const mostMs: Milliseconds = 10_000;
/** Of a processor; one that has to share it with many others takes little more while it works. */
const leastWork: Share = 0.03;

/** The share of a processor that an app takes without a load; 0 if it does not report it. */
async function restingShare(readCpu: ReadCpu): Promise<Share> {
  return (await shareOf(readCpu)) ?? 0;
}

/** Resolves when the app twice takes no more of a processor than that, or does not report it, or has taken more for 10 s, or when `signal` aborts. */
async function atRest(readCpu: ReadCpu, resting: Share, signal: AbortSignal): Promise<void> {
  const started = performance.now();
  // One that waits for a processor takes nothing now and then.
  for (let quiet = 0; quiet < 2 && !signal.aborted && performance.now() - started < mostMs;) {
    const share = await shareOf(readCpu);
    if (share === undefined) return;
    quiet = share <= resting + leastWork ? quiet + 1 : 0;
  }
}

async function shareOf(readCpu: ReadCpu): Promise<Share | undefined> {
  const [before, started] = [await readCpu(), performance.now()];
  await delay(readingMs);
  const after = await readCpu();
  return before === undefined || after === undefined ? undefined : (after - before) / (performance.now() - started);
}

/** What a load by routes measured. */
export interface RoutesLoad {
  /** Of the windows in which all routes were mixed; undefined if there is none. */
  readonly report: LoadReport | undefined;
  /** In the schedule's order of routes, by the machine's monotonic clock. */
  readonly windows: readonly RouteWindows[];
}

interface Window {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

/**
 * Runs a schedule's loads one after the other, as one load: one measured part, one progress. Only the first one sends
 * set-up requests and shows doubtful responses. Rejects as the tool does, at the first load that fails.
 */
export async function loadByRoutes(
  steps: readonly RoutesStep[],
  tool: LoadTool,
  context: LoadContext,
  readCpu: ReadCpu,
): Promise<RoutesLoad> {
  const { signal, privateFolder } = context;
  const file = new RequestsFile(requestsFile(privateFolder));
  const windows = new Map(steps.flatMap(({ route }) => (route === undefined ? [] : [[route, noWindows(route)] as const])));
  const mixed: LoadReport[] = [];
  const keptSetup = new KeptSetup();
  const rest = await restingShare(readCpu);
  const all = scheduledSeconds(steps);
  let left = all;
  for (const [index, { route, plan }] of steps.entries()) {
    // What the window before has sent is another route's work until it is done.
    if (index > 0) await atRest(readCpu, rest, signal);
    if (signal.aborted) break;
    left = scheduledSeconds(steps.slice(index + 1));
    const span = { from: 0, to: 0 };
    let before: Milliseconds | undefined;
    const report = await tool.run(plan, {
      ...context,
      keptSetup,
      ...(index === 0 ? {} : { confirm: undefined }),
      onProgress: (progress) => context.onProgress(ofAll(progress, { all, left, isFirst: index === 0 })),
      measure: async () => {
        if (index === 0) await context.measure();
        before = await readCpu();
        span.from = monotonicUs();
      },
    });
    span.to = monotonicUs();
    const cpuMs = cpuBetween(before, await readCpu());
    // The tool's own times leave out its start and its end.
    const text = await file.read();
    await file.remove();
    if (report === undefined || report.cancelled) break;
    if (route === undefined) mixed.push(report);
    else windows.set(route, withWindow(windows.get(route) ?? noWindows(route), text ?? span, report, cpuMs));
  }
  return { report: mixed.length === 0 ? undefined : together(mixed, signal.aborted), windows: [...windows.values()] };
}

function noWindows({ name, share }: NonNullable<RoutesStep["route"]>): RouteWindows {
  return { name, share, spans: [], requests: 0, cpuMs: 0 };
}

function withWindow(known: RouteWindows, { from, to }: Window, report: LoadReport, cpuMs: Milliseconds | undefined): RouteWindows {
  return {
    ...known,
    spans: [...known.spans, { from, to }],
    requests: known.requests + answeredRequests(report),
    cpuMs: known.cpuMs === undefined || cpuMs === undefined ? undefined : known.cpuMs + cpuMs,
  };
}

/** Undefined also where a process ended meanwhile, with what it took. */
function cpuBetween(before: Milliseconds | undefined, after: Milliseconds | undefined): Milliseconds | undefined {
  return before === undefined || after === undefined || after < before ? undefined : after - before;
}

/** Of the whole schedule. `left`: what follows the load under way. */
function ofAll(
  progress: LoadProgress,
  { all, left, isFirst }: { readonly all: Seconds; readonly left: Seconds; readonly isFirst: boolean },
): LoadProgress {
  const isMeasured = progress.phase === "measuring";
  if (isFirst && !isMeasured) return progress;
  const remaining = isMeasured ? progress.remainingSeconds : undefined;
  if (remaining === undefined) return { ...progress, phase: "measuring", elapsedSeconds: 0 };
  return { ...progress, elapsedSeconds: Math.max(0, all - left - remaining), remainingSeconds: left + remaining };
}

/** Sums, and figures of one second; latencies are those of the slowest window, as single ones cannot be added up. */
function together(reports: readonly LoadReport[], cancelled: boolean): LoadReport {
  const [first, ...others] = reports as [LoadReport, ...LoadReport[]];
  if (others.length === 0) return { ...first, cancelled };
  const sum = (of: (report: LoadReport) => number | undefined): number | undefined =>
    reports.every((report) => of(report) === undefined) ? undefined : reports.reduce((all, report) => all + (of(report) ?? 0), 0);
  const durationSeconds = sum((report) => report.durationSeconds) ?? 0;
  const perSecond = sum(({ requestsPerSecond = 0, durationSeconds: seconds }) => requestsPerSecond * seconds) ?? 0;
  const slowest = reports.toSorted((one, other) => (other.latency.p99Ms ?? 0) - (one.latency.p99Ms ?? 0))[0] ?? first;
  const { slices: _slices, perRequest: _perRequest, statusCounts: _statusCounts, toolDelay: _toolDelay, ...facts } = first;
  return {
    ...facts,
    cancelled,
    durationSeconds,
    latency: slowest.latency,
    requests: sum(({ requests }) => requests),
    requestsPerSecond: durationSeconds > 0 && first.requestsPerSecond !== undefined ? perSecond / durationSeconds : undefined,
    errors: sum(({ errors }) => errors),
    timeouts: sum(({ timeouts }) => timeouts),
    non2xx: sum(({ non2xx }) => non2xx),
    unsent: sum(({ unsent }) => unsent),
    bytes: sum(({ bytes }) => bytes),
  };
}
