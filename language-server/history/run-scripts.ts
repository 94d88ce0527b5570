import { createHash } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pathOfUrl } from "../analysis/ownership.ts";
import type { Problem, Profile } from "../analysis/profile.ts";
import type { LocalPath } from "../analysis/source-paths.ts";
import type { Bytes } from "../analysis/units.ts";
import type { RunScript } from "./run.ts";

/** The text of a script as V8 compiled it. */
export interface RecordedScript {
  /** As in the profile's ScriptTable. */
  readonly url: string;
  readonly text: string;
  /** A data: URL, an absolute or relative URL, or "". */
  readonly sourceMapUrl: string;
}

/** Sources and source maps as they ran, by content hash. */
export interface KeptScripts {
  readonly scripts: readonly RunScript[];
  /** By SHA-256 (hex). */
  readonly texts: ReadonlyMap<string, string>;
  /** The threads' profiles in their order, with `scripts.hash` filled in. */
  readonly profiles: readonly Profile[];
  readonly problems: readonly Problem[];
}

const totalLimit: Bytes = 64 * 1024 * 1024;

/**
 * Gathers the scripts that occur in the threads' profiles. A script which the recorder could not read any more (its process was gone) is read from
 * disk. Source maps, inline or beside the script, are kept with the original sources inside, read from disk now where the map names them
 * only, and only in `folders` (absolute paths) or in the script's own: a map leads nowhere else. `local` tells where a path of the app is on
 * this disk. What exceeds 64 MiB in all is left out and told.
 */
export async function keepScripts(
  threads: readonly { readonly profile: Profile; readonly scripts: readonly RecordedScript[] }[],
  folders: readonly string[],
  local: LocalPath = (path) => path,
): Promise<KeptScripts> {
  const keeper = new ScriptKeeper(await Promise.all(folders.map(realFolder)), local);
  const profiles: Profile[] = [];
  for (const thread of threads) {
    const read = new Map(thread.scripts.map((script) => [script.url, script]));
    const hash: string[] = [];
    for (const url of thread.profile.scripts.url) hash.push(await keeper.keep(url, read.get(url)));
    profiles.push({ ...thread.profile, scripts: { url: thread.profile.scripts.url, hash } });
  }
  return { scripts: [...keeper.scripts.values()], texts: keeper.texts, profiles, problems: keeper.problems() };
}

class ScriptKeeper {
  readonly scripts = new Map<string, RunScript>();
  readonly texts = new Map<string, string>();
  #bytes: Bytes = 0;
  #leftOut = 0;
  #missingSources = 0;
  #badMaps = 0;
  readonly #folders: readonly string[];
  readonly #local: LocalPath;

  constructor(folders: readonly string[], local: LocalPath) {
    this.#folders = folders;
    this.#local = local;
  }

  /** Hash of the kept text, or "". */
  async keep(url: string, read: RecordedScript | undefined, depth = 0): Promise<string> {
    const script = read ?? (await this.#fromDisk(url));
    if (script === undefined) return "";
    const hash = this.#store(script.text);
    if (hash === "") return "";
    const key = `${url}\n${hash}`;
    if (!this.scripts.has(key)) {
      const map = await this.#readMap(script);
      const mapHash = map === undefined ? "" : this.#store(map.text);
      this.scripts.set(key, { url, hash, mapHash, mapBase: mapHash === "" ? "" : (map?.base ?? "") });
      if (map !== undefined && mapHash !== "") await this.#keepCompiledSources(map, depth);
    }
    return hash;
  }

  problems(): Problem[] {
    const problems: Problem[] = [];
    if (this.#leftOut > 0) {
      problems.push({ message: "Sources were left out of the run because they exceed 64 MiB in all.", count: this.#leftOut });
    }
    if (this.#badMaps > 0)
      problems.push({ message: "A source map could not be read; its script is shown as it ran.", count: this.#badMaps });
    if (this.#missingSources > 0) {
      problems.push({
        message: "Original sources that a source map names are not in the workspace, or not on disk.",
        count: this.#missingSources,
      });
    }
    return problems;
  }

  /** The file behind a URL that a map names, if it is in the workspace or beside the script, also once links are followed. */
  async #readNear(location: string, script: string): Promise<string | undefined> {
    const beside = isOnDisk(script) ? await realFolder(path.dirname(pathOfFile(this.#localUrl(script)))) : "";
    const here = this.#localUrl(location);
    const file = await realFolder(pathOfFile(here));
    const isNear = [...this.#folders, beside].some((folder) => folder !== "" && file.startsWith(folder + path.sep));
    return isNear ? readIfPresent(here) : undefined;
  }

  #localUrl(url: string): string {
    const known = pathOfUrl(url);
    const local = this.#local(known);
    return local === known ? toFileUrl(url) : pathToFileURL(local).href;
  }

  #store(text: string): string {
    const hash = createHash("sha256").update(text).digest("hex");
    if (this.texts.has(hash)) return hash;
    const size = Buffer.byteLength(text);
    if (this.#bytes + size > totalLimit) {
      this.#leftOut += 1;
      return "";
    }
    this.#bytes += size;
    this.texts.set(hash, text);
    return hash;
  }

  async #fromDisk(url: string): Promise<RecordedScript | undefined> {
    const text = isOnDisk(url) ? await readIfPresent(this.#localUrl(url)) : undefined;
    if (text === undefined) return undefined;
    return { url, text, sourceMapUrl: mapCommentOf(text) };
  }

  /** Sources that were compiled themselves, and say where their map is. */
  async #keepCompiledSources({ text, base }: { readonly text: string; readonly base: string }, depth: number): Promise<void> {
    const map: unknown = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, ""));
    if (depth >= deepestMaps || !isSourceMap(map)) return;
    for (const [index, content] of (map.sourcesContent ?? []).entries()) {
      const source = map.sources[index];
      const sourceMapUrl = typeof content === "string" ? mapCommentOf(content) : "";
      const url = typeof source === "string" ? resolveUrl(rootOf(map) + source, base) : undefined;
      if (url !== undefined && /\.[cm]?jsx?$/.test(url) && typeof content === "string" && sourceMapUrl !== "")
        await this.keep(url, { url, text: content, sourceMapUrl }, depth + 1);
    }
  }

  async #readMap(script: RecordedScript): Promise<{ readonly text: string; readonly base: string } | undefined> {
    if (script.sourceMapUrl === "") return undefined;
    const inline = decodeDataUrl(script.sourceMapUrl);
    const location = inline === undefined ? resolveUrl(script.sourceMapUrl, toFileUrl(script.url)) : toFileUrl(script.url);
    if (location === undefined) return undefined;
    const text = inline ?? (await this.#readNear(location, script.url));
    if (text === undefined) {
      this.#badMaps += 1;
      return undefined;
    }
    const complete = await this.#withSources(text, location, script.url);
    return complete === undefined ? undefined : { text: complete, base: location };
  }

  /** The map's text with `sourcesContent` filled in where it lacks it. Index maps (`sections`) are kept as they are. */
  async #withSources(text: string, base: string, script: string): Promise<string | undefined> {
    let map: unknown;
    try {
      map = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, ""));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#badMaps += 1;
      return undefined;
    }
    if (!isSourceMap(map)) return text;
    const { sources } = map;
    const contents = map.sourcesContent ?? [];
    if (sources.every((_, index) => typeof contents[index] === "string")) return text;
    const sourcesContent = await Promise.all(
      sources.map(async (source, index) => {
        if (typeof contents[index] === "string") return contents[index];
        const location = source === null ? undefined : resolveUrl(rootOf(map) + source, base);
        const found = location === undefined ? undefined : await this.#readNear(location, script);
        if (found === undefined) this.#missingSources += 1;
        return found ?? null;
      }),
    );
    return JSON.stringify({ ...map, sourcesContent });
  }
}

/** How many maps one after the other lead from a script to its source. */
const deepestMaps = 4;

function mapCommentOf(text: string): string {
  return [...text.matchAll(/^\/\/[#@] sourceMappingURL=(\S+)\s*$/gm)].at(-1)?.[1] ?? "";
}

function rootOf({ sourceRoot = "" }: SourceMapJson): string {
  return sourceRoot === "" || sourceRoot.endsWith("/") ? sourceRoot : `${sourceRoot}/`;
}

interface SourceMapJson {
  readonly sources: readonly (string | null)[];
  readonly sourceRoot?: string;
  readonly sourcesContent?: readonly (string | null)[];
}

function isSourceMap(value: unknown): value is SourceMapJson {
  return typeof value === "object" && value !== null && "sources" in value && Array.isArray(value.sources);
}

function decodeDataUrl(url: string): string | undefined {
  const match = /^data:([^,]*),(.*)$/s.exec(url);
  if (match === null) return undefined;
  const [, type = "", data = ""] = match;
  return type.endsWith(";base64") ? Buffer.from(data, "base64").toString("utf8") : decodeURIComponent(data);
}

function isOnDisk(url: string): boolean {
  return url.startsWith("file://") || url.startsWith("/");
}

function toFileUrl(url: string): string {
  return url.startsWith("/") ? pathToFileURL(url).href : url;
}

/** Undefined where the result is no file of this machine: nothing is fetched from anywhere. */
function resolveUrl(reference: string, base: string): string | undefined {
  if (!base.startsWith("file:")) return undefined;
  const isAbsolute = reference.startsWith("/");
  const url = isAbsolute ? pathToFileURL(reference).href : URL.canParse(reference, base) ? new URL(reference, base).href : "";
  return url.startsWith("file:") ? url : undefined;
}

/** "" for a URL that names no file of this machine. */
function pathOfFile(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    if (error instanceof TypeError) return "";
    throw error;
  }
}

/** With links followed; what is not there keeps its name. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error) return folder;
    throw error;
  }
}

async function readIfPresent(url: string): Promise<string | undefined> {
  try {
    return await readFile(fileURLToPath(url), "utf8");
  } catch (error) {
    // Maps name files that were never shipped, and scripts carry made-up URLs: absence is expected, and counted by the caller.
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
