import { criticalT } from "./students-t.ts";
import type { Chance } from "./slice-chance.ts";

/**
 * The one place that decides whether a comparison uses a word of judgement. Everything that shows a comparison takes its word from here; a figure
 * without a word has none on screen either.
 */

/** Of a figure of the headline. */
export type FigureWord = "better" | "worse" | "noChange";

/** How a figure that is higher than before is called; `neither`: it says nothing by itself. */
export type Direction = "better" | "worse" | "neither";

/** A ratio (after ÷ before) as its natural logarithm, with the interval that holds for all figures of the headline at once. */
export interface JudgedRatio {
  readonly log: number;
  readonly low: number;
  readonly high: number;
  readonly word: FigureWord;
}

/** `error`: probability of a word for unchanged code. */
export function judgeRatio(log: number, chance: Chance, direction: Exclude<Direction, "neither">, error: number): JudgedRatio {
  const half = criticalT(error, chance.degrees) * Math.sqrt(chance.variance);
  const interval = { log, low: log - half, high: log + half };
  if (Math.abs(log) <= half) return { ...interval, word: "noChange" };
  return { ...interval, word: log > 0 === (direction === "better") ? "better" : "worse" };
}

/** The sum of independent causes; its degrees of freedom by Welch and Satterthwaite. */
export function combined(chances: readonly Chance[]): Chance {
  const variance = chances.reduce((sum, chance) => sum + chance.variance, 0);
  const spent = chances.reduce((sum, chance) => sum + chance.variance ** 2 / chance.degrees, 0);
  return { variance, degrees: spent > 0 ? variance ** 2 / spent : 1 };
}

/** The same cause, reduced by a factor, as in the mean of several runs. */
export function scaled({ variance, degrees }: Chance, factor: number): Chance {
  return { variance: variance * factor, degrees };
}

/**
 * Of a function's or line's cost. `new`: none before; `vanished`: none any more; `load`: unchanged code that costs another amount at another
 * request rate, no more than other unchanged code does; `noise`: no significant change.
 */
export type CostVerdict = CostChange | "load" | "noise";

export type CostChange = "slower" | "faster" | "new" | "vanished";

/** Of a cost that changed. */
export function changeOf(before: number, after: number, delta: number): CostChange {
  if (before === 0) return "new";
  if (after === 0) return "vanished";
  return delta > 0 ? "slower" : "faster";
}

/** Whether the code itself costs another amount. */
export function isChange(verdict: CostVerdict): verdict is CostChange {
  return verdict !== "noise" && verdict !== "load";
}

/** The same for a cost, of which less is better. */
export function costVerdictOf(word: FigureWord): CostVerdict {
  return ({ better: "faster", worse: "slower", noChange: "noise" } as const)[word];
}
