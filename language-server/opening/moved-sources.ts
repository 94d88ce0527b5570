import path from "node:path";
import { pathToFileURL } from "node:url";
import { pathOfUrl } from "../analysis/sources/ownership.ts";
import { splitScriptUrl } from "../analysis/sources/package-name.ts";
import { isOnDisk } from "../history/scripts/script-files.ts";
import { existsHere } from "../history/regular-file.ts";
import type { OpenedRun } from "./opened-run.ts";
import { existsSync } from "node:fs";

/** A run or a profile, and where its sources are now. */
export interface LocatedRun extends OpenedRun {
  /** The current absolute path of a source; names of non-files are unchanged. */
  readonly pathNow: (path: string) => string;
}

/**
 * Finds sources that moved since the recording in a folder: by the longest end of the path that exists there. What it returns takes a URL or
 * path as V8 reported it, and returns it unchanged if the file is still there, or cannot be found.
 */
export function movedSources(folder: string | undefined): (url: string) => string {
  const known = new Map<string, string>();
  return (url) => {
    const isUrl = /^file:/i.test(url);
    if (folder === undefined || (!isUrl && !isOnDisk(url))) return url;
    const before = known.get(url);
    if (before !== undefined) return before;
    const { file, query } = splitScriptUrl(url, existsHere);
    const moved = movedTo(folder, pathOfUrl(file));
    const located = moved === undefined ? url : (isUrl ? pathToFileURL(moved).href : moved) + query;
    known.set(url, located);
    return located;
  };
}

function movedTo(folder: string, file: string): string | undefined {
  if (existsHere(file)) return undefined;
  const parts = file.split("/").filter((part) => part !== "");
  return parts.map((_, from) => path.join(folder, ...parts.slice(from))).find((candidate) => existsHere(candidate));
}

/** The top of the Git checkout that a folder is in, else the folder itself. A linked checkout has a file in place of Git's folder. */
export function checkoutRoot(folder: string): string {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (existsSync(path.join(at, ".git"))) return at;
    if (at === path.dirname(at)) return path.resolve(folder);
  }
}
