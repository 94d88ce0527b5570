import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { UserError } from "../analysis/user-error.ts";
import { type RunDraft, type StoredRun, writeRun } from "./run-store.ts";

/**
 * Writes a run like `writeRun` or, if that fails, to a new folder in the temporary folder, which `onProblem` reports and nothing removes. Rejects
 * with a UserError if neither is possible.
 */
export async function writeOrKeepRun(runsFolder: string, draft: RunDraft, onProblem: (problem: UserError) => void): Promise<StoredRun> {
  try {
    return await writeRun(runsFolder, draft);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const kept = await keep(draft);
    if (kept === undefined) throw error;
    onProblem(
      new UserError("run.kept", { folder: runsFolder, reason: error.coded.values?.["reason"] ?? "", kept: kept.folder }, { cause: error }),
    );
    return kept;
  }
}

async function keep(draft: RunDraft): Promise<StoredRun | undefined> {
  let parent: string | undefined;
  try {
    parent = await mkdtemp(path.join(os.tmpdir(), "heatline-unsaved-"));
    return await writeRun(parent, draft);
  } catch (error) {
    if (!(error instanceof UserError) && !(error instanceof Error && "code" in error)) throw error;
    if (parent !== undefined) await rm(parent, { recursive: true, force: true });
    return undefined;
  }
}
