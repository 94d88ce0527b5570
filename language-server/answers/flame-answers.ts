import type { Category } from "../analysis/costs/costs.ts";
import type { FilteredFunction, FilterEffect } from "../analysis/selection/stack-filter.ts";
import type { FlameProfile } from "../analysis/flame/flame-reduction.ts";
import type { FramePath } from "../analysis/flame/frame-lines.ts";
import type { Column, Line } from "../analysis/units.ts";

/** A flame graph, and the function and kind of code of each of its frames. */
export interface FlameDrawing {
  readonly flame: FlameProfile;
  readonly functions: readonly FilteredFunction[];
  readonly kinds: readonly Category[];
  readonly effect: FilterEffect;
}

/** A frame of the last flame graph; `path`: where in the stacks it is, undefined for its declaration. */
export interface FlamePlaceParams {
  readonly frame: number;
  readonly path?:
    | {
        readonly timeline: number;
        readonly part: FramePath["part"];
        readonly frames: readonly number[];
        readonly mergesRecursion: boolean;
      }
    | undefined;
}

export interface FlamePlace {
  readonly path: string;
  readonly line: Line;
  readonly column: Column;
}

/** Where a frame leads. */
export interface FlamePlaces {
  /** In its own file, best first. */
  readonly own: readonly FlamePlace[];
  /** The line of own code that called it. */
  readonly caller: FlamePlace | undefined;
}
