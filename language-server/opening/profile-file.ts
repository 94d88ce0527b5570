import { stat } from "node:fs/promises";
import path from "node:path";
import { StringDecoder } from "node:string_decoder";
import type { ByteReader, ImportedFile, Importer, Scanner } from "../analysis/importers/importer.ts";
import { formatNames, headLength, importerFor } from "../analysis/importers/importer-list.ts";
import { budget } from "../analysis/budget.ts";
import type { ImportedScript, Problem } from "../analysis/profile/profile.ts";
import { checkWidth } from "../analysis/profile/profile-width.ts";
import { otherKindError } from "../analysis/importers/other-kinds.ts";
import { embeddedScript, isOfSingleExecutable } from "../analysis/sources/source-map-comment.ts";
import { pathMapper, type PathMappings } from "../analysis/sources/source-paths.ts";
import type { Bytes } from "../analysis/units.ts";
import { reasonOf } from "../analysis/failure-reason.ts";
import { noTracks } from "../analysis/timeline/tracks.ts";
import { isUserError, UserError } from "../analysis/user-error.ts";
import { oneByteJson } from "./one-byte-json.ts";
import { existsHere } from "../history/regular-file.ts";
import { openPieces } from "../history/file-pieces.ts";
import { nativeNames } from "../history/native/native-names.ts";
import { nativeText } from "../history/native/native-text.ts";
import type { RecordedScript } from "../history/scripts/script-reader.ts";
import { isInFolders } from "../history/imports/package-files.ts";
import { withPlacedImports } from "../history/imports/placed-imports.ts";
import { keepScriptsIn } from "../history/scripts/run-scripts.ts";
import { runSchemaVersion } from "../history/schema/run-schema.ts";
import type { Run } from "../history/run.ts";
import { profileSources } from "../history/scripts/sought-sources.ts";
import { type SearchReach, searchSources } from "../history/scripts/source-search.ts";
import { relativeSources } from "./relative-sources.ts";
import { keepForOtherTypes, type ReadFile, readBefore, versionOf } from "./read-before.ts";
import { isRefusal } from "../platform/refusals.ts";
import type { RecordedRun } from "./recorded-run.ts";
import { threadOf } from "../history/run-store.ts";

export interface ProfileFileOptions {
  /** What the profile is called, where that is not its file's name. */
  readonly name?: string | undefined;
  /** Code in these folders is own code. */
  readonly workspaceFolders: readonly string[];
  /** Where a script that the profile knows by `url` is now. */
  readonly locate?: ((url: string) => string) | undefined;
  /** `unnamed`: for output without native code, which need not wait for names to be read from libraries. */
  readonly native?: "named" | "unnamed" | undefined;
  /** Which of a pprof file's sample types to show; its best one by default. */
  readonly sampleType?: string | undefined;
  /** Where the app's folders are on this disk, to read sources that the profile does not contain. */
  readonly pathMappings?: PathMappings | undefined;
  readonly reach?: SearchReach | undefined;
}

/**
 * Reads a profile of any known format, recognised by content, gzipped or not, in the form of a run; nothing is written to disk. Sources that it
 * does not contain are read from this disk. Rejects with a UserError if the file is missing, empty, damaged or of another kind.
 */
export async function readProfileFile(file: string, options: ProfileFileOptions): Promise<RecordedRun> {
  const { name = path.basename(file) } = options;
  const { imported, format } = await importFile(file, options);
  checkWidth(imported.threads);
  const inFolders = relativeSources(options.workspaceFolders);
  const isEmbedded = imported.threads.some(({ profile }) => isOfSingleExecutable(profile));
  const moved = (url: string): string => inFolders(options.locate?.(url) ?? url);
  const locate = isEmbedded ? (url: string): string => moved(embeddedScript(url, options.workspaceFolders, existsHere)) : moved;
  const threads = imported.threads.map(({ profile, scripts, ...thread }, row) => ({
    ...thread,
    pid: 0,
    problems: [],
    profile: { ...profile, scripts: { ...profile.scripts, url: profile.scripts.url.map(locate) } },
    scripts: scripts.map((script, at) => unreadScript(script, locate(script.url), `${row}:${at}`)),
  }));
  if (threads.every(({ profile }) => profile.samples.stack.length === 0)) {
    throw new UserError("profile.noSamples", { name });
  }
  const mappings = [options.pathMappings ?? {}];
  const search = await searchSources(profileSources(threads), options.workspaceFolders, pathMapper(mappings), options.reach);
  const all = [search?.mappings ?? {}, ...mappings];
  const readable = [...options.workspaceFolders, path.dirname(path.resolve(file)), ...all.flatMap((each) => Object.values(each))];
  const placed = await withImports(threads, readable);
  const kept = await keepScriptsIn(readable, placed, options.workspaceFolders, pathMapper(all));
  const profiles = kept.profiles.map((profile, index) => ({ name: threads[index]?.name ?? "main", profile }));
  const run: Run = {
    schema: runSchemaVersion,
    id: "opened-profile",
    name,
    startedAt: (await stat(file)).mtime.toISOString(),
    app: {
      cwd: options.workspaceFolders[0] ?? path.dirname(path.resolve(file)),
      workspaceFolders: options.workspaceFolders,
      argv: [],
      nodeVersion: nodeOfV8(imported.v8Version),
      v8Version: imported.v8Version,
      gitCommit: "",
    },
    recorder: "import",
    end: "exited",
    durationMs: imported.duration / 1000,
    cpuMs: 0,
    threads: profiles.map((thread, id) => threadOf({ ...thread, pid: 0 }, id, "")),
    scripts: kept.scripts,
    pinned: false,
    problems: [...imported.problems, ...kept.problems],
  };
  return {
    folder: file,
    run,
    problems: [],
    threads: profiles.map((thread, id) => ({ id, ...thread })),
    tracks: noTracks,
    textOf: (hash) => kept.texts.get(hash) ?? kept.unread.get(hash)?.text,
    foundTexts: kept.found,
    recorder: imported.recorder,
    hasPositions: imported.hasPositions,
    hasTimes: imported.hasTimes !== false,
    sampleTypes: imported.sampleTypes,
    format,
    search,
  };
}

type Thread = Parameters<typeof keepScriptsIn>[1][number];

/** Foreign profiles have no imports of ES modules on their stacks. Reads only files in `readable`, with links followed. */
async function withImports<Each extends Thread>(threads: readonly Each[], readable: readonly string[]): Promise<readonly Each[]> {
  const mayRead = await isInFolders(readable);
  return threads.map((thread): Each => {
    const { url } = thread.profile.scripts;
    const textOf = (script: number): string | undefined => thread.scripts.find((each) => each.url === url[script])?.text;
    return { ...thread, profile: withPlacedImports(thread.profile, { textOf, mayRead }) };
  });
}

/** The script with its place on this disk. Its text is created on demand. */
function unreadScript(script: ImportedScript, url: string, name: string): RecordedScript {
  return {
    url,
    name,
    get text() {
      return script.text;
    },
    get sourceMapUrl() {
      return script.sourceMapUrl;
    },
  };
}

async function importFile(file: string, { name, native, sampleType }: ProfileFileOptions): Promise<ReadFile> {
  const shown = name ?? path.basename(file);
  const reader = new FileReader(file, shown);
  try {
    const version = await versionOf(file);
    const known = readBefore(file, version, sampleType);
    if (known !== undefined) return known;
    try {
      for await (const piece of await openPieces(file, name)) reader.push(piece);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      reader.cut(error);
    }
    return keepForOtherTypes(file, version, await reader.finish(native, sampleType));
  } catch (error) {
    throw withName(error, shown);
  }
}

/** Text importers do not know the file's name. */
function withName(error: unknown, name: string): unknown {
  if (!isUserError(error) || error.coded.values?.["name"] !== undefined) return error;
  return new UserError(error.coded.code, { ...error.coded.values, name }, { cause: error.cause });
}

const decoder = new TextDecoder();
const byteOrderMark = Buffer.from("\uFEFF");

/** Finds the importer by the first bytes, then passes it all of them. */
class FileReader {
  readonly #file: string;
  readonly #name: string;
  #head: Buffer = Buffer.alloc(0);
  #importer: Importer | undefined;
  #bytes: ByteReader | undefined;
  #scanner: Scanner | undefined;
  /** Pieces of a format that is not read as a stream. */
  readonly #pieces: Uint8Array[] = [];
  #length = 0;
  #cut: Error | undefined;

  constructor(file: string, name: string) {
    this.#file = file;
    this.#name = name;
  }

  push(piece: Uint8Array): void {
    if (this.#importer !== undefined) {
      this.#take(piece);
      return;
    }
    this.#head = Buffer.concat([this.#head, piece]);
    if (this.#head.length >= headLength) this.#begin();
  }

  /** Ends the reading early: the rest of the file cannot be read. */
  cut(error: Error): void {
    this.#cut = error;
  }

  async finish(native: ProfileFileOptions["native"], sampleType?: string): Promise<ReadFile> {
    if (this.#importer === undefined && this.#head.length === 0) {
      if (this.#cut !== undefined) throw this.#damaged();
      throw new UserError("profile.empty", { name: this.#name });
    }
    const importer = this.#importer ?? this.#begin();
    // Not made in vain: the first plural loads the rules of all languages.
    const noTypes = (): UserError => new UserError("profile.noSampleTypes", { name: this.#name });
    if (sampleType !== undefined && importer.reads === "bytes") throw noTypes();
    if (importer.reads !== "bytes") {
      if (this.#cut !== undefined && !(importer.reads === "text" && importer.readsCut === true)) throw this.#damaged();
      const imported =
        importer.reads === "binary"
          ? importer.read(Buffer.concat(this.#pieces), { name: this.#name, sampleType })
          : (this.#scanner?.finish() ?? importer.read(await this.#text()));
      const chosen = sampleType === undefined || importer.reads === "binary" ? imported : imported.withType?.(sampleType);
      if (chosen === undefined) throw noTypes();
      return this.#read(chosen, importer.name);
    }
    const reader = this.#bytes;
    if (reader === undefined) throw new Error("The reader was never opened.");
    const { libraries, addresses } = reader.native();
    const names = native === "unnamed" ? undefined : await nativeNames(libraries, addresses);
    const imported = reader.finish((address) => names?.get(address));
    return this.#read(imported, importer.name);
  }

  #read(imported: ImportedFile, format: string): ReadFile {
    if (this.#cut === undefined) return { imported, format };
    const cut: Problem = { code: "file.cutShort", values: { reason: reasonOf(this.#cut) }, count: 1 };
    return { imported: { ...imported, problems: [...imported.problems, cut] }, format };
  }

  #begin(): Importer {
    const head = this.#head.toString("latin1", 0, headLength);
    const other = otherKindError(head, this.#name);
    if (other !== undefined) throw other;
    const importer = importerFor(head);
    if (importer === undefined) {
      if (this.#cut !== undefined) throw this.#damaged();
      throw new UserError("profile.unknownFormat", { name: this.#name, formats: formatNames });
    }
    this.#importer = importer;
    this.#bytes = importer.reads === "bytes" ? importer.open(nativeText) : undefined;
    this.#scanner = importer.reads === "text" ? importer.scan?.((utf8) => decoder.decode(utf8)) : undefined;
    this.#take(this.#head);
    return importer;
  }

  #take(piece: Uint8Array): void {
    this.#bytes?.push(piece);
    if (this.#bytes !== undefined) return;
    this.#length += piece.length;
    this.#mustFit(this.#scanner === undefined ? budget.text : budget.scanned);
    if (this.#scanner === undefined) this.#pieces.push(new Uint8Array(piece));
    else this.#scanner.push(piece);
  }

  /**
   * Reads the scanned bytes again: few files need it, and keeping them would cost memory for all. Each piece is decoded as it comes, by a
   * StringDecoder: a TextDecoder that streams makes two bytes of each letter. What is scanned is JSON.
   */
  async #text(): Promise<string> {
    this.#mustFit(budget.text);
    const decoding = new StringDecoder("utf8");
    const texts: string[] = [];
    const isScanned = this.#scanner !== undefined;
    const add = (text: string): unknown => texts.push(isScanned ? oneByteJson(text) : text);
    let skipped = this.#head.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
    // In parts: V8 keeps longer texts outside of its heap, and frees them late.
    const decode = (piece: Uint8Array): void => {
      for (let at = skipped; at < piece.length; at += 1 << 18) add(decoding.write(piece.subarray(at, at + (1 << 18))));
      skipped = 0;
    };
    if (isScanned) {
      // Drops what it has.
      this.#scanner = undefined;
      for await (const piece of await openPieces(this.#file)) decode(piece);
    }
    for (const piece of this.#pieces.splice(0)) decode(piece);
    add(decoding.end());
    return texts.join("");
  }

  #mustFit(most: Bytes): void {
    if (this.#length <= most) return;
    throw new UserError("profile.tooLarge", { name: this.#name, limitMb: Math.floor(most / 1_000_000) });
  }

  #damaged(): UserError {
    return new UserError("profile.damaged", { name: this.#name, reason: reasonOf(this.#cut) }, { cause: this.#cut });
  }
}

/** Node's major version for a V8 version, if unambiguous; else "". */
function nodeOfV8(version: string): string {
  const known: Readonly<Record<string, string>> = { "10.2": "18", "11.3": "20", "12.4": "22", "13.6": "24", "14.6": "26" };
  return known[version.split(".").slice(0, 2).join(".")] ?? "";
}
