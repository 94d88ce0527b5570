import type { Microseconds } from "../../language-server/analysis/units.ts";
import type { Span } from "./incoming.ts";

/** The shortest stretch that can be looked at. */
const shortest: Microseconds = 1000;

/** A view of `factor` times the length in which `at` stays where it was; all within a window of `length`. */
export function zoomed(view: Span, at: Microseconds, factor: number, length: Microseconds): Span {
  const size = Math.min(Math.max((view.to - view.from) * factor, Math.min(shortest, length)), length);
  const part = (at - view.from) / (view.to - view.from);
  return within(at - part * size, size, length);
}

export function panned(view: Span, by: Microseconds, length: Microseconds): Span {
  return within(view.from + by, view.to - view.from, length);
}

/** The view, moved or changed in length only as far as it takes to have all of a span in sight, and large enough to see. */
export function showing(view: Span, span: Span, length: Microseconds): Span {
  const [size, wanted] = [view.to - view.from, span.to - span.from];
  if (wanted < size / 100 || wanted > size) return within(span.from - wanted, Math.max(3 * wanted, 20_000), length);
  if (span.from >= view.from && span.to <= view.to) return view;
  return within((span.from + span.to - size) / 2, size, length);
}

function within(from: Microseconds, size: Microseconds, length: Microseconds): Span {
  const kept = Math.min(size, length);
  const start = Math.min(Math.max(from, 0), length - kept);
  return { from: start, to: start + kept };
}
