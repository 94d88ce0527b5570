import { existsSync } from "node:fs";
import { UserError } from "../../analysis/user-error.ts";
import { unusableOwnFile } from "./unusable-own-file.ts";

/** The error in a sentence where it is about a file of ours, else as it is. */
export function withOwnFile(error: unknown, folder: string): unknown {
  const file = unusableOwnFile(error, folder);
  return file === undefined ? error : new UserError("own.fileUnusable", { file }, { cause: error });
}

/** Throws a UserError if one of these files of ours is missing, before anything rests on it. */
export function checkOwnFiles(files: readonly (string | undefined)[]): void {
  const file = files.find((each) => each !== undefined && !existsSync(each));
  if (file !== undefined) throw new UserError("own.fileUnusable", { file });
}
