import { mostNamed } from "../analysis/exporters/scope-name.ts";
import { nameInKey } from "../analysis/groups/group-key.ts";
import type { RunRoutes } from "../analysis/selection/run-routes.ts";
import type { Selection } from "../analysis/selection/selection.ts";
import type { StackFilter } from "../analysis/selection/stack-filter.ts";
import type { ReportWords } from "./run-report.ts";
import { scopeText, type ScopedRun } from "./scope-text.ts";

interface SelectedRun {
  readonly selection: Selection;
  readonly run: ScopedRun;
  readonly routes?: Pick<RunRoutes, "by"> | undefined;
}

/** What of a run is selected: `worker 1 · 6.1 to 6.9 s · below handle`; "" for everything. How recursion is drawn is not said. */
export function selectionText({ selection, run, routes }: SelectedRun, words: ReportWords): string {
  const scope = scopeText(selection, run, words, routes?.by);
  return [...(scope === "" ? [] : [scope]), ...filterParts(selection.filter, words)].join(" · ");
}

function filterParts(
  { below, group = "", file, hidden, hiddenKinds }: StackFilter,
  { phrase, functionName, categories, count }: ReportWords,
): readonly string[] {
  const functions =
    hidden.length > mostNamed
      ? [phrase({ code: "selection.functions", values: { shown: count(hidden.length) } })]
      : hidden.map(({ name }) => functionName(name));
  const without = [...(hiddenKinds ?? []).map((kind) => categories[kind]), ...functions];
  return [
    ...(below === null ? [] : [phrase({ code: "selection.below", values: { name: functionName(below.name) } })]),
    ...(group === "" ? [] : [phrase({ code: "selection.group", values: { name: nameInKey(group) } })]),
    ...(file === "" ? [] : [phrase({ code: "selection.file", values: { file } })]),
    ...(without.length === 0 ? [] : [phrase({ code: "selection.without", values: { what: without.join(", ") } })]),
  ];
}
