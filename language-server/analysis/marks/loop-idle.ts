import { checkStop } from "../budget.ts";
import { firstFrom, type Spans, timeWithin } from "../timeline/spans.ts";
import type { Microseconds } from "../units.ts";
import type { ThreadMarks } from "./marks.ts";

/** Less is what the clock's digits leave. */
const leastIdle: Microseconds = 1;

/**
 * When a thread's loop was idle: it had nothing to do then. How much there was between two turns is exact. Where they are marked whenever it
 * was idle, it was so just before a turn; else that is only known as far as waits began and ended, and code was seen. `seen`: when samples say
 * that the thread was idle; undefined without samples.
 */
export function loopIdle({ turns, waits }: Pick<ThreadMarks, "turns" | "waits">, seen: Spans | undefined): Spans {
  const idle = new IdlePlaces(momentsOf(waits), seen);
  const { at } = turns;
  idle.addUnknown(Number.NEGATIVE_INFINITY, at[0] ?? Number.POSITIVE_INFINITY);
  idle.isBeforeTurns = isBeforeTurns(turns, idle);
  for (let turn = 1; turn < at.length; turn++) {
    checkStop(turn);
    idle.add(at[turn - 1], at[turn], turns.idle[turn] - turns.idle[turn - 1]);
  }
  if (at.length > 0) idle.addUnknown(at.at(-1) as number, Number.POSITIVE_INFINITY);
  return idle.spans;
}

/** Of segments with idle time, those whose last wait began or ended so late that not all of it can be after that. */
const mostContrary = 0.02;

/** Whether the loop was idle only just before turns, as far as is known. */
function isBeforeTurns({ at, idle }: ThreadMarks["turns"], places: IdlePlaces): boolean {
  let [contrary, all] = [0, 0];
  for (let turn = 1; turn < at.length; turn++) {
    const amount = idle[turn] - idle[turn - 1];
    if (amount < leastIdle) continue;
    all += 1;
    if (amount > at[turn] - places.lastMoment(at[turn - 1], at[turn]) + leastIdle) contrary += 1;
  }
  return contrary <= mostContrary * all;
}

/** When code of the thread certainly ran, in order. */
function momentsOf({ start, end }: Pick<ThreadMarks["waits"], "start" | "end">): Float64Array {
  const moments = new Float64Array(start.length + end.length);
  moments.set(start);
  moments.set(end, start.length);
  return moments.sort();
}

class IdlePlaces {
  isBeforeTurns = false;
  readonly #moments: Float64Array;
  readonly #seen: Spans | undefined;
  readonly #seenWithin: ReturnType<typeof timeWithin> | undefined;
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  constructor(moments: Float64Array, seen: Spans | undefined) {
    this.#moments = moments;
    this.#seen = seen;
    this.#seenWithin = seen && timeWithin(seen);
  }

  get spans(): Spans {
    return { from: Float64Array.from(this.#from), to: Float64Array.from(this.#to) };
  }

  /** Where turns show nothing: as samples say. Without samples it is idle until the next moment, so that nothing seems held up. */
  addUnknown(from: Microseconds, to: Microseconds): void {
    const seen = this.#seen;
    if (seen !== undefined) {
      for (let row = firstFrom(seen.to, from); row < seen.from.length && seen.from[row] < to; row++)
        this.#push(Math.max(from, seen.from[row]), Math.min(to, seen.to[row]));
      return;
    }
    const cuts = this.#cuts(from, to);
    for (let gap = 1; gap < cuts.length; gap++) this.#push(cuts[gap - 1], cuts[gap]);
  }

  /** So much of a segment was idle. */
  add(from: Microseconds, to: Microseconds, amount: Microseconds): void {
    if (amount < leastIdle) return;
    const cuts = this.#cuts(from, to);
    const last = cuts.length - 1;
    if (last === 1 || (this.isBeforeTurns && amount <= to - cuts[last - 1])) return this.#push(Math.max(from, to - amount), to);
    const lengths = Array.from({ length: last }, (_, gap) => cuts[gap + 1] - cuts[gap]);
    const shares = this.#seenShares(cuts, amount) ?? lastFirst(lengths, amount);
    shares.forEach((share, gap) => {
      const end = cuts[gap + 1];
      if (share >= leastIdle) this.#push(end - Math.min(share, lengths[gap]), end);
    });
  }

  /** By gap what samples say, at most as much as there was; undefined if they saw nothing. */
  #seenShares(cuts: readonly number[], amount: Microseconds): readonly number[] | undefined {
    const within = this.#seenWithin;
    if (within === undefined) return undefined;
    const shares = cuts.slice(1).map((end, gap) => within(cuts[gap], end));
    const all = shares.reduce((sum, share) => sum + share, 0);
    return all === 0 ? undefined : shares.map((share) => share * Math.min(1, amount / all));
  }

  /** Before the end of a segment; its start if there is none. */
  lastMoment(from: Microseconds, to: Microseconds): Microseconds {
    return Math.max(from, this.#moments[firstFrom(this.#moments, to) - 1] ?? from);
  }

  #cuts(from: Microseconds, to: Microseconds): readonly number[] {
    const cuts = [from];
    for (let row = firstFrom(this.#moments, from); row < this.#moments.length && this.#moments[row] < to; row++)
      if (this.#moments[row] > (cuts.at(-1) as number)) cuts.push(this.#moments[row]);
    cuts.push(to);
    return cuts;
  }

  #push(from: Microseconds, to: Microseconds): void {
    if (from >= to) return;
    this.#from.push(from);
    this.#to.push(to);
  }
}

function lastFirst(lengths: readonly number[], amount: Microseconds): readonly number[] {
  const shares = lengths.map(() => 0);
  let left = amount;
  for (let gap = lengths.length - 1; gap >= 0 && left > 0; gap--) {
    const share = Math.min(left, lengths[gap]);
    shares[gap] = share;
    left -= share;
  }
  return shares;
}
