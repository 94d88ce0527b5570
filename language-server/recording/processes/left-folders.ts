import { readdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { removeWhenFree } from "../../platform/busy-files.ts";
import { processExists } from "../../platform/process-exists.ts";

/** The process that will remove a temporary folder. Process ids are only valid on their own machine; 0 means none. */
interface Owner {
  readonly pid: number;
  readonly host: string;
}

const ownerFile = "owner.json";

/** Makes this process the owner of a folder. False where the folder is gone, or cannot be written to. */
export function ownFolder(folder: string): Promise<boolean> {
  return writeOwner(folder, process.pid);
}

/** False if something is left: the folder then has no owner, and `removeLeftFolders` removes it later. */
export async function removeOwnedFolder(folder: string, once = false): Promise<boolean> {
  if (await removeWhenFree(folder, once)) return true;
  await writeOwner(folder, 0);
  return false;
}

/** Removes the folders of that name whose owners have died, or could not remove them. `save` takes out of each what is still wanted. */
export async function removeLeftFolders(parent: string, prefix: string, save: (folder: string) => Promise<void>): Promise<void> {
  for (const name of await namesIn(parent)) {
    const folder = path.join(parent, name);
    if (!name.startsWith(prefix) || !(await isLeft(folder))) continue;
    // Nobody else is to begin with it meanwhile.
    if (await ownFolder(folder)) await save(folder);
    await removeOwnedFolder(folder, true);
  }
}

/** None where it may be written to but not listed. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return [];
    throw error;
  }
}

async function isLeft(folder: string): Promise<boolean> {
  try {
    const { pid, host } = JSON.parse(await readFile(path.join(folder, ownerFile), "utf8")) as Partial<Owner>;
    return host === os.hostname() && typeof pid === "number" && (pid === 0 || !processExists(pid));
  } catch (error) {
    // It has no owner, or belongs to another user.
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return false;
    throw error;
  }
}

/** False if the folder no longer exists, or is not writable. */
async function writeOwner(folder: string, pid: number): Promise<boolean> {
  const owner: Owner = { pid, host: os.hostname() };
  try {
    await writeFile(path.join(folder, ownerFile), JSON.stringify(owner));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
