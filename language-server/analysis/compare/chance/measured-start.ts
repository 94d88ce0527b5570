import type { LoadSlices } from "../../load/load.ts";
import type { Microseconds, Milliseconds, Ticks } from "../../units.ts";
import { type CompareUnit, type CountedRun, unitCounts } from "../compare-units.ts";

/** A figure of a whole run. `busy` and `cpu` are per unit of the comparison. */
export const figureNames = ["requestsPerSecond", "p50", "p99", "busy", "cpu"] as const;
export type FigureName = (typeof figureNames)[number];

/** One start of an app, as a comparison sees it. */
export interface MeasuredStart {
  /** Those that are known, all above 0. */
  readonly figures: { readonly [Name in FigureName]?: number | undefined };
  /** Undefined if its load tool does not report any. */
  readonly slices?: LoadSlices | undefined;
  /** Busy samples in each of these slices; undefined if not known. */
  readonly busySlices?: readonly Ticks[] | undefined;
}

/** What a run says of itself without its samples. */
export interface StartFacts extends CountedRun {
  readonly cpuMs: Milliseconds;
  readonly threads: readonly { readonly busyTicks: Ticks; readonly intervalUs: Microseconds }[];
}

export function measuredStart(run: StartFacts, per: CompareUnit, busySlices?: readonly Ticks[]): MeasuredStart {
  const { load, cpuMs, threads } = run;
  const units = unitCounts(run)[per];
  const busyMs = threads.reduce((sum, { busyTicks, intervalUs }) => sum + (busyTicks * intervalUs) / 1000, 0);
  const above0 = (value: number | undefined): number | undefined =>
    value !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
  return {
    figures: {
      requestsPerSecond: above0(load?.requestsPerSecond),
      p50: above0(load?.latency.p50Ms),
      p99: above0(load?.latency.p99Ms),
      busy: above0(busyMs / units),
      cpu: above0(cpuMs / units),
    },
    slices: load?.slices,
    busySlices,
  };
}
