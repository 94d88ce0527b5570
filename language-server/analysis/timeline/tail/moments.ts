import { checkStop } from "../../budget.ts";
import type { TimeSpan } from "../../selection/selection.ts";
import { outcomes, type RequestTable } from "../tracks.ts";

/** Slow requests of one and the same moment, or failed ones that ended alike. */
export interface SlowMoment extends TimeSpan {
  /** Indices in `Tail.rows`, the slowest first. */
  readonly rows: readonly number[];
  /** All that were sent, of which `rows` may be a part. */
  readonly requests: number;
  /** Others, which were due in it and never sent. */
  readonly unsent: number;
  /** Whether they failed sooner than slow ones were answered. */
  readonly isFailure: boolean;
}

/** Moments, the one with the slowest request first, then those of failures; and the rows of the table that `Tail.rows` are. */
interface Moments {
  readonly moments: readonly SlowMoment[];
  readonly rows: readonly number[];
}

interface Gathered extends Omit<SlowMoment, "from" | "to" | "rows"> {
  from: number;
  to: number;
  /** Its slowest request; undefined for failures. */
  readonly leader: TimeSpan | undefined;
  /** Rows of the table; at most `mostOfMoment`. */
  readonly members: number[];
  requests: number;
  unsent: number;
}

export const mostRows = 300;
/** Rows kept for requests that failed sooner than slow ones were answered. */
const mostFailed = 100;
const mostOfMoment = 20;
/** Of the shorter of two requests: then they waited in the same moment. */
const leastCommon = 0.5;
const unsent = outcomes.indexOf("unsent");

/** `slow` and `failed`: rows of the table, the slowest first. What was never sent is no row, but a number of its moment. */
export function momentsOf({ due, end, outcome, weight }: RequestTable, slow: readonly number[], failed: readonly number[]): Moments {
  const spanOf = (row: number): TimeSpan => ({ from: due[row] as number, to: end[row] as number });
  const begin = (row: number, isFailure: boolean): Gathered => {
    const span = spanOf(row);
    return { ...span, leader: isFailure ? undefined : span, members: [], requests: 0, unsent: 0, isFailure };
  };
  const join = (moment: Gathered, row: number, most: number): void => {
    const { from, to } = spanOf(row);
    [moment.from, moment.to] = [Math.min(moment.from, from), Math.max(moment.to, to)];
    if (outcome[row] === unsent) return void (moment.unsent += weight[row] as number);
    moment.requests += weight[row] as number;
    if (moment.members.length < most) moment.members.push(row);
  };
  const slowMoments: Gathered[] = [];
  const mostSlow = mostRows - Math.min(failed.length, mostFailed);
  for (const row of slow) {
    checkStop(row);
    const span = spanOf(row);
    let moment = slowMoments.find(({ leader }) => leader !== undefined && isSameMoment(leader, span));
    if (moment === undefined) {
      // What was not sent waited behind a slower request.
      if (outcome[row] === unsent || slowMoments.length === mostSlow) continue;
      slowMoments.push((moment = begin(row, false)));
    }
    join(moment, row, mostOfMoment);
  }
  const byOutcome = new Map<number, Gathered>();
  failed.forEach((row, index) => {
    const how = outcome[row] as number;
    const moment = byOutcome.get(how) ?? begin(row, true);
    byOutcome.set(how, moment);
    join(moment, row, index < mostFailed ? mostFailed : 0);
  });
  const kept = new Set(firstOfEach(slowMoments, mostSlow));
  const moments = [...slowMoments, ...byOutcome.values()];
  const rows = [...slow.filter((row) => kept.has(row)), ...[...byOutcome.values()].flatMap(({ members }) => members)];
  const indexOf = new Map(rows.map((row, index) => [row, index]));
  return {
    moments: moments.map(({ from, to, members, requests, unsent: left, isFailure }) => ({
      from,
      to,
      rows: members.flatMap((row) => indexOf.get(row) ?? []),
      requests: Math.round(requests),
      unsent: Math.round(left),
      isFailure,
    })),
    rows,
  };
}

/** The slowest request of each, then others of the slowest moments, `most` in all. */
function firstOfEach(moments: readonly Gathered[], most: number): readonly number[] {
  const others = moments.flatMap(({ members }) => members.slice(1)).slice(0, most - moments.length);
  return [...moments.flatMap(({ members }) => members.slice(0, 1)), ...others];
}

function isSameMoment(one: TimeSpan, other: TimeSpan): boolean {
  const shorter = Math.min(one.to - one.from, other.to - other.from);
  return Math.min(one.to, other.to) - Math.max(one.from, other.from) >= leastCommon * shorter;
}
