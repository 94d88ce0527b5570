import { constants, existsSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import type { Bytes } from "../analysis/units.ts";
import { isTouchable } from "../platform/touchable-path.ts";

/** Whether there is a file or folder of that name; of another host or a device it is not asked. */
export function existsHere(file: string): boolean {
  return isTouchable(file) && existsSync(file);
}

/**
 * Opened once and checked by its descriptor, so that it cannot become another file in between. Undefined for what is not a regular file: a pipe would
 * never end. Rejects as `open` does.
 */
export async function openRegular(file: string, flags = 0): Promise<{ readonly handle: FileHandle; readonly size: Bytes } | undefined> {
  // A pipe without a writer would wait for one.
  const handle = await open(path.resolve(file), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  try {
    const found = await handle.stat();
    if (found.isFile()) return { handle, size: found.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

/** The same of a file that is no link: what is in a folder may not lead out of it. */
export function readUnlinked(file: string, most: Bytes): Promise<Buffer | undefined> {
  return readRegular(file, most, constants.O_NOFOLLOW ?? 0);
}

/** Its bytes, at most `most`; undefined for what is larger, or not a regular file. Files of the kernel have no size, and so no bytes. */
export async function readRegular(file: string, most: Bytes, flags = 0): Promise<Buffer | undefined> {
  const opened = await openRegular(file, flags);
  if (opened === undefined) return undefined;
  await using handle = opened.handle;
  if (opened.size > most) return undefined;
  const bytes = Buffer.alloc(opened.size);
  const { bytesRead } = opened.size === 0 ? { bytesRead: 0 } : await handle.read(bytes, 0, opened.size, 0);
  return bytes.subarray(0, bytesRead);
}
