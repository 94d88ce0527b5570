import { cp, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { UserError, caughtUserError } from "../analysis/user-error.ts";
import { removeWhenFree } from "../platform/busy-files.ts";
import { isOurs } from "../platform/private/ours.ts";
import { makePrivateFolder, privateFolder } from "../platform/private/private-folder.ts";
import { readRun, type RunDraft, type StoredRun, writeRun } from "./run-store.ts";
import { isRefusal } from "../platform/refusals.ts";
import { refusedAs } from "./runs-folder.ts";

/**
 * Writes a run like `writeRun`. If that fails, writes it to a new folder in the private one, which `onProblem` reports and Heatline never
 * removes. Rejects with a UserError if neither is possible.
 */
export async function writeOrKeepRun(runsFolder: string, draft: RunDraft, onProblem: (problem: UserError) => void): Promise<StoredRun> {
  try {
    return await writeRun(runsFolder, draft);
  } catch (error) {
    const { coded } = caughtUserError(error);
    const kept = await keep(draft);
    if (kept === undefined) throw error;
    onProblem(
      new UserError("run.kept", { folder: runsFolder, reason: coded.values?.["reason"] ?? "", kept: kept.folder }, { cause: error }),
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
  if (!(await isKeeping(parent))) throw new UserError("run.notRun", { folder: kept });
  const { id } = await readRun(kept);
  const [temporary, folder] = [path.join(runsFolder, `.tmp-${process.pid}-${id}`), path.join(runsFolder, id)];
  try {
    await mkdir(runsFolder, { recursive: true });
    await cp(kept, temporary, { recursive: true });
    await rename(temporary, folder);
  } catch (error) {
    if (isRefusal(error)) await removeWhenFree(temporary, true);
    return refusedAs("run.notWritten", { folder: runsFolder })(error);
  }
  await rm(parent, { recursive: true, force: true });
  return folder;
}

/** Whether `keep` made the folder, there or in a temporary folder, and nobody else can have written to it. */
async function isKeeping(folder: string): Promise<boolean> {
  const prefix = path.dirname(folder) === (await privateFolder()) ? "unsaved-" : "heatline-unsaved-";
  return path.basename(folder).startsWith(prefix) && (await isOurs(folder));
}

async function keep(draft: RunDraft): Promise<StoredRun | undefined> {
  let parent: string | undefined;
  try {
    parent = await makePrivateFolder("unsaved");
    return await writeRun(parent, draft);
  } catch (error) {
    if (!(error instanceof UserError) && !isRefusal(error)) throw error;
    if (parent !== undefined) await rm(parent, { recursive: true, force: true });
    return undefined;
  }
}
