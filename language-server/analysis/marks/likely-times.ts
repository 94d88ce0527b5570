import type { Microseconds } from "../units.ts";

/** Times that are told apart; more would change nothing. */
const mostTimes = 256;
const rounds = 100;

/**
 * How long something takes, learned from cases of which only is known that each took more than `least` and at most `most`: the shares of the
 * possible times that make these cases most likely (Turnbull's estimate, by expectation and maximisation).
 */
export class LikelyTimes {
  readonly #times: Float64Array;
  /** Up to each time: shares, and shares times the time. */
  readonly #upTo: Float64Array;
  readonly #sums: Float64Array;

  constructor(least: Float64Array, most: Float64Array) {
    this.#times = someOf(least.slice().sort());
    const count = this.#times.length;
    const ranges = Array.from(least, (time, row) => this.#range(time, most[row]));
    let shares = new Float64Array(count).fill(1 / Math.max(1, count));
    this.#upTo = new Float64Array(count + 1);
    this.#sums = new Float64Array(count + 1);
    this.#add(shares);
    for (let round = count > 1 ? rounds : 0; round > 0; round--) {
      const gains = new Float64Array(count + 1);
      for (const [first, end] of ranges) {
        const gain = 1 / Math.max(Number.MIN_VALUE, this.#upTo[end] - this.#upTo[first]);
        if (gain === Number.POSITIVE_INFINITY) continue;
        gains[first] += gain;
        gains[end] = gains[end] - gain;
      }
      let gain = 0;
      shares = shares.map((share, index) => {
        gain += gains[index];
        return (share * Math.max(0, gain)) / ranges.length;
      });
      this.#add(shares);
    }
  }

  /** The mean of the times between two. */
  between(least: Microseconds, most: Microseconds): Microseconds {
    const [first, end] = this.#range(least, most);
    const share = this.#upTo[end] - this.#upTo[first];
    const mean = (this.#sums[end] - this.#sums[first]) / share;
    return Math.min(most, Math.max(least, share > 1e-12 ? mean : least));
  }

  #add(shares: Float64Array): void {
    for (let index = 0; index < shares.length; index++) {
      const share = shares[index];
      this.#upTo[index + 1] = this.#upTo[index] + share;
      this.#sums[index + 1] = this.#sums[index] + share * this.#times[index];
    }
  }

  /** Indices of the times between two, at least of one. */
  #range(least: Microseconds, most: Microseconds): readonly [first: number, end: number] {
    const first = Math.min(firstAtLeast(this.#times, least), this.#times.length - 1);
    let end = firstAtLeast(this.#times, most);
    while (end < this.#times.length && this.#times[end] <= most) end += 1;
    return end > first ? [first, end] : [Math.max(0, first - 1), Math.max(1, first)];
  }
}

/** Of the times that differ. */
function someOf(sorted: Float64Array): Float64Array {
  const apart = sorted.filter((time, row) => row === 0 || time > sorted[row - 1]);
  const step = Math.max(1, (apart.length - 1) / (mostTimes - 1));
  return Float64Array.from({ length: Math.min(apart.length, mostTimes) }, (_, index) => apart[Math.round(index * step)]);
}

function firstAtLeast(column: Float64Array, value: number): number {
  let [low, high] = [0, column.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
