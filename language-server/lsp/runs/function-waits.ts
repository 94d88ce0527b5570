import { picked } from "../../analysis/picked.ts";
import type { FunctionStart, FunctionWait } from "../../answers/waits/shown-waits.ts";
import { hasWaits } from "../../history/run-passes.ts";
import type { OpenRun } from "./open-run.ts";

/** How long a request waits in each of these functions; null for those that do not wait, and without a waits pass. */
export async function functionWaits(
  run: OpenRun,
  starts: readonly FunctionStart[],
  signal?: AbortSignal,
): Promise<readonly (FunctionWait | null)[]> {
  if (run.live || !hasWaits(run.view.run)) return starts.map(() => null);
  return run.request("functionWaits", { starts: starts.map((start) => picked(start, "path", "line", "column")) }, signal);
}
