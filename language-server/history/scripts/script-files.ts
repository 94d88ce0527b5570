import { realpath, stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { sourceOfPackage } from "../../analysis/sources/package-name.ts";
import type { Bytes, Milliseconds } from "../../analysis/units.ts";
import { readText, existsHere, pathOfFileUrl } from "../regular-file.ts";
import { isTouchable } from "../../platform/paths.ts";
import { ifRefused } from "../../platform/refusals.ts";

/** Finds and reads the files of this machine behind the URLs of scripts and source maps. */

/** Limit for a file that is read, and for all texts that a run stores. */
export const totalLimit: Bytes = 64 * 1024 * 1024;

export function isOnDisk(url: string): boolean {
  return url.startsWith("file://") || isPath(url);
}

export function toFileUrl(url: string): string {
  if (isWindowsPath(url)) return urlOfWindowsPath(url);
  return url.startsWith("/") ? pathToFileURL(url).href : url;
}

function isPath(url: string): boolean {
  return url.startsWith("/") || isWindowsPath(url);
}

/** Whether it has a drive or host, regardless of the current platform. */
function isWindowsPath(url: string): boolean {
  return /^(?:[a-z]:[\\/]|\\\\)/i.test(url);
}

function urlOfWindowsPath(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  const [first = "", ...segments] = slashed.split("/");
  return `file:${slashed.startsWith("//") ? "" : "///"}${[first, ...segments.map(encodeURIComponent)].join("/")}`;
}

/** URL of a source that a map at `base` names; resolved as in the analysis. */
export function sourceUrl(reference: string, base: string): string | undefined {
  const url = resolveUrl(reference, base);
  return url === undefined ? undefined : sourceOfPackage(url, reference, base);
}

/** Undefined if the result is not a file of this machine: nothing is ever fetched. */
export function resolveUrl(reference: string, base: string): string | undefined {
  if (!base.startsWith("file:")) return undefined;
  const url = isPath(reference) ? toFileUrl(reference) : URL.canParse(reference, base) ? new URL(reference, base).href : "";
  return url.startsWith("file:") ? url : undefined;
}

/** The real path; a folder that does not exist is returned unchanged. */
export async function realFolder(folder: string): Promise<string> {
  if (!isTouchable(folder)) return folder;
  return (await realpath(folder).catch(ifRefused)) ?? folder;
}

/** Undefined if it does not exist, or is not a regular file: reading a pipe would never end. */
export function readIfPresent(url: string): Promise<string | undefined> {
  return ifPresent(url, (file) => readText(file, totalLimit));
}

/** When a file was last modified; undefined if it is not a regular file. */
export function writtenAt(url: string): Promise<Milliseconds | undefined> {
  return ifPresent(url, async (file) => {
    const found = await stat(file);
    return found.isFile() ? found.mtimeMs : undefined;
  });
}

async function ifPresent<Found>(url: string, ask: (file: string) => Promise<Found | undefined>): Promise<Found | undefined> {
  const file = pathOfFileUrl(url);
  // A profile may name very many files: to ask for a missing one costs a tenth of what opening it would.
  if (file === undefined || !existsHere(file)) return undefined;
  // Maps name files that were never shipped, and scripts have made-up URLs: missing files are expected, and the caller counts them.
  return ask(file).catch(ifRefused);
}
