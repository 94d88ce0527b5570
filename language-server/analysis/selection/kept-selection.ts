import * as v from "valibot";
import { nameInKey } from "../groups/group-table.ts";
import type { ReadOnly } from "../collections.ts";
import { type Selection, selection } from "./selection.ts";
import { noRoute } from "./no-route.ts";
import { commonNames, threadsCalled, threadsNamed } from "./thread-names.ts";

const name = v.pipe(v.string(), v.maxLength(4096));

/** A selection for another run or another opening of the same: threads go by name, since ids differ. */
export const keptSelection = v.object({
  ...selection.entries,
  threads: v.nullable(v.pipe(v.array(name), v.minLength(1), v.maxLength(10_000), v.readonly())),
});

export type KeptSelection = ReadOnly<v.InferOutput<typeof keptSelection>>;

type Named = readonly { readonly id: number; readonly name: string }[];

export function keptOf(selected: Selection, threads: Named): KeptSelection {
  const chosen = threads.filter(({ id }) => selected.threads?.includes(id));
  const names = selected.threads && commonNames(chosen, threads);
  return { ...selected, threads: names?.length === 0 ? null : names };
}

/** What a run can be asked for. */
interface Has {
  readonly threads: Named;
  readonly function: (wanted: Selection["filter"]["hidden"][number]) => boolean;
  /** Names of its routes. */
  readonly routes: readonly string[];
  /** Whether it has a plugin, rule, test file or the like with this key. */
  readonly group: (key: string) => boolean;
  /** Whether a path has this part. */
  readonly file: (part: string) => boolean;
  /** Id of the measure that is shown, if there are several. */
  readonly measure: string | undefined;
}

/** `dropped`: names that name nothing in this run. Without any of its threads the selection is of all, and so of its routes. */
export function selectionIn(kept: KeptSelection, has: Has): { readonly selection: Selection; readonly dropped: readonly string[] } {
  const { filter, threads: names } = kept;
  const isKnown = (route: string): boolean => has.routes.includes(route) || (route === noRoute && has.routes.length > 0);
  const routes = kept.routes?.filter(isKnown) ?? [];
  const measure = kept.measure === has.measure ? kept.measure : null;
  const found = threadsNamed(names ?? [], has.threads);
  const below = filter.below !== null && has.function(filter.below) ? filter.below : null;
  const file = filter.file === "" || has.file(filter.file) ? filter.file : "";
  const { group = "", ...others } = filter;
  const hasGroup = group !== "" && has.group(group);
  const dropped = [
    ...(names ?? []).filter((each) => threadsCalled(each, has.threads).length === 0),
    ...(kept.routes ?? []).filter((each) => !isKnown(each) && each !== noRoute),
    ...[...filter.hidden, ...(filter.below === null ? [] : [filter.below])].filter((each) => !has.function(each)).map((each) => each.name),
    ...(hasGroup || group === "" ? [] : [nameInKey(group)]),
    ...(file === filter.file ? [] : [filter.file]),
    ...(kept.measure === null || measure !== null ? [] : [kept.measure]),
  ];
  return {
    selection: {
      ...kept,
      threads: found.length === 0 ? null : found.map(({ id }) => id),
      routes: routes.length === 0 ? null : routes,
      measure,
      filter: { ...others, ...(hasGroup ? { group } : {}), hidden: filter.hidden.filter(has.function), below, file },
    },
    dropped: [...new Set(dropped)],
  };
}
