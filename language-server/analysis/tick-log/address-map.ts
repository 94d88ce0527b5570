const blockSize = 512;

interface Block {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly codes: Int32Array;
  /** Lower bound of all starts in the block, at or below the next block's floor. */
  readonly floor: number;
  count: number;
}

/** Which code is at an address now. New code replaces any old code that it overlaps. */
export class AddressMap {
  #blocks: Block[] = [makeBlock(0)];

  /** The code whose range contains the address, or -1. */
  find(address: number): number {
    for (let index = this.#blockOf(address); index >= 0; index--) {
      const block = this.#blocks[index] as Block;
      const at = lastAtMost(block, address);
      if (at >= 0) return address < (block.ends[at] as number) ? (block.codes[at] as number) : -1;
    }
    return -1;
  }

  /** Puts code at [start, end), which must not be empty; calls `ended` for each code that it overlaps. */
  lay(start: number, end: number, code: number, ended: (code: number) => void): void {
    this.#clear(start, end, ended);
    let at = this.#blockOf(start);
    let block = this.#blocks[at] as Block;
    if (block.count === blockSize) {
      this.#split(at);
      at = this.#blockOf(start);
      block = this.#blocks[at] as Block;
    }
    const slot = lastAtMost(block, start) + 1;
    block.starts.copyWithin(slot + 1, slot, block.count);
    block.ends.copyWithin(slot + 1, slot, block.count);
    block.codes.copyWithin(slot + 1, slot, block.count);
    block.starts[slot] = start;
    block.ends[slot] = end;
    block.codes[slot] = code;
    block.count += 1;
  }

  /** Removes the code that starts at the address; returns its number, or -1. */
  take(start: number): number {
    const index = this.#blockOf(start);
    const block = this.#blocks[index] as Block;
    const at = lastAtMost(block, start);
    if (at < 0 || block.starts[at] !== start) return -1;
    const code = block.codes[at] as number;
    this.#remove(index, at);
    return code;
  }

  /** The code that starts at the address, or -1. */
  startingAt(start: number): number {
    const block = this.#blocks[this.#blockOf(start)] as Block;
    const at = lastAtMost(block, start);
    return at >= 0 && block.starts[at] === start ? (block.codes[at] as number) : -1;
  }

  #clear(start: number, end: number, ended: (code: number) => void): void {
    for (;;) {
      const last = this.#lastBefore(end);
      if (last === undefined) return;
      const block = this.#blocks[last.index] as Block;
      if ((block.ends[last.at] as number) <= start) return;
      ended(block.codes[last.at] as number);
      this.#remove(last.index, last.at);
    }
  }

  /** The entry with the greatest start below `end`. */
  #lastBefore(end: number): { index: number; at: number } | undefined {
    for (let index = this.#blockOf(end); index >= 0; index--) {
      const block = this.#blocks[index] as Block;
      let at = lastAtMost(block, end);
      if (at >= 0 && block.starts[at] === end) at -= 1;
      if (at >= 0) return { index, at };
    }
    return undefined;
  }

  /** The block for an entry that starts at the address. */
  #blockOf(address: number): number {
    const blocks = this.#blocks;
    let low = 0;
    let high = blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const block = blocks[middle] as Block;
      if (block.floor <= address) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #remove(index: number, at: number): void {
    const block = this.#blocks[index] as Block;
    block.starts.copyWithin(at, at + 1, block.count);
    block.ends.copyWithin(at, at + 1, block.count);
    block.codes.copyWithin(at, at + 1, block.count);
    block.count -= 1;
    if (block.count === 0 && index > 0) this.#blocks.splice(index, 1);
  }

  #split(index: number): void {
    const full = this.#blocks[index] as Block;
    const half = blockSize >> 1;
    const upper = makeBlock(full.starts[half] as number);
    upper.starts.set(full.starts.subarray(half));
    upper.ends.set(full.ends.subarray(half));
    upper.codes.set(full.codes.subarray(half));
    upper.count = blockSize - half;
    full.count = half;
    this.#blocks.splice(index + 1, 0, upper);
  }
}

function makeBlock(floor: number): Block {
  return { floor, starts: new Float64Array(blockSize), ends: new Float64Array(blockSize), codes: new Int32Array(blockSize), count: 0 };
}

function lastAtMost(block: Block, address: number): number {
  let low = -1;
  let high = block.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((block.starts[middle] as number) <= address) low = middle;
    else high = middle - 1;
  }
  return low;
}
