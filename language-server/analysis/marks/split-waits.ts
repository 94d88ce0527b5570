import { checkStop } from "../budget.ts";
import { madeOnce } from "../collections.ts";
import { firstFrom, type Spans } from "../timeline/spans.ts";
import type { Microseconds, Milliseconds } from "../units.ts";
import { LikelyTimes } from "./likely-times.ts";
import { idleUntil, type LoopPolls, readyAfter } from "./loop-polls.ts";
import type { WaitTable } from "./marks.ts";

/** An idle loop wakes that much after a timer is due, at most, also without a CPU. */
const timerLateness: Microseconds = 100_000;

/** By row of the waits: until what was awaited was ready, and from then on until the loop came to it. Their sum is the wait's length. */
export interface SplitWaits {
  readonly waited: Float64Array;
  readonly held: Float64Array;
}

/**
 * A timer is ready when its delay is over. All else became ready after the last moment at which the loop asked and it was not, and before the
 * wait's end; where these are far apart, what other waits of the same place and for the same took says when. `polls`: of the waits' thread.
 */
export function splitWaits(waits: WaitTable, polls: LoopPolls): SplitWaits {
  const { start, end, site, what } = waits;
  const [least, most] = [new Float64Array(start.length), new Float64Array(start.length)];
  for (let row = 0; row < start.length; row++) {
    checkStop(row);
    most[row] = end[row] - start[row];
    least[row] = Math.min(most[row], Math.max(0, readyAfter(polls, end[row]) - start[row]));
  }
  const timed = Float64Array.from(start, (_, row) => timedBy(waits, polls, row));
  const usual = usualTimes(waits, least, most, timed);
  const [waited, held] = [new Float64Array(start.length), new Float64Array(start.length)];
  for (let row = 0; row < start.length; row++) {
    checkStop(row);
    const [shortest, length] = [least[row], most[row]];
    const known = timed[row];
    const likely = usual.get(keyOf(site[row], what[row]));
    waited[row] = Math.min(length, Number.isNaN(known) ? Math.max(shortest, likely?.between(shortest, length) ?? shortest) : known);
    held[row] = length - waited[row];
  }
  return { waited, held };
}

/** How long a wait's timer took from its start on; NaN if none is known. One that was set again was not due while the loop was idle. */
function timedBy({ start, end, what, awaited, due }: WaitTable, polls: LoopPolls, row: number): Microseconds {
  const at = due[row];
  if (Number.isNaN(at)) return delayOf(awaited[what[row]]?.delayMs) ?? Number.NaN;
  const idle = idleUntil(polls, end[row]);
  return Math.max(0, (idle > at + timerLateness ? idle : at) - start[row]);
}

/** The latest moment up to this one at which the loop was idle. */
export function lastIdle({ from, to }: Spans, moment: Microseconds): Microseconds {
  const row = firstFrom(to, moment);
  return row < from.length && from[row] < moment ? moment : (to[row - 1] ?? Number.NEGATIVE_INFINITY);
}

/** Node's timers take a delay below 1 ms, and one that is too long, as 1 ms. */
function delayOf(delayMs: Milliseconds | undefined): Microseconds | undefined {
  if (delayMs === undefined) return undefined;
  return (delayMs >= 1 && delayMs < 2 ** 31 ? Math.trunc(delayMs) : 1) * 1000;
}

/** More waits of a place would not show more. */
const mostOfPlace = 5000;

/** What waits without a timer take, by their place and what is awaited there. */
function usualTimes(
  { start, site, what }: WaitTable,
  least: Float64Array,
  most: Float64Array,
  timed: Float64Array,
): ReadonlyMap<string, LikelyTimes> {
  const rowsOf = new Map<string, number[]>();
  for (let row = 0; row < start.length; row++)
    if (Number.isNaN(timed[row])) madeOnce(rowsOf, keyOf(site[row], what[row]), (): number[] => []).push(row);
  return new Map(
    [...rowsOf].map(([key, rows]) => {
      const step = Math.max(1, rows.length / mostOfPlace);
      const some = Array.from({ length: Math.min(rows.length, mostOfPlace) }, (_, index) => rows[Math.floor(index * step)]);
      const times = new LikelyTimes(
        Float64Array.from(some, (row) => least[row]),
        Float64Array.from(some, (row) => most[row]),
      );
      return [key, times];
    }),
  );
}

function keyOf(site: number, what: number): string {
  return `${site} ${what}`;
}
