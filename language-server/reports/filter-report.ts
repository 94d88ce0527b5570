import { nameInKey } from "../analysis/groups/group-key.ts";
import type { FilterEffect, StackFilter } from "../analysis/selection/stack-filter.ts";
import type { Ticks } from "../analysis/units.ts";
import type { ReportWords } from "./run-report.ts";

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
