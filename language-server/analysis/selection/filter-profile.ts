import { inSteps } from "../budget.ts";
import type { Category } from "../costs/costs.ts";
import { categoryOfFunction } from "../costs/hot-tree.ts";
import { movedSamples, stackEnds, type StackEnds } from "../costs/stack-ends.ts";
import { functionKinds } from "../profile/profile.ts";
import type { SourceProfile, SourceStackTable } from "../sources/source-profile.ts";
import type { Ticks } from "../units.ts";
import type { StackGroups } from "../groups/group-costs.ts";
import type { FilteredFunction, FilterEffect, StackFilter } from "./stack-filter.ts";
import { groupKey } from "../groups/group-table.ts";
import { groupFamilies } from "../groups/tools.ts";

/** How many selections besides the whole run are kept: those that one goes back to. */
const mostKept = 3;

/** The values last asked for, by key. */
export class Recent<Value> {
  readonly #values = new Map<string, Value>();

  get(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const [oldest] of this.#values) if (this.#values.size > mostKept) this.#values.delete(oldest);
    return value;
  }
}

/** Longer turns stay as they are, so that the work per frame is bounded. */
const longestTurn = 8;

/**
 * The caller of stack row `row` when repeated turns are merged: of `walk > visit > walk > visit` the first two frames stay. `above` is its
 * caller, `prefix` has the callers of all rows before it, already merged. A stack keeps all its functions, and its innermost one.
 */
function callerWithoutTurn(row: number, above: number, prefix: Int32Array, func: Int32Array): number {
  let before = above;
  for (let length = 1; length <= longestTurn && before !== -1; length++) {
    const next = prefix[before] as number;
    if (func[before] === func[row] && isRepeated(above, next, length - 1, prefix, func)) return next;
    before = next;
  }
  return above;
}

/** Whether the `count` frames from `one` outwards are those from `other` outwards. */
function isRepeated(one: number, other: number, count: number, prefix: Int32Array, func: Int32Array): boolean {
  let left = one;
  let right = other;
  for (let step = 0; step < count; step++) {
    if (right === -1 || func[left] !== func[right]) return false;
    left = prefix[left] as number;
    right = prefix[right] as number;
  }
  return true;
}

/** A profile without what a filter hides: functions, sources and the number of samples are the same. */
export interface FilteredProfile {
  readonly profile: SourceProfile;
  readonly effect: FilterEffect;
}

/** What a filter makes of a stack table, whatever samples it has. */
interface FilteredStacks {
  readonly functions: FilteredFunctions;
  readonly stacks: SourceStackTable;
  /** By row the one that its samples end in, or -1. */
  readonly ends: Int32Array;
  /** Index in `fates` of the samples that end in it. */
  readonly fate: Uint8Array;
}

const fates = ["shown", "idle", "notBelow", "notInGroup", "notInFile", "hidden", "hiddenSelf"] as const;
/** By the stacks that it was made of: all parts of a run have them. */
const known = new WeakMap<SourceStackTable, Recent<FilteredStacks>>();

/**
 * The time of hidden frames goes to their nearest shown caller. A sample that has none, or that is not below the function or not in the
 * file, keeps no stack (-1): it is still busy, so that shares are of the same whole. Waiting is never hidden. `native`: whether code
 * without a source has frames of its own where code with one called it; else its time is that caller's self, as on lines.
 */
export function filteredProfile(
  profile: SourceProfile,
  filter: StackFilter,
  native: "own" | "callers",
  groupsOf?: (profile: SourceProfile) => StackGroups,
): FilteredProfile {
  const key = JSON.stringify([filter, native]);
  let functions: FilteredFunctions | undefined;
  const effect = new EffectSum();
  const threads = profile.threads.map((thread) => {
    const before = known.get(thread.stacks) ?? new Recent();
    known.set(thread.stacks, before);
    const rows = before.get(key, () => {
      functions ??= filteredFunctions(profile, filter, native);
      const { group = "" } = filter;
      const rows = group === "" ? undefined : inGroup(group, thread.stacks, groupsOf?.(profile));
      return filteredStacks(thread.stacks, functions, filter.mergesRecursion, rows);
    });
    const ends = stackEnds(thread);
    inSteps(ends.rows.length, (from, to) => addEffect(effect, ends, rows, from, to));
    return { ...thread, stacks: rows.stacks, samples: movedSamples(thread, rows.ends) };
  });
  return { profile: { ...profile, threads }, effect };
}

/** What the filter says about each function: bits of `is`. */
interface FilteredFunctions {
  readonly bits: Uint8Array;
  /** The kind that it is hidden by; undefined if it is hidden itself. */
  readonly kind: readonly (Category | undefined)[];
  /** What becomes of samples without a stack. */
  readonly stackless: (typeof fates)[number];
}

/**
 * `inside`: samples through it are below the function; `inFile`: they are in the file. `folded`: it has no frame below code with a source.
 * `self`: its time is that of code with a source that called it. `named`: hidden itself, with a source. Of a row `inside`, `inFile`, `script`
 * and `named` say what its stack has passed through; then `script` is a shown frame with a source, and the row is the self of a `named` one.
 */
const is = { idle: 1, hidden: 2, inside: 4, inFile: 8, script: 16, folded: 32, self: 64, named: 128 } as const;

function filteredFunctions(profile: SourceProfile, filter: StackFilter, native: "own" | "callers"): FilteredFunctions {
  const { functions, sources } = profile;
  const kinds = filter.hiddenKinds ?? [];
  const hidden = new Set(filter.hidden.flatMap((each) => rowsOf(profile, each)));
  const top = filter.below === null ? undefined : new Set(rowsOf(profile, filter.below));
  const kind = functions.name.map((_, func) => categoryOfFunction(profile, func));
  const file = filter.file.toLowerCase();
  const isInFile = sources.map(({ path }) => path.toLowerCase().includes(file));
  const bits = Uint8Array.from(kind, (category, func) => {
    const [isTop, hasSource] = [top?.has(func) === true, functions.source[func] !== -1];
    if (functions.kind[func] === functionKinds.indexOf("idle")) return is.idle | is.inside | is.inFile;
    return (
      (!isTop && (hidden.has(func) || kinds.includes(category)) ? is.hidden : 0) |
      (top === undefined || isTop ? is.inside : 0) |
      (file === "" || isInFile[functions.source[func] as number] === true ? is.inFile : 0) |
      (hasSource ? is.script : 0) |
      (native === "callers" && !hasSource && !isTop ? is.folded : 0) |
      (!filter.showsNative && !hasSource && !isTop ? is.self : 0) |
      (hidden.has(func) && hasSource && !isTop ? is.named : 0)
    );
  });
  const stackless = top !== undefined ? "notBelow" : (filter.group ?? "") !== "" ? "notInGroup" : file !== "" ? "notInFile" : "shown";
  return { bits, kind: kind.map((each, func) => (hidden.has(func) ? undefined : each)), stackless };
}

/** The wanted function by file, line and name; if there is none, as after an edit, by file and name. */
function rowsOf({ functions, sources }: SourceProfile, wanted: FilteredFunction): readonly number[] {
  const inFile = Array.from(functions.source.keys()).filter(
    (func) => (sources[functions.source[func] as number]?.path ?? "") === wanted.path,
  );
  const onLine = inFile.filter((func) => functions.line[func] === wanted.line && functions.shownName(func) === wanted.name);
  return onLine.length > 0 ? onLine : inFile.filter((func) => functions.shownName(func) === wanted.name);
}

/** `group`: 1 for rows in the wanted group; undefined: all. */
function filteredStacks(
  stacks: SourceStackTable,
  functions: FilteredFunctions,
  merges: boolean,
  group: Uint8Array | undefined,
): FilteredStacks {
  const { func, prefix: callers } = stacks;
  const count = callers.length;
  const prefix = callers.slice();
  /** By row the innermost shown frame of its stack, or -1. */
  const shown = new Int32Array(count);
  const fate = new Uint8Array(count);
  const passed = new Uint8Array(count);
  const [idle, notBelow, notInGroup, notInFile, hidden, hiddenSelf] = [
    fates.indexOf("idle"),
    fates.indexOf("notBelow"),
    fates.indexOf("notInGroup"),
    fates.indexOf("notInFile"),
    fates.indexOf("hidden"),
    fates.indexOf("hiddenSelf"),
  ];
  inSteps(count, (from, to) => {
    for (let row = from; row < to; row++) {
      const bits = functions.bits[func[row] as number] as number;
      const caller = callers[row] as number;
      const before = caller === -1 ? 0 : (passed[caller] as number);
      const above = caller === -1 ? -1 : (shown[caller] as number);
      passed[row] = (bits & is.inside) | ((bits & is.self) === 0 ? before & ~is.named : before);
      if (((passed[row] as number) & is.inside) === 0) {
        shown[row] = -1;
        fate[row] = notBelow;
        continue;
      }
      if (group !== undefined && group[row] === 0 && (bits & is.idle) === 0) {
        shown[row] = -1;
        fate[row] = notInGroup;
        continue;
      }
      passed[row] = (passed[row] as number) | (bits & (is.inFile | is.named));
      if ((bits & is.idle) !== 0) fate[row] = idle;
      else if (((passed[row] as number) & is.inFile) === 0) fate[row] = notInFile;
      else if ((bits & is.hidden) !== 0) fate[row] = hidden;
      else if (((passed[row] as number) & is.named) !== 0) fate[row] = hiddenSelf;
      if ((bits & is.hidden) !== 0 || ((bits & is.folded) !== 0 && (before & is.script) !== 0)) {
        shown[row] = above;
        continue;
      }
      passed[row] = (passed[row] as number) | (bits & is.script);
      prefix[row] = merges ? callerWithoutTurn(row, above, prefix, func) : above;
      shown[row] = row;
    }
  });
  const ends = shown.map((row, at) => (fate[at] === notInFile ? -1 : row));
  return { functions, stacks: { ...stacks, prefix }, ends, fate };
}

function addEffect(
  effect: EffectSum,
  { rows, ticks }: StackEnds,
  { functions, stacks, ends, fate }: FilteredStacks,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at++) {
    const row = rows[at] as number;
    const worth = ticks[at] as number;
    const end = row === -1 ? functions.stackless : (fates[fate[row] as number] as (typeof fates)[number]);
    if (end !== "idle") effect.busyTicks += worth;
    if (end === "notBelow" || end === "notInGroup" || end === "notInFile") effect[end] += worth;
    else if (end === "hidden") effect.hide(functions.kind[stacks.func[row] as number], ends[row] as number, worth);
    else if (end === "hiddenSelf") effect.hide(undefined, ends[row] as number, worth);
  }
}

class EffectSum implements FilterEffect {
  busyTicks: Ticks = 0;
  readonly hiddenKinds = new Map<Category, Ticks>();
  hiddenFunctions: Ticks = 0;
  uncalled: Ticks = 0;
  notBelow: Ticks = 0;
  notInGroup: Ticks = 0;
  notInFile: Ticks = 0;

  /** `caller`: the shown frame that the time now counts for, or -1. */
  hide(kind: Category | undefined, caller: number, ticks: Ticks): void {
    if (kind === undefined) this.hiddenFunctions += ticks;
    else this.hiddenKinds.set(kind, (this.hiddenKinds.get(kind) ?? 0) + ticks);
    if (caller === -1) this.uncalled += ticks;
  }
}

/** 1 for each stack row in the group; without such a group for none. */
function inGroup(wanted: string, stacks: SourceStackTable, found: StackGroups | undefined): Uint8Array {
  const rows = found?.of.get(stacks);
  const group = found?.groups.findIndex((each) => groupKey(each) === wanted) ?? -1;
  if (rows === undefined || found === undefined || group === -1) return new Uint8Array(stacks.prefix.length);
  const family = groupFamilies.find((each) => each === found.groups[group]?.family) ?? "build";
  return Uint8Array.from(rows[family], (entry) => (entry !== -1 && found.entries[entry]?.group === group ? 1 : 0));
}
