import { caveatText } from "../../analysis/compare/comparability.ts";
import { comparisonSummary } from "../../analysis/compare/summary.ts";
import type { ComparedFunction, ComparedLine, Comparison } from "../../protocol/compare/comparison.ts";
import type { CompareView } from "../../answers/compare/compare-answers.ts";
import type { HeatBy } from "../../analysis/costs/heat.ts";
import { fileNameOf } from "../../analysis/sources/package-name.ts";
import { factsOfEffects } from "../../reports/compared-selection.ts";
import { selectionText } from "../../reports/scope-text.ts";
import { localised } from "../../texts/localised.ts";
import { functionLabel } from "./function-reference.ts";
import type { OpenRun } from "./open-run.ts";
import { reportWordsIn } from "../words/group-text.ts";
import { placeLabel } from "./place-label.ts";
import type { TextOf } from "../../texts/coded-text.ts";
import type { Workspace } from "../workspace.ts";
import { shortened } from "../../analysis/shortened.ts";

const longestText = 200;

/** Converts the worker's result to the protocol's form, with places in the current code of `run`. */
export async function comparisonOf(
  { caveats, units, functions, lines, effects, ...view }: CompareView,
  by: HeatBy,
  run: OpenRun,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Comparison> {
  const { locale, textOf } = workspace;
  const words = reportWordsIn(locale);
  const { selection: selected, run: facts } = run.view;
  // Two runs are compared without a selected span.
  const selection = view.base.folder === view.next.folder ? selected : { ...selected, spans: null };
  const places = [...functions, ...lines].map(({ nextAt }) => nextAt);
  const locations = await run.locate(places, signal);
  const rows = {
    functions: functionsOf(functions, locations, textOf),
    lines: linesOf(lines, locations.slice(functions.length), textOf),
  };
  const labelled = { ...rows, functions: rows.functions.map((row) => ({ ...row, label: row.name })) };
  return {
    ...view,
    ...rows,
    per: units.per,
    by,
    selectionText: selectionText({ selection, run: facts }, words),
    selectionFacts: factsOfEffects(selection, effects, facts, words).map(([name, text]) => `${name}: ${text}`),
    summary: comparisonSummary({ per: units.per, headline: view.headline, ...labelled }, locale)
      .map((part) => localised(part, locale))
      .join(" · "),
    warnings: caveats.map((caveat) => ({ kind: caveat.kind, text: localised(caveatText(caveat), locale) })),
  };
}

type Locations = Awaited<ReturnType<OpenRun["locate"]>>;

function functionsOf(rows: CompareView["functions"], locations: Locations, textOf: TextOf): readonly ComparedFunction[] {
  return rows.map(({ name, baseName, category, edited, baseAt, nextAt, ...cost }, index) => {
    const at = nextAt ?? baseAt;
    const moved = baseAt !== undefined && nextAt !== undefined && fileNameOf(baseAt.path) !== fileNameOf(nextAt.path);
    return {
      ...cost,
      name: functionLabel({ name }, textOf),
      ...(baseName === name ? {} : { baseName: functionLabel({ name: baseName }, textOf) }),
      label: at === undefined ? "" : placeLabel(at),
      ...(moved ? { baseLabel: placeLabel(baseAt) } : {}),
      category,
      edited,
      location: locations[index],
    };
  });
}

function linesOf(rows: CompareView["lines"], locations: Locations, textOf: TextOf): readonly ComparedLine[] {
  return rows.map(({ category, functionName, baseAt, nextAt, baseText, nextText, ...cost }, index) => {
    const at = nextAt ?? baseAt;
    const isEdited = baseAt !== undefined && nextAt !== undefined && baseText !== nextText;
    return {
      ...cost,
      label: at === undefined ? "" : placeLabel(at),
      functionName: functionName === "" ? "" : functionLabel({ name: functionName }, textOf),
      text: shortened(nextAt === undefined ? baseText : nextText, longestText),
      ...(isEdited ? { baseText: shortened(baseText, longestText) } : {}),
      category,
      location: locations[index],
    };
  });
}
