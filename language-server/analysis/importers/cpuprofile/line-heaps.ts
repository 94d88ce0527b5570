/** For each node the line that lacks most; of equal ones the last. A node can have a million lines, so they are heaps, not searched. */
export class LineHeaps {
  readonly #start: Int32Array;
  readonly #lacks: Float64Array;
  /** Lines (rows of the nodes' ticks), those of a node from its start on. */
  readonly #lines: Int32Array;
  readonly #size: Int32Array;

  /** Lines without samples left (`left`) are in no heap. The caller lowers `lacks` of a node's first line alone, and then calls `lowered`. */
  constructor(start: Int32Array, nodes: number, left: Int32Array, lacks: Float64Array) {
    this.#start = start;
    this.#lacks = lacks;
    this.#lines = new Int32Array(left.length);
    this.#size = new Int32Array(nodes);
    for (let node = 0; node < nodes; node++) {
      const from = start[node];
      let size = 0;
      for (let at = from; at < start[node + 1]; at++) if (left[at] !== 0) this.#lines[from + size++] = at;
      this.#size[node] = size;
      for (let place = (size >> 1) - 1; place >= 0; place--) this.#sink(node, place);
    }
  }

  /** How many lines a node has left. */
  size(node: number): number {
    return this.#size[node];
  }

  /** Of a node that has a line left. */
  first(node: number): number {
    return this.#lines[this.#start[node]];
  }

  /** Call when the first line of a node lacks less than before; `isLeft`: whether it has samples left. */
  lowered(node: number, isLeft: boolean): void {
    if (!isLeft) {
      const from = this.#start[node];
      const size = this.#size[node] - 1;
      this.#size[node] = size;
      this.#lines[from] = this.#lines[from + size];
    }
    this.#sink(node, 0);
  }

  #sink(node: number, start: number): void {
    const lines = this.#lines;
    const from = this.#start[node];
    const size = this.#size[node];
    let place = start;
    const line = lines[from + place];
    for (let child = 2 * place + 1; child < size; child = 2 * place + 1) {
      const other = child + 1;
      if (other < size && this.#isBefore(lines[from + other], lines[from + child])) child = other;
      const next = lines[from + child];
      if (!this.#isBefore(next, line)) break;
      lines[from + place] = next;
      place = child;
    }
    lines[from + place] = line;
  }

  #isBefore(one: number, other: number): boolean {
    const [first, second] = [this.#lacks[one], this.#lacks[other]];
    return first > second || (first === second && one > other);
  }
}
