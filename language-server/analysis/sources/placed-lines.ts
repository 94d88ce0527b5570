import { NumberPairs } from "../profile/number-pairs.ts";
import type { SourcePosition } from "./source-profile.ts";
import type { Column, Line } from "../units.ts";

/** Where a line that a function ran is in its source; `guessed` if that is not sure, undefined if it is unknown. */
type PlaceOf = (func: number, line: Line, column: Column) => (SourcePosition & { readonly guessed: boolean }) | undefined;

/** The distinct lines of functions, each placed when it is first asked for: a deep profile has each of them in thousands of stacks. */
export class PlacedLines {
  /** -1 if the place is unknown. */
  readonly source: number[] = [];
  readonly line: Line[] = [];
  readonly column: Column[] = [];
  readonly guessed: boolean[] = [];
  readonly #lines = new NumberPairs();
  readonly #places = new NumberPairs();
  readonly #placeOf: PlaceOf;

  constructor(placeOf: PlaceOf) {
    this.#placeOf = placeOf;
  }

  row(func: number, line: Line, column: Column): number {
    const row = this.#places.row(this.#lines.row(func, line), column);
    if (row === this.source.length) this.#add(this.#placeOf(func, line, column));
    return row;
  }

  #add(place: ReturnType<PlaceOf>): void {
    this.source.push(place?.source ?? -1);
    this.line.push(place?.line ?? 0);
    this.column.push(place?.column ?? -1);
    this.guessed.push(place?.guessed === true);
  }
}
