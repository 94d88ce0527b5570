import { everything, type Selection } from "../../analysis/selection/selection.ts";
import type { OpenedTarget } from "../targets/target.ts";
import { filterFrom, filterOptions, type FilterValues } from "./filter-options.ts";
import { scopeFrom, scopeOptions, type ScopeValues } from "./scope-options.ts";

/** Which part of a run is looked at, and what of it is left out, for `parseArgs`. */
export const selectionOptions = { ...scopeOptions, ...filterOptions };

/** The options that select something: `--from, --to`. */
export function chosenOptions(values: ScopeValues & FilterValues): readonly string[] {
  const names = Object.keys(selectionOptions) as (keyof typeof selectionOptions)[];
  return names.filter((name) => values[name] !== undefined).map((name) => `--${name}`);
}

/** Throws as `scopeFrom` and `filterFrom` do: a UsageError at once, a UserError from the result. */
export function selectionFrom(values: ScopeValues & FilterValues): (opened: OpenedTarget) => Selection {
  const [scopeOf, filterOf] = [scopeFrom(values), filterFrom(values)];
  return (opened) => ({ ...everything, ...scopeOf(opened), filter: filterOf(opened.analysis) });
}
