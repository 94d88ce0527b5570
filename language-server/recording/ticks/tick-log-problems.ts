import { leastLog } from "../in-app/open-session.ts";
import path from "node:path";
import type { CodedText } from "../../texts/coded-text.ts";
import type { Bytes, Milliseconds } from "../../analysis/units.ts";
import { inMegabytes } from "../../analysis/megabytes.ts";
import { reasonOf } from "../../analysis/failure-reason.ts";
import type { LogEnd } from "../recorder.ts";
import { UserError } from "../../analysis/user-error.ts";

/** For a run by the exact recorder, during which V8 logged no ticks for a time. */
export function unloggedProblem(ms: Milliseconds): UserError {
  return new UserError("exact.unlogged", { seconds: Math.round(ms / 100) / 10 });
}

/** For a thread without a log. */
export function unloggedThreadProblem(name: string): UserError {
  return new UserError("exact.noLog", { name });
}

/** Why the exact recorder is not used for a process that did not get its arguments. */
export function startedPastProblem(execPath: string): UserError {
  return new UserError("exact.startedPast", { file: execPath });
}

/** Why the exact recorder is not used for a process that was started as plain `node`, where that was a Node without its arguments. */
export function otherNodeProblem(execPath: string): UserError {
  return new UserError("exact.otherNode", { file: execPath });
}

/** Why the exact recorder is not used for a single executable application, which takes no arguments of V8. */
export function singleExecutableProblem(execPath: string): UserError {
  return new UserError("exact.singleExecutable", { file: execPath });
}

/** Why the exact recorder is not used for an app that is attached to. */
export function runsAlreadyProblem(): UserError {
  return new UserError("exact.runsAlready");
}

/** Why the exact recorder is not used for an app with an argument for Node's own profiler. */
export function ownProfilerProblem(argument: string): UserError {
  return new UserError("exact.ownProfiler", { argument });
}

/** Why the exact recorder is not used for an app with an option of its own for V8's log. */
export function contradictedProblem(argument: string): UserError {
  return new UserError("exact.contradicted", { argument });
}

/** Why the exact recorder is not used for a process whose log would be cut off at once; undefined if it would not. */
export function smallFilesProblem(limit: Bytes | undefined): UserError | undefined {
  return limit === undefined || limit >= leastLog ? undefined : new UserError("exact.smallFiles", { megabytes: inMegabytes(limit) });
}

/** Why the exact recorder is not used if the pipe for its logs cannot be opened. */
export function noPipeProblem(cause: unknown): UserError {
  return new UserError("exact.noPipe", { reason: reasonOf(cause) }, { cause });
}

/** For a run by the exact recorder that could not be read live. `why`: why there is no pipe. */
export function readAtEndProblem(why: CodedText): UserError {
  return new UserError("exact.readAtEnd", { reason: why.values?.["reason"] ?? "" });
}

/** Kept in the run: why it is shorter than it was to be. */
export function logEndNote(why: LogEnd, sessionFolder: string): UserError {
  switch (why) {
    case "limit":
      return new UserError("exact.diskFilled");
    case "disk":
      return new UserError("exact.noDiskSpace", { folder: path.dirname(sessionFolder) });
    case "folder":
      return new UserError("exact.folderGone", { folder: sessionFolder });
    case "file-size":
      return new UserError("exact.fileTooLarge");
  }
}
