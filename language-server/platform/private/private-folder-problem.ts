import { realpathSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { reasonOf } from "../../analysis/failure-reason.ts";
import { UserError } from "../../analysis/user-error.ts";
import { isFull } from "./private-folder.ts";
import { privatePath } from "./state-path.ts";
import { isRefusal, unlessRefused } from "../refusals.ts";

/**
 * The error as a sentence, where nothing can be written: the disk of the private folder is full, or the temporary folder, which stands in
 * for one that cannot be used, cannot be used either. Any other error as it is. `at`: where it was if it does not say.
 */
export function privateFolderProblem(error: unknown, at?: string): unknown {
  if (!isRefusal(error)) return error;
  const { path: file = isFull(error) ? at : undefined, dest = file, syscall } = error as typeof error & { readonly dest?: string };
  const [folder, temporary] = [privatePath(), os.tmpdir()];
  if (dest === undefined) return error;
  const [reason, options] = [reasonOf(error), { cause: error }];
  // To make it, those around it are made first.
  const isOnTheWay = syscall === "mkdir" && folder?.startsWith(dest) === true;
  if (folder !== undefined && (isOnTheWay || isBelow(dest, folder)))
    return new UserError("app.noPrivateFolder", { folder, reason }, options);
  // A missing temporary folder has no real path.
  if (!isBelow(dest, path.join(temporary, "heatline-")) && dest !== temporary) return error;
  if (folder === undefined) return new UserError("app.noTemporaryFolder", { folder: temporary, reason }, options);
  return new UserError("app.noFolderAtAll", { folder, temporary, reason }, options);
}

/** Whether a path begins with another one, or with its real path. */
function isBelow(file: string, start: string): boolean {
  const [parent, name] = [path.dirname(start), path.basename(start)];
  return file.startsWith(start) || file.startsWith(path.join(unlessRefused(() => realpathSync(parent)) ?? parent, name));
}
