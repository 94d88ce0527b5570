import type { StripThread } from "../../../language-server/analysis/timeline/strip.ts";
import type { TimelineView } from "../incoming.ts";

/** Threads that are drawn at first, the busiest. */
export const mostThreads = 8;

/** Height of the axis above the rows, in pixels. */
export const axisHeight = 16;
/** Of the boxes of blocks at the top of a thread's row. */
const laneHeight = 15;
const gap = 2;

export interface ThreadRow {
  readonly kind: "thread";
  readonly thread: StripThread;
  /** Height of its lane of blocks; 0 if it has none. */
  readonly lane: number;
}

type LowerRow = { readonly kind: "rate" | "latency" | "loop" | "heap" };

/** `top` is in the whole drawing, of which a part is in sight. */
export type Row = (ThreadRow | LowerRow) & { readonly top: number; readonly height: number };

interface RowSize {
  readonly row: ThreadRow | LowerRow;
  readonly least: number;
  readonly most: number;
}

/** Where the drawing is seen. */
export interface Window {
  readonly height: number;
  /** How far it is scrolled down. */
  readonly scrolled: number;
  readonly showsAll: boolean;
}

export interface Rows {
  readonly rows: readonly Row[];
  /** Of the whole drawing. */
  readonly height: number;
  /** Where the lower rows begin, which cover threads that are scrolled below them; Infinity: they scroll, too. */
  readonly pinned: number;
}

/**
 * The rows of a strip, from the top down: they share the height, and need more than that if it is too low. The rows of load and loop then stay
 * in sight while the threads scroll, unless they take most of it.
 */
export function rowsOf(strip: TimelineView, { height, scrolled, showsAll }: Window): Rows {
  const sizes = rowSizes(strip, showsAll);
  const least = sizes.reduce((sum, each) => sum + each.least + gap, 0);
  const wanted = sizes.reduce((sum, each) => sum + each.most - each.least, 0);
  const part = wanted === 0 ? 0 : Math.min(Math.max((height - axisHeight - least) / wanted, 0), 1);
  let top = axisHeight;
  const rows = sizes.map(({ row, least, most }): Row => {
    const place = { ...row, top, height: Math.floor(least + part * (most - least)) };
    top += place.height + gap;
    return place;
  });
  const lower = top - (rows.find(({ kind }) => kind !== "thread")?.top ?? top);
  const below = top - Math.max(height, 0) - scrolled;
  if (lower === 0 || below <= 0 || lower > 0.6 * height) return { rows, height: top, pinned: Infinity };
  const placed = rows.map((row) => (row.kind === "thread" ? row : { ...row, top: row.top - below }));
  return { rows: placed, height: top, pinned: scrolled + height - lower };
}

function rowSizes(strip: TimelineView, showsAll: boolean): readonly RowSize[] {
  const threads = showsAll ? strip.threads : strip.threads.slice(0, mostThreads);
  const blocked = new Set(strip.blocks.map(({ thread }) => thread));
  const sizes = threads.map((thread): RowSize => {
    const lane = blocked.has(thread.id) ? laneHeight : 0;
    return { row: { kind: "thread", thread, lane }, least: lane + 14, most: lane + 90 };
  });
  const more = (kind: "rate" | "latency" | "loop" | "heap", least: number, most: number): void => {
    sizes.push({ row: { kind }, least, most });
  };
  if (strip.load !== undefined) {
    more("rate", 21, 64);
    more("latency", 21, 64);
  }
  if (strip.readings.some(({ values }) => values.length > 0)) {
    more("loop", 19, 44);
    more("heap", 19, 44);
  }
  return sizes;
}
