import type { Microseconds } from "../../../language-server/analysis/units.ts";
import type { Span, TimelineView } from "../incoming.ts";
import type { BlockReference } from "../outgoing.ts";
import type { TimelineText } from "../text.ts";
import type { Palette } from "./palette.ts";
import type { Row } from "./rows.ts";

/** What is drawn, and where; in pixels of the page. */
export interface Scene {
  /** The newest of the whole window, and of the view if it was asked for; the newer one last. */
  readonly strips: readonly TimelineView[];
  readonly view: Span;
  readonly rows: readonly Row[];
  /** As `Rows` has it. */
  readonly pinned: number;
  readonly width: number;
  readonly height: number;
  /** Room for names at the left; 0: names stand inside their rows. */
  readonly gutter: number;
  readonly scrolled: number;
  /** Pixels of the device per pixel. */
  readonly scale: number;
  readonly palette: Palette;
  readonly text: TimelineText;
  /** The current one. */
  readonly block: BlockReference | undefined;
}

export function xOf({ view, width, gutter }: Pick<Scene, "view" | "width" | "gutter">, time: Microseconds): number {
  return gutter + ((time - view.from) / (view.to - view.from)) * (width - gutter);
}

export function timeOf({ view, width, gutter }: Pick<Scene, "view" | "width" | "gutter">, x: number): Microseconds {
  const time = view.from + ((x - gutter) / Math.max(width - gutter, 1)) * (view.to - view.from);
  return Math.min(Math.max(time, view.from), view.to);
}

/** The strip that is drawn on top. */
export function newest({ strips }: Pick<Scene, "strips">): TimelineView | undefined {
  return strips.at(-1);
}

export function isSameBlock(one: BlockReference, other: BlockReference | undefined): boolean {
  return one.thread === other?.thread && one.from === other.from;
}
