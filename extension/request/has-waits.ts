import type { RunSummary } from "../../language-server/protocol/run-summary.ts";

/** Whether what the run's lines and requests waited for is known. */
export function hasWaits(summary: Pick<RunSummary, "pass" | "passes"> | undefined): boolean {
  return summary?.pass?.kind === "waits" || summary?.passes.includes("waits") === true;
}
