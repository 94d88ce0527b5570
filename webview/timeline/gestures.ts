import type { Block } from "../../language-server/analysis/timeline/strip.ts";
import { spansApart } from "../../language-server/analysis/selection/spans-apart.ts";
import type { Microseconds } from "../../language-server/analysis/units.ts";
import type { Span } from "./incoming.ts";
import type { Edge } from "./selection-overlay.ts";
import { spanBetween } from "./span-selection.ts";

/** What is where in the plot; x and y in its pixels. */
export interface Surface {
  readonly plot: HTMLElement;
  view(): Span;
  spans(): readonly Span[];
  /** Left end of the time axis. */
  left(): number;
  timeAt(x: number): Microseconds;
  edgeAt(x: number, reach: number): Edge | undefined;
  blockAt(x: number, y: number): Block | undefined;
  /** The app's start, if it is at that place and no block is. */
  startAt(x: number, y: number): Span | undefined;
}

export interface GestureActions {
  /** Shows a selection without reporting it, while it is dragged. */
  preview(spans: readonly Span[]): void;
  commit(spans: readonly Span[]): void;
  /** By so much of the view as it was at the start. */
  panFrom(view: Span, by: Microseconds): void;
  zoomAt(x: number, factor: number): void;
  point(at: { readonly x: number; readonly y: number } | undefined): void;
  choose(block: Block): void;
  select(block: Block): void;
}

type Drag = {
  readonly x: number;
  readonly y: number;
  readonly spans: readonly Span[];
  readonly view: Span;
  hasMoved: boolean;
} & (
  | { readonly kind: "pan" }
  | { readonly kind: "edge"; readonly edge: Edge }
  /** `others`: spans that stay selected. */
  | { readonly kind: "new"; readonly time: Microseconds; readonly others: readonly Span[] }
);

/** Pixels that a press may move and still be a click. */
const stillClick = 3;

/**
 * Drag selects, near an edge it moves that edge, with Ctrl it adds to what is selected, with Shift it pans. The wheel zooms about the pointer, also as the
 * browser reports a pinch (with Ctrl), and pans sideways. A click chooses a block; a double click selects it, or the app's start.
 */
export function listenToPointer(surface: Surface, actions: GestureActions) {
  const { plot } = surface;
  let drag: Drag | undefined;
  /** The press that has just ended was a drag, of which the browser makes a click, too. */
  let hasDragged = false;

  const placeOf = (event: MouseEvent): { readonly x: number; readonly y: number } => {
    const box = plot.getBoundingClientRect();
    return { x: event.clientX - box.left - plot.clientLeft, y: event.clientY - box.top - plot.clientTop };
  };
  const isOnPlot = ({ x }: { readonly x: number }): boolean => x >= surface.left() && x <= plot.clientWidth;
  const reachOf = ({ pointerType }: PointerEvent): number => (pointerType === "mouse" ? 6 : 12);

  const begin = (event: PointerEvent): void => {
    const at = placeOf(event);
    if (event.button !== 0 || !isOnPlot(at)) return;
    const edge = event.shiftKey ? undefined : surface.edgeAt(at.x, reachOf(event));
    const start = { ...at, spans: surface.spans(), view: surface.view(), hasMoved: false };
    const others = event.ctrlKey || event.metaKey ? start.spans : [];
    if (event.shiftKey) drag = { ...start, kind: "pan" };
    else if (edge !== undefined) drag = { ...start, kind: "edge", edge };
    else drag = { ...start, kind: "new", time: surface.timeAt(at.x), others };
    plot.setPointerCapture(event.pointerId);
  };

  /** The selection as it is while an edge or a new span is dragged to a place. */
  const selectedAt = (now: Drag, x: number): readonly Span[] => {
    const time = surface.timeAt(x);
    switch (now.kind) {
      case "pan":
        return now.spans;
      case "edge": {
        const moved = now.spans[now.edge.span];
        if (moved === undefined) return now.spans;
        const span = spanBetween(time, now.edge.at === "from" ? moved.to : moved.from);
        return now.spans.flatMap((each, index) => (index === now.edge.span ? span : [each]));
      }
      case "new":
        return [...now.others, ...spanBetween(now.time, time)];
    }
  };

  const move = (event: PointerEvent): void => {
    const at = placeOf(event);
    if (drag === undefined) {
      const isOver = isOnPlot(at);
      const hand = isOver && surface.blockAt(at.x, at.y) !== undefined ? "pointer" : "";
      plot.style.cursor = isOver && surface.edgeAt(at.x, reachOf(event)) !== undefined ? "ew-resize" : hand;
      return actions.point(isOver ? at : undefined);
    }
    drag.hasMoved ||= Math.hypot(at.x - drag.x, at.y - drag.y) > stillClick;
    if (!drag.hasMoved) return;
    if (drag.kind === "pan") {
      const perPixel = (drag.view.to - drag.view.from) / Math.max(plot.clientWidth - surface.left(), 1);
      return actions.panFrom(drag.view, (drag.x - at.x) * perPixel);
    }
    actions.point({ x: Math.min(Math.max(at.x, surface.left()), plot.clientWidth), y: at.y });
    actions.preview(selectedAt(drag, at.x));
  };

  const end = (event: PointerEvent): void => {
    const done = drag;
    drag = undefined;
    if (done === undefined) return;
    hasDragged = done.hasMoved;
    if (hasDragged && done.kind !== "pan") actions.commit(spansApart(selectedAt(done, placeOf(event).x)));
  };

  /** What the pressed pointer has begun is as if it had not been. */
  const cancel = (): boolean => {
    const wasDragging = drag?.hasMoved === true;
    if (drag !== undefined && wasDragging) actions.preview(drag.spans);
    drag = undefined;
    return wasDragging;
  };

  const turn = (event: WheelEvent): void => {
    const at = placeOf(event);
    if (!isOnPlot(at)) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16;
    const [across, down] = [event.deltaX * lines, event.deltaY * lines];
    const sideways = Math.abs(across) > Math.abs(down) ? across : event.shiftKey ? down : 0;
    const view = surface.view();
    if (sideways !== 0) actions.panFrom(view, (sideways * (view.to - view.from)) / Math.max(plot.clientWidth - surface.left(), 1));
    // A pinch comes in much smaller steps.
    else actions.zoomAt(at.x, Math.exp(down * (event.ctrlKey ? 0.01 : 0.002)));
  };

  plot.addEventListener("pointerdown", begin);
  plot.addEventListener("pointermove", move);
  plot.addEventListener("pointerup", end);
  plot.addEventListener("pointercancel", cancel);
  plot.addEventListener("pointerleave", () => drag === undefined && actions.point(undefined));
  plot.addEventListener("wheel", turn, { passive: false });
  const blockOf = (event: MouseEvent): Block | undefined => {
    const at = placeOf(event);
    return isOnPlot(at) && !hasDragged ? surface.blockAt(at.x, at.y) : undefined;
  };
  plot.addEventListener("click", (event) => {
    const block = event.detail === 1 ? blockOf(event) : undefined;
    if (block !== undefined) actions.choose(block);
  });
  plot.addEventListener("dblclick", (event) => {
    const at = placeOf(event);
    const start = isOnPlot(at) && !hasDragged ? surface.startAt(at.x, at.y) : undefined;
    const block = blockOf(event);
    if (start !== undefined) actions.commit([start]);
    else if (block !== undefined) actions.select(block);
  });
  return { cancel, isDragging: (): boolean => drag?.hasMoved === true };
}
