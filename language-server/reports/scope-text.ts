import { chosenNames, mostNamed, type NamedThread, secondsOf } from "../analysis/exporters/scope-name.ts";
import { countText, decimalText } from "../analysis/figures.ts";
import { noRoute } from "../analysis/selection/no-route.ts";
import type { RunRoutes } from "../analysis/selection/run-routes.ts";
import { type Scope, type Selection, isWholeRun } from "../analysis/selection/selection.ts";
import { type HasStartup, isStartup } from "../analysis/startup/startup-span.ts";
import { inEnglish } from "../texts/english.ts";
import type { ReportWords } from "./run-report.ts";
import { nameInKey } from "../analysis/groups/group-table.ts";
import { type StackFilter, noFilter, takesAway } from "../analysis/selection/stack-filter.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import { UserError } from "../analysis/user-error.ts";
import type { Run } from "../history/run.ts";
import type { OpenedRun } from "../opening/opened-run.ts";

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

/** The run that a scope is of. */
export interface ScopedRun extends HasStartup {
  readonly threads: readonly NamedThread[];
}

/** What a scope leaves of a run: `worker 1 · 6.1 to 6.9 s`; "" for all of it. `by`: how the run's routes are known. */
export function scopeText(scope: Scope, run: ScopedRun, words: Pick<ReportWords, "phrase" | "locale">, by?: RunRoutes["by"]): string {
  const own = scope.routes !== null && by === "windows" ? [words.phrase({ code: "selection.ownWindows" })] : [];
  return [...scopeParts(scope, run, words), ...own].join(" · ");
}

/** The same for files that other tools read: in English, without marks of their formats. */
export function plainScopeText(scope: Scope, run: ScopedRun): string {
  return scopeParts(scope, run, { phrase: inEnglish, locale: "en" }).join(", ");
}

function scopeParts(scope: Scope, run: ScopedRun, { phrase, locale }: Pick<ReportWords, "phrase" | "locale">): readonly string[] {
  const names = chosenNames(scope, run.threads);
  const spans = scope.spans ?? [];
  const routes = scope.routes ?? [];
  const shown = (count: number): { readonly shown: string } => ({ shown: countText(count, locale) });
  return [
    ...(names.length > mostNamed ? [phrase({ code: "selection.threads", values: shown(names.length) })] : names),
    ...(routes.length > mostNamed
      ? [phrase({ code: "selection.routes", values: shown(routes.length) })]
      : routes.map((name) => (name === noRoute ? phrase({ code: "selection.noRouteName" }) : name))),
    ...(isStartup(scope.spans, run)
      ? [phrase({ code: "selection.startup" })]
      : spans.length > mostNamed
        ? [phrase({ code: "selection.spans", values: shown(spans.length) })]
        : spans.map(secondsOf).map(({ from, to }) => {
            const values = { from: decimalText(from, locale), to: decimalText(to, locale) };
            return phrase({ code: "selection.span", values });
          })),
  ];
}

/** What is selected of a run, to be written to a file. Throws a UserError where its threads and spans have not a single sample. */
export function selectedRun({ run, analysis }: Pick<OpenedRun, "run" | "analysis">, selection: Selection, words: ReportWords): Selected {
  const selected = analysis.select(selection);
  const isEmpty = selected === null || selected.whole.profile.threads.every(({ samples }) => samples.stack.length === 0);
  if (isEmpty && !isWholeRun(selection)) throw nothingSelected(run, { ...selection, filter: noFilter }, words);
  return selected ?? analysis.all;
}

/** What of it is shown to people, for whom a filter holds. Throws a UserError where that leaves nothing, too. */
export function filteredRun(opened: Pick<OpenedRun, "run" | "analysis">, selection: Selection, words: ReportWords): Selected {
  const selected = selectedRun(opened, selection, words);
  if (selected.isEmpty && takesAway(selection.filter)) throw nothingSelected(opened.run, selection, words);
  return selected;
}

export function nothingSelected(run: Pick<Run, "name" | "threads">, selection: Selection, words: ReportWords): UserError {
  return new UserError("selection.empty", { name: run.name, selection: selectionText({ selection, run }, words) });
}
