import type { Milliseconds, Share } from "../units.ts";
import { betweenStarts, usualVariance } from "./chance/between-starts.ts";
import type { MeasuredStart } from "./chance/measured-start.ts";
import type { ExpectedDrift } from "./drift.ts";

/** What is known of both runs beside their samples. */
export interface Machine {
  /** CPU time per unit; undefined if unknown. */
  readonly cpu: { readonly base: Milliseconds | undefined; readonly next: Milliseconds | undefined };
  /** Of the logarithm of one start's CPU time per unit. */
  readonly variance: number;
}

export const unknownMachine: Machine = { cpu: { base: undefined, next: undefined }, variance: usualVariance };

/** What two starts of the app differ by in CPU time; `groups`: its runs by equal text. */
export function cpuVariance(groups: readonly (readonly MeasuredStart[])[]): number {
  return betweenStarts(groups.map((group) => group.flatMap(({ figures }) => figures.cpu ?? []))).variance;
}

/** Busy time without CPU also comes from calls that wait, so that its ratio is believed only by half. */
const doubted = 0.5;

/** `busy`: of all samples, in the same unit. `lost`: share of it in which others had the core, or a call waited. */
export function machineOf({ cpu, variance }: Machine, busy: { readonly base: Milliseconds; readonly next: Milliseconds }) {
  const lostOf = (side: "base" | "next"): Share => {
    const used = cpu[side];
    return used === undefined || busy[side] === 0 ? 0 : Math.min(0.99, Math.max(0, 1 - used / busy[side]));
  };
  const lost = { base: lostOf("base"), next: lostOf("next") };
  const log = Math.log((1 - lost.base) / (1 - lost.next));
  const expected: ExpectedDrift = { log, error: Math.hypot(Math.sqrt(2 * variance), doubted * log) };
  return { lost, expected };
}
