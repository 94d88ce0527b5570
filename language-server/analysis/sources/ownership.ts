import type { SourceCategory } from "./source.ts";
import { globMatcher } from "./glob.ts";
import { splitScriptUrl } from "./package-name.ts";
import { decodedUri } from "../profile-url.ts";

/**
 * Determines whose code a path is, with forward slashes; drive letters ignore case. Own: in a workspace folder and not under
 * `node_modules`, or matched by a glob of `ownCode` (absolute, or relative to a workspace folder; `*`, `**`, `?` and `{a,b}`). Node's:
 * `node:`, and scripts in `internal/`, as Node.js named them before version 16; Go has an `internal/` as well. The rest are dependencies.
 */
export function ownershipOf(workspaceFolders: readonly string[], ownCode: readonly string[]): (path: string) => SourceCategory {
  const folders = workspaceFolders.map((folder) => comparable(folder).replace(/\/+$/, "")).filter((folder) => folder !== "");
  const globs = ownCode
    .flatMap((pattern) => (isAbsolute(pattern) ? [pattern] : folders.map((folder) => `${folder}/${pattern.replace(/^\.\//, "")}`)))
    .map((glob) => globMatcher(comparable(glob)));
  return (path) => {
    if (isNodeCore(path)) return "node";
    const own = comparable(path);
    const inside = folders.some((folder) => own.startsWith(`${folder}/`));
    if (inside && !own.includes("/node_modules/")) return "own";
    return globs.some((matches) => matches(own)) ? "own" : "dependency";
  };
}

/** Converts `file://` URLs, without query and hash, and Windows paths to absolute paths with forward slashes; leaves anything else. */
export function pathOfUrl(url: string): string {
  if (!/^file:/i.test(url)) return /^[a-z]:[\\/]/i.test(url) || url.startsWith("\\\\") ? url.replaceAll("\\", "/") : url;
  const written = splitScriptUrl(url).file.replace(/^file:/i, "");
  const rest = decodedUri(written) ?? written;
  const path = /^\/\/[^/]/.test(rest) && !/^\/\/localhost\//i.test(rest) ? rest : rest.replace(/^\/\/(localhost(?=\/))?/i, "");
  return path.replace(/^\/+(?=[a-z]:(\/|$))/i, "");
}

function isNodeCore(path: string): boolean {
  return path.startsWith("node:") || /^internal\/(?:[^.]*|.*\.[cm]?js)$/.test(path);
}

function isAbsolute(path: string): boolean {
  return /^(\/|[a-z]:[\\/]|\\\\)/i.test(path);
}

function comparable(path: string): string {
  return pathOfUrl(path).replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
}
