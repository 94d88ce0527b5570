import { spansApart } from "../../language-server/analysis/selection/spans-apart.ts";
import type { Microseconds } from "../../language-server/analysis/units.ts";
import type { Span } from "./incoming.ts";

/** Keys that are held down are reported when they rest, in milliseconds. */
const rest = 250;

export interface SpanSelectionActions {
  show(spans: readonly Span[]): void;
  report(spans: readonly Span[]): void;
  /** Whether nothing can be selected now, which it says. */
  refuse(): boolean;
}

/** What is selected: drawn at once, and reported when a drag or a series of keys is over. */
export class SpanSelection {
  readonly #actions: SpanSelectionActions;
  #coming: ReturnType<typeof setTimeout> | undefined;
  /** Where a selection by keys began, and where the cursor was then left. */
  #byKeys: { readonly anchor: Microseconds; readonly end: Microseconds } | undefined;

  constructor(actions: SpanSelectionActions) {
    this.#actions = actions;
  }

  /** What was selected elsewhere; what is about to be reported goes first. */
  set(spans: readonly Span[]): void {
    if (this.#coming === undefined) this.#actions.show(spans);
  }

  preview(spans: readonly Span[]): void {
    this.#byKeys = undefined;
    if (!this.#actions.refuse()) this.#actions.show(spans);
  }

  commit(spans: readonly Span[]): void {
    clearTimeout(this.#coming);
    this.#coming = undefined;
    if (this.#actions.refuse()) return;
    this.#actions.show(spans);
    this.#actions.report(spans);
  }

  /** The cursor has moved with Shift: from where it began to do so all is selected. */
  extend(from: Microseconds, to: Microseconds): void {
    const anchor = this.#byKeys?.end === from ? this.#byKeys.anchor : from;
    const spans = spanBetween(anchor, to);
    this.#byKeys = { anchor, end: to };
    this.#showThenReport(spans);
  }

  moveEdge(spans: readonly Span[], index: number, at: "from" | "to", by: Microseconds, length: Microseconds): void {
    const span = spans[index];
    if (span === undefined) return;
    const least = at === "from" ? 0 : span.from + 1;
    const most = at === "from" ? span.to - 1 : length;
    const moved = { ...span, [at]: Math.round(Math.min(Math.max(span[at] + by, least), most)) };
    const next = spans.map((each, other) => (other === index ? moved : each));
    this.#showThenReport(next);
  }

  #showThenReport(spans: readonly Span[]): void {
    if (this.#actions.refuse()) return;
    this.#actions.show(spans);
    clearTimeout(this.#coming);
    this.#coming = setTimeout(() => this.commit(spansApart(spans)), rest);
  }
}

/** In whole microseconds. */
export function wholeSpan({ from, to }: Span): Span {
  return { from: Math.floor(from), to: Math.ceil(to) };
}

/** In whole microseconds; nothing if that is nothing. */
export function spanBetween(one: Microseconds, other: Microseconds): readonly Span[] {
  const [from, to] = [Math.round(Math.min(one, other)), Math.round(Math.max(one, other))];
  return from < to ? [{ from, to }] : [];
}

/** From the first to the last; undefined without one. */
export function outerSpan(spans: readonly Span[]): Span | undefined {
  const [first, last] = [spans[0], spans.at(-1)];
  return first && last && { from: first.from, to: last.to };
}
