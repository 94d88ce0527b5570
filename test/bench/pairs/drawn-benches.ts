import { noBudgets } from "../../../language-server/analysis/pairs/budgets.ts";
import { heldBudgets } from "../../../language-server/analysis/pairs/held-budgets.ts";
import { type JudgedCost, type JudgedSides, judgeSides, type RecordedRound } from "../../../language-server/analysis/pairs/judged-sides.ts";
import { matchSides } from "../../../language-server/analysis/pairs/matched-sides.ts";
import type { Recording } from "../../../language-server/analysis/pairs/side-costs.ts";
import { Random } from "../../fuzz/random.ts";
import type { StoredRounds } from "./stored-rounds.ts";

export interface DrawnBench extends JudgedSides {
  /** It would end with exit code 3. */
  readonly isAlert: boolean;
}

export interface Drawing {
  readonly head: "again" | "slower";
  readonly benches: number;
  /** Both sides get slower by this factor from a drawn round on. */
  readonly slowdown?: number;
  readonly seed: number;
  /** A function that is taken for one whose text was edited, without another cost. */
  readonly edited?: string;
}

/** As many as a bench has, unless it is asked otherwise. */
const roundsOfBench = 10;

/** Benches of rounds that are drawn from the recorded ones, in turns from those that began with base and those that began with head. */
export function drawnBenches(stored: StoredRounds, { head, benches, slowdown = 1, seed, edited }: Drawing): readonly DrawnBench[] {
  const random = new Random(seed);
  const sides = { base: stored.base, head: stored[head] };
  const found = matchSides(sides.base.code, sides.head.code);
  const functions = found.functions.map((each) => ({ ...each, edited: each.edited || each.name === edited }));
  const matched = { ...found, functions };
  return Array.from({ length: benches }, () => {
    const left = [...sides.base.recordings.keys()];
    const drawn = Array.from({ length: roundsOfBench }, (_, at) => {
      const round = random.of(left.filter((each) => each % 2 === at % 2));
      left.splice(left.indexOf(round), 1);
      return round;
    });
    const slowFrom = random.below(roundsOfBench);
    const rounds = drawn.map((round, at): RecordedRound => {
      const factor = at >= slowFrom ? slowdown : 1;
      return {
        base: slower(sides.base.recordings[round] as Recording, factor),
        head: slower(sides.head.recordings[round] as Recording, factor),
      };
    });
    const judged = judgeSides(rounds, matched, "request");
    const { over } = heldBudgets(rounds, { ...sides, matched }, judged, noBudgets, "request");
    return { ...judged, isAlert: over.length > 0 };
  });
}

/** Whether anything is said to have changed. */
export function hasWord({ app, functions, lines }: DrawnBench): boolean {
  return [app, ...functions, ...lines].some(({ verdict }: JudgedCost) => verdict !== "noDifference");
}

export function isNamed({ functions }: DrawnBench, wanted: string): boolean {
  return functions.some(({ name, verdict }) => name === wanted && verdict === "slower");
}

function slower(recording: Recording, factor: number): Recording {
  return { ...recording, tickMs: recording.tickMs * factor, cpuMs: recording.cpuMs * factor };
}
