import { type CodedText, withoutStop } from "../../texts/coded-text.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { RecorderKind } from "../../history/run.ts";
import type { AppExit } from "../app/app-process.ts";

/** Failures that a session reports: what happened and what to do. */

/** The app ended unexpectedly. `reason`: the line of its output that says why, or "". */
export function exitProblem(
  { code, signal }: AppExit,
  reason: string,
  { hadLoad, isKept, isLost, isAttached }: Readonly<Record<"hadLoad" | "isKept" | "isLost" | "isAttached", boolean>>,
): UserError {
  const ended: CodedText =
    signal === null ? { code: "app.exited", values: { exitCode: code ?? "?" } } : { code: "app.signalled", values: { signal } };
  const how: CodedText = isAttached ? { code: "app.endedOrDisconnected" } : ended;
  const when: CodedText = hadLoad ? { code: "app.duringLoad", values: { how } } : how;
  const why: CodedText = reason === "" ? when : { code: "text.because", values: { what: when, reason: withoutStop(reason) } };
  return new UserError(isLost ? "app.failedAndLost" : isKept ? "app.failedAndKept" : "app.failed", { why });
}

export function diskFullProblem(wasRecording: boolean): UserError {
  return new UserError(wasRecording ? "app.diskFilled" : "app.diskFull");
}

/** A window ended without a single sample. */
export function nothingRecordedProblem(recorder: RecorderKind): UserError {
  return recorder === "exact" ? new UserError("app.nothingRecorded") : new UserError("app.nothingRecordedOrKilled");
}

/** The window cannot be closed before the app's end. */
export function readAtEndOnlyProblem(): UserError {
  return new UserError("app.readAtEndOnly");
}

export function killedProblem(): UserError {
  return new UserError("app.killed");
}

export function closedInspectorProblem(): UserError {
  return new UserError("app.closedInspector");
}

/** Throws a UserError if no load can start. */
export function refuseLoad({ isLoading, hasEnded, isFull }: Readonly<Record<"isLoading" | "hasEnded" | "isFull", boolean>>): void {
  if (isLoading) throw new UserError("load.running");
  if (hasEnded) throw new UserError("app.ended");
  if (isFull) throw new UserError("app.noSpaceLeft");
}

export function lostConnectionProblem(): UserError {
  return new UserError("app.lostConnection");
}
