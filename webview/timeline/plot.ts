import type { Block, StripThread } from "../../language-server/analysis/timeline/strip.ts";
import type { Microseconds } from "../../language-server/analysis/units.ts";
import { element } from "../element.ts";
import { BandBitmaps } from "./drawing/band-bitmaps.ts";
import { palette, type Palette } from "./drawing/palette.ts";
import { axisHeight, type Row, rowsOf } from "./drawing/rows.ts";
import { type Scene, timeOf, xOf } from "./drawing/scene.ts";
import { drawStrip } from "./drawing/strip-canvas.ts";
import type { Span, TimelineView } from "./incoming.ts";
import type { BlockReference } from "./outgoing.ts";
import { readOut, readOutBox } from "./read-out.ts";
import { type Edge, placed, selectionOverlay } from "./selection-overlay.ts";
import type { TimelineText } from "./text.ts";

/** A moment that is pointed at, with the thread whose row it is in. */
export interface Cursor {
  readonly time: Microseconds;
  readonly thread?: StripThread | undefined;
  /** Of the pointer in the plot, in pixels. */
  readonly y?: number | undefined;
}

/** What is shown of a run. */
export interface Shown {
  readonly strips: readonly TimelineView[];
  readonly length: Microseconds;
  readonly view: Span;
  readonly spans: readonly Span[];
  readonly cursor: Cursor | undefined;
  readonly block: BlockReference | undefined;
  /** What was revealed last. */
  readonly mark: Span | undefined;
  readonly showsAll: boolean;
  /** It is being recorded: the load goes on. */
  readonly isLive: boolean;
}

export interface PlotActions {
  moveEdge(this: void, edge: Edge, steps: number): void;
  /** Its columns may be others now. */
  resized(this: void): void;
  themed(this: void): void;
}

/** Below this width names have no room of their own. */
const wideEnough = 480;
const gutterWidth = 104;

/** The drawing with what lies over it. It draws with the next frame, however often `show` is called. */
export class Plot {
  readonly element: HTMLElement;
  readonly #text: TimelineText;
  readonly #canvas = element("canvas", { "aria-hidden": "true" });
  readonly #spacer = element("div", {});
  readonly #cursor = element("div", { class: "cursor", hidden: "" });
  readonly #mark = element("div", { class: "mark", hidden: "" });
  readonly #readOut = readOutBox();
  readonly #overlay: ReturnType<typeof selectionOverlay>;
  readonly #bitmaps = new BandBitmaps();
  #palette: Palette | undefined;
  #scale = 1;
  #shown: Shown | undefined;
  #rows: readonly Row[] = [];
  #isComing = false;
  /** Whether all must be drawn again, not only what follows the pointer. */
  #isStale = true;

  constructor(text: TimelineText, actions: PlotActions) {
    this.#text = text;
    this.#overlay = selectionOverlay(text, actions.moveEdge);
    const help = element("span", { class: "live", id: "heatline-plot-help" }, text.plotHelp);
    const over = element(
      "div",
      { class: "sticky" },
      this.#canvas,
      this.#mark,
      this.#overlay.element,
      this.#cursor,
      this.#readOut.element,
      help,
    );
    this.element = element(
      "div",
      { class: "plot", tabindex: "0", role: "application", "aria-label": text.plot, "aria-describedby": "heatline-plot-help" },
      over,
      this.#spacer,
    );
    this.element.addEventListener("scroll", () => this.#redraw());
    const resized = (): void => {
      if (window.devicePixelRatio !== this.#scale) this.#palette = undefined;
      this.#redraw();
      actions.resized();
    };
    new ResizeObserver(resized).observe(this.element);
    onOtherResolution(resized);
    new MutationObserver(() => {
      this.themed();
      actions.themed();
    }).observe(document.body, { attributes: true, attributeFilter: ["class", "data-vscode-theme-kind", "data-vscode-theme-id"] });
  }

  /** Columns that fill its width. */
  get columns(): number {
    return Math.round((this.element.clientWidth - this.left) * window.devicePixelRatio);
  }

  /** Left end of the time axis. */
  get left(): number {
    return this.element.clientWidth >= wideEnough ? gutterWidth : 0;
  }

  get palette(): Palette {
    return (this.#palette ??= palette(this.element, (this.#scale = window.devicePixelRatio)));
  }

  show(shown: Shown): void {
    const before = this.#shown;
    const isSame =
      before !== undefined && (["strips", "view", "block", "showsAll"] as const).every((each) => isAlike(before[each], shown[each]));
    this.#shown = shown;
    this.#isStale ||= !isSame;
    this.#ask();
  }

  /** Reads the theme's colours again. */
  themed(): void {
    this.#palette = undefined;
    this.#redraw();
  }

  timeAt(x: number): Microseconds {
    return this.#shown === undefined ? 0 : timeOf(this.#place(this.#shown), x);
  }

  threadAt(y: number): StripThread | undefined {
    const at = y + this.element.scrollTop;
    const row = y < axisHeight ? undefined : this.#rows.findLast(({ top, height }) => at >= top && at < top + height);
    return row?.kind === "thread" ? row.thread : undefined;
  }

  /** A box is at least as wide as a finger of the pointer. */
  blockAt(x: number, y: number): Block | undefined {
    const [shown, thread] = [this.#shown, this.threadAt(y)];
    if (shown === undefined || thread === undefined) return undefined;
    const place = this.#place(shown);
    const all = shown.strips.flatMap(({ blocks }) => blocks).filter((each) => each.thread === thread.id);
    const near = all.filter(({ from, to }) => x >= xOf(place, from) - 3 && x <= Math.max(xOf(place, to), xOf(place, from) + 2) + 3);
    const off = ({ from, to }: Block): number => Math.abs(xOf(place, (from + to) / 2) - x);
    return near.sort((one, other) => off(one) - off(other))[0];
  }

  /** Before the first server listened: on the axis, also where the rows below have a block. */
  startAt(x: number, y: number): Span | undefined {
    const [shown, to] = [this.#shown, this.#shown?.strips.at(-1)?.listenedAt];
    if (shown === undefined || to === undefined || x > xOf(this.#place(shown), to)) return undefined;
    return y < axisHeight || this.blockAt(x, y) === undefined ? { from: 0, to } : undefined;
  }

  edgeAt(x: number, reach: number): Edge | undefined {
    const shown = this.#shown;
    if (shown === undefined) return undefined;
    const place = this.#place(shown);
    const edges = shown.spans.flatMap((each, span) => (["from", "to"] as const).map((at) => ({ span, at, x: xOf(place, each[at]) })));
    const off = (edge: { readonly x: number }): number => Math.abs(edge.x - x);
    return edges.filter((each) => off(each) <= reach).sort((one, other) => off(one) - off(other))[0];
  }

  #place({ view }: Shown): Pick<Scene, "view" | "width" | "gutter"> {
    return { view, width: this.element.clientWidth, gutter: this.left };
  }

  #redraw(): void {
    this.#isStale = true;
    this.#ask();
  }

  #ask(): void {
    if (this.#isComing) return;
    this.#isComing = true;
    requestAnimationFrame(() => {
      this.#isComing = false;
      this.#draw();
    });
  }

  #draw(): void {
    const shown = this.#shown;
    const strip = shown?.strips.at(-1);
    if (shown === undefined || strip === undefined || this.element.clientWidth === 0) return;
    if (this.#isStale) this.#drawAll(shown, strip);
    this.#isStale = false;
    const place = this.#place(shown);
    const overlay = {
      view: shown.view,
      length: shown.length,
      left: this.left,
      right: place.width,
      xOf: (time: number) => xOf(place, time),
    };
    this.#overlay.show(
      shown.spans.map(({ from, to }) => ({ from, to: Math.min(to, shown.length) })),
      overlay,
    );
    this.#showMark(shown.mark, overlay);
    this.#showCursor(shown, strip);
  }

  #drawAll(shown: Shown, strip: TimelineView): void {
    const [width, height, scale] = [this.element.clientWidth, this.element.clientHeight, window.devicePixelRatio];
    const { rows, height: tall, pinned } = rowsOf(strip, { height, showsAll: shown.showsAll, scrolled: this.element.scrollTop });
    this.#rows = rows;
    if (this.#spacer.style.height !== `${tall}px`) this.#spacer.style.height = `${tall}px`;
    const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
    if (this.#canvas.width !== across || this.#canvas.height !== down) {
      [this.#canvas.width, this.#canvas.height] = [across, down];
      [this.#canvas.style.width, this.#canvas.style.height] = [`${width}px`, `${height}px`];
      this.element.style.setProperty("--plot-height", `${height}px`);
    }
    const context = this.#canvas.getContext("2d");
    if (context === null) return;
    const scene: Scene = {
      ...this.#place(shown),
      strips: shown.strips,
      rows,
      pinned,
      height,
      scrolled: this.element.scrollTop,
      scale,
      palette: this.palette,
      text: shown.isLive ? { ...this.#text, loadEnds: "" } : this.#text,
      block: shown.block,
    };
    drawStrip(context, scene, this.#bitmaps);
  }

  #showMark(mark: Span | undefined, { xOf: at, left, right }: { xOf: (time: number) => number; left: number; right: number }): void {
    const [from, to] = [Math.max(at(mark?.from ?? 0), left), Math.min(at(mark?.to ?? 0), right)];
    this.#mark.hidden = mark === undefined || to < left || from > right;
    placed(this.#mark, from, to - from);
  }

  #showCursor({ cursor, view }: Shown, strip: TimelineView): void {
    const isSeen = cursor !== undefined && cursor.time >= view.from && cursor.time <= view.to;
    this.#cursor.hidden = !isSeen;
    if (!isSeen) return this.#readOut.hide();
    const { clientWidth: width, clientHeight: height } = this.element;
    const x = xOf({ view, width, gutter: this.left }, cursor.time);
    placed(this.#cursor, x, 1);
    const isNarrow = this.left === 0;
    const lines = readOut(strip, { time: cursor.time, thread: cursor.thread, view, isBrief: isNarrow && height < 250 }, this.#text);
    this.#readOut.show(lines, { x, y: cursor.y, width, height, isNarrow });
  }
}

/** The window was zoomed, or moved to another screen. */
function onOtherResolution(changed: () => void): void {
  const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  const next = (): void => {
    changed();
    onOtherResolution(changed);
  };
  query.addEventListener("change", next, { once: true });
}

/** The same, or a list of the same. */
function isAlike(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((each, index) => each === other[index]);
  return one === other;
}
