import type { TimeSpan } from "../../selection/selection.ts";
import type { SlowRequests } from "./slow-requests.ts";

/** Rows whose spans are judged, and others that took nearly as long: what ran while these waited is neither slow nor usual. */
export interface Evidence {
  readonly rows: readonly number[];
  readonly near: readonly number[];
}

/** Places to which the slowest requests are moved to see how often the app works by chance while they wait. */
const shifts = 200;
/** More would not show more. */
const mostShifted = 500;

/**
 * Of requests that waited while the app was idle no line of it is the reason: if it worked in more of the slowest 5 % than it would in any equal spans
 * at other times of the window, the slowest of those in which it worked are the evidence, as many as slow ones. Else all slow ones are: to choose
 * some by what ran in them would find what runs for long, whoever waits. `works`: whether the app mostly worked in a span.
 */
export function evidenceOf(
  { slow, twentieth, tenth, net }: SlowRequests,
  spanOf: (row: number) => TimeSpan,
  window: TimeSpan,
  works: (span: TimeSpan) => boolean,
): Evidence {
  const isMoreThanChance =
    slow.some((row) => !works(spanOf(row))) && worksMoreThanByChance(twentieth.slice(0, mostShifted).map(spanOf), window, works);
  const rows = isMoreThanChance ? twentieth.filter((row) => works(spanOf(row))).slice(0, slow.length) : slow;
  const half = (net[rows.at(-1) ?? -1] ?? Number.POSITIVE_INFINITY) / 2;
  const found = new Set(rows);
  return { rows, near: tenth.filter((row) => (net[row] as number) >= half && !found.has(row)) };
}

function worksMoreThanByChance(spans: readonly TimeSpan[], window: TimeSpan, works: (span: TimeSpan) => boolean): boolean {
  const length = window.to - window.from;
  const worked = spans.filter(works).length;
  for (let shift = 0; shift < shifts; shift++) {
    // Not so little that a moment falls into itself.
    const by = length * (0.1 + (0.8 * shift) / shifts);
    const moved = ({ from, to }: TimeSpan): TimeSpan => {
      const back = from + by < window.to ? by : by - length;
      return { from: from + back, to: to + back };
    };
    if (spans.filter((span) => works(moved(span))).length >= worked) return false;
  }
  return true;
}
