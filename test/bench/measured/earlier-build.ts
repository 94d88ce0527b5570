import { execFile } from "node:child_process";
import { access, mkdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { cacheFolder, repository } from "../../workbench/installation.mjs";

const run = promisify(execFile);

/** The `out` folder of a commit's production build, which is built in the cache if it is not there yet. */
export async function earlierBuild(commit: string): Promise<string> {
  const folder = path.join(cacheFolder, "bench", `commit-${commit}`);
  const out = path.join(folder, "out");
  try {
    await access(path.join(out, "command-line.js.cache"));
    return out;
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
  await mkdir(folder, { recursive: true });
  const archive = path.join(folder, "commit.tar");
  await run("git", ["archive", `--output=${archive}`, commit], { cwd: repository });
  await run("tar", ["-xf", archive], { cwd: folder });
  await rm(archive);
  await symlink(path.join(repository, "node_modules"), path.join(folder, "node_modules"), "junction");
  await run(process.execPath, ["esbuild.config.mjs", "--production"], { cwd: folder });
  return out;
}
