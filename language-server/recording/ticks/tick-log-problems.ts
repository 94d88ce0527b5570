import type { Milliseconds } from "../../analysis/units.ts";
import { UserError } from "../../analysis/user-error.ts";

/** Of a run by the exact recorder. */
export function unloggedProblem(ms: Milliseconds): UserError {
  return new UserError("exact.unlogged", { seconds: (ms / 1000).toFixed(1) });
}

/** Of a thread that has no log. */
export function unloggedThreadProblem(name: string): UserError {
  return new UserError("exact.noLog", { name });
}

/** Why the exact recorder is not used for a process that knows nothing of its arguments. */
export function startedPastProblem(execPath: string): UserError {
  return new UserError("exact.startedPast", { file: execPath });
}

/** Why the exact recorder is not used for an app that is joined. */
export function runsAlreadyProblem(): UserError {
  return new UserError("exact.runsAlready");
}

/** Why the exact recorder is not used for an app that is started with an argument of Node's own profiler. */
export function ownProfilerProblem(argument: string): UserError {
  return new UserError("exact.ownProfiler", { argument });
}

/** Why the exact recorder is not used when the pipe for its logs cannot be opened. */
export function noPipeProblem(cause: unknown): UserError {
  return new UserError("exact.noPipe", { reason: cause instanceof Error ? cause.message : String(cause) }, { cause });
}
