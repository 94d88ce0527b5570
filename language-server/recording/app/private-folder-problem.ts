import os from "node:os";
import { reasonOf } from "../../analysis/failure-reason.ts";
import { UserError } from "../../analysis/user-error.ts";

/** The error as a sentence, where the temporary folder is full, missing or must not be written to; any other error as it is. */
export function temporaryFolderProblem(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const { path: file, dest = file } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const folder = os.tmpdir();
  // A realpath on macOS begins otherwise, but has it in it.
  return dest?.includes(folder) === true
    ? new UserError("app.noTemporaryFolder", { folder, reason: reasonOf(error) }, { cause: error })
    : error;
}
