import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { reasonOf } from "../analysis/failure-reason.ts";
import { UserError } from "../analysis/user-error.ts";
import { removeWhenFree } from "../platform/busy-files.ts";
import { readRun, type RunDraft, type StoredRun, writeRun } from "./run-store.ts";

const prefix = "heatline-unsaved-";

/**
 * Writes a run like `writeRun`. If that fails, writes it to a new folder in the temporary folder, which `onProblem` reports and Heatline
 * never removes. Rejects with a UserError if neither is possible.
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

/**
 * Moves a run that `writeOrKeepRun` kept to the runs folder; returns its folder there. Rejects with a UserError for any other folder, or if
 * the run still cannot be written.
 */
export async function saveKeptRun(kept: string, runsFolder: string): Promise<string> {
  const parent = path.dirname(path.resolve(kept));
  const isKept = path.dirname(parent) === path.resolve(os.tmpdir()) && path.basename(parent).startsWith(prefix);
  if (!isKept) throw new UserError("run.notRun", { folder: kept });
  const { id } = await readRun(kept);
  const [temporary, folder] = [path.join(runsFolder, `.tmp-${process.pid}-${id}`), path.join(runsFolder, id)];
  try {
    await mkdir(runsFolder, { recursive: true });
    await cp(kept, temporary, { recursive: true });
    await rename(temporary, folder);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    await removeWhenFree(temporary, true);
    throw new UserError("run.notWritten", { folder: runsFolder, reason: reasonOf(error) }, { cause: error });
  }
  await rm(parent, { recursive: true, force: true });
  return folder;
}

async function keep(draft: RunDraft): Promise<StoredRun | undefined> {
  let parent: string | undefined;
  try {
    parent = await mkdtemp(path.join(os.tmpdir(), prefix));
    return await writeRun(parent, draft);
  } catch (error) {
    if (!(error instanceof UserError) && !(error instanceof Error && "code" in error)) throw error;
    if (parent !== undefined) await rm(parent, { recursive: true, force: true });
    return undefined;
  }
}
