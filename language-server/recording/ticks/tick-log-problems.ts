import { leastLog } from "../in-app/open-session.ts";
import path from "node:path";
import type { Bytes, Milliseconds } from "../../analysis/units.ts";
import { inMegabytes } from "../../analysis/figures.ts";
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

/** Why the exact recorder is not used for a process whose log would be cut off at once; undefined if it would not. */
export function smallFilesProblem(limit: Bytes | undefined): UserError | undefined {
  return limit === undefined || limit >= leastLog ? undefined : new UserError("exact.smallFiles", { megabytes: inMegabytes(limit) });
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
