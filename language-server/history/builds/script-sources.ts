import path from "node:path";
import { pathToFileURL } from "node:url";
import { splitScriptUrl } from "../../analysis/sources/package-name.ts";
import { sourceMapComment } from "../../analysis/sources/source-map-comment.ts";
import { sourcePaths } from "../../analysis/sources/source-paths.ts";
import type { Bytes } from "../../analysis/units.ts";
import { readText, existsHere, pathOfFileUrl } from "../regular-file.ts";
import { parseSourceMapText, textOfDataUrl } from "../scripts/source-map-text.ts";
import { sourceUrl } from "../scripts/script-files.ts";
import { type BuiltScript, isDependency } from "./built-scripts.ts";
import { ifRefused } from "../../platform/refusals.ts";

/** A source that a script's map names; `built` is its text there, if the map has it. */
export interface MappedSource {
  readonly file: string;
  readonly built: string | undefined;
}

const largestMap: Bytes = 64 * 1024 * 1024;
const mostSections = 1000;

/** The sources of a script that are on this disk; undefined for a script without a map. */
export async function sourcesOfScript(
  { file, text }: BuiltScript,
  folders: readonly string[],
): Promise<readonly MappedSource[] | undefined> {
  const map = await mapOfScript(file, text);
  if (map === undefined) return undefined;
  const bundled = sourcePaths({ workspaceFolders: folders.map(slashes), exists: existsHere });
  const base = pathToFileURL(map.file).href;
  const found = new Map<string, MappedSource>();
  for (const { name, built } of namedSources(map.text)) {
    const known = bundled(name, slashes(file));
    const url = known === name ? sourceUrl(name, base) : pathToFileURL(known).href;
    const { file: bare, query } = splitScriptUrl(url ?? "");
    const source = pathOfFileUrl(bare);
    // With a query it is a part of the file.
    if (source === undefined || query !== "" || source === file || isDependency(source) || !existsHere(source)) continue;
    found.set(source, { file: source, built });
  }
  return [...found.values()];
}

/** Its map: inline, named by the script's comment, or beside it without a comment. */
export async function mapOfScript(script: string, text: string): Promise<{ readonly file: string; readonly text: string } | undefined> {
  const comment = sourceMapComment(text);
  if (comment.startsWith("data:")) {
    const inline = textOfDataUrl(comment);
    return inline === undefined ? undefined : { file: script, text: inline };
  }
  const named = comment === "" ? undefined : pathOfFileUrl(sourceUrl(comment, pathToFileURL(script).href) ?? "");
  for (const file of new Set([named ?? `${script}.map`, `${script}.map`])) {
    const read = existsHere(file) ? await readText(file, largestMap).catch(ifRefused) : undefined;
    if (read !== undefined) return { file, text: read };
  }
  return undefined;
}

/** Of a plain map, or of the sections of an index map. */
function namedSources(text: string): readonly { readonly name: string; readonly built: string | undefined }[] {
  const map = parseSourceMapText(text);
  if (map === undefined) return [];
  const sections = map.sources.length > 0 ? [] : sectionsOf(text);
  return [
    ...map.sources.flatMap((name, index) => (name ? [{ name: map.root + name, built: map.contents[index] }] : [])),
    ...sections.flatMap(namedSources),
  ];
}

function sectionsOf(text: string): readonly string[] {
  const { sections } = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, "")) as { readonly sections?: unknown };
  if (!Array.isArray(sections)) return [];
  return (sections as readonly unknown[]).slice(0, mostSections).flatMap((section) => {
    const inner = typeof section === "object" && section !== null && "map" in section ? section.map : undefined;
    // A section with sections is not allowed, and would have no end.
    return typeof inner === "object" && inner !== null && !("sections" in inner) ? [JSON.stringify(inner)] : [];
  });
}

function slashes(file: string): string {
  return file.replaceAll(path.sep, "/");
}
