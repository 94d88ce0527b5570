import path from "node:path";
import { existsHere } from "../history/regular-file.ts";

/**
 * Finds scripts that a runtime names by a path without a folder, as workerd and Hermes do (`worker.js`), in the first of `folders` that has
 * them. What has a scheme, begins at the root or leads out of the folder is returned unchanged.
 */
export function relativeSources(folders: readonly string[]): (url: string) => string {
  const known = new Map<string, string>();
  return (url) => {
    if (!isRelative(url)) return url;
    const before = known.get(url);
    if (before !== undefined) return before;
    const found = folders.map((folder) => path.join(folder, url)).find((file) => existsHere(file));
    known.set(url, found ?? url);
    return found ?? url;
  };
}

function isRelative(url: string): boolean {
  return url !== "" && !/^(?:[a-z][a-z\d+.-]*:|[\\/<[(])/i.test(url) && !url.split(/[\\/]/).includes("..");
}
