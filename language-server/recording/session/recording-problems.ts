import { say, UserError } from "../../analysis/user-error.ts";
import type { RecorderKind } from "../../history/run.ts";
import type { AppExit } from "../app/app-process.ts";

/** What a session tells its user when something did not go as wished: what happened, and what to do. */

/** The app ended though nobody asked it to. `reason`: the line of its output that says why, or "". */
export function exitProblem(
  { code, signal }: AppExit,
  reason: string,
  { hadLoad, isKept, isLost, isAttached }: Readonly<Record<"hadLoad" | "isKept" | "isLost" | "isAttached", boolean>>,
): UserError {
  const ended = signal === null ? say`The app ended with exit code ${code ?? "?"}` : say`The app was ended by ${signal}`;
  const how = isAttached ? say`The app ended, or the connection to its inspector broke` : ended;
  const when = hadLoad ? say`${how} during the load run` : how;
  const why = reason === "" ? say`${when}.` : /[.!?…]$/.test(reason) ? say`${when}: ${reason}` : say`${when}: ${reason}.`;
  const kept = isLost ? say`${why} The inspector's samples went with it.` : isKept ? say`${why} What was recorded is kept.` : why;
  return new UserError(kept, "Look at its output for the reason, mend it, and start again.");
}

export function diskFullProblem(wasRecording: boolean): UserError {
  return new UserError(
    wasRecording
      ? "The recording was ended: the log of this app has taken all the disk space that it may."
      : "No more can be recorded: the log of this app has taken all the disk space that it may.",
    "What was recorded is kept. Restart the app to record again; to record for longer, sample less often (heatline.samplingInterval).",
  );
}

/** A window is over that has not a single sample. */
export function nothingRecordedProblem(recorder: RecorderKind): UserError {
  return recorder === "exact"
    ? new UserError("Nothing was recorded: the app ended before a sample was taken.", "Start it again, and let it run for longer.")
    : new UserError(
        "Nothing was recorded: the app ended before a sample was taken, or was killed and the inspector's samples with it.",
        "Start it again and end it by Stop, or use the exact recorder, which loses nothing.",
      );
}

export function killedProblem(): UserError {
  return new UserError(
    "The app did not end within 2 s of being asked to (SIGTERM), and was killed.",
    "Nothing recorded is lost; look at its shutdown code.",
  );
}

export function closedInspectorProblem(): UserError {
  return new UserError(
    "The app closed its inspector, so the recording ended there. What was recorded is kept.",
    "Leave inspector.close() out to record on.",
  );
}

/** Throws where no load can begin. */
export function refuseLoad({ isLoading, hasEnded, isFull }: Readonly<Record<"isLoading" | "hasEnded" | "isFull", boolean>>): void {
  if (isLoading) throw new UserError("A load run is already going on.", "Wait for its end or cancel it.");
  if (hasEnded) throw new UserError("The app has ended.", "Start it again.");
  if (isFull) throw new UserError("The log of this app has taken all the disk space that it may.", "Restart the app to record again.");
}

export function lostConnectionProblem(): UserError {
  return new UserError("The connection to the app's inspector is lost, and with it the samples of that process.", "Start the app again.");
}
