import type { Translate } from "../texts.ts";
import type { Span, TimelineLayout, TimelineView, ToTimeline } from "./incoming.ts";
import type { BlockReference } from "./outgoing.ts";
import { element } from "../element.ts";

/** Keys that are held down are read aloud when they rest, in milliseconds. */
const rest = 150;

/** Runs the newest of what it is given when nothing more has come for so many milliseconds. */
export function resting(milliseconds: number): (work: () => void) => void {
  let coming: ReturnType<typeof setTimeout> | undefined;
  return (work) => {
    clearTimeout(coming);
    coming = setTimeout(work, milliseconds);
  };
}

/** Says to screen readers what the drawing shows. */
export function announcer() {
  const live = element("div", { class: "live", role: "status" });
  const soon = resting(rest);
  return {
    element: live,
    say: (message: string): void => soon(() => (live.textContent = message)),
  };
}

export interface TimelineOptions {
  readonly t: Translate;
  /** `vscode.env.language`. */
  readonly locale: string;
  /** Above something else the strip can be closed, and its height changed. */
  readonly place: "page" | "above";
}

/** What the component asks of its page. */
export interface TimelineActions {
  /** Of the whole window without a span. Null: the run has no times. Rejects with a sentence. */
  requestData(columns: number, span: Span | undefined): Promise<TimelineView | null>;
  /** At the end of a drag. Null: everything. */
  select(spans: readonly Span[] | null): void;
  /** At the end of a zoom. Undefined: the whole run. */
  zoomed(span: Span | undefined): void;
  /** Goes to the hottest line of a block. */
  reveal(block: BlockReference): void;
  /** The layout that the user has chosen. */
  keep(layout: TimelineLayout): void;
}

export interface MountedTimeline {
  /** Another run, or newer data of the same one: what the user has zoomed to stays. Nothing is shown before. */
  show(run: Extract<ToTimeline, { readonly type: "timelineRun" }>): void;
  /** The selection has changed elsewhere. */
  setSpans(spans: readonly Span[]): void;
  /** Another strip of the same run shows this part; undefined: the whole run. */
  zoomTo(span: Span | undefined): void;
  /** Brings it into view and marks it; the next block is after one that it is of. */
  reveal(span: Span): void;
  /** Ends a drag, else the selection, else the zoom; false if the focus is elsewhere or there was nothing of it. */
  escape(): boolean;
}
