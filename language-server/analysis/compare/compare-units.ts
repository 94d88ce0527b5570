import { answeredRequests, type LoadReport } from "../load/load.ts";
import type { Microseconds, Milliseconds, Ticks } from "../units.ts";

/** What the costs of two runs are divided by, to make them comparable. */
export type CompareUnit = "request" | "second" | "run" | "start";

/** The number of units of each run; above 0. */
export interface Units {
  readonly per: CompareUnit;
  readonly base: number;
  readonly next: number;
}

/** The figures of a run that matter here. */
export interface MeasuredRun {
  readonly run: {
    readonly durationMs: Milliseconds;
    readonly load?: LoadReport | undefined;
    readonly test?: { readonly runs: number } | undefined;
    readonly startup?: { readonly starts: number } | undefined;
  };
  readonly ticks: Ticks;
  readonly interval: Microseconds;
}

/** Requests if both runs counted them, runs of the test or starts if both have such, else seconds of the measured window. */
export function unitsOf(base: MeasuredRun, next: MeasuredRun, asked: CompareUnit): Units {
  const requests = { base: answeredRequests(base.run.load), next: answeredRequests(next.run.load) };
  if (asked === "request" && requests.base > 0 && requests.next > 0) return { per: "request", ...requests };
  const runs = { base: base.run.test?.runs ?? 0, next: next.run.test?.runs ?? 0 };
  if (asked !== "second" && runs.base > 0 && runs.next > 0) return { per: "run", ...runs };
  const starts = { base: base.run.startup?.starts ?? 0, next: next.run.startup?.starts ?? 0 };
  if (asked !== "second" && starts.base > 0 && starts.next > 0) return { per: "start", ...starts };
  return { per: "second", base: secondsOf(base), next: secondsOf(next) };
}

/** Of every unit; 0 of those that a run does not have. */
export function unitCounts({ load, durationMs, test, startup }: MeasuredRun["run"]): Readonly<Record<CompareUnit, number>> {
  return { request: answeredRequests(load), second: durationMs / 1000, run: test?.runs ?? 0, start: startup?.starts ?? 0 };
}

/** CPU time per unit of all threads of the app's processes; undefined if unknown. */
export function cpuPerUnit({ cpuMs }: { readonly cpuMs: Milliseconds }, units: number): Milliseconds | undefined {
  return cpuMs > 0 ? cpuMs / units : undefined;
}

/** Requests per second, next ÷ base; null if a load report lacks them. */
export function loadRatioOf(base: MeasuredRun, next: MeasuredRun): number | null {
  const [before, after] = [base.run.load?.requestsPerSecond ?? 0, next.run.load?.requestsPerSecond ?? 0];
  return before > 0 && after > 0 ? after / before : null;
}

/** An imported profile may not have a duration: then the samples' duration is used. */
function secondsOf({ run, ticks, interval }: MeasuredRun): number {
  const seconds = run.durationMs > 0 ? run.durationMs / 1000 : (ticks * interval) / 1_000_000;
  return seconds > 0 ? seconds : 1;
}
