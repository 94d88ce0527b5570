import type { TimeSpan } from "../selection/selection.ts";
import { within, without } from "../timeline/span-sets.ts";
import { firstFrom, type Spans } from "../timeline/spans.ts";
import type { Microseconds } from "../units.ts";
import type { TurnTable } from "./marks.ts";
import { spansApart } from "../selection/spans-apart.ts";

/** A piece of time in which a thread ran code of a request; 0: of none. */
export interface Ran extends TimeSpan {
  readonly request: number;
}

/** When a thread ran code of which request. */
export class RequestTurns {
  readonly #turns: TurnTable;
  readonly #idle: Spans;
  /** Rows of the turns by request: those of request n are `#rows` from `#firsts[n]` on. */
  readonly #firsts: Uint32Array;
  readonly #rows: Uint32Array;

  /** `requests`: how many the thread served. */
  constructor(turns: TurnTable, idle: Spans, requests: number) {
    this.#turns = turns;
    this.#idle = idle;
    const { firsts, rows } = rowsByRequest(turns.request, requests);
    [this.#firsts, this.#rows] = [firsts, rows];
  }

  /** When code of the request ran, in a span; in order and apart. */
  of(request: number, span: TimeSpan): readonly TimeSpan[] {
    const { at } = this.#turns;
    const segments: TimeSpan[] = [];
    for (let index = this.#firsts[request]; index < this.#firsts[request + 1]; index++) {
      const row = this.#rows[index];
      const [from, to] = [Math.max(span.from, at[row]), Math.min(span.to, this.#endOf(row))];
      if (from < to) segments.push({ from, to });
    }
    return this.#busy(spansApart(segments));
  }

  /** Who ran in a span, in order. */
  ran(span: TimeSpan): readonly Ran[] {
    const { at, request } = this.#turns;
    const found: Ran[] = [];
    for (let row = Math.max(0, firstFrom(at, span.from) - 1); row < at.length && at[row] < span.to; row++) {
      const [from, to] = [Math.max(span.from, at[row]), Math.min(span.to, this.#endOf(row))];
      if (from < to) for (const piece of this.#busy([{ from, to }])) found.push({ ...piece, request: request[row] });
    }
    return found;
  }

  #endOf(row: number): Microseconds {
    return this.#turns.at[row + 1] ?? Number.POSITIVE_INFINITY;
  }

  #busy(segments: readonly TimeSpan[]): readonly TimeSpan[] {
    return segments.flatMap((segment) => {
      const idle = within(this.#idle, segment);
      return idle.length === 0 ? segment : without([segment], idle);
    });
  }
}

/** The rows of each request, in order: those of request n are `rows` from `firsts[n]` to before `firsts[n + 1]`. */
export function rowsByRequest(request: Int32Array, requests: number): { readonly firsts: Uint32Array; readonly rows: Uint32Array } {
  const firsts = new Uint32Array(requests + 2);
  for (const each of request) firsts[each + 1] += 1;
  for (let each = 0; each <= requests; each++) firsts[each + 1] += firsts[each];
  const next = firsts.slice();
  const rows = new Uint32Array(request.length);
  for (let row = 0; row < request.length; row++) {
    const each = request[row];
    const slot = next[each];
    rows[slot] = row;
    next[each] = slot + 1;
  }
  return { firsts, rows };
}
