import type { ServedRequest } from "../../analysis/marks/chosen-requests.ts";
import type { ExplainedThread } from "../../analysis/marks/explained-thread.ts";
import type { PartKind } from "../../analysis/marks/part-kinds.ts";
import { requestSpans } from "../../analysis/marks/request-parts.ts";
import { waterfall, type WaterfallRow } from "../../analysis/marks/waterfall.ts";
import type { Line, Microseconds } from "../../analysis/units.ts";
import { awaitedText, placesOf, type WaitsPass } from "./waits-pass.ts";

/** A piece of a request's time; `text`: what was awaited, "" if there is nothing to say; `route`: of what held it up. */
export interface RequestRow {
  readonly kind: PartKind;
  readonly fromUs: Microseconds;
  readonly toUs: Microseconds;
  readonly path?: string | undefined;
  readonly line?: Line | undefined;
  readonly text: string;
  readonly route?: string | undefined;
}

const mostRows = 500;

/** In time order, since `origin`. */
export function requestRows(
  pass: WaitsPass,
  thread: ExplainedThread,
  served: ServedRequest,
  origin: Microseconds,
): { readonly rows: readonly RequestRow[]; readonly more: number } {
  const spans = requestSpans(thread, served);
  if (spans === undefined) return { rows: [], more: 0 };
  const { rows, more } = waterfall(thread, spans, served.request, mostRows);
  return { rows: rows.map((row) => requestRow(pass, thread, row, origin)), more };
}

function requestRow(pass: WaitsPass, thread: ExplainedThread, row: WaterfallRow, origin: Microseconds): RequestRow {
  const { kind, from, to, wait, culprit } = row;
  const site = wait === undefined ? undefined : placesOf(pass, thread)[thread.marks.waits.site[wait] as number];
  const place = site ?? row.place ?? culprit?.place;
  return {
    kind,
    fromUs: from - origin,
    toUs: to - origin,
    path: place?.path,
    line: place?.line,
    text: wait === undefined ? "" : awaitedText(thread, wait),
    route: culprit === undefined ? undefined : pass.marks.routes[culprit.route],
  };
}
