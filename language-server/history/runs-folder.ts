import { access, constants, stat } from "node:fs/promises";
import path from "node:path";
import { UserError } from "../analysis/user-error.ts";
import { lookAt } from "../platform/private/ours.ts";
import { isMissing, isRefusal } from "../platform/refusals.ts";
import { reasonOf } from "../analysis/failure-reason.ts";
import type { TextCode, TextValues } from "../texts/coded-text.ts";

/** Rejects with a UserError if no run could be written there, to find out before recording. Creates nothing. */
export async function checkRunsFolder(folder: string): Promise<void> {
  await checkWritable(path.resolve(folder)).catch(refusedAs("run.notWritten", { folder }));
}

/**
 * Rejects with a UserError if the folder, whose name nobody chose, belongs to somebody else: in a shared folder others can take the name
 * first. Whoever has the folder around it has its programs, too, and may be trusted. Nothing is opened, and no link followed.
 */
export async function checkOwnRunsFolder(folder: string, uid = process.geteuid?.()): Promise<void> {
  if (uid === undefined) return;
  const [found, around] = await Promise.all([lookAt(folder), lookAt(path.dirname(folder))]);
  if (found !== undefined && found.uid !== uid && found.uid !== around?.uid) throw new UserError("run.foreignFolder", { folder });
}

/** Checks the folder itself, or its nearest existing parent. */
async function checkWritable(folder: string): Promise<void> {
  try {
    // Fails with the same code as writing would if it is not a folder.
    await stat(path.join(folder, "."));
  } catch (error) {
    if (!isMissing(error) || path.dirname(folder) === folder) throw error;
    await checkWritable(path.dirname(folder));
    return;
  }
  await access(`${folder}${path.sep}`, constants.W_OK | constants.X_OK);
}

/** For `catch`: rejects with a UserError that says what the system refused, and with its `{reason}`. */
export function refusedAs(code: TextCode, values: TextValues = {}): (error: unknown) => never {
  return (error) => {
    if (!isRefusal(error)) throw error;
    throw new UserError(code, { ...values, reason: reasonOf(error) }, { cause: error });
  };
}
