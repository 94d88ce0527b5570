import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Milliseconds } from "../analysis/units.ts";
import { currentPlatform } from "./current-platform.ts";
import { isRefusal } from "./refusals.ts";

/** An antivirus or indexer closes a file within this time; an exited program closes all of its files. */
const limitMs: Milliseconds = 3000;
const longestPauseMs: Milliseconds = 200;
const busyCodes: ReadonlySet<string> = new Set(["EACCES", "EBUSY", "EPERM"]);
/** Another file was put there in the meantime. */
const notEmptyCode = "ENOTEMPTY";

/** Whether an error means on Windows that another program keeps the file to itself. */
export function isBusy(error: unknown, platform: NodeJS.Platform = currentPlatform): boolean {
  return platform === "win32" && busyCodes.has(codeOf(error) ?? "");
}

/** Like `rename`, but retries for a while on Windows, which refuses while another program has a file of it open. */
export async function renameWhenFree(from: string, to: string, platform: NodeJS.Platform = currentPlatform): Promise<void> {
  await whenFree(
    () => rename(from, to),
    (error) => isBusy(error, platform),
  );
}

/** Opens a file for reading; retries for a while on Windows, which refuses while another program keeps the file to itself. */
export async function openWhenFree(file: string, platform: NodeJS.Platform = currentPlatform): Promise<FileHandle> {
  return whenFree(
    () => open(file, "r"),
    (error) => isBusy(error, platform),
  );
}

/**
 * Removes a folder with everything removable in it, retrying for a while unless `once`. False if something is left, such as a file another
 * program has open on Windows.
 */
export async function removeWhenFree(folder: string, once = false): Promise<boolean> {
  try {
    // `rm`'s own retries multiply with each level of folders.
    await whenFree(
      () => rm(folder, { recursive: true, force: true, maxRetries: 0 }),
      (error) => !once && [...busyCodes, notEmptyCode].includes(codeOf(error) ?? ""),
    );
    return true;
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}

async function whenFree<Result>(action: () => Promise<Result>, mayEnd: (error: unknown) => boolean): Promise<Result> {
  const end = Date.now() + limitMs;
  for (let pause = 10; ; pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      return await action();
    } catch (error) {
      if (!mayEnd(error) || Date.now() > end) throw error;
      await delay(pause);
    }
  }
}

function codeOf(error: unknown): string | undefined {
  return isRefusal(error) ? String(error.code) : undefined;
}
