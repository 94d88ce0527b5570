import type { Milliseconds } from "../../analysis/units.ts";
import { say, UserError } from "../../analysis/user-error.ts";

/** Of a run by the exact recorder. */
export function unloggedProblem(ms: Milliseconds): UserError {
  return new UserError(
    say`V8 logged no samples for ${(ms / 1000).toFixed(1)} s in which the app worked: what ran then is missing.`,
    "Most often another profiler in the app keeps it from logging (--cpu-prof, an APM agent): turn that off, or record with the inspector (heatline.recorder).",
  );
}

/** Of a thread whose log is not there. */
export function unloggedThreadProblem(name: string): UserError {
  return new UserError(
    say`${name} was not recorded: V8 wrote no log of its samples.`,
    "Start the app again, or record with the inspector (heatline.recorder).",
  );
}

/** Why the exact recorder is not used for a process that knows nothing of its arguments. */
export function startedPastProblem(execPath: string): UserError {
  return new UserError(
    say`The process was started as ${execPath}, without the arguments that make V8 log its samples.`,
    "Costs come from the inspector instead. For exact ones have it started as plain “node”.",
  );
}

/** Why the exact recorder is not used for an app that is joined. */
export function runsAlreadyProblem(): UserError {
  return new UserError(
    "The app was already running, and V8 logs samples only from a process's start.",
    "Start it with Heatline for exact costs.",
  );
}

/** Why the exact recorder is not used for an app that is started with an argument of Node's own profiler. */
export function ownProfilerProblem(argument: string): UserError {
  return new UserError(
    say`The app is started with ${argument}, and V8 logs no samples beside that.`,
    "Costs come from the inspector instead.",
  );
}

/** Why the exact recorder is not used where the pipe for its logs cannot be had. */
export function noPipeProblem(cause: unknown): UserError {
  return new UserError(
    say`The pipe for V8's log could not be opened: ${cause instanceof Error ? cause.message : String(cause)}.`,
    "Costs come from the inspector instead.",
    { cause },
  );
}
