/**
 * Hash table from non-negative integers below 2^53 to integers ≥ 0, in typed arrays: millions of entries without an object each. Linear
 * probing, at most half full.
 */
export class NumberMap {
  /** Key + 1, or 0 if free. */
  #keys: Float64Array;
  #values: Int32Array;
  #mask: number;
  #size = 0;

  constructor(capacity = 1024) {
    let slots = 16;
    while (slots < capacity * 2) slots *= 2;
    this.#keys = new Float64Array(slots);
    this.#values = new Int32Array(slots);
    this.#mask = slots - 1;
  }

  get size(): number {
    return this.#size;
  }

  /** The value, or -1 if there is none. */
  get(key: number): number {
    const slot = this.#slot(key);
    return this.#keys[slot] === 0 ? -1 : (this.#values[slot] as number);
  }

  set(key: number, value: number): void {
    const slot = this.#slot(key);
    this.#values[slot] = value;
    if (this.#keys[slot] !== 0) return;
    this.#keys[slot] = key + 1;
    this.#size += 1;
    if (this.#size * 2 > this.#mask) this.#grow();
  }

  #slot(key: number): number {
    const keys = this.#keys;
    const mask = this.#mask;
    let slot = hash(key) & mask;
    for (;;) {
      const found = keys[slot] as number;
      if (found === key + 1 || found === 0) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values;
    this.#keys = new Float64Array(keys.length * 2);
    this.#values = new Int32Array(keys.length * 2);
    this.#mask = keys.length * 2 - 1;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as number;
      if (key === 0) continue;
      const slot = this.#slot(key - 1);
      this.#keys[slot] = key;
      this.#values[slot] = values[i] as number;
    }
  }
}

function hash(key: number): number {
  const high = (key / 4294967296) | 0;
  let mixed = Math.imul((key | 0) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}
