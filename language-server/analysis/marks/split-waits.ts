import { checkStop } from "../budget.ts";
import { firstFrom, type Spans } from "../timeline/spans.ts";
import type { Microseconds, Milliseconds } from "../units.ts";
import type { WaitTable } from "./marks.ts";

/** By row of the waits: until what was awaited was ready, and from then on until the loop came to it. Their sum is the wait's length. */
export interface SplitWaits {
  readonly waited: Float64Array;
  readonly held: Float64Array;
}

/** Whether the moment at which it became ready is known to that much: of the wait's length, and at least. */
const [leastShare, leastTime]: [number, Microseconds] = [0.1, 300];

/**
 * What was awaited became ready between the last moment at which the loop was idle, as it had nothing to do then, and the wait's end. Where the
 * two are far apart, a timer's delay tells when, else what other waits of the same place and for the same took that were hardly held up.
 * `idle`: of the waits' thread.
 */
export function splitWaits(waits: WaitTable, idle: Spans): SplitWaits {
  const { start, end, site, what, awaited } = waits;
  const least = new Float64Array(start.length);
  for (let row = 0; row < start.length; row++) {
    checkStop(row);
    const stretch = lastIdle(idle, end[row] as number);
    least[row] = Math.min(Math.max(0, stretch - (start[row] as number)), (end[row] as number) - (start[row] as number));
  }
  const usual = new UsualWaits(waits, least);
  const [waited, held] = [new Float64Array(start.length), new Float64Array(start.length)];
  for (let row = 0; row < start.length; row++) {
    checkStop(row);
    const most = (end[row] as number) - (start[row] as number);
    const delay = delayOf(awaited[what[row] as number]?.delayMs);
    const likely = delay ?? usual.of(site[row] as number, what[row] as number);
    waited[row] = Math.min(most, Math.max(least[row] as number, likely));
    held[row] = most - (waited[row] as number);
  }
  return { waited, held };
}

/** The latest moment up to this one at which the loop was idle. */
export function lastIdle({ from, to }: Spans, moment: Microseconds): Microseconds {
  const row = firstFrom(to, moment);
  return row < from.length && (from[row] as number) < moment ? moment : (to[row - 1] ?? Number.NEGATIVE_INFINITY);
}

/** Node's timers take a delay below 1 ms, and one that is too long, as 1 ms. */
function delayOf(delayMs: Milliseconds | undefined): Microseconds | undefined {
  if (delayMs === undefined) return undefined;
  return (delayMs >= 1 && delayMs < 2 ** 31 ? Math.trunc(delayMs) : 1) * 1000;
}

/** What a wait takes, by its place and what is awaited there. */
class UsualWaits {
  readonly #usual = new Map<string, Microseconds>();

  constructor({ start, end, site, what }: WaitTable, least: Float64Array) {
    const rowsOf = new Map<string, number[]>();
    for (let row = 0; row < start.length; row++) {
      const key = keyOf(site[row] as number, what[row] as number);
      const rows = rowsOf.get(key);
      if (rows === undefined) rowsOf.set(key, [row]);
      else rows.push(row);
    }
    const lengthOf = (row: number): Microseconds => (end[row] as number) - (start[row] as number);
    const isKnown = (row: number): boolean => {
      const length = lengthOf(row);
      return length - (least[row] as number) <= Math.max(leastTime, leastShare * length);
    };
    for (const [key, rows] of rowsOf) {
      const known = Float64Array.from(rows.filter(isKnown), lengthOf).sort();
      const most = Float64Array.from(rows, lengthOf).sort();
      const usual = known[known.length >> 1] ?? commonLeast(Float64Array.from(rows, (row) => least[row] as number).sort(), most);
      this.#usual.set(key, usual);
    }
  }

  of(site: number, what: number): Microseconds {
    return this.#usual.get(keyOf(site, what)) ?? 0;
  }
}

function keyOf(site: number, what: number): string {
  return `${site} ${what}`;
}

/** The least time that agrees with most of the waits, which took at least and at most that long; both columns in order. */
function commonLeast(least: Float64Array, most: Float64Array): Microseconds {
  let [best, count, ended] = [0, 0, 0];
  for (let begun = 0; begun < least.length; begun++) {
    const time = least[begun] as number;
    while (ended < most.length && (most[ended] as number) < time) ended++;
    if (begun + 1 - ended <= count) continue;
    count = begun + 1 - ended;
    best = time;
  }
  return best;
}
