import type { StackFilter } from "../../analysis/selection/stack-filter.ts";
import type { RunView } from "../../answers/run-answers.ts";
import { mostNamed } from "../../analysis/exporters/scope-name.ts";
import { scopeText } from "../../reports/scope-text.ts";
import type { Locale } from "../../texts/locale.ts";
import { reportWordsIn } from "./report-words.ts";

/** What of a run is selected: `worker 1 · 6.1 to 6.9 s · below handle`; "" for everything. How recursion is drawn is not said. */
export function selectionText({ selection, run }: Pick<RunView, "selection" | "run">, locale: Locale): string {
  const scope = scopeText(selection, run.threads, reportWordsIn(locale));
  return [...(scope === "" ? [] : [scope]), ...filterParts(selection.filter, locale)].join(" · ");
}

function filterParts({ below, file, hidden, hiddenKinds }: StackFilter, locale: Locale): readonly string[] {
  const { phrase, functionName, categories, count } = reportWordsIn(locale);
  const functions =
    hidden.length > mostNamed
      ? [phrase({ code: "selection.functions", values: { shown: count(hidden.length) } })]
      : hidden.map(({ name }) => functionName(name));
  const without = [...(hiddenKinds ?? []).map((kind) => categories[kind]), ...functions];
  return [
    ...(below === null ? [] : [phrase({ code: "selection.below", values: { name: functionName(below.name) } })]),
    ...(file === "" ? [] : [phrase({ code: "selection.file", values: { file } })]),
    ...(without.length === 0 ? [] : [phrase({ code: "selection.without", values: { what: without.join(", ") } })]),
  ];
}
