import type { BlockPlace } from "../timeline/strip.ts";
import { lengthOf } from "../timeline/span-sets.ts";
import type { Microseconds } from "../units.ts";
import type { TimeSpan } from "../selection/selection.ts";
import type { ExplainedThread } from "./explained-thread.ts";

/** A line of own code and its part of a request's own CPU time. */
export interface CpuLine {
  readonly place: BlockPlace;
  readonly us: Microseconds;
  /** Whether no tick fell into that time, so that these are the lines where the route usually is. */
  readonly isUsual: boolean;
}

const mostUsual = 3;

/** The time is that of turns, which are exact; ticks only say how lines share it. Most first. */
export function cpuLines(thread: ExplainedThread, spans: readonly TimeSpan[], route: number): readonly CpuLine[] {
  const time = lengthOf(spans);
  if (time === 0 || thread.lines === undefined) return [];
  const seen = thread.lines.places(thread.lines.within(spans));
  const isUsual = seen.length === 0;
  const places = isUsual ? thread.usualLines(route).slice(0, mostUsual) : seen;
  const ticks = places.reduce((sum, place) => sum + place.ticks, 0);
  return places.map((place) => ({ place, us: (time * place.ticks) / ticks, isUsual }));
}
