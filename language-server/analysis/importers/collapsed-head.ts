import type { Microseconds } from "../units.ts";

/** What the numbers in collapsed stacks are. */
export interface CollapsedUnit {
  /** Microseconds, or numbers of samples. */
  readonly isTime: boolean;
  /** What a sample is worth, on average if they differ. */
  readonly sample: Microseconds;
}

const head = /^# Heatline: (microseconds|samples), (\d+(?:\.\d+)?) microseconds per sample 0(?:\r?\n|$)/;

/** The first line of what Heatline writes: a comment, and for readers that have no comments a stack of no samples. */
export function collapsedHead({ isTime, sample }: CollapsedUnit): string {
  return `# Heatline: ${isTime ? "microseconds" : "samples"}, ${Number(sample.toFixed(3))} microseconds per sample 0`;
}

/** Undefined if the text was written by another tool. */
export function unitInHead(text: string): CollapsedUnit | undefined {
  const [, unit, length] = head.exec(text) ?? [];
  const sample = Number(length);
  return sample > 0 && Number.isFinite(sample) ? { isTime: unit === "microseconds", sample } : undefined;
}
