import type { TimeSpan } from "../selection/selection.ts";
import type { Microseconds } from "../units.ts";
import { firstFrom, type Spans } from "./spans.ts";

/** What is in some and not in others; each is in order and apart. */
export function without(some: readonly TimeSpan[], others: readonly TimeSpan[]): readonly TimeSpan[] {
  const edges = [Number.NEGATIVE_INFINITY, ...others.flatMap(({ from, to }) => [from, to]), Number.POSITIVE_INFINITY];
  const between = Array.from({ length: edges.length / 2 }, (_, row) => ({
    from: edges[2 * row],
    to: edges[2 * row + 1],
  }));
  return common(some, between);
}

/** What is in both; each is in order and apart. */
export function common(some: readonly TimeSpan[], others: readonly TimeSpan[]): readonly TimeSpan[] {
  const found: TimeSpan[] = [];
  let first = 0;
  for (const { from, to } of some) {
    while (first < others.length && others[first].to <= from) first += 1;
    for (let at = first; at < others.length && others[at].from < to; at += 1) {
      const other = others[at];
      const both = { from: Math.max(from, other.from), to: Math.min(to, other.to) };
      if (both.from < both.to) found.push(both);
    }
  }
  return found;
}

export function columnsOf(spans: readonly TimeSpan[]): Spans {
  return { from: Float64Array.from(spans, ({ from }) => from), to: Float64Array.from(spans, ({ to }) => to) };
}

/** What of the columns is in a span. */
export function within({ from, to }: Spans, span: TimeSpan): readonly TimeSpan[] {
  const found: TimeSpan[] = [];
  for (let row = firstFrom(to, span.from); row < from.length && from[row] < span.to; row++) {
    const part = { from: Math.max(from[row], span.from), to: Math.min(to[row], span.to) };
    if (part.from < part.to) found.push(part);
  }
  return found;
}

/** Of spans that are apart. */
export function lengthOf(spans: readonly TimeSpan[]): Microseconds {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}
