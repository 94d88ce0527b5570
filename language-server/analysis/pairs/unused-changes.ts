import { pathOfUrl } from "../sources/ownership.ts";

/** Of a run: URLs of the scripts that it loaded, except packages' and Node's own; undefined if they are not known. */
export interface LoadedScripts {
  readonly loaded?: readonly string[] | undefined;
}

const documents = /\.(?:md|markdown|txt|rst|adoc|asciidoc)$|(?:^|\/)(?:licen[cs]e|copying|notice|authors|contributors|changelog|readme)$/i;
const scripts = /\.[cm]?[jt]sx?$/i;

/** Files of its checkout that one side's recordings loaded, relative to its root. Undefined if one recording does not know. */
export function loadedFiles(recordings: readonly LoadedScripts[], root: string): ReadonlySet<string> | undefined {
  const start = `${pathOfUrl(root).replace(/\/+$/, "")}/`;
  if (recordings.length === 0 || recordings.some(({ loaded }) => loaded === undefined)) return undefined;
  const paths = recordings.flatMap(({ loaded = [] }) => loaded.map((url) => pathOfUrl(url)));
  return new Set(paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length)));
}

/** Whether all changes are of documents. */
export function areDocuments(changed: readonly string[]): boolean {
  return changed.every((file) => documents.test(file));
}

/** Whether all changes are of documents, and of scripts that neither side loaded. What else changed a program may read without a trace. */
export function areUnused(changed: readonly string[], base: ReadonlySet<string>, head: ReadonlySet<string>): boolean {
  return changed.every((file) => documents.test(file) || (scripts.test(file) && !base.has(file) && !head.has(file)));
}
