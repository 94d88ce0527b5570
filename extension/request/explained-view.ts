import type { ExplainedRequest, ExplainedSide as Side } from "../../language-server/protocol/explain/explained-request.ts";
import type { Location } from "../../language-server/protocol/place.ts";
import type { ExplainedSide, ExplainedView } from "../../webview/request/incoming.ts";

/** What the page draws, and the places that it may ask for by their numbers. */
export function explainedView({ id, markdown: _markdown, one, usual, differences, previous, next, ...explained }: ExplainedRequest): {
  readonly view: ExplainedView;
  readonly places: readonly Location[];
} {
  const places: Location[] = [];
  const numberOf = (location: Location | null): number | null => (location === null ? null : places.push(location) - 1);
  const side = ({ rows, ...rest }: Side): ExplainedSide => ({
    ...rest,
    rows: rows.map(({ location, from, to, ...row }) => ({ ...row, fromMs: from, toMs: to, place: numberOf(location) })),
  });
  const view = {
    ...explained,
    isMean: id === null,
    hasPrevious: previous !== null,
    hasNext: next !== null,
    one: side(one),
    usual: usual && side(usual),
    differences: differences.map(({ location, ...row }) => ({ ...row, place: numberOf(location) })),
  };
  return { view, places };
}
