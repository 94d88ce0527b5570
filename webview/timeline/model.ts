import { type Band, bands, type Block } from "../../language-server/analysis/timeline/strip.ts";
import type { Microseconds } from "../../language-server/analysis/units.ts";
import { mostThreads } from "./drawing/rows.ts";
import { isSameBlock } from "./drawing/scene.ts";
import type { Span, TimelineView } from "./incoming.ts";
import type { BlockReference } from "./outgoing.ts";
import type { Cursor, Shown } from "./plot.ts";
import { columnsOf } from "./strip-columns.ts";

/** The shortest stretch that can be looked at. */
const shortest: Microseconds = 1000;

/** A view of `factor` times the length in which `at` stays where it was; all within a window of `length`. */
function zoomed(view: Span, at: Microseconds, factor: number, length: Microseconds): Span {
  const size = Math.min(Math.max((view.to - view.from) * factor, Math.min(shortest, length)), length);
  const part = (at - view.from) / (view.to - view.from);
  return within(at - part * size, size, length);
}

function panned(view: Span, by: Microseconds, length: Microseconds): Span {
  return within(view.from + by, view.to - view.from, length);
}

/** The view, moved or changed in length only as far as it takes to have all of a span in sight, and large enough to see. */
function showing(view: Span, span: Span, length: Microseconds): Span {
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

/** What a strip shows of a run, and which part of it. Knows neither page nor extension. */
export class TimelineModel {
  spans: readonly Span[] = [];
  cursor: Cursor | undefined;
  block: BlockReference | undefined;
  mark: Span | undefined;
  showsAll = false;
  /** A recording in progress: its time cannot be selected, since the server has the next state of it soon. */
  isLive = false;
  /** The whole run in one column, for a closed strip. */
  summary: TimelineView | undefined;
  #length: Microseconds = 0;
  /** Undefined: the whole run, also when it grows. */
  #zoom: Span | undefined;
  #whole: TimelineView | undefined;
  #detail: TimelineView | undefined;

  /** Another run is shown, or this part of it. */
  reset(zoom: Span | undefined): void {
    this.cursor = this.block = this.mark = this.summary = this.#whole = this.#detail = undefined;
    [this.spans, this.showsAll, this.#length, this.#zoom] = [[], false, 0, zoom];
  }

  /** `isWhole`: it was asked for without a span. */
  accept(strip: TimelineView, isWhole: boolean): void {
    this.#length = strip.length;
    if (isWhole) this.#whole = strip;
    else if (this.#zoom !== undefined) this.#detail = strip;
  }

  get length(): Microseconds {
    return this.#length;
  }

  /** The newest data. */
  get strip(): TimelineView | undefined {
    return this.#detail ?? this.#whole;
  }

  get zoom(): Span | undefined {
    return this.#zoom;
  }

  get view(): Span {
    return this.#zoom ?? { from: 0, to: Math.max(this.#length, 1) };
  }

  get shown(): Shown {
    const { view, length, spans, cursor, block, mark, showsAll } = this;
    const strips = [this.#whole, this.#detail].filter((each) => each !== undefined);
    return { strips, view, length, spans, cursor, block, mark, showsAll, isLive: this.isLive };
  }

  look(view: Span): void {
    this.zoomTo(view.to - view.from >= this.#length ? undefined : view);
  }

  /** Undefined: the whole run. */
  zoomTo(span: Span | undefined): void {
    this.#zoom = span;
    if (this.#zoom === undefined && this.#whole !== undefined) this.#detail = undefined;
  }

  zoomAt(time: Microseconds, factor: number): void {
    this.look(zoomed(this.view, time, factor, this.#length));
  }

  /** From a view, which may be an earlier one. */
  pan(view: Span, by: Microseconds): void {
    this.look(panned(view, by, this.#length));
  }

  reveal(span: Span): void {
    if (this.#length > 0) this.look(showing(this.view, span, this.#length));
  }

  /** Where a key acts: at the cursor if it is in sight. */
  get place(): Microseconds {
    const { from, to } = this.view;
    const { time } = this.cursor ?? {};
    return time !== undefined && time >= from && time <= to ? time : (from + to) / 2;
  }

  wordsOf(block: BlockReference): string {
    for (const strip of [this.#detail, this.#whole]) {
      const index = strip?.blocks.findIndex((each) => isSameBlock(each, block)) ?? -1;
      if (index !== -1) return strip?.blockTexts[index] ?? "";
    }
    return "";
  }

  /** The block that is selected by a span. */
  blockOf(span: Span): Block | undefined {
    return this.#blocks.find((each) => Math.floor(each.from) === span.from && Math.ceil(each.to) === span.to);
  }

  get currentBlock(): Block | undefined {
    return this.#blocks.find((each) => isSameBlock(each, this.block));
  }

  /** The block after or before the current one, else the cursor; from the last one on to the first. Waits for a processor are none. */
  blockBeside(to: "next" | "previous"): Block | undefined {
    const blocks = this.#blocks.filter(({ kind }) => kind !== "noCpu").sort((one, other) => one.from - other.from);
    const current = blocks.findIndex((each) => isSameBlock(each, this.block));
    if (current !== -1) return blocks.at((current + (to === "next" ? 1 : -1)) % blocks.length);
    const time = this.cursor?.time ?? this.spans[0]?.from ?? -1;
    return to === "next"
      ? (blocks.find(({ from }) => from >= time) ?? blocks[0])
      : (blocks.findLast(({ from }) => from < time) ?? blocks.at(-1));
  }

  get drawnBands(): ReadonlySet<Band> {
    const threads = this.showsAll ? this.strip?.threads : this.strip?.threads.slice(0, mostThreads);
    const columns = threads?.map(columnsOf) ?? [];
    return new Set(bands.filter((_, band) => columns.some(({ shares }) => shares[band]?.some((share) => share > 0))));
  }

  /** Of the whole run as far as it is known: the data of a view may have those of the view only. */
  get #blocks(): readonly Block[] {
    return (this.#whole ?? this.#detail)?.blocks ?? [];
  }
}
