import type { Microseconds } from "../../analysis/units.ts";

/** The machine's monotonic clock, the same in all its processes. */
export function monotonicUs(): Microseconds {
  return Number(process.hrtime.bigint()) / 1000;
}
