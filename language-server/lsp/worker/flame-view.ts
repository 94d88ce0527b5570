import type { Analysis } from "../../analysis/analyse.ts";
import type { FunctionCost } from "../../analysis/costs/costs.ts";
import { categoryOfFunction } from "../../analysis/costs/hot-tree.ts";
import { filterProfile } from "../../analysis/filter/filter-profile.ts";
import { type FilteredFunction, noFilter, type StackFilter } from "../../analysis/filter/stack-filter.ts";
import type { ReducedFlame } from "../../analysis/flame/flame-reduction.ts";
import type { FlamePlace, FlameDrawing } from "./analysis-messages.ts";

/** The last drawn flame graph of a run, and its frames. Threads are given by their index in the analysis; undefined: all. */
export class FlameView {
  readonly #analysis: Analysis;
  readonly #name: string;
  #selected: readonly number[] | undefined;
  #last: ReducedFlame | undefined;

  constructor(analysis: Analysis, name: string) {
    this.#analysis = analysis;
    this.#name = name;
  }

  /** Sets the threads drawn by default. */
  select(threads: readonly number[] | undefined): void {
    this.#selected = threads;
    this.#last = undefined;
  }

  draw(threads: readonly number[] | undefined, filter: StackFilter): FlameDrawing {
    const { profile, effect } = filterProfile(this.#analysis.profile, filter, { threads });
    const drawn = this.#analysis.flame({ name: this.#name, idle: "omit", ...(threads === undefined ? {} : { threads }) }, profile);
    this.#last = drawn;
    return {
      flame: drawn.flame,
      functions: drawn.frames.map(({ func }) => this.#identity(func)),
      kinds: drawn.frames.map(({ func }) => categoryOfFunction(profile, func)),
      effect,
    };
  }

  place(frame: number): FlamePlace {
    const place = this.#current().frames[frame];
    if (place === undefined) return { kind: "unknown" };
    const source = this.#analysis.costs.sources[place.source];
    return source === undefined || place.line === 0
      ? { kind: "nowhere" }
      : { kind: "place", path: source.path, line: place.line, column: place.column };
  }

  /** Null if the function is not in the flame graph. */
  frameOf(cost: FunctionCost): number | null {
    const { frames, flame } = this.#current();
    const index = frames.findIndex(
      ({ kind, source, line, column }, frame) =>
        kind === "function" &&
        source === cost.source &&
        line === cost.line &&
        column === cost.column &&
        flame.shared.frames[frame]?.name === cost.name,
    );
    return index === -1 ? null : index;
  }

  #identity(func: number): FilteredFunction {
    const { functions, sources } = this.#analysis.profile;
    const path = sources[functions.source[func] as number]?.path ?? "";
    return { name: functions.shownName(func), path, line: functions.line[func] as number };
  }

  #current(): ReducedFlame {
    if (this.#last === undefined) this.draw(this.#selected, noFilter);
    return this.#last as ReducedFlame;
  }
}
