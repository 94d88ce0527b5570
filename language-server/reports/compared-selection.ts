import type { Analysis } from "../analysis/analyse.ts";
import { everything, type Selection } from "../analysis/selection/selection.ts";
import type { FilterEffect, StackFilter } from "../analysis/selection/stack-filter.ts";
import type { ComparedRuns } from "../answers/compare/compared-runs.ts";
import type { ReportWords } from "./run-report.ts";
import { type ScopedRun, scopeText } from "./scope-text.ts";
import { nameInKey } from "../analysis/groups/group-table.ts";
import type { Ticks } from "../analysis/units.ts";

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

/** What a filter hides, with its shares of the busy time: `hidden: 12 % dependencies · 40 % left out: only below handler`. "" if nothing. */
export function filterReport(
  filter: StackFilter,
  effect: FilterEffect,
  { categories, share, functionName, phrase, count }: Pick<ReportWords, "categories" | "share" | "functionName" | "phrase" | "count">,
): string {
  const part = (ticks: Ticks): string => share(effect.busyTicks === 0 ? 0 : ticks / effect.busyTicks);
  const kinds = (filter.hiddenKinds ?? []).filter((kind) => effect.hiddenKinds.has(kind));
  const hidden = [
    ...kinds
      .toSorted((one, other) => (effect.hiddenKinds.get(other) ?? 0) - (effect.hiddenKinds.get(one) ?? 0))
      .map((kind) => `${part(effect.hiddenKinds.get(kind) ?? 0)} ${categories[kind]}`),
    ...(filter.hidden.length === 0
      ? []
      : [
          `${part(effect.hiddenFunctions)} ${phrase({ code: "filter.functions", values: { count: filter.hidden.length, shown: count(filter.hidden.length) } })}`,
        ]),
  ];
  return [
    ...(hidden.length === 0 ? [] : [phrase({ code: "filter.hidden", values: { what: hidden.join(", ") } })]),
    ...(hidden.length > 0 && effect.uncalled > 0 ? [phrase({ code: "filter.uncalled", values: { share: part(effect.uncalled) } })] : []),
    ...(filter.below === null
      ? []
      : [phrase({ code: "filter.below", values: { name: functionName(filter.below.name), share: part(effect.notBelow) } })]),
    ...((filter.group ?? "") === ""
      ? []
      : [phrase({ code: "filter.group", values: { name: nameInKey(filter.group ?? ""), share: part(effect.notInGroup) } })]),
    ...(filter.file === "" ? [] : [phrase({ code: "filter.file", values: { file: filter.file, share: part(effect.notInFile) } })]),
    ...(filter.mergesRecursion ? [phrase({ code: "filter.merged" })] : []),
  ].join(" · ");
}
