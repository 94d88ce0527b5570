import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The commit that is checked out in a folder, or "" where there is no git, no repository or no commit. */
export async function readGitCommit(folder: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("git", ["rev-parse", "HEAD"], { cwd: folder, timeout: 5000, windowsHide: true });
    return stdout.trim();
  } catch (error) {
    // Optional: a run needs neither git nor a repository.
    if (error instanceof Error) return "";
    throw error;
  }
}
