import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The commit that is checked out in a folder, or "" where there is no git, no repository or no commit. */
export async function readGitCommit(folder: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("git", ["rev-parse", "HEAD"], { cwd: folder, timeout: 5000, windowsHide: true });
    return stdout.trim();
  } catch (error) {
    // A run is complete without it: neither git nor a repository is asked of anyone.
    if (error instanceof Error) return "";
    throw error;
  }
}
