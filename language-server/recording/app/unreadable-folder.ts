import { existsSync } from "node:fs";
import { UserError } from "../../analysis/user-error.ts";
import type { SessionFolder } from "./session-folder.ts";

/**
 * Why an app ended at once that was started as another user (`setpriv`, `gosu`), or sees other files: its Node, told to load the preload,
 * cannot read it, or its shell cannot read the `node` shim. `reason`: the line of its output that says why. Otherwise the problem as it is.
 */
export function unlessUnreadable(problem: UserError, reason: string, folder: Pick<SessionFolder, "path" | "preload">): UserError {
  if (!reason.includes(folder.path) || !existsSync(folder.preload)) return problem;
  return new UserError("app.unreadableFolder", { why: problem.coded, folder: folder.path }, { cause: problem });
}
