import type { Problem, Profile } from "../../analysis/profile/profile.ts";
import { hasSeparators } from "../../analysis/syntax/line-ends.ts";
import { splitScriptUrl } from "../../analysis/sources/package-name.ts";
import { sourceMapComment } from "../../analysis/sources/source-map-comment.ts";
import type { LocalPath } from "../../analysis/sources/source-paths.ts";
import { existsHere } from "../regular-file.ts";
import { type RecordedScript, fileOf, ScriptReader, type ScriptReaderOptions } from "./script-reader.ts";
import { isOnDisk, realFolder, sourceUrl, writtenAt, totalLimit } from "./script-files.ts";
import { type KeptMap, ScriptMaps } from "./script-maps.ts";
import { elsewhereProblem } from "./script-problems.ts";
import { parseSourceMapText } from "./source-map-text.ts";
import { grouped } from "../../analysis/collections.ts";
import { createHash } from "node:crypto";
import type { Bytes } from "../../analysis/units.ts";
import * as v from "valibot";
import { hash, text } from "../schema/run-failure.ts";

export const runScriptSchema = v.object({
  /** As reported by V8. */
  url: text,
  hash,
  /** Hash of the source map's text, or "" if there is none. */
  mapHash: v.union([hash, v.literal("")]),
  /** URL that the map's relative sources resolve against. */
  mapBase: text,
  /** Of a script whose file was imported with a query or hash: whether its text was the file's. Absent if that is not known. */
  isFile: v.optional(v.boolean()),
  /** Whether its text has characters that end a line in V8, and in no editor. */
  hasSeparators: v.optional(v.boolean()),
  /** Hash of the text in its file, if a loader made another one of it in memory without a map. */
  written: v.optional(hash),
});

/** A script (or one of its original sources) as it ran; the text is `scripts/<hash>` in the run folder. */
export type RunScript = Readonly<v.InferOutput<typeof runScriptSchema>>;

/** Characters that a type stripper may put in place of types: white space, and what keeps a statement or an arrow function intact. */
const leftBehind = /^[\s;,()=>]$/;

/** Whether `ran` is `written` with its types stripped by Node, which keeps all positions (https://nodejs.org/api/typescript.html). */
function isStripped(ran: string, written: string): boolean {
  const code = ran.replace(/\n\n\/\/# sourceURL=[^\n]*$/, "");
  if (code.length !== written.length) return false;
  for (let at = 0; at < code.length; at++) {
    if (code[at] === written[at]) continue;
    if (written[at] === "\n" || !leftBehind.test(code[at] as string) || code[at] === "\n") return false;
  }
  return true;
}

/** Texts by their SHA-256 (hex), up to a limit in total. */
class KeptTexts {
  readonly texts = new Map<string, string>();
  /** How many were beyond the limit. */
  leftOut = 0;
  #bytes: Bytes = 0;

  /** Its hash, or "" beyond the limit. */
  keep(text: string): string {
    const hash = createHash("sha256").update(text).digest("hex");
    if (this.texts.has(hash)) return hash;
    const size = Buffer.byteLength(text);
    if (this.#bytes + size > totalLimit) {
      this.leftOut += 1;
      return "";
    }
    this.#bytes += size;
    this.texts.set(hash, text);
    return hash;
  }
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
    const read = grouped(thread.scripts, ({ url }) => url);
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

/** Takes the next text of a URL; the last one is for all further scripts of it. */
function nextOf(scripts: RecordedScript[] = []): RecordedScript | undefined {
  return scripts.length > 1 ? scripts.shift() : scripts[0];
}

interface KeeperOptions extends ScriptReaderOptions {
  readonly startedAt: Date | undefined;
}

class ScriptKeeper {
  readonly scripts = new Map<string, RunScript>();
  readonly unread = new Map<string, RecordedScript>();
  readonly found = new Set<string>();
  readonly #kept = new KeptTexts();
  readonly texts: ReadonlyMap<string, string> = this.#kept.texts;
  readonly #reader: ScriptReader;
  readonly #maps: ScriptMaps;
  readonly #startedAt: Date | undefined;
  /** Paths of files whose texts are compared with those of their scripts. */
  readonly #compared = new Set<string>();

  constructor({ startedAt, ...options }: KeeperOptions) {
    this.#startedAt = startedAt;
    this.#reader = new ScriptReader(options);
    this.#maps = new ScriptMaps(this.#reader);
  }

  /** Scripts of files that some of these import with a query or a hash are compared with their files. */
  compareFiles(urls: readonly string[]): void {
    for (const url of urls) if (splitScriptUrl(url, existsHere).query !== "") this.#compared.add(fileOf(url));
  }

  /** Hash of the stored text, or "". */
  async keep(url: string, read: RecordedScript | undefined, depth = 0): Promise<string> {
    const script = read ?? (await this.#reader.fromDisk(url));
    if (script === undefined) return "";
    const hash = this.#leaveUnread(script) ?? this.#kept.keep(await this.#asWritten(script));
    if (hash === "") return "";
    if (read === undefined) this.found.add(hash);
    const key = `${url}\n${hash}`;
    if (!this.scripts.has(key)) {
      const map = await this.#maps.read(script);
      const mapHash = map === undefined ? "" : this.#kept.keep(map.text);
      const isFile = read !== undefined && this.#compared.has(fileOf(url)) ? await this.#isFile(url, hash) : undefined;
      const mapBase = mapHash === "" ? "" : (map?.base ?? "");
      const written = read === undefined || map !== undefined || isFile === false ? undefined : await this.#writtenText(script);
      const disk = written === undefined ? {} : { written: this.#kept.keep(written) };
      const kept = { url, hash, mapHash, mapBase, ...(isFile === undefined ? {} : { isFile }), ...disk };
      this.scripts.set(key, this.#marked(kept, this.unread.get(hash)));
      if (map !== undefined && mapHash !== "") await this.#keepCompiledSources(map, depth);
    }
    return hash;
  }

  problems(): Problem[] {
    const { leftOut } = this.#kept;
    const { elsewhere } = this.#reader;
    return [
      ...(leftOut > 0 ? [{ code: "sources.leftOut", count: leftOut } as const] : []),
      ...this.#maps.problems(),
      ...(elsewhere.size > 0 ? [elsewhereProblem([...elsewhere])] : []),
    ];
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
    const text = isOnDisk(url) ? await this.#reader.read(this.#reader.localUrl(url)) : undefined;
    return text === undefined ? undefined : text === (this.texts.get(hash) ?? this.unread.get(hash)?.text);
  }

  /** Undefined if the text has a source map, or may differ from the file on disk or from other texts of that file. */
  #leaveUnread(script: RecordedScript): string | undefined {
    if (script.name === undefined || isTypeScript(script.url) || script.sourceMapUrl !== "") return undefined;
    if (this.#compared.has(fileOf(script.url))) return undefined;
    this.unread.set(script.name, script);
    return script.name;
  }

  /** The text on disk of a TypeScript file from which Node stripped types: the remaining code has the same positions. */
  async #asWritten({ url, text, sourceMapUrl }: RecordedScript): Promise<string> {
    if (sourceMapUrl !== "" || !isTypeScript(url) || !isOnDisk(url)) return text;
    const written = await this.#reader.read(this.#reader.localUrl(url));
    return written !== undefined && isStripped(text, written) ? written : text;
  }

  /** The text of an own file, if it is not what ran and was written before: a loader changed it. */
  async #writtenText(script: RecordedScript): Promise<string | undefined> {
    const { url } = script;
    if (this.#startedAt === undefined || script.sourceMapUrl !== "" || !isOnDisk(url) || url.includes("/node_modules/")) return undefined;
    const file = this.#reader.localUrl(url);
    const isOwn = this.#reader.isOwn(file);
    const written = isOwn ? await this.#reader.read(file) : undefined;
    if (written === undefined || written === script.text || isStripped(script.text, written)) return undefined;
    const at = await writtenAt(file);
    return at !== undefined && at < this.#startedAt.getTime() ? written : undefined;
  }

  /** Follows sources that were compiled themselves and name a map. */
  async #keepCompiledSources({ text, base }: KeptMap, depth: number): Promise<void> {
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
}

/** How many source maps are followed from a script to its source. */
const deepestMaps = 4;

function isTypeScript(url: string): boolean {
  return /\.[cm]?ts$/.test(splitScriptUrl(url, existsHere).file);
}
