import type { ServedTable, TurnTable, WaitTable } from "../../../analysis/marks/marks.ts";
import type { Microseconds } from "../../../analysis/units.ts";
import { figuresInRow, fromWaitCode, kindsInCode, markKinds } from "../../in-app/marks/mark-rows.ts";

/** A window by the machine's monotonic clock, and the zero of a thread's times by it. */
export interface MarkSpan {
  readonly from: Microseconds;
  readonly to: Microseconds;
  readonly zero: Microseconds;
}

/** Of a thread, with the ids of names that its rows have. */
export interface ThreadRows {
  readonly turns: TurnTable;
  readonly served: ServedTable;
  readonly waits: Omit<WaitTable, "sites" | "awaited">;
}

interface Request {
  begin: number;
  end: number;
  status: number;
  aborted: number;
  port: number;
  ordinal: number;
  /** Id of its name; 0: none. */
  route: number;
  isKept: boolean;
}

const mostNumber = 0x7fff_ffff;

/**
 * What the rows of a thread say of a window: its turns, its waits, and the requests that were open in it or that those name. Requests are
 * numbered again from 1, in the order of their beginnings; one whose beginning has no row, as it was over before the window, is none. Rows
 * that no thread writes are left out.
 */
export function threadRows(rows: Float64Array, span: MarkSpan): ThreadRows {
  const { from, zero } = span;
  const { requests, turns: allTurns, waits } = sorted(rows, span);
  // The last one before the window is its first.
  const before = allTurns.findLastIndex((at) => (rows[at] as number) <= from);
  const turns = allTurns.subarray(Math.max(0, before));
  const requestAt = (at: number): number => Math.floor((rows[at + 1] as number) / kindsInCode);
  for (const chosen of [turns, waits]) for (const at of chosen) keep(requests.get(requestAt(at)));
  for (const request of requests.values()) request.isKept ||= request.begin <= span.to && !(request.end < from);
  const { served, numbers } = servedTable(requests, zero);
  const times = (chosen: Uint32Array, figure: number): Float64Array =>
    Float64Array.from(chosen, (at) => (rows[at + figure] as number) - zero);
  const numbersOf = (chosen: Uint32Array): Int32Array => Int32Array.from(chosen, (at) => numbers.get(requestAt(at)) ?? 0);
  const codes = Array.from(waits, (at) => fromWaitCode(rows[at + 3] as number));
  return {
    turns: {
      at: times(turns, 0),
      idle: ascending(Float64Array.from(turns, (at) => rows[at + 2] as number)),
      request: numbersOf(turns),
    },
    served,
    waits: {
      start: times(waits, 2),
      end: times(waits, 0),
      request: numbersOf(waits),
      site: Int32Array.from(codes, ({ site }) => site),
      what: Int32Array.from(codes, ({ what }) => what),
      rejected: Uint8Array.from(codes, ({ isRejected }) => Number(isRejected)),
      due: Float64Array.from(waits, (at) => dueBefore(rows, at) - zero),
    },
  };
}

/** Where the rows of turns and waits begin, in the order of their times. */
interface SortedRows {
  readonly requests: Map<number, Request>;
  readonly turns: Uint32Array;
  readonly waits: Uint32Array;
}

/** Waits that ended in the window, turns also before it. There may be two million: no object is made for one. */
function sorted(rows: Float64Array, { from, to }: MarkSpan): SortedRows {
  const requests = new Map<number, Request>();
  const [turns, waits] = [new Uint32Array(rows.length / figuresInRow), new Uint32Array(rows.length / figuresInRow)];
  let [turnCount, waitCount] = [0, 0];
  for (let at = 0; at < rows.length; at += figuresInRow) {
    const [when, code, first, second] = [rows[at] as number, rows[at + 1] as number, rows[at + 2] as number, rows[at + 3] as number];
    const request = Math.floor(code / kindsInCode);
    if (!(when >= 0 && when < Number.MAX_SAFE_INTEGER) || !(request >= 0 && request <= mostNumber)) continue;
    const kind = code % kindsInCode;
    if (kind === markKinds.turn && when <= to && first >= 0 && first < Number.MAX_SAFE_INTEGER) turns[turnCount++] = at;
    else if (kind === markKinds.wait && when >= from && when <= to && first >= 0 && first <= when) waits[waitCount++] = at;
    else if (request > 0 && kind !== markKinds.due) markRequest(madeRequest(requests, request), kind, { when, first, second });
  }
  return { requests, turns: inTimeOrder(turns.subarray(0, turnCount), rows), waits: inTimeOrder(waits.subarray(0, waitCount), rows) };
}

/** What the row before a wait says of it; NaN if that is about something else. */
function dueBefore(rows: Float64Array, at: number): Microseconds {
  const [when, code, due] = rows.subarray(Math.max(0, at - figuresInRow), at);
  const isItsOwn = code !== undefined && code % kindsInCode === markKinds.due && when === rows[at];
  return isItsOwn && due !== undefined && Math.abs(due) < Number.MAX_SAFE_INTEGER ? due : Number.NaN;
}

function inTimeOrder(chosen: Uint32Array, rows: Float64Array): Uint32Array {
  const isInOrder = chosen.every((at, index) => index === 0 || (rows[chosen[index - 1] as number] as number) <= (rows[at] as number));
  return isInOrder ? chosen : chosen.sort((a, b) => (rows[a] as number) - (rows[b] as number) || a - b);
}

function madeRequest(requests: Map<number, Request>, number: number): Request {
  const known = requests.get(number);
  if (known !== undefined) return known;
  const made = { begin: Infinity, end: Number.NaN, status: 0, aborted: 0, port: 0, ordinal: 0, route: 0, isKept: false };
  requests.set(number, made);
  return made;
}

function markRequest(
  request: Request,
  kind: number,
  { when, first, second }: { readonly when: number; readonly first: number; readonly second: number },
): void {
  if (kind === markKinds.begin) {
    request.begin = when;
    request.port = within(first, 0xffff);
    request.ordinal = within(second, mostNumber);
  } else if (kind === markKinds.end) {
    request.end = when;
    request.status = within(first, 999);
    request.aborted = within(second, 1);
  } else if (kind === markKinds.route) request.route = within(first, mostNumber);
}

function keep(request: Request | undefined): void {
  if (request !== undefined) request.isKept = true;
}

function servedTable(
  requests: ReadonlyMap<number, Request>,
  zero: Microseconds,
): { readonly served: ServedTable; readonly numbers: ReadonlyMap<number, number> } {
  const kept = [...requests].filter(([, { isKept, begin }]) => isKept && begin < Infinity).sort(([, a], [, b]) => a.begin - b.begin);
  const all = kept.map(([, request]) => request);
  return {
    served: {
      begin: Float64Array.from(all, ({ begin }) => begin - zero),
      end: Float64Array.from(all, ({ begin, end }) => Math.max(begin, end) - zero),
      status: Int32Array.from(all, ({ status }) => status),
      aborted: Uint8Array.from(all, ({ aborted }) => aborted),
      port: Int32Array.from(all, ({ port }) => port),
      ordinal: Int32Array.from(all, ({ ordinal }) => ordinal),
      route: Int32Array.from(all, ({ route }) => route),
    },
    numbers: new Map(kept.map(([number], index) => [number, index + 1])),
  };
}

/** 0 for what is no such number. */
function within(figure: number, most: number): number {
  return Number.isInteger(figure) && figure >= 0 && figure <= most ? figure : 0;
}

/** The loop's idle time never shrinks; a row that says so was not written by us. */
function ascending(figures: Float64Array): Float64Array {
  let most = 0;
  return figures.map((figure) => (most = Math.max(most, figure)));
}
