import { existsHere } from "../regular-file.ts";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Problem } from "../../analysis/profile/profile.ts";
import { ownershipOf } from "../../analysis/sources/ownership.ts";
import { commonFolder, FilesByEnd, foldersOf, isStrong, nameOf, type PathEnd, pathOf } from "../../analysis/sources/path-ends.ts";
import type { LocalPath, PathMappings } from "../../analysis/sources/source-paths.ts";
import { filesAtEnds, filesNamed } from "./files-named.ts";
import { readIfPresent, realFolder } from "./script-files.ts";
import type { SoughtSource, SoughtSources } from "./sought-sources.ts";

/** Where sources were found that no path mapping leads to. */
export interface SourceSearch {
  /** Maps the app's folders and files to those of this machine with the same end. */
  readonly mappings: PathMappings;
  /** The folders that were searched; what is found there is own code. */
  readonly folders: readonly string[];
  readonly problem: Problem;
}

/** Files of the same name to compare by text. */
const mostNamesakes = 20;
const mostShown = 3;

/** How far sources are looked for: `named` in all folders below those that are searched, `atEnds` only where an end of their paths leads. */
export type SearchReach = "named" | "atEnds";

/**
 * Looks in `folders` (absolute) for the sources of a run from another machine or a container, by the ends of their paths. Undefined if one
 * of the run's own sources is where it should be, or none is missing: then nothing is searched. `local` applies the existing path mappings.
 */
export async function searchSources(
  sought: SoughtSources,
  folders: readonly string[],
  local: LocalPath,
  reach: SearchReach = "named",
  filesOf = filesNamed,
): Promise<SourceSearch | undefined> {
  const present = folders.filter((folder) => existsHere(folder));
  const scripts = missingOf(sought.scripts, present, local);
  const sources = scripts.length === 0 ? [] : missingOf(sought.mapped(), present, local);
  if (scripts === "none" || sources === "none" || scripts.length === 0) return undefined;
  const missing = [...scripts, ...sources];
  const paths = missing.map((source) => source.path);
  const outer = await outermost(present);
  const files = reach === "atEnds" ? filesAtEnds(outer, paths) : await filesOf(outer, new Set(paths.map(nameOf)));
  const found = chosen(await endsOf(missing, new FilesByEnd(files)));
  const mappings = Object.fromEntries([...mappingOf(found), ...filesApart(found)]);
  const problem = found.length > 0 ? foundProblem(found, missing, local) : missingProblem(missing, local);
  return { mappings, folders: present, problem };
}

/**
 * The sources that are missing; "none" if one of the app's own is where it should be. A source whose folder is on this machine was deleted
 * or moved, so no other file replaces it.
 */
function missingOf(sources: readonly SoughtSource[], folders: readonly string[], local: LocalPath): readonly SoughtSource[] | "none" {
  const isOwn = ownershipOf(folders, []);
  const missing = new Map<string, SoughtSource>();
  for (const source of sources) {
    const { path } = source;
    if (!isAbsolute(path) || path.includes("/node_modules/")) continue;
    const here = local(path);
    const isOurs = isOwn(here) === "own";
    const isThere = existsHere(here);
    if (isOurs && isThere) return "none";
    if (!isThere && !(isOurs && here === path)) missing.set(path, source);
  }
  return [...missing.values()];
}

/** For each source the one file that matches, if it is unique. */
async function endsOf(sources: readonly SoughtSource[], files: FilesByEnd): Promise<readonly PathEnd[]> {
  const ends: PathEnd[] = [];
  for (const { path, text } of sources) {
    const alike = files.alike(path);
    const fitting = alike.length > 1 && alike.length <= mostNamesakes ? await withText(alike, text()) : alike;
    if (fitting.length === 1) ends.push(...fitting);
  }
  return ends;
}

async function withText(ends: readonly PathEnd[], text: string | undefined): Promise<readonly PathEnd[]> {
  if (text === undefined) return ends;
  const texts = await Promise.all(ends.map(({ file }) => readIfPresent(pathToFileURL(pathOf(file)).href)));
  return ends.filter((_, index) => texts[index]?.replaceAll("\r", "") === text.replaceAll("\r", ""));
}

/** If some files match more of the path than the name, those that match only the name must be in the same folders. */
function chosen(ends: readonly PathEnd[]): readonly PathEnd[] {
  const strong = ends.filter(isStrong);
  if (strong.length === 0) return ends;
  const pairs = new Set(strong.map((end) => foldersOf(end).join("\n")));
  return ends.filter((end) => pairs.has(foldersOf(end).join("\n")));
}

/** Maps each folder of the app to the local one that most files agree on. */
function mappingOf(ends: readonly PathEnd[]): ReadonlyMap<string, string> {
  const votes = new Map<string, Map<string, number>>();
  for (const [there, here] of ends.map(foldersOf)) {
    const counts = votes.get(there) ?? new Map<string, number>();
    votes.set(there, counts.set(here, (counts.get(here) ?? 0) + 1));
  }
  const most = (counts: ReadonlyMap<string, number>): string => [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "";
  return new Map([...votes].map(([there, counts]) => [there, most(counts)]));
}

/** Files that are in another folder than most of their neighbours. */
function filesApart(ends: readonly PathEnd[]): readonly (readonly [string, string])[] {
  const folders = mappingOf(ends);
  return ends.flatMap((end) => {
    const [there, here] = foldersOf(end);
    return folders.get(there) === here ? [] : [[end.path, pathOf(end.file)] as const];
  });
}

/** `there → here`; only the first few. A mapping that leads to none of them is named. */
function foundProblem(ends: readonly PathEnd[], sources: readonly SoughtSource[], local: LocalPath): Problem {
  const pairs = [...mappingOf(ends)].map(([there, here]) => `${there || "/"} → ${here}`);
  const shown = [...pairs.slice(0, mostShown), ...(pairs.length > mostShown ? ["…"] : [])];
  const pairsText = shown.join(", ");
  const mapped = sources.filter(({ path }) => local(path) !== path);
  if (mapped.length === 0) return { code: "sources.foundByEnds", values: { pairs: pairsText }, count: 1 };
  const there = commonFolder(mapped.map(({ path }) => path)) || "/";
  return { code: "sources.foundByEndsNotMapped", values: { pairs: pairsText, there, here: local(there) }, count: 1 };
}

function missingProblem(sources: readonly SoughtSource[], local: LocalPath): Problem {
  const there = commonFolder(sources.map(({ path }) => path)) || "/";
  const here = local(there);
  return here === there
    ? { code: "sources.notFound", values: { there }, count: 1 }
    : { code: "sources.notFoundWhereMapped", values: { there, here }, count: 1 };
}

/** Folders that are not inside another one, without duplicates, so that each file is listed once. */
async function outermost(folders: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(folders.map(realFolder));
  return folders.filter((_, row) => {
    const own = real[row] as string;
    return real.indexOf(own) === row && !real.some((other) => other !== own && own.startsWith(other.replace(/[\\/]?$/, path.sep)));
  });
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[a-z]:\/)/i.test(path);
}
