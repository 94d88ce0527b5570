import { checkStop } from "../budget.ts";
import { functionKinds } from "../profile/profile.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Ticks } from "../units.ts";

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
  return chosen(samples, (row) => row !== -1 && functions.kind[stacks.func[row]] !== idle);
}

/** All busy ticks, including those without a stack. */
export function busyTicks({ samples: { stack, weight }, stacks }: SourceThread, { functions }: SourceProfile): Ticks {
  let ticks = 0;
  stack.forEach((row, sample) => {
    if (row === -1 || functions.kind[stacks.func[row]] !== idle) ticks += weight === undefined ? 1 : weight[sample];
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
    return isShown(stack[sample]);
  });
  return { stack: shown, weight: weights, ticks: weights.reduce((sum, each) => sum + each, 0) };
}
