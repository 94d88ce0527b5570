import type { RecorderKind, RunEnd } from "../../history/run.ts";
import type { AppExit } from "../app/app-process.ts";

/**
 * How an app ended, and what that means for its run. `toldExitCode`: the exit code that its last process announced. `wasStuck`: whether one
 * of its processes was killed since it did not end after its exit.
 */
export function appEnd(
  exit: AppExit,
  byUs: boolean,
  recorder: RecorderKind,
  toldExitCode: number,
  wasStuck: boolean,
): AppExit & { readonly end: RunEnd } {
  // The signal of its own tick sampler may kill Node 18 as it exits, after it has removed the handler.
  const isBySampler = wasStuck || (exit.signal === "SIGPROF" && recorder === "exact");
  const { code, signal } = isBySampler ? { code: toldExitCode, signal: null } : exit;
  const hasCrashed = signal !== null || code !== 0;
  return { code, signal, end: byUs ? "stopped" : hasCrashed ? "crashed" : "exited" };
}
