import type { Milliseconds } from "../analysis/units.ts";

/** Time in which this process is stopped, as on a machine that sleeps, counts as one step at most. */
const stepMs: Milliseconds = 500;

/** Calls `reached` after this time, in which others could answer: after a pause, what has arrived is read first. Returns what cancels it. */
export function afterAwake(ms: Milliseconds, reached: () => void): () => void {
  let left = ms;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const step = Math.min(left, stepMs);
    left -= step;
    // The last step takes no time, but lets messages in.
    timer = setTimeout(step > 0 ? wait : reached, step);
  };
  wait();
  return () => clearTimeout(timer);
}
