import type { TimeSpan } from "../selection/selection.ts";
import { lengthOf } from "../timeline/span-sets.ts";
import type { BlockPlace } from "../timeline/strip.ts";
import type { Share } from "../units.ts";
import { type Culprit, culpritsOf } from "./culprits.ts";
import type { ExplainedThread } from "./explained-thread.ts";
import { type PartKind, partKinds } from "./part-kinds.ts";
import type { RequestSpans } from "./request-parts.ts";

/** A piece of a request's time. Waits may overlap: they are reported one by one, from their start until they were ready. */
export interface WaterfallRow extends TimeSpan {
  readonly kind: PartKind;
  /** Row of the thread's waits. */
  readonly wait?: number | undefined;
  /** Where its own code was, by most ticks. */
  readonly place?: BlockPlace | undefined;
  /** What held it up. */
  readonly culprit?: Culprit | undefined;
}

/** Of the request's time: a piece that is shorter could not be seen. */
const leastShare: Share = 0.001;

/** In time order: the longest `most` of those that can be seen, and every wait. `more`: how many others there are. */
export function waterfall(
  thread: ExplainedThread,
  spans: RequestSpans,
  request: number,
  most: number,
): { readonly rows: readonly WaterfallRow[]; readonly more: number } {
  const plain = partKinds
    .filter((kind) => kind !== "waiting")
    .flatMap((kind) => spans[kind].map((span): WaterfallRow => ({ kind, ...span })));
  const waits = waitRows(thread, request);
  const least = leastShare * partKinds.reduce((sum, kind) => sum + lengthOf(spans[kind]), 0);
  const seen = [...plain.filter(({ from, to }) => to - from >= least), ...waits];
  const longest = seen.length <= most ? seen : seen.toSorted((one, other) => other.to - other.from - (one.to - one.from)).slice(0, most);
  const rows = longest.toSorted((one, other) => one.from - other.from || one.to - other.to).map((row) => placed(thread, row, request));
  return { rows, more: plain.length + waits.length - longest.length };
}

function waitRows(thread: ExplainedThread, request: number): readonly WaterfallRow[] {
  const { start } = thread.marks.waits;
  return Array.from(thread.waitsOf(request))
    .filter((row) => thread.isOuter[row] === 0 && thread.split.waited[row] > 0)
    .map((row) => {
      const from = start[row];
      return { kind: "waiting", from, to: from + thread.split.waited[row], wait: row };
    });
}

function placed(thread: ExplainedThread, row: WaterfallRow, request: number): WaterfallRow {
  if (row.kind === "held") return { ...row, culprit: culpritsOf(thread, [row], request)[0] };
  if (row.kind !== "cpu" || thread.lines === undefined) return row;
  return { ...row, place: thread.lines.hottest(thread.lines.within([row])) };
}
