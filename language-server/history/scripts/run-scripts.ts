import { createHash } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { pathOfUrl } from "../../analysis/sources/ownership.ts";
import type { Problem, Profile } from "../../analysis/profile/profile.ts";
import { hasSeparators } from "../../analysis/syntax/line-ends.ts";
import { splitScriptUrl } from "../../analysis/sources/script-url.ts";
import { sourceMapComment } from "../../analysis/sources/source-map-comment.ts";
import { type LocalPath, sourcePaths } from "../../analysis/sources/source-paths.ts";
import type { Bytes, Milliseconds } from "../../analysis/units.ts";
import { pathOfFileUrl } from "../file-url.ts";
import { existsHere } from "../regular-file.ts";
import type { RunScript } from "./run-script.ts";
import { isOnDisk, readIfPresent, realFolder, resolveUrl, sourceUrl, toFileUrl, totalLimit, writtenAt } from "./script-files.ts";
import {
  badMapsProblem,
  elsewhereProblem,
  type MissingSource,
  missingSourcesProblem,
  nameOf,
  newerSourcesProblem,
} from "./script-problems.ts";
import { isStripped } from "./stripped-types.ts";
import { parseSourceMapText, type SourceMapText, textOfDataUrl } from "./source-map-text.ts";

/** The text of a script as V8 compiled it. */
export interface RecordedScript {
  /** As in the profile's ScriptTable. */
  readonly url: string;
  readonly text: string;
  /** A `data:` URL, an absolute or relative URL, or "". */
  readonly sourceMapUrl: string;
  /** For a script that is not written to disk: replaces its hash, so that its text is read only on demand. */
  readonly name?: string | undefined;
}

interface ScriptedThread {
  readonly profile: Profile;
  /** Of several texts under one URL, in the order of the profile's ScriptTable. */
  readonly scripts: readonly RecordedScript[];
}

/** Sources and source maps as they ran, by content hash. */
export interface KeptScripts {
  readonly scripts: readonly RunScript[];
  /** By SHA-256 (hex). */
  readonly texts: ReadonlyMap<string, string>;
  /** By the name that replaces the hash. */
  readonly unread: ReadonlyMap<string, { readonly text: string }>;
  /** Hashes of texts that no thread had, so that they were read from this disk. */
  readonly found: ReadonlySet<string>;
  /** The threads' profiles in order, with `scripts.hash` filled in. */
  readonly profiles: readonly Profile[];
  readonly problems: readonly Problem[];
}

/**
 * Gathers the scripts of the threads' profiles. A script that the recorder could not read is read from disk. Source maps are stored with
 * the original sources inside; missing ones are read from disk, but only from `folders` (absolute paths) or the script's own. `local` maps
 * a path of the app to this disk. Of own code that a loader changed in memory, the text of its file is kept, too, unless the file was
 * written after `startedAt`. Beyond 64 MiB in total, scripts are left out and reported as a problem.
 */
export async function keepScripts(
  threads: readonly ScriptedThread[],
  folders: readonly string[],
  local: LocalPath = (path) => path,
  startedAt?: Date,
): Promise<KeptScripts> {
  const real = await Promise.all(folders.map(realFolder));
  return keptBy(new ScriptKeeper({ folders: real, local, readable: undefined, startedAt }), threads);
}

/** The same for untrusted threads: reads only files in `readable` with links followed, since they may name any file. */
export async function keepScriptsIn(
  readable: readonly string[],
  threads: readonly ScriptedThread[],
  folders: readonly string[],
  local: LocalPath,
): Promise<KeptScripts> {
  const [real, open] = await Promise.all([folders, readable].map((each) => Promise.all(each.map(realFolder))));
  return keptBy(new ScriptKeeper({ folders: real ?? [], local, readable: open ?? [], startedAt: undefined }), threads);
}

async function keptBy(keeper: ScriptKeeper, threads: readonly ScriptedThread[]): Promise<KeptScripts> {
  const profiles: Profile[] = [];
  keeper.compareFiles(threads.flatMap(({ profile }) => profile.scripts.url));
  for (const thread of threads) {
    const read = scriptsByUrl(thread.scripts);
    const hash: string[] = [];
    for (const url of thread.profile.scripts.url) hash.push(await keeper.keep(url, nextOf(read.get(url))));
    profiles.push({ ...thread.profile, scripts: { url: thread.profile.scripts.url, hash } });
  }
  return {
    scripts: [...keeper.scripts.values()],
    texts: keeper.texts,
    unread: keeper.unread,
    found: keeper.found,
    profiles,
    problems: keeper.problems(),
  };
}

function scriptsByUrl(scripts: readonly RecordedScript[]): Map<string, RecordedScript[]> {
  const byUrl = new Map<string, RecordedScript[]>();
  for (const script of scripts) {
    const same = byUrl.get(script.url);
    if (same === undefined) byUrl.set(script.url, [script]);
    else same.push(script);
  }
  return byUrl;
}

/** Takes the next text of a URL; the last one is for all further scripts of it. */
function nextOf(scripts: RecordedScript[] = []): RecordedScript | undefined {
  return scripts.length > 1 ? scripts.shift() : scripts[0];
}

interface KeeperOptions {
  readonly folders: readonly string[];
  readonly local: LocalPath;
  readonly readable: readonly string[] | undefined;
  readonly startedAt: Date | undefined;
}

class ScriptKeeper {
  readonly scripts = new Map<string, RunScript>();
  readonly texts = new Map<string, string>();
  readonly unread = new Map<string, RecordedScript>();
  readonly found = new Set<string>();
  #bytes: Bytes = 0;
  #leftOut = 0;
  readonly #missingSources = new Map<string, MissingSource>();
  readonly #badMaps = new Set<string>();
  /** Maps the URL of a newer source to its script. */
  readonly #newerSources = new Map<string, string>();
  readonly #folders: readonly string[];
  readonly #local: LocalPath;
  readonly #bundled: ReturnType<typeof sourcePaths>;
  readonly #startedAt: Date | undefined;

  /** Undefined: any file may be read. */
  readonly #readable: readonly string[] | undefined;
  /** Paths of files whose texts are compared with those of their scripts. */
  readonly #compared = new Set<string>();
  /** Files not read because they are outside `#readable`. */
  readonly #elsewhere = new Set<string>();

  constructor({ folders, local, readable, startedAt }: KeeperOptions) {
    this.#startedAt = startedAt;
    this.#folders = folders;
    this.#readable = readable;
    this.#bundled = sourcePaths({ workspaceFolders: folders, exists: existsHere });
    this.#local = local;
  }

  /** Scripts of files that some of these import with a query or a hash are compared with their files. */
  compareFiles(urls: readonly string[]): void {
    for (const url of urls) if (splitScriptUrl(url, existsHere).query !== "") this.#compared.add(fileOf(url));
  }

  /** Hash of the stored text, or "". */
  async keep(url: string, read: RecordedScript | undefined, depth = 0): Promise<string> {
    const script = read ?? (await this.#fromDisk(url));
    if (script === undefined) return "";
    const hash = this.#leaveUnread(script) ?? this.#store(await this.#asWritten(script));
    if (hash === "") return "";
    if (read === undefined) this.found.add(hash);
    const key = `${url}\n${hash}`;
    if (!this.scripts.has(key)) {
      const map = await this.#readMap(script);
      const mapHash = map === undefined ? "" : this.#store(map.text);
      const isFile = read !== undefined && this.#compared.has(fileOf(url)) ? await this.#isFile(url, hash) : undefined;
      const mapBase = mapHash === "" ? "" : (map?.base ?? "");
      const written = read === undefined || map !== undefined || isFile === false ? undefined : await this.#writtenText(script);
      const disk = written === undefined ? {} : { written: this.#store(written) };
      const kept = { url, hash, mapHash, mapBase, ...(isFile === undefined ? {} : { isFile }), ...disk };
      this.scripts.set(key, this.#marked(kept, this.unread.get(hash)));
      if (map !== undefined && mapHash !== "") await this.#keepCompiledSources(map, depth);
    }
    return hash;
  }

  problems(): Problem[] {
    const problems: Problem[] = [];
    if (this.#leftOut > 0) problems.push({ code: "sources.leftOut", count: this.#leftOut });
    if (this.#badMaps.size > 0) problems.push(badMapsProblem([...this.#badMaps]));
    if (this.#missingSources.size > 0) problems.push(missingSourcesProblem([...this.#missingSources.values()]));
    if (this.#newerSources.size > 0) problems.push(newerSourcesProblem([...this.#newerSources]));
    if (this.#elsewhere.size > 0) problems.push(elsewhereProblem([...this.#elsewhere]));
    return problems;
  }

  /** The text of a file that a map names, if it is in the workspace or beside the script, with links followed. */
  async #readNear(location: string, script: string): Promise<string | undefined> {
    const beside = isOnDisk(script) ? await realFolder(path.dirname(pathOfFileUrl(this.#localUrl(script)) ?? "")) : "";
    const here = this.#localUrl(location);
    const file = await realFolder(pathOfFileUrl(here) ?? "");
    const isNear = [...this.#folders, beside].some((folder) => folder !== "" && file.startsWith(folder + path.sep));
    return isNear ? this.#read(here) : undefined;
  }

  async #read(url: string): Promise<string | undefined> {
    if (this.#readable === undefined) return readIfPresent(url);
    const file = pathOfFileUrl(url);
    if (file === undefined || !existsHere(file)) return undefined;
    const real = await realFolder(file);
    if (this.#readable.some((folder) => real.startsWith(folder + path.sep))) return readIfPresent(pathToFileURL(real).href);
    this.#elsewhere.add(file);
    return undefined;
  }

  /** URL of the file behind a source that the map of `script` at `base` names, including URLs that bundlers make up. */
  #sourceFile(reference: string, base: string, script: string): string | undefined {
    const bundled = this.#bundled(reference, fileOf(script));
    return sourceUrl(reference, base) ?? (bundled === reference ? undefined : pathToFileURL(bundled).href);
  }

  #localUrl(url: string): string {
    const { file } = splitScriptUrl(url, existsHere);
    const known = pathOfUrl(file);
    const local = this.#local(known);
    return local === known ? toFileUrl(file) : pathToFileURL(local).href;
  }

  /** With the mark of a text whose lines V8 and editors count differently. A text that is not read yet is looked at on demand. */
  #marked(script: RunScript, unread: RecordedScript | undefined): RunScript {
    // Node's own code has none, and is long.
    if (script.url.startsWith("node:")) return script;
    if (unread === undefined) return hasSeparators(this.texts.get(script.hash) ?? "") ? { ...script, hasSeparators: true } : script;
    return {
      ...script,
      get hasSeparators() {
        return hasSeparators(unread.text) || undefined;
      },
    };
  }

  /** Whether a script's stored text is that of its file; undefined if the file cannot be read. */
  async #isFile(url: string, hash: string): Promise<boolean | undefined> {
    const text = isOnDisk(url) ? await this.#read(this.#localUrl(url)) : undefined;
    return text === undefined ? undefined : text === (this.texts.get(hash) ?? this.unread.get(hash)?.text);
  }

  /** Undefined if the text has a source map, or may differ from the file on disk or from other texts of that file. */
  #leaveUnread(script: RecordedScript): string | undefined {
    if (script.name === undefined || isTypeScript(script.url) || script.sourceMapUrl !== "") return undefined;
    if (this.#compared.has(fileOf(script.url))) return undefined;
    this.unread.set(script.name, script);
    return script.name;
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

  /** The text on disk of a TypeScript file from which Node stripped types: the remaining code has the same positions. */
  async #asWritten({ url, text, sourceMapUrl }: RecordedScript): Promise<string> {
    if (sourceMapUrl !== "" || !isTypeScript(url) || !isOnDisk(url)) return text;
    const written = await this.#read(this.#localUrl(url));
    return written !== undefined && isStripped(text, written) ? written : text;
  }

  /** The text of an own file, if it is not what ran and was written before: a loader changed it. */
  async #writtenText(script: RecordedScript): Promise<string | undefined> {
    const { url } = script;
    if (this.#startedAt === undefined || script.sourceMapUrl !== "" || !isOnDisk(url) || url.includes("/node_modules/")) return undefined;
    const file = this.#localUrl(url);
    const isOwn = this.#folders.some((folder) => pathOfFileUrl(file)?.startsWith(folder + path.sep) === true);
    const written = isOwn ? await this.#read(file) : undefined;
    if (written === undefined || written === script.text || isStripped(script.text, written)) return undefined;
    const at = await writtenAt(file);
    return at !== undefined && at < this.#startedAt.getTime() ? written : undefined;
  }

  async #fromDisk(url: string): Promise<RecordedScript | undefined> {
    const bundled = isOnDisk(url) ? url : this.#bundled(url, url);
    const file = isOnDisk(url) ? this.#localUrl(url) : bundled === url ? undefined : pathToFileURL(bundled).href;
    const text = file === undefined ? undefined : await this.#read(file);
    if (text === undefined) return undefined;
    return { url, text, sourceMapUrl: sourceMapComment(text) };
  }

  /** Follows sources that were compiled themselves and name a map. */
  async #keepCompiledSources({ text, base }: { readonly text: string; readonly base: string }, depth: number): Promise<void> {
    const map = parseSourceMapText(text);
    if (depth >= deepestMaps || map === undefined) return;
    for (const [index, content = ""] of map.contents.entries()) {
      const source = map.sources[index];
      const sourceMapUrl = sourceMapComment(content);
      const url = typeof source === "string" ? sourceUrl(map.root + source, base) : undefined;
      if (url !== undefined && /\.[cm]?jsx?$/.test(url) && sourceMapUrl !== "")
        await this.keep(url, { url, text: content, sourceMapUrl }, depth + 1);
    }
  }

  async #readMap(script: RecordedScript): Promise<{ readonly text: string; readonly base: string } | undefined> {
    if (script.sourceMapUrl === "") return undefined;
    const isInline = script.sourceMapUrl.startsWith("data:");
    const own = toFileUrl(splitScriptUrl(script.url, existsHere).file);
    const location = isInline ? own : resolveUrl(script.sourceMapUrl, own);
    if (location === undefined) return undefined;
    const text = isInline ? textOfDataUrl(script.sourceMapUrl) : await this.#readNear(location, script.url);
    const complete = text === undefined ? undefined : await this.#withSources(text, location, script.url);
    if (complete === undefined) this.#badMaps.add(nameOf(script.url));
    return complete === undefined ? undefined : { text: complete, base: location };
  }

  /** The map with missing source texts filled in; undefined if it is not a source map. */
  async #withSources(text: string, base: string, script: string): Promise<string | undefined> {
    const map = parseSourceMapText(text);
    if (map === undefined) return undefined;
    const files = map.sources.map((source, index) => {
      const isKept = map.contents[index] !== undefined && source?.includes("node_modules/") === true;
      return !source || isKept ? undefined : this.#sourceFile(map.root + source, base, script);
    });
    const contents = await Promise.all(
      files.map(async (file, index) => map.contents[index] ?? (file === undefined ? undefined : await this.#readNear(file, script))),
    );
    for (const [index, source] of map.sources.entries())
      if (source && contents[index] === undefined) this.#noteMissing({ source: nameOf(source), script: nameOf(script) });
    await this.#findNewer(files, map.contents, script);
    return map.contents.every((content) => content !== undefined) ? text : map.with(contents);
  }

  #noteMissing(missing: MissingSource): void {
    this.#missingSources.set(`${missing.source}\n${missing.script}`, missing);
  }

  /** Records sources of the app that were changed after the script was built from them, unless they equal the text in its map. */
  async #findNewer(files: readonly (string | undefined)[], contents: SourceMapText["contents"], script: string): Promise<void> {
    const built = await writtenAt(this.#localUrl(script));
    if (built === undefined) return;
    for (const [index, file] of files.entries()) {
      // A loader's further text of a file is not the file's.
      if (file === undefined || file.includes("/node_modules/") || splitScriptUrl(file).query !== "") continue;
      const written = await writtenAt(this.#localUrl(file));
      if (written === undefined || written < built + buildTime) continue;
      const now = await this.#readNear(file, script);
      if (now === undefined || now.replaceAll("\r", "") === contents[index]?.replaceAll("\r", "")) continue;
      this.#newerSources.set(file, script);
    }
  }
}

/** A checkout writes sources and build output in any order, within this time. */
const buildTime: Milliseconds = 10_000;

/** How many source maps are followed from a script to its source. */
const deepestMaps = 4;

function isTypeScript(url: string): boolean {
  return /\.[cm]?ts$/.test(splitScriptUrl(url, existsHere).file);
}

/** Path of a script's file. */
function fileOf(url: string): string {
  return pathOfUrl(splitScriptUrl(url, existsHere).file);
}
