import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import type { Bytes } from "../analysis/units.ts";
import { isTouchable } from "../platform/paths.ts";
import * as v from "valibot";
import { ifRefused } from "../platform/refusals.ts";
import { fileURLToPath } from "node:url";

/** Whether a file or folder exists; false without asking for names on other hosts or of devices. */
export function existsHere(file: string): boolean {
  return isTouchable(file) && existsSync(file);
}

/**
 * Opens the file once and checks its descriptor, so that it cannot be swapped in between. Undefined if it is not a regular file: reading a
 * pipe would never end. Rejects as `open` does.
 */
export async function openRegular(file: string, flags = 0): Promise<{ readonly handle: FileHandle; readonly size: Bytes } | undefined> {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
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

/** The same, but refuses links: a file in a run's folder must not lead out of it. */
export function readUnlinked(file: string, most: Bytes): Promise<Buffer | undefined> {
  return readRegular(file, most, constants.O_NOFOLLOW ?? 0);
}

/** As `readUnlinked`; throws as `openSync` does. */
export function readUnlinkedSync(file: string, most: Bytes): Buffer | undefined {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile() || found.size > most) return undefined;
    const bytes = Buffer.alloc(found.size);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** The file's bytes; undefined if more than `most`, or not a regular file. Files of /proc have size 0 and give no bytes. */
export async function readRegular(file: string, most: Bytes, flags = 0): Promise<Buffer | undefined> {
  const opened = await openRegular(file, flags);
  if (opened === undefined) return undefined;
  await using handle = opened.handle;
  if (opened.size > most) return undefined;
  const bytes = Buffer.alloc(opened.size);
  const { bytesRead } = opened.size === 0 ? { bytesRead: 0 } : await handle.read(bytes, 0, opened.size, 0);
  return bytes.subarray(0, bytesRead);
}

/** The text without a byte order mark, as in Node and editors. Undefined if larger than `most`, or not a regular file. */
export async function readText(file: string, most: Bytes): Promise<string | undefined> {
  const text = (await readRegular(file, most))?.toString("utf8");
  return text?.startsWith("\uFEFF") === true ? text.slice(1) : text;
}

/** What a JSON file of ours holds; undefined where it is missing, a link or larger than `most`, or where somebody else wrote it. */
export async function readKept<Kept>(file: string, most: Bytes, schema: v.GenericSchema<unknown, Kept>): Promise<Kept | undefined> {
  return jsonOf((await readUnlinked(file, most).catch(ifRefused))?.toString(), schema);
}

/** What a text of JSON holds; undefined where there is none, or of another form. */
export function jsonOf<Kept>(text: string | undefined, schema: v.GenericSchema<unknown, Kept>): Kept | undefined {
  try {
    const read = v.safeParse(schema, JSON.parse(text ?? "null"));
    return read.success ? read.output : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Path of a `file:` URL; undefined if it cannot be a file of this machine: on another host, a device, or with invalid escapes. */
export function pathOfFileUrl(url: string): string | undefined {
  try {
    const file = fileURLToPath(url);
    return isTouchable(file) ? file : undefined;
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return undefined;
    throw error;
  }
}
