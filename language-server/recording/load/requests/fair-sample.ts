/**
 * A fair sample of a stream, in order: one of each group of equally many that came one after the other, chosen as by Vitter's algorithm R ("Random
 * sampling with a reservoir", 1985). When it is full, pairs of groups become one, of which either is kept by chance. So each row stands for as
 * many as its group has, and all weights add up to the number that was offered.
 */
export class FairSample {
  readonly #kept: number[] = [];
  readonly #most: number;
  readonly #weigh: (slot: number, weight: number) => void;
  readonly #random: () => number;
  #groupSize = 1;
  /** Number in the last group so far; the others are complete. */
  #inLast = 1;

  /** `most`: an even number of rows. `weigh` is called when a row has another weight than 1; with 0 when it is not in the sample any more. */
  constructor(most: number, weigh: (slot: number, weight: number) => void, random: () => number = Math.random) {
    this.#most = most;
    this.#weigh = weigh;
    this.#random = random;
  }

  offer(slot: number): void {
    if (this.#inLast < this.#groupSize) return this.#offerToLast(slot);
    if (this.#kept.length === this.#most) this.#halve();
    this.#kept.push(slot);
    this.#inLast = 1;
  }

  #offerToLast(slot: number): void {
    this.#inLast += 1;
    const last = this.#kept.length - 1;
    const before = this.#kept[last] as number;
    const isChosen = this.#random() * this.#inLast < 1;
    if (isChosen) this.#kept[last] = slot;
    this.#weigh(isChosen ? slot : before, this.#inLast);
    this.#weigh(isChosen ? before : slot, 0);
  }

  #halve(): void {
    const kept = this.#kept;
    const half = kept.length / 2;
    this.#groupSize *= 2;
    this.#inLast = this.#groupSize;
    for (let group = 0; group < half; group++) {
      const chosen = this.#random() < 0.5 ? 0 : 1;
      this.#weigh(kept[2 * group + 1 - chosen] as number, 0);
      kept[group] = kept[2 * group + chosen] as number;
      this.#weigh(kept[group] as number, this.#groupSize);
    }
    kept.length = half;
  }
}
