import type { LoadReport } from "../load/load.ts";
import type { Microseconds, Milliseconds, Ticks } from "../units.ts";

/** What the costs of two runs are divided by, so that they can be held against each other. */
export type CompareUnit = "request" | "second";

/** How many units each run's costs were spent on; above 0. */
export interface Units {
  readonly per: CompareUnit;
  readonly base: number;
  readonly next: number;
}

/** As far as it matters here. */
export interface MeasuredRun {
  readonly run: { readonly durationMs: Milliseconds; readonly load?: LoadReport | undefined };
  readonly ticks: Ticks;
  readonly interval: Microseconds;
}

/** Requests where both runs counted them, else seconds of the measured window. */
export function unitsOf(base: MeasuredRun, next: MeasuredRun, asked: CompareUnit): Units {
  const requests = { base: base.run.load?.requests ?? 0, next: next.run.load?.requests ?? 0 };
  if (asked === "request" && requests.base > 0 && requests.next > 0) return { per: "request", ...requests };
  return { per: "second", base: secondsOf(base), next: secondsOf(next) };
}

/** CPU of all threads of the app's processes per unit; undefined where the run does not know it. */
export function cpuPerUnit({ cpuMs }: { readonly cpuMs: Milliseconds }, units: number): Milliseconds | undefined {
  return cpuMs > 0 ? cpuMs / units : undefined;
}

/** next ÷ base of requests per second; null where a load report does not tell them. */
export function loadRatioOf(base: MeasuredRun, next: MeasuredRun): number | null {
  const [before, after] = [base.run.load?.requestsPerSecond ?? 0, next.run.load?.requestsPerSecond ?? 0];
  return before > 0 && after > 0 ? after / before : null;
}

/** An imported profile may not say how long it took: then its samples do. */
function secondsOf({ run, ticks, interval }: MeasuredRun): number {
  const seconds = run.durationMs > 0 ? run.durationMs / 1000 : (ticks * interval) / 1_000_000;
  return seconds > 0 ? seconds : 1;
}
