/** Offsets of a text as lines (1-based, as V8 ends them) and columns (0-based). Ask in ascending order. */
export class LinePositions {
  readonly #ends: RegExp = /\r\n|[\n\r\u2028\u2029]/g;
  readonly #text: string;
  #line = 1;
  #start = 0;
  #next: number;

  constructor(text: string) {
    this.#text = text;
    this.#next = this.#nextStart();
  }

  at(offset: number): { readonly line: number; readonly column: number } {
    while (offset >= this.#next) {
      this.#line += 1;
      this.#start = this.#next;
      this.#next = this.#nextStart();
    }
    return { line: this.#line, column: offset - this.#start };
  }

  #nextStart(): number {
    return this.#ends.exec(this.#text) === null ? Infinity : this.#ends.lastIndex;
  }
}
