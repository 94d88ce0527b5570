import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The commit checked out in a folder, or "" without git, a repository or a commit. */
export async function readGitCommit(folder: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("git", ["rev-parse", "HEAD"], { cwd: folder, timeout: 5000, windowsHide: true });
    return stdout.trim();
  } catch (error) {
    // A run needs neither git nor a repository.
    if (error instanceof Error) return "";
    throw error;
  }
}
