import { inSteps } from "../budget.ts";
import { functionKinds } from "../profile/profile.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Microseconds } from "../units.ts";
import type { Spans } from "./spans.ts";

/** A working thread gets its next tick sooner than after that many intervals. */
const longestStep = 2.5;

/**
 * Where a thread was working and yet had no ticks: its process waited for a processor. From where the next tick was due to the one that came.
 * Waits that only look like idle time, as of a thread that is woken and not yet run, are not among them.
 */
export function noCpuSpans({ functions }: Pick<SourceProfile, "functions">, thread: SourceThread): Spans {
  const { stack, time } = thread.samples;
  const idle = idleRows(functions.kind, thread);
  const usual = usualStep({ functions }, thread);
  const from: number[] = [];
  const to: number[] = [];
  inSteps(stack.length, (start, end) => {
    for (let sample = Math.max(1, start); sample < end; sample++) {
      const due = (time[sample - 1] as number) + usual;
      const came = time[sample] as number;
      if (came - due <= (longestStep - 1) * usual || isIdle(stack[sample - 1] as number) || isIdle(stack[sample] as number)) continue;
      from.push(due);
      to.push(came);
    }
  });
  return { from: Float64Array.from(from), to: Float64Array.from(to) };

  function isIdle(row: number): boolean {
    return row !== -1 && idle[row] === 1;
  }
}

/**
 * The time between two ticks of the thread while it has a processor. What a tick is worth is more on a busy machine, as that is all busy time
 * by the number of ticks.
 */
export function usualStep({ functions }: Pick<SourceProfile, "functions">, thread: SourceThread): Microseconds {
  const known = steps.get(thread.samples);
  if (known !== undefined) return known;
  const { stack, time } = thread.samples;
  const idle = idleRows(functions.kind, thread);
  const every = Math.max(1, Math.floor(stack.length / mostSteps));
  const found: number[] = [];
  for (let sample = 1; sample < stack.length; sample += every) {
    const [before, row] = [stack[sample - 1] as number, stack[sample] as number];
    if ((before === -1 || idle[before] === 0) && (row === -1 || idle[row] === 0))
      found.push((time[sample] as number) - (time[sample - 1] as number));
  }
  const sorted = Float64Array.from(found).sort();
  const usual = Math.min(thread.interval, sorted[Math.floor(sorted.length * usualShare)] ?? thread.interval) || thread.interval;
  steps.set(thread.samples, usual);
  return usual;
}

const steps = new WeakMap<SourceThread["samples"], Microseconds>();
/** Steps that are looked at: more would not tell more. */
const mostSteps = 20_000;
/** Where waits for a processor are many, they are among the longer steps. */
const usualShare = 0.25;

/** By stack row whether its samples are waits. */
function idleRows(kinds: Uint8Array, { stacks }: SourceThread): Uint8Array {
  const idle = functionKinds.indexOf("idle");
  return Uint8Array.from(stacks.func, (func) => (kinds[func] === idle ? 1 : 0));
}
