import type { Share, Ticks } from "../../units.ts";

/**
 * Shares of the busy time that lines have in parts of the time, such as slow moments. A part counts as many ticks as it has, but at most `most`: so
 * one long moment does not outweigh all others.
 */
export class LineShares {
  readonly #most: Ticks;
  #parts = 0;
  #ticks: Ticks = 0;
  /** Sums of what parts count, of its squares, and by line of its ticks, their squares, and their products with what the part counts. */
  #weight = 0;
  #weightSquares = 0;
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;
  readonly #products: Float64Array;
  readonly #ticksOf: Float64Array;
  readonly #innermost: Float64Array;
  /** Of the part that is added up. */
  readonly #current: Float64Array;
  readonly #seen: number[] = [];
  #busy: Ticks = 0;

  constructor(lines: number, most: Ticks) {
    this.#most = most;
    const byLine = (): Float64Array => new Float64Array(lines);
    [this.#sums, this.#squares, this.#products] = [byLine(), byLine(), byLine()];
    [this.#ticksOf, this.#innermost, this.#current] = [byLine(), byLine(), byLine()];
  }

  /** Parts with busy ticks. */
  get parts(): number {
    return this.#parts;
  }

  /** Adds busy ticks to the part, of whatever code. */
  addBusy(ticks: Ticks): void {
    this.#busy += ticks;
  }

  /** Adds ticks of a line to the part, what it called counted in; `innermost`: those of them that are not of other lines of own code. */
  add(line: number, ticks: Ticks, innermost: Ticks): void {
    const before = this.#current[line] as number;
    if (before === 0) this.#seen.push(line);
    this.#current[line] = before + ticks;
    this.#innermost[line] = (this.#innermost[line] as number) + innermost;
  }

  endPart(): void {
    const busy = this.#busy;
    if (busy === 0) return;
    const weight = Math.min(busy, this.#most);
    this.#parts += 1;
    this.#ticks += busy;
    this.#weight += weight;
    this.#weightSquares += weight * weight;
    for (const line of this.#seen) {
      const ticks = this.#current[line] as number;
      const weighed = (ticks * weight) / busy;
      this.#ticksOf[line] = (this.#ticksOf[line] as number) + ticks;
      this.#sums[line] = (this.#sums[line] as number) + weighed;
      this.#squares[line] = (this.#squares[line] as number) + weighed * weighed;
      this.#products[line] = (this.#products[line] as number) + weighed * weight;
      this.#current[line] = 0;
    }
    this.#seen.length = 0;
    this.#busy = 0;
  }

  ticks(line: number): Ticks {
    return this.#ticksOf[line] as number;
  }

  /** Of all ticks, however long the parts are. */
  shareOfTicks(line: number): Share {
    return (this.#ticksOf[line] as number) / this.#ticks;
  }

  innermostShare(line: number): Share {
    return (this.#innermost[line] as number) / this.#ticks;
  }

  share(line: number): Share {
    return (this.#sums[line] as number) / this.#weight;
  }

  /**
   * Of the share: that of a ratio over whole parts (Cochran, Sampling Techniques, 6.3). Never less than that of as many independent ticks, so that few
   * parts which happen to be alike prove nothing.
   */
  variance(line: number): number {
    const share = this.share(line);
    const squares = (this.#squares[line] as number) - 2 * share * (this.#products[line] as number) + share * share * this.#weightSquares;
    const likely = ((this.#sums[line] as number) + 0.5) / (this.#weight + 1);
    return Math.max((squares * this.#parts) / (this.#parts - 1) / this.#weight ** 2, (likely * (1 - likely)) / this.#weight);
  }
}
