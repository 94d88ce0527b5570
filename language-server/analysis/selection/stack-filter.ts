import * as v from "valibot";
import { categories, type Category } from "../costs/costs.ts";
import type { ReadOnly } from "../collections.ts";
import type { Ticks } from "../units.ts";

const text = v.pipe(v.string(), v.maxLength(4096));

/** A function by its name and place, since its index differs between runs. */
const filteredFunction = v.object({
  name: text,
  /** "" for native code and V8's pseudo functions. */
  path: text,
  /** Its first line as it ran; 0 if unknown. */
  line: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** What Hot Functions, the flame graph and the Markdown, HTML and SVG exports leave out of a run's stacks: one choice for all of them. */
export const stackFilter = v.object({
  /** Kinds of code without frames; null: none. */
  hiddenKinds: v.nullable(v.pipe(v.array(v.picklist(categories)), v.maxLength(categories.length), v.readonly())),
  /** Functions without frames. */
  hidden: v.pipe(v.array(filteredFunction), v.maxLength(1000), v.readonly()),
  /** Only samples through this function, with stacks that start at it. */
  below: v.nullable(filteredFunction),
  /** Only samples of the plugin, rule, test file or the like with this key, with stacks that start at it; "": all. */
  group: v.exactOptional(text),
  /** Only samples through a file whose path contains this text, in any case of letters; "": all. */
  file: text,
  /** Functions that call themselves, alone or in turns, have the frames of one turn. Changes no figure of a function. */
  mergesRecursion: v.boolean(),
  /** Code without a source that JavaScript called has frames of its own in views; else its time is its caller's self, as on lines. */
  showsNative: v.optional(v.boolean(), false),
});

export type StackFilter = ReadOnly<v.InferOutput<typeof stackFilter>>;
export type FilteredFunction = ReadOnly<v.InferOutput<typeof filteredFunction>>;

/** What a filter took away, in busy ticks of the chosen threads. */
export interface FilterEffect {
  readonly busyTicks: Ticks;
  /** Time of hidden frames themselves, which counts for their nearest shown caller; by kind, without that of `hiddenFunctions`. */
  readonly hiddenKinds: ReadonlyMap<Category, Ticks>;
  readonly hiddenFunctions: Ticks;
  /** The part of the two above without a shown caller: it is left out. */
  readonly uncalled: Ticks;
  /** Left out by `below`, of the rest by `group`, and of that rest by `file`. */
  readonly notBelow: Ticks;
  readonly notInGroup: Ticks;
  readonly notInFile: Ticks;
}

/** Ticks that count for no shown function. */
export function leftOutTicks({ uncalled, notBelow, notInGroup, notInFile }: FilterEffect): Ticks {
  return uncalled + notBelow + notInGroup + notInFile;
}

export const noFilter: StackFilter = { hiddenKinds: null, hidden: [], below: null, file: "", mergesRecursion: false, showsNative: false };

/** Whether it takes any figure away. */
export function takesAway({ hiddenKinds, hidden, below, group = "", file }: StackFilter): boolean {
  return (hiddenKinds !== null && hiddenKinds.length > 0) || hidden.length > 0 || below !== null || group !== "" || file !== "";
}

export function isSameFunction(one: FilteredFunction, other: FilteredFunction): boolean {
  return one.name === other.name && one.path === other.path && one.line === other.line;
}
