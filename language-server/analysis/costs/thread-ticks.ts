import { checkStop } from "../budget.ts";
import { categories } from "./costs.ts";
import type { SourceThread } from "../sources/source-profile.ts";
import { idleCategory, type StackRows } from "./stack-rows.ts";
import type { TickColumn, Ticks } from "../units.ts";

/** Samples of a thread by the stack row that they end in. */
export interface ThreadTicks {
  /** Busy samples: their ticks, and their number. The same column if samples have no weights. */
  readonly leafTicks: TickColumn;
  readonly leafSamples: Int32Array;
  /** All samples, including idle ones. */
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  readonly samples: number;
  readonly busySamples: number;
  /** Busy ticks by category. */
  readonly composition: Float64Array;
}

const programCategory = categories.indexOf("program");

export function threadTicks({ prefix, category }: StackRows, { samples: { stack, weight } }: SourceThread): ThreadTicks {
  const leafSamples = new Int32Array(prefix.length);
  const leafTicks = weight === undefined ? leafSamples : new Float64Array(prefix.length);
  const composition = new Float64Array(categories.length);
  let ticks = 0;
  let busyTicks = 0;
  let busySamples = 0;
  for (let sample = 0; sample < stack.length; sample++) {
    checkStop(sample);
    const row = stack[sample] as number;
    const worth = weight === undefined ? 1 : (weight[sample] as number);
    const kind = row === -1 ? programCategory : (category[row] as number);
    ticks += worth;
    if (kind === idleCategory) continue;
    busySamples++;
    busyTicks += worth;
    composition[kind] = (composition[kind] as number) + worth;
    if (row === -1) continue;
    leafSamples[row] = (leafSamples[row] as number) + 1;
    if (leafTicks !== leafSamples) leafTicks[row] = (leafTicks[row] as number) + worth;
  }
  return { leafTicks, leafSamples, ticks, busyTicks, samples: stack.length, busySamples, composition };
}

/** Adds to each row what those above it have. */
export function sumUp(prefix: Int32Array, values: TickColumn): void {
  for (let row = prefix.length - 1; row >= 0; row--) {
    checkStop(row);
    const caller = prefix[row] as number;
    if (caller !== -1) values[caller] = (values[caller] as number) + (values[row] as number);
  }
}

/** Samples that pass through each row of the stacks as recorded, before repairs. Idle ones have no frame with a line, and are included. */
export function recordedTicks(prefix: Int32Array, recorded: Int32Array): Int32Array {
  const passing = new Int32Array(prefix.length);
  for (const row of recorded) if (row !== -1) passing[row] = (passing[row] as number) + 1;
  sumUp(prefix, passing);
  return passing;
}
