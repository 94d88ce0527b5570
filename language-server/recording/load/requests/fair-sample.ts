/**
 * A fair sample of a stream, in order: one of each group of equally many that came one after the other, chosen as by Vitter's algorithm R ("Random
 * sampling with a reservoir", 1985). When it is full, pairs of groups become one, of which either is kept by chance. So each row stands for as
 * many as its group has, and all weights add up to the number that was offered.
 */
export class FairSample {
  readonly #kept: Int32Array;
  readonly #weigh: (slot: number, weight: number) => void;
  readonly #random: () => number;
  #groups = 0;
  #groupSize = 1;
  /** Number in the last group so far. */
  #inLast = 1;

  /** `most`: an even number of rows. `weigh` is called when a row has another weight than 1; with 0 when it is not in the sample any more. */
  constructor(most: number, weigh: (slot: number, weight: number) => void, random: () => number = Math.random) {
    this.#kept = new Int32Array(most);
    this.#weigh = weigh;
    this.#random = random;
  }

  offer(slot: number): void {
    if (this.#inLast < this.#groupSize) return this.#offerToLast(slot);
    if (this.#groups === this.#kept.length) this.#halve();
    this.#kept[this.#groups] = slot;
    this.#groups += 1;
    this.#inLast = 1;
  }

  #offerToLast(slot: number): void {
    this.#inLast += 1;
    const last = this.#groups - 1;
    const before = this.#kept[last] as number;
    const isChosen = this.#random() * this.#inLast < 1;
    if (isChosen) this.#kept[last] = slot;
    this.#weigh(isChosen ? slot : before, this.#inLast);
    this.#weigh(isChosen ? before : slot, 0);
  }

  #halve(): void {
    const kept = this.#kept;
    this.#groups /= 2;
    this.#groupSize *= 2;
    this.#inLast = this.#groupSize;
    for (let group = 0; group < this.#groups; group++) {
      const chosen = this.#random() < 0.5 ? 0 : 1;
      this.#weigh(kept[2 * group + 1 - chosen] as number, 0);
      kept[group] = kept[2 * group + chosen] as number;
      this.#weigh(kept[group] as number, this.#groupSize);
    }
  }
}
