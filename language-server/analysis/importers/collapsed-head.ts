import { stackName } from "../escaping/hidden-characters.ts";
import type { Microseconds } from "../units.ts";

/** What the numbers in collapsed stacks are. */
export interface CollapsedUnit {
  /** Microseconds, or numbers of samples. */
  readonly isTime: boolean;
  /** What a sample is worth, on average if they differ. */
  readonly sample: Microseconds;
}

const head = /^# Heatline(?:, only .*)?: (microseconds|samples), (\d+(?:\.\d+)?) microseconds per sample 0(?:\r?\n|$)/;

/**
 * The first line of what Heatline writes: a comment, and for readers that have no comments a stack of no samples. `scope`: which part of a
 * run it is, "" for all. It stands in front: of two numbers at a line's end flamegraph.pl takes both for samples.
 */
export function collapsedHead({ isTime, sample }: CollapsedUnit, scope: string): string {
  const only = scope === "" ? "" : `, only ${stackName(scope)}`;
  return `# Heatline${only}: ${isTime ? "microseconds" : "samples"}, ${Number(sample.toFixed(3))} microseconds per sample 0`;
}

/** Undefined if the text was written by another tool. */
export function unitInHead(text: string): CollapsedUnit | undefined {
  const [, unit, length] = head.exec(text) ?? [];
  const sample = Number(length);
  return sample > 0 && Number.isFinite(sample) ? { isTime: unit === "microseconds", sample } : undefined;
}
