import { addPass } from "../../history/run-passes.ts";
import { writeOrKeepRun } from "../../history/kept-run.ts";
import { readRun, type RunDraft, type StoredRun } from "../../history/run-store.ts";
import { failedRequests, failedShare, isAllFailed, type LoadReport } from "../../analysis/load/load.ts";
import type { Share } from "../../analysis/units.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { RecordingOptions } from "../session/recording-options.ts";

/** Writes the run of a window; resolves with undefined for one that is not kept. Rejects with a UserError if it cannot be written. */
export type RunWriter = (draft: RunDraft, onProblem: (problem: UserError) => void) => Promise<StoredRun | undefined>;

/** Where a recording writes its runs: among the others, or into the run that they are a pass of. */
export function runWriter({ runsFolder, pass, passOf }: Pick<RecordingOptions, "runsFolder" | "pass" | "passOf">): RunWriter {
  if (pass === undefined || passOf === undefined) return (draft, onProblem) => writeOrKeepRun(runsFolder, draft, onProblem);
  return async (draft, onProblem) => {
    if (!isWhole(draft)) return undefined;
    const failing = failingPass(draft.run.load, (await readRun(passOf)).load);
    if (failing !== undefined) onProblem(failing);
    return failing === undefined ? addPass(passOf, pass, draft) : undefined;
  };
}

/** A pass is read beside its run, so it must have measured the same. */
function isWhole({ run: { end, load } }: RunDraft): boolean {
  return end === "load-ended" && load !== undefined && !load.cancelled && !isAllFailed(load);
}

/** Of the requests: what a few time-outs more are. */
const mostMoreFailed: Share = 0.1;

/** Says that far more requests failed in a pass than in its run, as after an edit: it would explain another app, in place of a good pass. */
function failingPass(load: LoadReport | undefined, ofRun: LoadReport | undefined): UserError | undefined {
  if (load === undefined || ofRun === undefined || failedShare(load) <= failedShare(ofRun) + mostMoreFailed) return undefined;
  const [failed, failedInRun] = [failedRequests(load), failedRequests(ofRun)];
  return new UserError("pass.moreFailed", { failed, requests: load.requests ?? 0, failedInRun, requestsInRun: ofRun.requests ?? 0 });
}
