import { isBefore, type Insertion } from "./shifted-map.ts";

/**
 * Offsets of a text as lines (1-based, as V8 ends them) and columns (0-based), counting what is inserted. Ask in ascending order. Both
 * arguments in ascending order, too.
 */
export class LinePositions {
  readonly #ends: RegExp = /\r\n|[\n\r\u2028\u2029]/g;
  readonly #text: string;
  readonly #insertions: readonly Insertion[];
  #line = 1;
  #start = 0;
  #next: number;
  #inserted = 0;
  #shift = 0;

  constructor(text: string, insertions: readonly Insertion[]) {
    this.#text = text;
    this.#insertions = insertions;
    this.#next = this.#nextStart();
  }

  at(offset: number): { readonly line: number; readonly column: number } {
    while (offset >= this.#next) {
      this.#line += 1;
      this.#start = this.#next;
      this.#next = this.#nextStart();
      this.#skipInsertions(this.#start);
      this.#shift = 0;
    }
    this.#skipInsertions(offset);
    return { line: this.#line, column: offset - this.#start + this.#shift };
  }

  #skipInsertions(offset: number): void {
    for (
      let each = this.#insertions[this.#inserted];
      each !== undefined && isBefore(each, offset);
      each = this.#insertions[this.#inserted]
    ) {
      this.#shift += each.length;
      this.#inserted += 1;
    }
  }

  #nextStart(): number {
    return this.#ends.exec(this.#text) === null ? Infinity : this.#ends.lastIndex;
  }
}
