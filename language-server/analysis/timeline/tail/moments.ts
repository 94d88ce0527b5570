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

interface Gathered extends Omit<SlowMoment, "from" | "to"> {
  from: number;
  to: number;
  /** Its slowest request; undefined for failures. */
  readonly leader: TimeSpan | undefined;
  readonly rows: number[];
  requests: number;
  unsent: number;
}

export const mostRows = 300;
/** Rows kept for requests that failed sooner than slow ones were answered. */
const mostFailed = 100;
const mostMoments = 100;
const mostOfMoment = 20;
/** Of the shorter of two requests: then they waited in the same moment. */
const leastCommon = 0.5;
const unsent = outcomes.indexOf("unsent");

/** `slow` and `failed`: rows of the table, the slowest first. What was never sent is no row, but a number of its moment. */
export function momentsOf({ due, end, outcome, weight }: RequestTable, slow: readonly number[], failed: readonly number[]): Moments {
  const [moments, rows]: [Gathered[], number[]] = [[], []];
  const spanOf = (row: number): TimeSpan => ({ from: due[row] as number, to: end[row] as number });
  const begin = (row: number, isFailure: boolean): Gathered => {
    const span = spanOf(row);
    const moment = { ...span, leader: isFailure ? undefined : span, rows: [], requests: 0, unsent: 0, isFailure };
    moments.push(moment);
    return moment;
  };
  const join = (moment: Gathered, row: number, isKept: boolean): void => {
    const { from, to } = spanOf(row);
    [moment.from, moment.to] = [Math.min(moment.from, from), Math.max(moment.to, to)];
    if (outcome[row] === unsent) return void (moment.unsent += weight[row] as number);
    moment.requests += weight[row] as number;
    if (isKept) moment.rows.push(rows.push(row) - 1);
  };
  const mostSlow = mostRows - Math.min(failed.length, mostFailed);
  for (const row of slow) {
    checkStop(row);
    const span = spanOf(row);
    const known = moments.find(({ leader }) => leader !== undefined && isSameMoment(leader, span));
    // What was not sent waited behind a slower request.
    if (known === undefined && (outcome[row] === unsent || moments.length === mostMoments || rows.length === mostSlow)) continue;
    const moment = known ?? begin(row, false);
    join(moment, row, moment.rows.length < mostOfMoment && rows.length < mostSlow);
  }
  const byOutcome = new Map<number, Gathered>();
  failed.forEach((row, index) => {
    const how = outcome[row] as number;
    const moment = byOutcome.get(how) ?? begin(row, true);
    byOutcome.set(how, moment);
    join(moment, row, index < mostFailed);
  });
  return {
    moments: moments.map(({ leader: _leader, requests, unsent: left, ...moment }) => ({
      ...moment,
      requests: Math.round(requests),
      unsent: Math.round(left),
    })),
    rows,
  };
}

function isSameMoment(one: TimeSpan, other: TimeSpan): boolean {
  const shorter = Math.min(one.to - one.from, other.to - other.from);
  return Math.min(one.to, other.to) - Math.max(one.from, other.from) >= leastCommon * shorter;
}
