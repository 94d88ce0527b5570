import { checkStop } from "../budget.ts";
import { firstFrom, type Spans } from "../timeline/spans.ts";
import type { Microseconds } from "../units.ts";
import type { ServedTable, ThreadMarks, WaitTable } from "./marks.ts";

/** Moments at which the loop asked what was ready, as far as they are known, in order: each between `from` and `to`. */
export interface LoopPolls extends Spans {
  /** 1 where the loop had been idle until then: what was ready then had just become so. */
  readonly isIdle: Uint8Array;
}

/** What cannot have been answered at once: sent, and back, with a poll in between. */
interface RoundTrips {
  readonly sent: Float64Array;
  /** Ascending. */
  readonly back: Float64Array;
}

/**
 * A loop that was idle has asked at the end of that. One that never is has asked at least once while each wait for something outside lasted, and
 * before each further request of a connection: the fewest polls for which that holds are taken.
 */
export function loopPolls({ waits, served }: Pick<ThreadMarks, "waits" | "served">, idle: Spans): LoopPolls {
  const { sent, back } = roundTrips(waits, served);
  const [from, to, isIdle]: [number[], number[], number[]] = [[], [], []];
  let last = Number.NEGATIVE_INFINITY;
  let nextIdle = 0;
  const add = (earliest: Microseconds, latest: Microseconds, wasIdle: number): void => {
    from.push(earliest);
    to.push(latest);
    isIdle.push(wasIdle);
    last = latest;
  };
  const addIdle = (until: Microseconds): void => {
    for (; nextIdle < idle.to.length && (idle.to[nextIdle] as number) <= until; nextIdle++)
      add(idle.to[nextIdle] as number, idle.to[nextIdle] as number, 1);
  };
  for (let row = 0; row < back.length; row++) {
    checkStop(row);
    const [began, ended] = [sent[row] as number, back[row] as number];
    addIdle(ended);
    if (began >= last) add(began, ended, 0);
    // It had begun before the poll that it shares with the one that ended first.
    else if (isIdle.at(-1) === 0 && began > (from.at(-1) as number)) from[from.length - 1] = began;
  }
  addIdle(Number.POSITIVE_INFINITY);
  return { from: Float64Array.from(from), to: Float64Array.from(to), isIdle: Uint8Array.from(isIdle) };
}

/** Timers and immediates wait for no poll. */
function isOutside({ awaited, what, site, sites }: WaitTable, row: number): boolean {
  const kind = awaited[what[row] as number]?.kind;
  return kind !== "timer" && (kind !== undefined || !/\bsetImmediate\b|\bnextTick\b/.test(sites[site[row] as number]?.text ?? ""));
}

function roundTrips(waits: WaitTable, served: ServedTable): RoundTrips {
  const trips: [sent: number, back: number][] = [];
  for (let row = 0; row < waits.start.length; row++)
    if (isOutside(waits, row)) trips.push([waits.start[row] as number, waits.end[row] as number]);
  const answered = new Map<number, number>();
  for (let row = 0; row < served.begin.length; row++) {
    const port = served.port[row] as number;
    const [begin, before] = [served.begin[row] as number, answered.get(port)];
    if (port === 0) continue;
    if (before !== undefined && before < begin) trips.push([before, begin]);
    // NaN is before nothing.
    answered.set(port, served.end[row] as number);
  }
  trips.sort((one, other) => one[1] - other[1]);
  return { sent: Float64Array.from(trips, ([sent]) => sent), back: Float64Array.from(trips, ([, back]) => back) };
}

/** The latest moment after which what a callback at this moment was for became ready, as far as polls tell. */
export function readyAfter({ from, to, isIdle }: LoopPolls, moment: Microseconds): Microseconds {
  const next = firstFrom(to, moment);
  const row = next < to.length && to[next] === moment ? next : next - 1;
  if (row < 0) return Number.NEGATIVE_INFINITY;
  return isIdle[row] === 1 ? (to[row] as number) : (from[row - 1] ?? Number.NEGATIVE_INFINITY);
}
