import { probabilityBeyond } from "../../compare/chance/students-t.ts";
import type { Share } from "../../units.ts";
import type { LineShares } from "./line-shares.ts";

/** A line that has more of the busy time in slow moments than usually. */
export interface StandingLine {
  readonly line: number;
  /** Student's t. */
  readonly t: number;
  /** Probability of it by chance, corrected for the number of lines. */
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
 * Lines (below `count`) with a larger share inside than outside: those that can be named, then others, the largest excess first. Ticks of one moment
 * have one cause and are no independent evidence: Student's t with one degree less than there are slow moments, one-sided, by Holm's method.
 */
export function standingOut(count: number, inside: LineShares, outside: LineShares): readonly StandingLine[] {
  if (inside.parts < 2 || outside.parts < 2) return [];
  const found: { readonly line: number; readonly t: number }[] = [];
  let tested = 0;
  for (let line = 0; line < count; line++) {
    if (inside.ticks(line) + outside.ticks(line) < fewestTicks) continue;
    tested += 1;
    const difference = inside.share(line) - outside.share(line);
    if (difference > 0) found.push({ line, t: difference / Math.sqrt(inside.variance(line) + outside.variance(line)) });
  }
  found.sort((one, other) => other.t - one.t);
  let p = 0;
  return found
    .map(({ line, t }, before): StandingLine => {
      // Once one is no more than chance, so are all that follow.
      if (p < 1) p = Math.max(p, Math.min(1, (probabilityBeyond(t, inside.parts - 1) / 2) * (tested - before)));
      const excess = inside.shareOfTicks(line) - outside.shareOfTicks(line);
      const rank = excess + innermostWeight * (inside.innermostShare(line) - outside.innermostShare(line));
      return { line, t, p, rank, isNamed: p <= mostChance && excess >= smallestExcess };
    })
    .sort((one, other) => Number(other.isNamed) - Number(one.isNamed) || other.rank - one.rank || one.line - other.line);
}
