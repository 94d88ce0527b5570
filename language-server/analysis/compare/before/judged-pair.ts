import type { Share } from "../../units.ts";
import { isSameProgram, newestBefore, standingOf, type Standing } from "./standing.ts";
import { isEarlier, type RunFacts } from "./program.ts";
import { type Unlikeness, unlikenesses } from "./unlikeness.ts";

/** A run that was not taken, and why. */
export interface PassedRun<Facts extends RunFacts> {
  readonly run: Facts;
  readonly why: { readonly kind: "standing"; readonly standing: Standing } | { readonly kind: "unlike"; readonly unlikeness: Unlikeness };
}

/** The newest run of a history that can be judged. */
export interface NewestRun<Facts extends RunFacts> {
  readonly run: Facts;
  /** Newer ones. */
  readonly passed: readonly PassedRun<Facts>[];
}

/** The newest run that is good; undefined if none is. `runs` newest first. */
export function newestGood<Facts extends RunFacts>(runs: readonly Facts[]): NewestRun<Facts> | undefined {
  const passed: PassedRun<Facts>[] = [];
  for (const run of runs) {
    const standing = standingOf(run, runs);
    if (standing.kind === "good") return { run, passed };
    passed.push({ run, why: { kind: "standing", standing } });
  }
  return undefined;
}

/** The run that `next` is judged against, and the runs between them; without one all earlier runs are passed over. `runs` newest first. */
export function judgedBefore<Facts extends RunFacts>(
  next: RunFacts,
  runs: readonly Facts[],
  share: (share: Share) => string,
): { readonly base: Facts | undefined; readonly passed: readonly PassedRun<Facts>[] } {
  const base = newestBefore(next, runs);
  const between = runs.filter((run) => run.id !== next.id && isEarlier(run, next) && (base === undefined || isEarlier(base, run)));
  const passed = between.flatMap((run): readonly PassedRun<Facts>[] => {
    const standing = standingOf(run, runs);
    if (standing.kind !== "good") return [{ run, why: { kind: "standing", standing } }];
    const [unlikeness] = unlikenesses(run, next, share, runs);
    return unlikeness === undefined ? [] : [{ run, why: { kind: "unlike", unlikeness } }];
  });
  return { base, passed };
}

/**
 * Why a run is compared with no other by itself: what the newest earlier run of its program differs in, else the newest earlier one; undefined
 * if there is none.
 */
export function unlikeNearest(run: RunFacts, runs: readonly RunFacts[], share: (share: Share) => string): Unlikeness | undefined {
  const earlier = runs.filter((other) => other.id !== run.id && isEarlier(other, run));
  const nearest = earlier.find((other) => isSameProgram(other, run)) ?? earlier[0];
  return nearest && unlikenesses(nearest, run, share, runs)[0];
}
