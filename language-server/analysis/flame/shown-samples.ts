import { checkStop } from "../budget.ts";
import { functionKinds } from "../profile/profile.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { TickColumn, Ticks } from "../units.ts";

/** The samples of a thread that a flame graph shows, in time order. */
export interface ShownSamples {
  /** Rows of the thread's stacks, never -1. */
  readonly stack: Int32Array;
  /** Undefined if each counts as one. */
  readonly weight: Float64Array | undefined;
  /** Sum of the weights; without weights, the number of samples. */
  readonly ticks: Ticks;
}

const idle = functionKinds.indexOf("idle");

/** All samples with a stack, including idle ones. */
export function stackedSamples({ samples }: SourceThread): ShownSamples {
  return chosen(samples, (row) => row !== -1);
}

/** Samples with a stack in which the thread was not waiting. */
export function busySamples({ samples, stacks }: SourceThread, { functions }: SourceProfile): ShownSamples {
  return chosen(samples, (row) => row !== -1 && functions.kind[stacks.func[row] as number] !== idle);
}

/** All busy ticks, including those without a stack. */
export function busyTicks({ samples: { stack, weight }, stacks }: SourceThread, { functions }: SourceProfile): Ticks {
  let ticks = 0;
  stack.forEach((row, sample) => {
    if (row === -1 || functions.kind[stacks.func[row] as number] !== idle) ticks += weight === undefined ? 1 : (weight[sample] as number);
  });
  return ticks;
}

function chosen({ stack, weight }: SourceThread["samples"], isShown: (row: number) => boolean): ShownSamples {
  const shown = stack.filter((row, sample) => {
    checkStop(sample);
    return isShown(row);
  });
  if (weight === undefined) return { stack: shown, weight, ticks: shown.length };
  const weights = weight.filter((_, sample) => {
    checkStop(sample);
    return isShown(stack[sample] as number);
  });
  return { stack: shown, weight: weights, ticks: weights.reduce((sum, each) => sum + each, 0) };
}

/** Ticks that end in each stack row. */
export function endingTicks({ stack, weight }: ShownSamples, rows: number): TickColumn {
  const ticks = weight === undefined ? new Int32Array(rows) : new Float64Array(rows);
  for (let sample = 0; sample < stack.length; sample++) {
    checkStop(sample);
    const row = stack[sample] as number;
    ticks[row] = (ticks[row] as number) + (weight === undefined ? 1 : (weight[sample] as number));
  }
  return ticks;
}

/** Samples that pass through each row of the stack table. */
export function passingTicks(prefix: Int32Array, samples: ShownSamples): TickColumn {
  const ticks = endingTicks(samples, prefix.length);
  for (let row = ticks.length - 1; row >= 0; row--) {
    checkStop(row);
    const caller = prefix[row] as number;
    if (caller !== -1) ticks[caller] = (ticks[caller] as number) + (ticks[row] as number);
  }
  return ticks;
}
