import type { Analysis } from "../analysis/analyse.ts";
import { everything, type Selection } from "../analysis/selection/selection.ts";
import type { FilterEffect } from "../analysis/selection/stack-filter.ts";
import type { ComparedRuns } from "../answers/compare/compared-runs.ts";
import { filterReport } from "./filter-report.ts";
import type { ReportWords } from "./run-report.ts";
import { type ScopedRun, scopeText } from "./scope-text.ts";

/** What of both runs is compared. That of `next` has spans if both are of one run, of which `base` has the rest. */
export interface ComparedSelections {
  readonly base: Selection;
  readonly next: Selection;
}

export const allOfBoth: ComparedSelections = { base: everything, next: everything };

/** What of both is compared and what of it a filter leaves out, in words, with their titles; empty for everything. */
export function selectionFacts(
  { base, next }: Pick<ComparedRuns, "base" | "next">,
  selections: ComparedSelections,
  words: ReportWords,
): readonly (readonly [name: string, value: string])[] {
  const effects = { base: effectOn(base.analysis, selections.base), next: effectOn(next.analysis, selections.next) };
  return factsOfEffects(selections.next, effects, { ...next.run, threads: next.analysis.profile.threads }, words);
}

/** The same of a filter whose effects are known. */
export function factsOfEffects(
  selection: Selection,
  effects: { readonly [Side in "base" | "next"]: FilterEffect | undefined },
  run: ScopedRun,
  words: ReportWords,
): readonly (readonly [name: string, value: string])[] {
  const { textOf } = words;
  const scope = scopeText(selection, run, words);
  const [before, after] = [filterText(effects.base, selection, words), filterText(effects.next, selection, words)];
  const facts =
    before === after
      ? [[textOf("report.filter"), after] as const]
      : [
          [`${textOf("report.filter")}: ${textOf("report.before")}`, before] as const,
          [`${textOf("report.filter")}: ${textOf("report.after")}`, after] as const,
        ];
  return [[textOf("report.selection"), scope] as const, ...facts].filter(([, text]) => text !== "");
}

/** What a filter takes of a side; undefined without one. */
export function effectOn(analysis: Analysis, selection: Selection): FilterEffect | undefined {
  return analysis.select(selection)?.tables.effect;
}

function filterText(effect: FilterEffect | undefined, selection: Selection, words: ReportWords): string {
  return effect === undefined ? "" : filterReport({ ...selection.filter, mergesRecursion: false }, effect, words);
}
