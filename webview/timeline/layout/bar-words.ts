import type { TimelineModel } from "../model.ts";
import type { TimelineText } from "../text.ts";

/** Which times are selected. */
export function selectionWords({ spans }: Pick<TimelineModel, "spans">, text: TimelineText): string {
  return spans.length === 0 ? text.nothingSelected : text.selected(spans.map(text.span).join(", "));
}

/** What the strip's bar says; of a closed strip also what the run has. */
export function barWords({ summary, spans, isLive }: TimelineModel, isOpen: boolean, text: TimelineText): string {
  const closed = isOpen || summary === undefined ? "" : text.summary(summary);
  const selected = spans.length === 0 ? "" : selectionWords({ spans }, text);
  return [closed, isLive ? text.notYet : selected].filter((each) => each !== "").join(" · ");
}
