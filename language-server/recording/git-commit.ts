import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The commit checked out in a folder, or "" without git, a repository or a commit. */
export async function readGitCommit(folder: string): Promise<string> {
  // A run needs neither git nor a repository.
  const found = await promisify(execFile)("git", ["rev-parse", "HEAD"], { cwd: folder, timeout: 5000, windowsHide: true }).catch(
    () => undefined,
  );
  return found?.stdout.trim() ?? "";
}
