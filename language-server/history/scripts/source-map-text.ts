import * as v from "valibot";
import { foundSources } from "../../analysis/sources/source-map.ts";
import { jsonOf } from "../regular-file.ts";
import { decodedUri } from "../../analysis/profile-url.ts";

/** The sources named in a source map's text. An index map (`sections`) has none of its own. */
export interface SourceMapText {
  /** As named, without `root`; null for code that has no source. */
  readonly sources: readonly (string | null)[];
  /** "", or a prefix that ends with a slash. */
  readonly root: string;
  /** The sources' texts, where the map has them. */
  readonly contents: readonly (string | undefined)[];
  /** The map's text with these texts filled in. Those that the map did not have are listed in it, as they may be newer than what was built. */
  with(contents: readonly (string | undefined)[]): string;
}

/** Undefined if it is not a source map: a script may name any file. */
export function parseSourceMapText(text: string): SourceMapText | undefined {
  const map = jsonOf(text.replace(/^\)\]\}'[^\n]*\n/, ""), v.unknown());
  if (typeof map !== "object" || map === null) return undefined;
  if ("sections" in map && Array.isArray(map.sections)) return { sources: [], root: "", contents: [], with: () => text };
  const { sources, sourceRoot, sourcesContent } = map as Record<string, unknown>;
  if (!isListOfNames(sources) || !isAbsentOr(sourceRoot, typeof sourceRoot === "string")) return undefined;
  if (!isAbsentOr(sourcesContent, Array.isArray(sourcesContent))) return undefined;
  const root = (sourceRoot ?? "") as string;
  const given = (sourcesContent ?? []) as readonly unknown[];
  return {
    sources,
    root: root === "" || root.endsWith("/") ? root : `${root}/`,
    contents: sources.map((_, index) => (typeof given[index] === "string" ? given[index] : undefined)),
    with: (contents) => {
      const found = contents.flatMap((content, index) => (content !== undefined && typeof given[index] !== "string" ? [index] : []));
      return JSON.stringify({ ...map, sourcesContent: contents.map((content) => content ?? null), [foundSources]: found });
    },
  };
}

/** Text of a `data:` URL; undefined for any other URL, and for one with invalid escapes. */
export function textOfDataUrl(url: string): string | undefined {
  const [, type = "", data] = /^data:([^,]*),(.*)$/s.exec(url) ?? [];
  if (data === undefined) return undefined;
  if (type.endsWith(";base64")) return Buffer.from(data, "base64").toString("utf8");
  return decodedUri(data);
}

function isAbsentOr(value: unknown, isSound: boolean): boolean {
  return value === undefined || value === null || isSound;
}

function isListOfNames(value: unknown): value is readonly (string | null)[] {
  return Array.isArray(value) && value.every((each) => each === null || typeof each === "string");
}
