import * as v from "valibot";
import { amount, count, text } from "./schema/run-failure.ts";
import { functionKinds, type Profile } from "../analysis/profile/profile.ts";
import type { Ticks } from "../analysis/units.ts";

/** What V8's tick log says about a thread besides its samples. */
const tickLogFacts = v.object({
  /** Ticks whose lost frame was restored, and how many of these are a guess among several places. */
  repairedTicks: count,
  doubtfulTicks: count,
  /** Size of the log at the end of the window; it is deleted with the session. */
  logBytes: amount,
  /** Time in which V8 logged no ticks though the thread was working; undefined if none. */
  unloggedMs: v.optional(amount),
  /** Ticks that V8 had not written yet when the thread ended, by the time without any; undefined if none. */
  unwrittenTicks: v.optional(count),
});

export const runThreadSchema = v.object({
  id: count,
  pid: count,
  /** `main`, `worker 3`, `child 4711`. */
  name: text,
  /** File of the samples, relative to the run folder. */
  file: v.pipe(v.string(), v.regex(/^threads\/\d+\.bin$/)),
  ticks: count,
  busyTicks: count,
  /** Mean over the measured window. */
  intervalUs: amount,
  /** Only from the exact recorder. */
  tickLog: v.optional(v.pipe(tickLogFacts, v.readonly())),
});

export type TickLogFacts = Readonly<v.InferOutput<typeof tickLogFacts>>;

/** One thread (or process) of a run. */
export type RunThread = Readonly<v.InferOutput<typeof runThreadSchema>>;

/** The sum of all samples' weights without idle ones; a whole number. */
export function countBusyTicks({ samples, stacks, functions }: Profile): Ticks {
  const idle = functionKinds.indexOf("idle");
  let busy = 0;
  for (let sample = 0; sample < samples.stack.length; sample++) {
    const stack = samples.stack[sample] as number;
    if (stack === -1 || functions.kind[stacks.func[stack] as number] !== idle) busy += samples.weight?.[sample] ?? 1;
  }
  return Math.round(busy);
}
