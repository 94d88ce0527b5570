import path from "node:path";
import type { Category } from "../../analysis/costs/costs.ts";
import { type FilteredFunction, isSameFunction, noFilter, type StackFilter } from "../../analysis/selection/stack-filter.ts";
import type { Analysis } from "../../analysis/analyse.ts";
import type { SourceProfile } from "../../analysis/sources/source-profile.ts";
import { runGroups } from "../../answers/groups/run-groups.ts";
import { groupCalled } from "./group-option.ts";
import { UserError } from "../../analysis/user-error.ts";
import { type ValuesOf, hasSpan, type ScopeValues, scopeFrom, scopeOptions } from "./scope-options.ts";
import { type Caveat, spansCaveat } from "../../analysis/compare/comparability.ts";
import { type Selection, everything } from "../../analysis/selection/selection.ts";
import type { OpenedTarget } from "../targets/target.ts";
import { UsageError } from "../command.ts";

/** How options name kinds of code. */
const kindNames: Readonly<Record<string, Category>> = {
  own: "own",
  deps: "dependency",
  node: "node",
  native: "native",
  gc: "gc",
  program: "program",
  compile: "compile",
};

export const kindWords = Object.keys(kindNames);

/** Kinds separated by commas, the value of the option of this name. Throws a UsageError for one that does not exist. */
export function kindsFrom(name: string, text: string): ReadonlySet<Category> {
  const kinds = text.split(",").map((word) => {
    const kind = Object.hasOwn(kindNames, word.trim()) ? kindNames[word.trim()] : undefined;
    if (kind === undefined)
      throw new UsageError({ code: "command.badFilter", values: { name, kinds: kindWords.join(", "), value: word.trim() } });
    return kind;
  });
  return new Set(kinds);
}

/** What `heatline report` and `export` may leave out, for `parseArgs`. */
const filterOptions = {
  "hide-kinds": { type: "string", completes: kindWords },
  hide: { type: "string", multiple: true },
  below: { type: "string" },
  group: { type: "string" },
  file: { type: "string" },
  "merge-recursion": { type: "boolean" },
} as const;

type FilterValues = ValuesOf<typeof filterOptions>;

const mostPlaces = 5;

/** The option that is set; undefined if none is. */
export function filterOptionIn(values: FilterValues): string | undefined {
  return Object.keys(filterOptions).find((name) => values[name as keyof FilterValues] !== undefined);
}

/**
 * Returns the filter for a run. Throws a UsageError at once for kinds that do not exist; the filter throws a UserError for functions and
 * groups that the run does not have.
 */
function filterFrom(values: FilterValues): (analysis: Pick<Analysis, "profile" | "all">) => StackFilter {
  const kinds = values["hide-kinds"];
  const hiddenKinds: readonly Category[] | null = kinds === undefined ? null : [...kindsFrom("hide-kinds", kinds)];
  return ({ profile, all }) => ({
    ...noFilter,
    ...(values.group === undefined ? {} : { group: groupCalled(values.group, runGroups(all).groups) }),
    hiddenKinds,
    hidden: (values.hide ?? []).flatMap((text) => functionsCalled(text, profile)),
    below: values.below === undefined ? null : functionCalled(values.below, profile),
    file: values.file ?? "",
    mergesRecursion: values["merge-recursion"] === true,
  });
}

/** The only function that `text` names. Throws a UserError if there is none, or several. */
function functionCalled(text: string, profile: SourceProfile): FilteredFunction {
  const [found, ...others] = functionsCalled(text, profile);
  if (found === undefined || others.length === 0) return found as FilteredFunction;
  const places = [found, ...others].map(placeOf);
  const more = places.length > mostPlaces ? ", …" : "";
  throw new UserError("filter.severalFunctions", {
    name: text,
    places: `${places.slice(0, mostPlaces).join(", ")}${more}`,
    example: `${found.name}@${placeOf(found)}`,
  });
}

/** Functions called `name`, or `name@file:line` with the end of the file's path. Throws a UserError if there is none. */
function functionsCalled(text: string, { functions, sources }: SourceProfile): readonly FilteredFunction[] {
  const [, name = text, file, line] = /^(.+)@(.+):(\d+)$/.exec(text) ?? [];
  const found: FilteredFunction[] = [];
  for (const func of functions.name.keys()) {
    if (functions.shownName(func) !== name) continue;
    const each = { name, path: sources[functions.source[func] as number]?.path ?? "", line: functions.line[func] as number };
    const isMeant = file === undefined || (each.line === Number(line) && `/${each.path}`.replaceAll("\\", "/").endsWith(`/${file}`));
    if (isMeant && !found.some((other) => isSameFunction(each, other))) found.push(each);
  }
  if (found.length === 0) throw new UserError("filter.noFunction", { name: text });
  return found;
}

function placeOf({ path: file, line }: FilteredFunction): string {
  return `${path.basename(file)}:${line}`;
}

export interface ComparedSelection {
  /** Of either run. */
  readonly selectionOf: (opened: OpenedTarget) => Selection;
  /** What of the wish does not hold. */
  readonly caveats: readonly Caveat[];
}

/** What of two runs is compared: a span of one is none of the other. Throws as `selectionFrom`. */
export function comparedSelection(values: ScopeValues & FilterValues): ComparedSelection {
  selectionFrom(values);
  return {
    selectionOf: selectionFrom({ ...values, from: undefined, to: undefined }),
    caveats: hasSpan(values) ? [spansCaveat] : [],
  };
}

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
