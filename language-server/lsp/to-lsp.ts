import type { Column, Line } from "../analysis/units.ts";
import type { Location, Range } from "../protocol/place.ts";
import { decodedUri } from "../analysis/profile-url.ts";

/**
 * The only file that converts between the engine's places and LSP's: lines 1-based ↔ 0-based, absolute paths with forward slashes ↔ `file:`
 * URIs. Columns are UTF-16 code units on both sides.
 */

const windowsDrive = /^\/?[a-z]:/i;

/** Absolute path with forward slashes of a `file:` URI; undefined for anything else. A Windows drive letter becomes lower case. */
export function pathOfUri(uri: string): string | undefined {
  const parts = /^file:\/\/([^/?#]*)(\/[^?#]*)/i.exec(uri);
  if (parts === null) return undefined;
  const [, host = "", encoded = ""] = parts;
  const path = decodedUri(encoded);
  if (path === undefined || path.includes("\0")) return undefined;
  if (host !== "" && host.toLowerCase() !== "localhost") return `//${host}${path}`;
  return windowsDrive.test(path) ? `${path.charAt(1).toLowerCase()}${path.slice(2)}` : path;
}

/** `file:` URI as VS Code writes it (`file:///c%3A/…`); undefined if the path is not absolute, such as `node:crypto`. */
export function uriOfPath(path: string): string | undefined {
  if (path.startsWith("//")) {
    const [host = "", ...segments] = path.slice(2).split("/");
    return `file://${host}/${segments.map(encodeURIComponent).join("/")}`;
  }
  if (windowsDrive.test(path) && !path.startsWith("/")) {
    return uriOfPath(`/${path.charAt(0).toLowerCase()}${path.slice(1).replaceAll("\\", "/")}`);
  }
  return path.startsWith("/") ? `file://${path.split("/").map(encodeURIComponent).join("/")}` : undefined;
}

/** An empty range at a place; an unknown line or column becomes the first. */
export function rangeAt(line: Line, column: Column): Range {
  const start = { line: Math.max(line - 1, 0), character: Math.max(column, 0) };
  return { start, end: start };
}

export function locationAt(uri: string, line: Line, column: Column): Location {
  return { uri, range: rangeAt(line, column) };
}

export function toLspLine(line: Line): number {
  return Math.max(line - 1, 0);
}

export function fromLspLine(line: number): Line {
  return line + 1;
}
