import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { unusableOwnFile } from "../language-server/platform/installation/unusable-own-file.ts";
import { UserError } from "./user-error.ts";

/** The error in a sentence where a file of Heatline's own is missing or damaged, else as it is. */
export function withOwnFile(error: unknown): unknown {
  const file = unusableOwnFile(error, __dirname);
  return file === undefined ? error : fileUnusable(file, error);
}

/** Throws a UserError if that file of ours is missing: who starts a process of it would only say that the process ended. */
export function checkOwnFile(file: string): void {
  if (!existsSync(file)) throw fileUnusable(file, undefined);
}

function fileUnusable(file: string, cause: unknown): UserError {
  return new UserError(
    vscode.l10n.t("{0} is missing or damaged, as while Heatline is updated.", file),
    vscode.l10n.t("Reload the window, or reinstall Heatline."),
    cause === undefined ? undefined : { cause },
  );
}
