import type { Position } from "../profile/profile.ts";
import { findToken, type Positions, type TextPositions } from "./text-positions.ts";

/** Some statements of a text, one after the other, with their positions in the whole text. */
export class PartOfText implements Positions {
  readonly part: string;
  readonly #whole: string;
  readonly #positions: TextPositions;
  /** Where each range starts: in the part (ascending), and in the whole text. */
  readonly #starts: number[] = [];
  readonly #startsInWhole: number[] = [];

  /** Each statement is a list of ranges: starts and ends (exclusive) alternate, ascending. `positions` are those of the whole text. */
  constructor(whole: string, statements: readonly (readonly number[])[], positions: TextPositions) {
    this.#whole = whole;
    this.#positions = positions;
    let part = "";
    for (const ranges of statements) {
      for (let index = 0; index < ranges.length; index += 2) {
        this.#starts.push(part.length);
        this.#startsInWhole.push(ranges[index] as number);
        part += whole.slice(ranges[index], ranges[index + 1]);
      }
      part += "\n;";
    }
    this.part = part;
  }

  get length(): number {
    return this.part.length;
  }

  /** Position in the whole text of an offset into the part. */
  at(offset: number): Position {
    return this.#positions.at(this.#inWhole(offset));
  }

  /** Where the code at an offset of the whole is in the part; undefined if it was left out. */
  partOffset(offset: number): number | undefined {
    const range = this.#startsInWhole.findLastIndex((start) => start <= offset);
    const [start = 0, inWhole = 0, next = this.part.length] = [this.#starts[range], this.#startsInWhole[range], this.#starts[range + 1]];
    const found = offset - inWhole + start;
    return range === -1 || found >= next ? undefined : found;
  }

  find(token: string, from: number): number {
    return findToken(this.part, token, from);
  }

  /** The text of the whole between two offsets into the part. */
  slice(start: number, end: number): string {
    return this.#whole.slice(this.#inWhole(start), this.#inWhole(end, true));
  }

  /** Where the code of the part at an offset is in the whole, or with `isEnd` the code just before it. */
  #inWhole(offset: number, isEnd = false): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const start = this.#starts[middle] as number;
      if (isEnd ? start < offset : start <= offset) low = middle;
      else high = middle - 1;
    }
    return offset - (this.#starts[low] as number) + (this.#startsInWhole[low] as number);
  }
}
