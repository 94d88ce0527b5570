import { type CompareUnit, unitCounts } from "../compare/compare-units.ts";
import type { RunFacts } from "../compare/before/run-facts.ts";

/** How many of each unit a recording has; 0 if it has none of them. */
export type UnitCounts = Readonly<Record<CompareUnit, number>>;

/** The dearer unit first: a second of a server's time says least. */
const order = ["request", "run", "start", "second"] as const satisfies readonly CompareUnit[];

/** A program that was recorded from its first line to its end has one run. */
export function benchUnits(run: Parameters<typeof unitCounts>[0] & Pick<RunFacts, "end">): UnitCounts {
  const counts = unitCounts(run);
  const isWholeProgram = run.load === undefined && run.test === undefined && run.startup === undefined && run.end === "exited";
  return isWholeProgram ? { ...counts, run: 1 } : counts;
}

/** The unit that all recordings have. */
export function unitOfAll(recordings: readonly UnitCounts[]): CompareUnit {
  return order.find((unit) => recordings.every((counts) => counts[unit] > 0)) ?? "second";
}
