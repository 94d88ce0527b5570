import type { Microseconds, Share } from "../analysis/units.ts";
import { canMissShortWork } from "../platform/sampler-slice.ts";
import type { OwnCpu, ThreadClock } from "./in-app/messages.ts";

/** In the run, once for all its threads, and said when it is written. */
export const shortWorkProblem = { code: "run.shortWork", count: 1 } as const;

/** A thread's own CPU time in a window, and the time of work that its samples stand for. */
interface SampledWork extends OwnCpu {
  readonly covered: Microseconds;
}

/** Samples of a thread that works in short pieces cover 0.73 to 0.81 of its CPU time where the sampler has a core of its own. */
const leastSampled: Share = 0.6;
/** Less says nothing: Linux reports CPU time in steps of 10 ms. */
const leastCpu: Microseconds = 200_000;
/** A signal waits for the end of a system call, so a long one has one sample: at most this part of the user time is judged as system time. */
const mostSystem: Share = 0.25;

/** Whether work in pieces shorter than the time between two samples must be missing, as the sampler was let in only during longer ones. */
export function lacksShortWork({ covered, user, system }: SampledWork): boolean {
  const cpu = user + Math.min(system, mostSystem * user);
  return cpu >= leastCpu && covered < leastSampled * cpu;
}

/** Undefined if either reading has none, or no work can be missing on this system. */
export function ownBetween({ own: start }: ThreadClock, { own: end }: ThreadClock): OwnCpu | undefined {
  return start === undefined || end === undefined || !canMissShortWork()
    ? undefined
    : { user: end.user - start.user, system: end.system - start.system };
}
