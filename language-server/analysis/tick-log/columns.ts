/** A growing column of 32-bit integers. */
export class IntColumn {
  #values = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): number {
    if (this.#length === this.#values.length) {
      const grown = new Int32Array(this.#values.length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length] = value;
    return this.#length++;
  }

  at(row: number): number {
    return this.#values[row];
  }

  put(row: number, value: number): void {
    this.#values[row] = value;
  }

  /** Drops the rows from `length` on. */
  cut(length: number): void {
    this.#length = length;
  }

  /** The rows, and room for more; valid until the next `push`. Loops that run seldom are faster with it. */
  get values(): Int32Array {
    return this.#values;
  }

  /** A copy of the filled part. */
  toArray(): Int32Array {
    return this.#values.slice(0, this.#length);
  }
}

/** A growing column of doubles. Not one class with IntColumn: V8 would compile its methods for both arrays, and reading a log was 3 % slower. */
export class DoubleColumn {
  #values = new Float64Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): number {
    if (this.#length === this.#values.length) {
      const grown = new Float64Array(this.#values.length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length] = value;
    return this.#length++;
  }

  at(row: number): number {
    return this.#values[row];
  }

  put(row: number, value: number): void {
    this.#values[row] = value;
  }

  /** Drops the rows from `length` on. */
  cut(length: number): void {
    this.#length = length;
  }

  /** The rows, and room for more; valid until the next `push`. Loops that run seldom are faster with it. */
  get values(): Float64Array {
    return this.#values;
  }

  /** A copy of the filled part. */
  toArray(): Float64Array {
    return this.#values.slice(0, this.#length);
  }
}

/** Stores byte sequences in blocks; addressed by the number that `keep` returned. */
export class ByteStore {
  readonly #blocks: Uint8Array[] = [];
  #used = 0;
  readonly #block = new IntColumn();
  readonly #start = new IntColumn();
  readonly #length = new IntColumn();

  keep(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    let block = this.#blocks[this.#blocks.length - 1];
    if (block === undefined || this.#used + length > block.length) {
      block = new Uint8Array(Math.max(length, 1 << 18));
      this.#blocks.push(block);
      this.#used = 0;
    }
    block.set(bytes.subarray(start, end), this.#used);
    this.#block.push(this.#blocks.length - 1);
    this.#start.push(this.#used);
    this.#used += length;
    return this.#length.push(length);
  }

  /** Whether these bytes equal the stored ones. */
  equals(kept: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#length.at(kept) !== end - start) return false;
    const own = this.read(kept);
    for (let at = 0; at < own.length; at++) if (own[at] !== bytes[start + at]) return false;
    return true;
  }

  read(kept: number): Uint8Array {
    const block = this.#blocks[this.#block.at(kept)];
    const start = this.#start.at(kept);
    return block === undefined ? new Uint8Array() : block.subarray(start, start + this.#length.at(kept));
  }
}
