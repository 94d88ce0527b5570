import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { removeWhenFree, renameWhenFree } from "../busy-files.ts";
import { isRefusal, unlessRefused } from "../refusals.ts";
import { readFileSync, readlinkSync } from "node:fs";
import { currentPlatform } from "../current-platform.ts";

/** Where the ids of processes say which process is meant. Only Linux reports it. */
export interface ProcessSpace {
  /** Another one since the machine started again: no process of before is left. */
  readonly boot?: string | undefined;
  /** Of a container of its own: processes of another one are not seen. */
  readonly space?: string | undefined;
}

/** That of this process. */
export function processSpace(platform: NodeJS.Platform = currentPlatform): ProcessSpace {
  if (platform !== "linux") return {};
  return {
    boot: unlessRefused(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()),
    space: unlessRefused(() => readlinkSync("/proc/self/ns/pid")),
  };
}

/** The process that will remove a folder. Process ids are only valid on their own machine, and in their own space; 0 means none. */
export interface Owner extends ProcessSpace {
  readonly pid: number;
  readonly host: string;
}

export const ownerFile = "owner.json";

/** Makes this process the owner of a folder. False where the folder is gone, or cannot be written to. */
export function ownFolder(folder: string): Promise<boolean> {
  return writeOwner(folder, process.pid);
}

/** Leaves a folder to the next session. False where the folder is gone, or cannot be written to. */
export function disownFolder(folder: string): Promise<boolean> {
  return writeOwner(folder, 0);
}

/** False if something is left: the folder then has no owner, and the next session removes it. */
export async function removeOwnedFolder(folder: string, once = false): Promise<boolean> {
  if (await removeWhenFree(folder, once)) return true;
  await writeOwner(folder, 0);
  return false;
}

function writeOwner(folder: string, pid: number): Promise<boolean> {
  const owner: Owner = { pid, host: os.hostname(), ...processSpace() };
  return replaceFile(path.join(folder, ownerFile), JSON.stringify(owner));
}

/**
 * Writes a new file and renames it, so that it is whole at any time, and whatever is in its place is replaced, not followed. False where the
 * system refuses it.
 */
export async function replaceFile(file: string, content: string): Promise<boolean> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}-${randomUUID()}`);
  try {
    await writeFile(temporary, content, { flag: "wx", mode: 0o600 });
    await renameWhenFree(temporary, file);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await rm(temporary, { force: true }).catch(() => undefined);
    return false;
  }
}
