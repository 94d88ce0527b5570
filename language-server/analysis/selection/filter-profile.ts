import { checkStop } from "../budget.ts";
import type { Category } from "../costs/costs.ts";
import { categoryOfFunction } from "../costs/hot-tree.ts";
import { functionKinds } from "../profile/profile.ts";
import type { SourceProfile, SourceStackTable, SourceThread } from "../sources/source-profile.ts";
import type { Ticks } from "../units.ts";
import { Recent } from "./recent.ts";
import { callerWithoutTurn } from "./merged-recursion.ts";
import type { FilteredFunction, FilterEffect, StackFilter } from "./stack-filter.ts";

/** A profile without what a filter hides: functions, sources and the number of samples are the same. */
export interface FilteredProfile {
  readonly profile: SourceProfile;
  readonly effect: FilterEffect;
}

const idle = functionKinds.indexOf("idle");

/** What a filter makes of a stack table, whatever samples it has. */
interface FilteredStacks {
  readonly functions: FilteredFunctions;
  readonly stacks: SourceStackTable;
  /** By row the innermost shown frame of its stack, or -1. */
  readonly shown: Int32Array;
  /** Index in `fates` of the samples that end in it. */
  readonly fate: Uint8Array;
}

const fates = ["shown", "idle", "notBelow", "notInFile", "hidden"] as const;
/** By the stacks that it was made of: all parts of a run have them. */
const known = new WeakMap<SourceStackTable, Recent<FilteredStacks>>();

/**
 * The time of hidden frames goes to their nearest shown caller. A sample that has none, or that is not below the function or not in the
 * file, keeps no stack (-1): it is still busy, so that shares are of the same whole. Waiting is never hidden. `native`: whether code
 * without a source has frames of its own where code with one called it; else its time is that caller's self, as on lines.
 */
export function filteredProfile(profile: SourceProfile, filter: StackFilter, native: "own" | "callers"): FilteredProfile {
  const key = JSON.stringify([filter, native]);
  let functions: FilteredFunctions | undefined;
  const effect = new EffectSum();
  const threads = profile.threads.map((thread) => {
    const before = known.get(thread.stacks) ?? new Recent();
    known.set(thread.stacks, before);
    const rows = before.get(key, () => {
      functions ??= new FilteredFunctions(profile, filter, native);
      return filteredStacks(thread.stacks, functions, filter.mergesRecursion);
    });
    return filterSamples(thread, rows, effect);
  });
  return { profile: { ...profile, threads }, effect };
}

/** What the filter says about each function. */
class FilteredFunctions {
  readonly isIdle: (func: number) => boolean;
  readonly isHidden: (func: number) => boolean;
  /** The kind that it is hidden by; undefined if it is hidden itself. */
  readonly kindOf: (func: number) => Category | undefined;
  /** Undefined: samples need not pass through such a function. */
  readonly isTop: ((func: number) => boolean) | undefined;
  readonly isInFile: ((func: number) => boolean) | undefined;
  readonly hasSource: (func: number) => boolean;
  /** Whether it has no frame below code with a source. */
  readonly isFolded: (func: number) => boolean;

  constructor(profile: SourceProfile, filter: StackFilter, native: "own" | "callers") {
    const { functions, sources } = profile;
    const kinds = filter.hiddenKinds ?? [];
    const hidden = new Set(filter.hidden.flatMap((each) => rowsOf(profile, each)));
    const top = filter.below === null ? undefined : new Set(rowsOf(profile, filter.below));
    const kind = functions.name.map((_, func) => categoryOfFunction(profile, func));
    const file = filter.file.toLowerCase();
    this.isIdle = (func) => functions.kind[func] === idle;
    this.isHidden = (func) => top?.has(func) !== true && (hidden.has(func) || kinds.includes(kind[func] as Category));
    this.kindOf = (func) => (hidden.has(func) ? undefined : kind[func]);
    this.isTop = top && ((func) => top.has(func));
    const isInFile = sources.map(({ path }) => path.toLowerCase().includes(file));
    this.isInFile = file === "" ? undefined : (func) => isInFile[functions.source[func] as number] === true;
    this.hasSource = (func) => functions.source[func] !== -1;
    this.isFolded = (func) => native === "callers" && !this.hasSource(func) && top?.has(func) !== true;
  }
}

/** The wanted function by file, line and name; if there is none, as after an edit, by file and name. */
function rowsOf({ functions, sources }: SourceProfile, wanted: FilteredFunction): readonly number[] {
  const inFile = Array.from(functions.source.keys()).filter(
    (func) => (sources[functions.source[func] as number]?.path ?? "") === wanted.path,
  );
  const onLine = inFile.filter((func) => functions.line[func] === wanted.line && functions.shownName(func) === wanted.name);
  return onLine.length > 0 ? onLine : inFile.filter((func) => functions.shownName(func) === wanted.name);
}

/** Bits of a stack row: what its stack has passed through. */
const insideBit = 1;
const inFileBit = 2;
/** A shown frame with a source. */
const scriptBit = 4;

function filteredStacks(stacks: SourceStackTable, functions: FilteredFunctions, merges: boolean): FilteredStacks {
  const { func, prefix: callers } = stacks;
  const prefix = callers.slice();
  const shown = new Int32Array(callers.length);
  const fate = new Uint8Array(callers.length);
  const passed = new Uint8Array(callers.length);
  for (let row = 0; row < callers.length; row++) {
    checkStop(row);
    const own = func[row] as number;
    const caller = callers[row] as number;
    const isIdle = functions.isIdle(own);
    const before = caller === -1 ? 0 : (passed[caller] as number);
    if (isIdle || (before & insideBit) !== 0 || functions.isTop?.(own) !== false) passed[row] = before | insideBit;
    if (((passed[row] as number) & insideBit) === 0) {
      shown[row] = -1;
      fate[row] = fates.indexOf("notBelow");
      continue;
    }
    if (isIdle || functions.isInFile?.(own) !== false) passed[row] = (passed[row] as number) | inFileBit;
    const isHidden = !isIdle && functions.isHidden(own);
    if (isIdle) fate[row] = fates.indexOf("idle");
    else if (((passed[row] as number) & inFileBit) === 0) fate[row] = fates.indexOf("notInFile");
    else if (isHidden) fate[row] = fates.indexOf("hidden");
    const above = caller === -1 ? -1 : (shown[caller] as number);
    if (isHidden || (!isIdle && functions.isFolded(own) && (before & scriptBit) !== 0)) {
      shown[row] = above;
      continue;
    }
    if (functions.hasSource(own)) passed[row] = (passed[row] as number) | scriptBit;
    prefix[row] = merges ? callerWithoutTurn(row, above, prefix, func) : above;
    shown[row] = row;
  }
  return { functions, stacks: { ...stacks, prefix }, shown, fate };
}

function filterSamples(thread: SourceThread, { functions, stacks, shown, fate }: FilteredStacks, effect: EffectSum): SourceThread {
  const { stack, weight } = thread.samples;
  const stackless = functions.isTop !== undefined ? "notBelow" : functions.isInFile !== undefined ? "notInFile" : "shown";
  const kept = new Int32Array(stack.length);
  for (let sample = 0; sample < stack.length; sample++) {
    checkStop(sample);
    const row = stack[sample] as number;
    const ticks = weight === undefined ? 1 : (weight[sample] as number);
    const end = row === -1 ? stackless : fates[fate[row] as number];
    const at = row === -1 ? -1 : (shown[row] as number);
    if (end !== "idle") effect.busyTicks += ticks;
    if (end === "notBelow" || end === "notInFile") kept[sample] = effect.leaveOut(end, ticks);
    else kept[sample] = end === "hidden" ? effect.hide(functions.kindOf(stacks.func[row] as number), at, ticks) : at;
  }
  return { ...thread, stacks, samples: { ...thread.samples, stack: kept } };
}

class EffectSum implements FilterEffect {
  busyTicks: Ticks = 0;
  readonly hiddenKinds = new Map<Category, Ticks>();
  hiddenFunctions: Ticks = 0;
  uncalled: Ticks = 0;
  notBelow: Ticks = 0;
  notInFile: Ticks = 0;

  leaveOut(by: "notBelow" | "notInFile", ticks: Ticks): -1 {
    this[by] += ticks;
    return -1;
  }

  /** `caller`: the shown frame that the time now counts for, or -1. */
  hide(kind: Category | undefined, caller: number, ticks: Ticks): number {
    if (kind === undefined) this.hiddenFunctions += ticks;
    else this.hiddenKinds.set(kind, (this.hiddenKinds.get(kind) ?? 0) + ticks);
    if (caller === -1) this.uncalled += ticks;
    return caller;
  }
}
