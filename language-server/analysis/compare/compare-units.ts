import { answeredRequests, type LoadReport } from "../load/load.ts";
import type { Microseconds, Milliseconds, Ticks } from "../units.ts";
import type { RunFacts } from "./before/program.ts";

/** What the costs of two runs are divided by, to make them comparable. */
export type CompareUnit = "request" | "second" | "run" | "start";

/** How many of each unit a recording has; 0 if it has none of them. */
export type UnitCounts = Readonly<Record<CompareUnit, number>>;

/** The number of units of each run; above 0. */
export interface Units {
  readonly per: CompareUnit;
  readonly base: number;
  readonly next: number;
}

/** What says how many units a run has. */
export interface CountedRun extends Partial<Pick<RunFacts, "end" | "window">> {
  readonly durationMs: Milliseconds;
  readonly load?: LoadReport | undefined;
  readonly test?: { readonly runs: number } | undefined;
  readonly startup?: { readonly starts: number } | undefined;
}

/** The figures of a run that matter here. */
export interface MeasuredRun {
  readonly run: CountedRun;
  readonly ticks: Ticks;
  readonly interval: Microseconds;
}

/** The dearer unit first: a second of a server's time says least. */
const order = ["request", "run", "start", "second"] as const satisfies readonly CompareUnit[];

/** Requests if both runs counted them, runs if both are of a test or both of a script, starts if both have such, else seconds of the measured window. */
export function unitsOf(base: MeasuredRun, next: MeasuredRun, asked: CompareUnit): Units {
  const [before, after] = [unitCounts(base.run), unitCounts(next.run)];
  const isOfOneKind = (base.run.test === undefined) === (next.run.test === undefined);
  const per = asked === "second" ? asked : unitOfAll([before, isOfOneKind ? after : { ...after, run: 0 }]);
  if (per === "second") return { per, base: secondsOf(base), next: secondsOf(next) };
  return { per, base: before[per], next: after[per] };
}

/** The unit that all recordings have. */
export function unitOfAll(recordings: readonly UnitCounts[]): CompareUnit {
  return order.find((unit) => recordings.every((counts) => counts[unit] > 0)) ?? "second";
}

/** Of every unit; 0 of those that a run does not have. */
export function unitCounts(run: CountedRun): UnitCounts {
  const { load, durationMs, test, startup } = run;
  return {
    request: answeredRequests(load),
    second: durationMs / 1000,
    run: test?.runs ?? (isOfScript(run) ? 1 : 0),
    start: startup?.starts ?? 0,
  };
}

/** A program that was recorded from its first line to its own end: that is one run of it. */
export function isOfScript({ load, test, startup, end, window }: CountedRun): boolean {
  return load === undefined && test === undefined && startup === undefined && end === "exited" && window === "first-line";
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
