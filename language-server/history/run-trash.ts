import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { TextCode } from "../texts/coded-text.ts";
import { UserError } from "../analysis/user-error.ts";
import { renameWhenFree } from "../platform/busy-files.ts";
import { ifRefused, isMissing } from "../platform/refusals.ts";
import { refusedAs } from "./runs-folder.ts";

/** Beside the runs, so that moving to and from it is a rename. */
const trashName = ".trash";

/** Throws a UserError unless `folder` is a direct, not hidden child of `runsFolder`: nothing else is moved or deleted. */
export function checkRunFolder(runsFolder: string, folder: string): string {
  const found = path.resolve(folder);
  if (runsFolder === "" || path.dirname(found) !== path.resolve(runsFolder) || path.basename(found).startsWith(".")) {
    throw new UserError("run.notInWorkspace", { folder });
  }
  return found;
}

/** Moves a run, damaged or not, to the trash; `restoreRun` brings it back until the trash is emptied. */
export async function trashRun(runsFolder: string, folder: string): Promise<void> {
  const from = checkRunFolder(runsFolder, folder);
  const trash = path.join(runsFolder, trashName);
  await mkdir(trash, { recursive: true });
  const to = path.join(trash, path.basename(from));
  await rm(to, { recursive: true, force: true });
  await move(from, to, "run.gone");
}

/** Moves a run back to its old folder. Rejects with a UserError if the trash has been emptied. */
export async function restoreRun(runsFolder: string, folder: string): Promise<void> {
  const to = checkRunFolder(runsFolder, folder);
  if ((await stat(to).catch(ifRefused)) !== undefined) return;
  await move(path.join(runsFolder, trashName, path.basename(to)), to, "run.notInTrash");
}

export async function emptyTrash(runsFolder: string): Promise<void> {
  if (runsFolder !== "") await rm(path.join(runsFolder, trashName), { recursive: true, force: true });
}

async function move(from: string, to: string, whereMissing: TextCode): Promise<void> {
  await renameWhenFree(from, to).catch((error: unknown) => {
    if (isMissing(error)) throw new UserError(whereMissing, {}, { cause: error });
    refusedAs("run.notMoved")(error);
  });
}
