import type { Microseconds } from "../../language-server/analysis/units.ts";
import { element } from "../element.ts";
import type { Span } from "./incoming.ts";
import type { TimelineText } from "./text.ts";

/** An edge of a selected span; `at` says which of its two. */
export interface Edge {
  readonly span: number;
  readonly at: "from" | "to";
}

export interface OverlayPlace {
  readonly view: Span;
  readonly length: Microseconds;
  readonly xOf: (time: Microseconds) => number;
  /** Left and right end of the plot, in pixels. */
  readonly left: number;
  readonly right: number;
}

interface ShownSpan {
  readonly box: HTMLElement;
  readonly edges: Readonly<Record<Edge["at"], HTMLElement>>;
}

/** The selected spans over the drawing: what is between two edges, each of which is a slider for the keyboard. */
export function selectionOverlay(text: TimelineText, moveBy: (edge: Edge, steps: number) => void) {
  const holder = element("div", { class: "spans" });
  const shown: ShownSpan[] = [];

  const made = (span: number): ShownSpan => {
    const box = element("div", { class: "span" });
    const edges = { from: slider(text.startEdge, { span, at: "from" }, moveBy), to: slider(text.endEdge, { span, at: "to" }, moveBy) };
    holder.append(box, edges.from, edges.to);
    return { box, edges };
  };

  return {
    element: holder,
    show(spans: readonly Span[], place: OverlayPlace): void {
      while (shown.length > spans.length) {
        const last = shown.pop();
        for (const each of last ? [last.box, last.edges.from, last.edges.to] : []) each.remove();
      }
      for (const [index, span] of spans.entries()) {
        const { box, edges } = (shown[index] ??= made(index));
        const [from, to] = [place.xOf(span.from), place.xOf(span.to)];
        const [left, right] = [Math.max(from, place.left), Math.min(to, place.right)];
        box.hidden = right <= left;
        placed(box, left, right - left);
        for (const at of ["from", "to"] as const) {
          const x = at === "from" ? from : to;
          edges[at].hidden = x < place.left - 1 || x > place.right + 1;
          // The handle lies outside of the span, so that those of a short one do not cover each other.
          placed(edges[at], at === "from" ? x - handleWidth : x, handleWidth);
          say(edges[at], span[at], place, text);
        }
      }
    },
  };
}

/** Of what takes the pointer at an edge, in pixels. */
const handleWidth = 24;

function slider(name: string, edge: Edge, moveBy: (edge: Edge, steps: number) => void): HTMLElement {
  const made = element("div", { class: `edge ${edge.at}`, role: "slider", tabindex: "0", "aria-label": name });
  made.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    if (steps === undefined || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    moveBy(edge, event.ctrlKey || event.shiftKey ? 10 * steps : steps);
  });
  return made;
}

function say(handle: HTMLElement, time: Microseconds, { view, length }: OverlayPlace, text: TimelineText): void {
  handle.setAttribute("aria-valuemin", "0");
  handle.setAttribute("aria-valuemax", String(length / 1e6));
  handle.setAttribute("aria-valuenow", String(time / 1e6));
  handle.setAttribute("aria-valuetext", text.time(time, (view.to - view.from) / 10));
}

/** Positions a box in the plot, in pixels. */
export function placed(box: HTMLElement, left: number, width: number): void {
  box.style.transform = `translateX(${Math.round(left)}px)`;
  box.style.width = `${Math.max(Math.round(width), 1)}px`;
}
