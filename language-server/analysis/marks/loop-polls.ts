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

/** A poll, and the round trips that came back from then on, up to the next one. */
interface Poll {
  readonly from: Microseconds;
  readonly to: Microseconds;
  readonly isIdle: boolean;
  readonly first: number;
}

/**
 * A loop that was idle has asked at the end of that. One that never is has asked at least once while each wait for something outside lasted, and
 * before each further request of a connection: the fewest polls for which that holds are taken.
 */
export function loopPolls({ waits, served }: Pick<ThreadMarks, "waits" | "served">, idle: Spans): LoopPolls {
  const trips = roundTrips(waits, served);
  const polls = fewestPolls(trips, idle);
  const from = Float64Array.from(polls, (poll) => poll.from);
  // What came back before the next poll was sent before this one. From the end on, as that poll is then known as well as it can be.
  for (let row = polls.length - 1; row >= 0; row--) {
    checkStop(row);
    const { to, first, isIdle } = polls[row];
    if (isIdle) continue;
    const next = from[row + 1] ?? Number.POSITIVE_INFINITY;
    for (let trip = first; trip < trips.back.length && trips.back[trip] <= next; trip++) {
      const sent = trips.sent[trip];
      if (sent < to && sent > from[row]) from[row] = sent;
    }
  }
  return { from, to: Float64Array.from(polls, ({ to }) => to), isIdle: Uint8Array.from(polls, ({ isIdle }) => Number(isIdle)) };
}

function fewestPolls({ sent, back }: RoundTrips, idle: Spans): readonly Poll[] {
  const polls: Poll[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let nextIdle = 0;
  const addIdle = (until: Microseconds, first: number): void => {
    for (; nextIdle < idle.to.length && idle.to[nextIdle] <= until; nextIdle++) {
      last = idle.to[nextIdle];
      polls.push({ from: last, to: last, isIdle: true, first });
    }
  };
  for (let row = 0; row < back.length; row++) {
    checkStop(row);
    const [began, ended] = [sent[row], back[row]];
    addIdle(ended, row);
    if (began < last) continue;
    last = ended;
    polls.push({ from: began, to: ended, isIdle: false, first: row });
  }
  addIdle(Number.POSITIVE_INFINITY, back.length);
  return polls;
}

function roundTrips(waits: WaitTable, served: ServedTable): RoundTrips {
  const trips: (readonly [sent: number, back: number])[] = [];
  for (let row = 0; row < waits.start.length; row++) if (isOutside(waits, row)) trips.push([waits.start[row], waits.end[row]]);
  const answered = new Map<number, number>();
  for (let row = 0; row < served.begin.length; row++) {
    const port = served.port[row];
    if (port === 0) continue;
    const [begin, before] = [served.begin[row], answered.get(port)];
    if (before !== undefined && before < begin) trips.push([before, begin]);
    // NaN is before nothing.
    answered.set(port, served.end[row]);
  }
  trips.sort((one, other) => one[1] - other[1]);
  return { sent: Float64Array.from(trips, ([sent]) => sent), back: Float64Array.from(trips, ([, back]) => back) };
}

/** Timers and immediates wait for no poll. */
function isOutside({ awaited, what, site, sites, due }: WaitTable, row: number): boolean {
  if (!Number.isNaN(due[row])) return false;
  const kind = awaited[what[row]]?.kind;
  return kind !== "timer" && (kind !== undefined || !/\bsetImmediate\b|\bnextTick\b/.test(sites[site[row]]?.text ?? ""));
}

/** The last poll up to a moment that ended the loop's idleness. */
export function idleUntil({ to, isIdle }: LoopPolls, moment: Microseconds): Microseconds {
  let row = firstFrom(to, moment);
  if (row >= to.length || to[row] > moment) row -= 1;
  while (row >= 0 && isIdle[row] !== 1) row -= 1;
  return to[row] ?? Number.NEGATIVE_INFINITY;
}

/** The latest moment after which what a callback at this moment was for became ready, as far as polls show. */
export function readyAfter({ from, to, isIdle }: LoopPolls, moment: Microseconds): Microseconds {
  const next = firstFrom(to, moment);
  const row = next < to.length && to[next] === moment ? next : next - 1;
  if (row < 0) return Number.NEGATIVE_INFINITY;
  return isIdle[row] === 1 ? to[row] : (from[row - 1] ?? Number.NEGATIVE_INFINITY);
}
