import type { Category } from "../costs/costs.ts";
import type { Line, Ticks } from "../units.ts";

/** What Hot Functions, the flame graph and the Markdown, HTML and SVG exports leave out of a run's stacks: one choice for all of them. */
export interface StackFilter {
  /** Kinds of code without frames; null: those that the view hides anyway. */
  readonly hiddenKinds: readonly Category[] | null;
  /** Functions without frames. */
  readonly hidden: readonly FilteredFunction[];
  /** Only samples through this function, with stacks that start at it. */
  readonly below: FilteredFunction | null;
  /** Only samples through a file whose path contains this text, in any case of letters; "": all. */
  readonly file: string;
  /** Functions that call themselves, alone or in turns, have the frames of one turn. Changes no figure of a function. */
  readonly mergesRecursion: boolean;
}

/** A function by its name and place, since its index differs between runs. */
export interface FilteredFunction {
  readonly name: string;
  /** "" for native code and V8's pseudo functions. */
  readonly path: string;
  /** Its first line as it ran; 0 if unknown. */
  readonly line: Line;
}

/** What a filter took away, in busy ticks of the chosen threads. */
export interface FilterEffect {
  readonly busyTicks: Ticks;
  /** Time of hidden frames themselves, which counts for their nearest shown caller; by kind, without that of `hiddenFunctions`. */
  readonly hiddenKinds: ReadonlyMap<Category, Ticks>;
  readonly hiddenFunctions: Ticks;
  /** The part of the two above without a shown caller: it is left out. */
  readonly uncalled: Ticks;
  /** Left out by `below`, and of the rest by `file`. */
  readonly notBelow: Ticks;
  readonly notInFile: Ticks;
}

/** Ticks that count for no shown function. */
export function leftOutTicks({ uncalled, notBelow, notInFile }: FilterEffect): Ticks {
  return uncalled + notBelow + notInFile;
}

export const noFilter: StackFilter = { hiddenKinds: null, hidden: [], below: null, file: "", mergesRecursion: false };

/** The kinds that a view hides: the chosen ones, or else its own. */
export function hiddenKindsOf({ hiddenKinds }: StackFilter, usual: readonly Category[]): readonly Category[] {
  return hiddenKinds ?? usual;
}

/** Whether it takes any figure away. */
export function takesAway({ hiddenKinds, hidden, below, file }: StackFilter): boolean {
  return (hiddenKinds !== null && hiddenKinds.length > 0) || hidden.length > 0 || below !== null || file !== "";
}

export function isSameFunction(one: FilteredFunction, other: FilteredFunction): boolean {
  return one.name === other.name && one.path === other.path && one.line === other.line;
}
