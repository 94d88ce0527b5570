import type { Analysis } from "../../analysis/analyse.ts";
import type { FunctionCost } from "../../analysis/costs/costs.ts";
import type { FlameProfile, ReducedFlame } from "../../analysis/flame/flame-reduction.ts";
import type { FlamePlace } from "./analysis-messages.ts";

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

  draw(threads: readonly number[] | undefined): FlameProfile {
    this.#last = this.#analysis.flame({ name: this.#name, idle: "omit", ...(threads === undefined ? {} : { threads }) });
    return this.#last.flame;
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

  #current(): ReducedFlame {
    if (this.#last === undefined) this.draw(this.#selected);
    return this.#last as ReducedFlame;
  }
}
