import { addPass } from "../../history/run-passes.ts";
import { writeOrKeepRun } from "../../history/kept-run.ts";
import type { RunDraft, StoredRun } from "../../history/run-store.ts";
import { isAllFailed } from "../../analysis/load/load.ts";
import type { UserError } from "../../analysis/user-error.ts";
import type { RecordingOptions } from "../session/recording-options.ts";

/** Writes the run of a window; resolves with undefined for one that is not kept. Rejects with a UserError if it cannot be written. */
export type RunWriter = (draft: RunDraft, onProblem: (problem: UserError) => void) => Promise<StoredRun | undefined>;

/** Where a recording writes its runs: among the others, or into the run that they are a pass of. */
export function runWriter({ runsFolder, pass, passOf }: Pick<RecordingOptions, "runsFolder" | "pass" | "passOf">): RunWriter {
  if (pass === undefined || passOf === undefined) return (draft, onProblem) => writeOrKeepRun(runsFolder, draft, onProblem);
  return async (draft) => (isWhole(draft) ? addPass(passOf, pass, draft) : undefined);
}

/** A pass is read beside its run, so it must have measured the same. */
function isWhole({ run: { end, load } }: RunDraft): boolean {
  return end === "load-ended" && load !== undefined && !load.cancelled && !isAllFailed(load);
}
