import path from "node:path";
import type { CodedText, TextValue } from "../../texts/coded-text.ts";
import type { Bytes } from "../../analysis/units.ts";
import { inMegabytes } from "../../analysis/figures.ts";
import { type ErrorPlace, UserError } from "../../analysis/user-error.ts";
import type { RecorderKind, Run } from "../../history/run.ts";
import type { LogEnd } from "../recorder.ts";
import type { AppExit } from "../app/app-process.ts";

/** Failures that a session reports: what happened and what to do. */

export type ExitCircumstances = Readonly<
  Record<"hadLoad" | "isKept" | "isLost" | "isAttached" | "lacksTypeScript" | "lacksMemory", boolean>
>;

/** The app ended unexpectedly. `reason`: the line of its output that says why, without a stop, or "". */
export function exitProblem(
  { code, signal }: AppExit,
  reason: TextValue,
  { hadLoad, isKept, isLost, isAttached, lacksTypeScript, lacksMemory }: ExitCircumstances,
  place?: ErrorPlace,
): UserError {
  const ended: CodedText =
    signal === null ? { code: "app.exited", values: { exitCode: code ?? "?" } } : { code: "app.signalled", values: { signal } };
  const how: CodedText = isAttached ? { code: "app.endedOrDisconnected" } : ended;
  const when: CodedText = hadLoad ? { code: "app.duringLoad", values: { how } } : how;
  const why: CodedText = reason === "" ? when : { code: "text.because", values: { what: when, reason } };
  if (lacksTypeScript) return new UserError("app.lacksTypeScript", { why }, { place });
  if (lacksMemory) return new UserError("app.lacksMemory", { why });
  return new UserError(isLost ? "app.failedAndLost" : isKept ? "app.failedAndKept" : "app.failed", { why }, { place });
}

/** A process of the app failed, and the app goes on. */
export function failedChildProblem(exitCode: number, reason: TextValue, place: ErrorPlace | undefined): UserError {
  const what: CodedText = { code: "app.childExited", values: { exitCode } };
  return new UserError("app.childFailed", { why: { code: "text.because", values: { what, reason } } }, { place });
}

export function logEndProblem(why: LogEnd, sessionFolder: string, wasRecording: boolean): UserError {
  switch (why) {
    case "limit":
      return new UserError(wasRecording ? "app.diskFilled" : "app.diskFull");
    case "disk":
      return new UserError("app.noDiskSpace", { folder: path.dirname(sessionFolder) });
    case "folder":
      return new UserError("app.folderGone", { folder: sessionFolder });
    case "file-size":
      return new UserError("app.fileTooLarge");
  }
}

/** A session's own files, and the sources and samples of a run. */
const leastFile: Bytes = 1024 * 1024;

/** Why nothing can be recorded where files cannot have the size that Heatline needs; undefined if they can. */
export function smallestFilesProblem(limit: Bytes | undefined): UserError | undefined {
  return limit === undefined || limit >= leastFile ? undefined : new UserError("app.fileSizeLimit", { megabytes: inMegabytes(limit) });
}

/** Node 20 to 26 and a worker of theirs reserve about as much. */
const scarceAddresses: Bytes = 2 * 1024 * 1024 * 1024;

/** Said before a Node may abort, after which nobody could. */
export function addressSpaceProblem(limit: Bytes | undefined): UserError | undefined {
  if (limit === undefined || limit >= scarceAddresses) return undefined;
  return new UserError("app.smallAddressSpace", { megabytes: inMegabytes(limit) });
}

/** A window ended without a single sample. */
export function nothingRecordedProblem(recorder: RecorderKind): UserError {
  return recorder === "exact" ? new UserError("app.nothingRecorded") : new UserError("app.nothingRecordedOrKilled");
}

/** No run of a test lasted long enough for a sample of own code. */
export function nothingOfTestProblem({ name, file, runs }: NonNullable<Run["test"]>): UserError {
  return new UserError("test.nothingRecorded", { name: name === "" ? path.basename(file) : name, runs });
}

/** Throws a UserError if no load can start. `logEnd`: why nothing more can be recorded. */
export function refuseLoad(
  { isLoading, isFromStart, hasEnded }: Readonly<Record<"isLoading" | "isFromStart" | "hasEnded", boolean>>,
  logEnd: LogEnd | undefined,
  sessionFolder: string,
): void {
  if (isLoading) throw new UserError("load.running");
  if (hasEnded) throw new UserError("app.ended");
  if (isFromStart) throw new UserError("load.fromStart");
  if (logEnd === "limit") throw new UserError("app.noSpaceLeft");
  if (logEnd !== undefined) throw logEndProblem(logEnd, sessionFolder, false);
}

/** `isLogged`: the process writes a log, which is complete up to then. */
export function lostConnectionProblem(isLogged: boolean): UserError {
  return new UserError(isLogged ? "app.lostConnectionKept" : "app.lostConnection");
}
