import path from "node:path";
import { pathToFileURL } from "node:url";
import { pathOfUrl } from "../analysis/sources/ownership.ts";
import { splitScriptUrl } from "../analysis/sources/script-url.ts";
import { isOnDisk } from "../history/scripts/script-files.ts";
import { existsHere } from "../history/regular-file.ts";
import type { OpenedRun } from "./opened-run.ts";

/** A run or a profile, and where its sources are now. */
export interface LocatedRun extends OpenedRun {
  /** The current absolute path of a source; names of non-files are unchanged. */
  readonly pathNow: (path: string) => string;
}

/** Finds sources that moved since the recording in a folder: by the longest end of the path that exists there. */
export class MovedSources {
  readonly #folder: string | undefined;
  readonly #known = new Map<string, string>();

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** `url` is a URL or path as V8 reported it. Returned unchanged if the file is still there, or cannot be found. */
  locate(url: string): string {
    const isUrl = /^file:/i.test(url);
    if (this.#folder === undefined || (!isUrl && !isOnDisk(url))) return url;
    const known = this.#known.get(url);
    if (known !== undefined) return known;
    const { file, query } = splitScriptUrl(url, existsHere);
    const moved = this.#moved(pathOfUrl(file));
    const located = moved === undefined ? url : (isUrl ? pathToFileURL(moved).href : moved) + query;
    this.#known.set(url, located);
    return located;
  }

  #moved(file: string): string | undefined {
    if (existsHere(file)) return undefined;
    const parts = file.split("/").filter((part) => part !== "");
    for (let from = 0; from < parts.length; from++) {
      const candidate = path.join(this.#folder ?? "", ...parts.slice(from));
      if (existsHere(candidate)) return candidate;
    }
    return undefined;
  }
}
