import type { Analysis } from "../analysis/analyse.ts";
import type { FunctionCost } from "../analysis/costs/costs.ts";
import { categoryOfFunction } from "../analysis/costs/hot-tree.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import type { FilteredFunction } from "../analysis/selection/stack-filter.ts";
import { functionTree } from "../analysis/flame/flame-tree.ts";
import { busySamples } from "../analysis/flame/shown-samples.ts";
import type { ReducedFlame } from "../analysis/flame/flame-reduction.ts";
import { type DrawnThread, frameLines } from "../analysis/flame/frame-lines.ts";
import type { SourcePosition, SourceProfile } from "../analysis/sources/source-profile.ts";
import type { FlameDrawing, FlamePlace, FlamePlaceParams, FlamePlaces } from "./flame-answers.ts";

interface ComparedFrame {
  readonly name: string;
  /** Undefined for native code. */
  readonly nextAt: FlamePlace | undefined;
}

/** The last drawn flame graph of a run, and its frames. */
export class FlameView {
  readonly #analysis: Analysis;
  readonly #name: string;
  #selected: Selected;
  #last: ReducedFlame | undefined;
  /** Once a comparison asked for a place. */
  #compared: { readonly profile: SourceProfile; readonly threads: readonly DrawnThread[] } | undefined;

  constructor(analysis: Analysis, name: string) {
    this.#analysis = analysis;
    this.#name = name;
    this.#selected = analysis.all;
  }

  /** Sets what is drawn by default. */
  select(selected: Selected): void {
    this.#selected = selected;
    this.#last = undefined;
  }

  draw({ frames: { profile, effect } }: Selected): FlameDrawing {
    const drawn = this.#analysis.flame({ name: this.#name, idle: "omit" }, profile);
    this.#last = drawn;
    return {
      flame: drawn.flame,
      functions: drawn.frames.map(({ func }) => this.#identity(func)),
      kinds: drawn.frames.map(({ func }) => categoryOfFunction(profile, func)),
      effect,
    };
  }

  /** Where a frame leads, best first: its hottest line under the path, its declaration, and what called it. Null: not a frame. */
  places({ frame, path }: FlamePlaceParams): FlamePlaces | null {
    const { frames, threads } = this.#current();
    const drawn = frames[frame];
    if (drawn === undefined || path?.frames.some((each) => frames[each] === undefined) === true) return null;
    const { frames: shown, part, timeline, mergesRecursion } = path ?? wholeOf(frame);
    const wanted = threads.filter((_, index) => timeline === undefined || index === timeline);
    const isAt = (func: number, depth: number): boolean => frames[shown[depth] ?? -1]?.nodeFunc === func;
    const { profile } = this.#analysis;
    const lines = frameLines(profile, wanted, { part, length: shown.length, mergesRecursion, isAt });
    const isLine = path !== undefined && drawn.kind === "function";
    return {
      own: [...(isLine ? [lines.hottest] : []), drawn].flatMap((place) => placeIn(profile, place)),
      caller: placeIn(profile, lines.caller)[0],
    };
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

  /** The same for a chain of functions from a root, in stacks as a comparison sees them. */
  placesAlong(chain: readonly ComparedFrame[], profile: SourceProfile): FlamePlaces {
    if (this.#compared?.profile !== profile) {
      const threads = profile.threads.map((thread) => {
        const samples = busySamples(thread, profile);
        return { thread, samples, tree: functionTree(thread, samples) };
      });
      this.#compared = { profile, threads };
    }
    const keys = chain.map(({ name, nextAt }) => functionKey(name, nextAt));
    const wanted = new Set(keys);
    const keyOf = new Map<number, string>();
    profile.functions.name.forEach((_, func) => {
      const key = this.#keyOf(func);
      if (wanted.has(key)) keyOf.set(func, key);
    });
    const isAt = (func: number, depth: number): boolean => keyOf.get(func) === keys[depth];
    const lines = frameLines(profile, this.#compared.threads, { part: "whole", length: chain.length, mergesRecursion: false, isAt });
    return { own: placeIn(profile, lines.hottest), caller: placeIn(profile, lines.caller)[0] };
  }

  #keyOf(func: number): string {
    const { functions, sources } = this.#analysis.profile;
    const path = sources[functions.source[func] as number]?.path;
    const at = path === undefined ? undefined : { path, line: functions.line[func] as number, column: functions.column[func] as number };
    return functionKey(functions.shownName(func), at);
  }

  #identity(func: number): FilteredFunction {
    const { functions, sources } = this.#analysis.profile;
    const path = sources[functions.source[func] as number]?.path ?? "";
    return { name: functions.shownName(func), path, line: functions.line[func] as number };
  }

  #current(): ReducedFlame {
    if (this.#last === undefined) this.draw(this.#selected);
    return this.#last as ReducedFlame;
  }
}

function functionKey(name: string, at: FlamePlace | undefined): string {
  return at === undefined ? name : `${at.path}:${at.line}:${at.column}:${name}`;
}

/** The frame wherever it is, in any thread. */
function wholeOf(frame: number) {
  return { timeline: undefined, part: "callees", frames: [frame], mergesRecursion: false } as const;
}

/** Empty if the place has no file or no line. */
function placeIn({ sources }: SourceProfile, place: SourcePosition | undefined): FlamePlaces["own"] {
  const path = sources[place?.source ?? -1]?.path;
  return place === undefined || path === undefined || place.line === 0 ? [] : [{ path, line: place.line, column: place.column }];
}
