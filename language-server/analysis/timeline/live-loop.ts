import * as v from "valibot";
import { readOnlyObject } from "../collections.ts";

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));

/** What the busiest event loop of a running app was last measured to be. */
export const liveLoopSchema = readOnlyObject({
  /** As in a run: `main`, `worker 3`, `child 4711`. */
  thread: v.string(),
  /** Number of event loops that it is the busiest of. */
  of: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Share of the time in which it was not idle. */
  busy: v.pipe(amount, v.maxValue(1)),
  delayP99Ms: amount,
  /** In bytes. */
  heapUsed: amount,
});

export type LiveLoop = v.InferOutput<typeof liveLoopSchema>;
