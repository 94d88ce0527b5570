import { probabilityBeyond } from "../../compare/chance/students-t.ts";
import type { Share, Ticks } from "../../units.ts";
import type { PartTicks } from "./line-shares.ts";

/** How much more of the busy time a line has in slow moments than usually. */
export interface StandingLine {
  /** As in `OwnLines`. */
  readonly key: number;
  /** In slow moments. */
  readonly ticks: Ticks;
  readonly inside: Share;
  readonly outside: Share;
  readonly t: number;
  /** Corrected for the number of lines. */
  readonly p: number;
  readonly rank: number;
  /** Whether it can be named: it is more than chance, and enough to matter. */
  readonly isNamed: boolean;
}

/** Lines with less in all are no candidates: they cannot stand out. */
const fewestTicks = 10;
/** A line is named if chance makes any of a run's lines stand out as much in fewer than one of a hundred runs… */
const mostChance = 0.01;
/** … and if it has this much more of the busy time: less explains no slow moment. */
const smallestExcess: Share = 0.05;
/** What a line itself has more counts for so much again: of a line and one that is there because it calls it, the first comes first. */
const innermostWeight = 0.1;

/**
 * Lines with a larger share inside than outside: those that can be named, then others, the largest excess first. Ticks of one moment have one cause
 * and are no independent evidence, so a share's variance is that of a ratio over whole moments (Cochran, Sampling Techniques, 6.3), none of which
 * counts for more than the median one. Student's t with one degree less than there are slow moments, one-sided, corrected by Holm's method.
 */
export function standingOut(inside: PartTicks, outside: PartTicks): readonly StandingLine[] {
  const parts = inside.ofParts.length;
  if (parts < 2 || outside.ofParts.length < 2) return [];
  const within = new LineShares(inside, inside.ofParts.toSorted((one, other) => one - other)[parts >> 1] as number);
  const without = new LineShares(outside, Number.POSITIVE_INFINITY);
  const found: (Omit<StandingLine, "p" | "isNamed"> & { readonly chance: number })[] = [];
  let tested = 0;
  for (let key = 0; key < inside.innermost.length; key++) {
    const ticks = within.ticks[key] as number;
    if (ticks + (without.ticks[key] as number) < fewestTicks) continue;
    tested += 1;
    const difference = within.share(key) - without.share(key);
    if (difference <= 0) continue;
    const t = difference / Math.sqrt(within.variance(key) + without.variance(key));
    const shares = { inside: ticks / within.all, outside: (without.ticks[key] as number) / without.all };
    const itself = (inside.innermost[key] as number) / within.all - (outside.innermost[key] as number) / without.all;
    const rank = shares.inside - shares.outside + innermostWeight * itself;
    found.push({ key, ticks, ...shares, t, rank, chance: probabilityBeyond(t, parts - 1) / 2 });
  }
  found.sort((one, other) => one.chance - other.chance || other.t - one.t);
  let p = 0;
  return found
    .map(({ chance, ...line }, before) => {
      p = Math.max(p, Math.min(1, chance * (tested - before)));
      return { ...line, p, isNamed: p <= mostChance && line.inside - line.outside >= smallestExcess };
    })
    .sort((one, other) => Number(other.isNamed) - Number(one.isNamed) || other.rank - one.rank || one.key - other.key);
}

/** Shares of lines in parts that count as many ticks as they have, but at most `most`. */
class LineShares {
  readonly all: Ticks;
  /** By line. */
  readonly ticks: Float64Array;
  readonly #parts: number;
  readonly #weight: Ticks;
  readonly #squares: number;
  readonly #sums: Float64Array;
  readonly #lineSquares: Float64Array;
  readonly #products: Float64Array;

  constructor({ ofParts, part, key: keys, ticks, innermost }: PartTicks, most: Ticks) {
    const weights = ofParts.map((each) => Math.min(each, most));
    const byLine = (): Float64Array => new Float64Array(innermost.length);
    [this.ticks, this.#sums, this.#lineSquares, this.#products] = [byLine(), byLine(), byLine(), byLine()];
    this.#parts = ofParts.length;
    this.all = ofParts.reduce((sum, each) => sum + each, 0);
    this.#weight = weights.reduce((sum, each) => sum + each, 0);
    this.#squares = weights.reduce((sum, each) => sum + each * each, 0);
    for (let row = 0; row < part.length; row++) {
      const [at, key, own] = [part[row] as number, keys[row] as number, ticks[row] as number];
      const weight = weights[at] as number;
      const weighed = (own * weight) / (ofParts[at] as number);
      this.ticks[key] = (this.ticks[key] as number) + own;
      this.#sums[key] = (this.#sums[key] as number) + weighed;
      this.#lineSquares[key] = (this.#lineSquares[key] as number) + weighed * weighed;
      this.#products[key] = (this.#products[key] as number) + weighed * weight;
    }
  }

  share(key: number): Share {
    return (this.#sums[key] as number) / this.#weight;
  }

  /** Never less than that of as many independent ticks, so that few parts which happen to be alike prove nothing. */
  variance(key: number): number {
    const share = this.share(key);
    const squares = (this.#lineSquares[key] as number) - 2 * share * (this.#products[key] as number) + share * share * this.#squares;
    const likely = ((this.#sums[key] as number) + 0.5) / (this.#weight + 1);
    return Math.max((squares * this.#parts) / (this.#parts - 1) / this.#weight ** 2, (likely * (1 - likely)) / this.#weight);
  }
}
