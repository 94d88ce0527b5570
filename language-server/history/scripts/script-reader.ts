import path from "node:path";
import { pathToFileURL } from "node:url";
import { pathOfUrl } from "../../analysis/sources/ownership.ts";
import { splitScriptUrl } from "../../analysis/sources/package-name.ts";
import { sourceMapComment } from "../../analysis/sources/source-map-comment.ts";
import { type LocalPath, sourcePaths } from "../../analysis/sources/source-paths.ts";
import { pathOfFileUrl, existsHere } from "../regular-file.ts";
import { isOnDisk, readIfPresent, realFolder, sourceUrl, toFileUrl } from "./script-files.ts";

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

/** Where the files of scripts are, and which of them may be read. */
export interface ScriptReaderOptions {
  /** Of the app's own code. */
  readonly folders: readonly string[];
  readonly local: LocalPath;
  /** Undefined: any file may be read. */
  readonly readable: readonly string[] | undefined;
}

/** Reads the files of this machine that scripts and their source maps name. */
export class ScriptReader {
  /** Files not read because they are outside what is readable. */
  readonly elsewhere = new Set<string>();
  readonly #options: ScriptReaderOptions;
  readonly #bundled: ReturnType<typeof sourcePaths>;

  constructor(options: ScriptReaderOptions) {
    this.#options = options;
    this.#bundled = sourcePaths({ workspaceFolders: options.folders, exists: existsHere });
  }

  /** The text of a file that a map names, if it is in the workspace or beside the script, with links followed. */
  async readNear(location: string, script: string): Promise<string | undefined> {
    const beside = isOnDisk(script) ? await realFolder(path.dirname(pathOfFileUrl(this.localUrl(script)) ?? "")) : "";
    const here = this.localUrl(location);
    const file = await realFolder(pathOfFileUrl(here) ?? "");
    const isNear = [...this.#options.folders, beside].some((folder) => folder !== "" && file.startsWith(folder + path.sep));
    return isNear ? this.read(here) : undefined;
  }

  async read(url: string): Promise<string | undefined> {
    const { readable } = this.#options;
    if (readable === undefined) return readIfPresent(url);
    const file = pathOfFileUrl(url);
    if (file === undefined || !existsHere(file)) return undefined;
    const real = await realFolder(file);
    if (readable.some((folder) => real.startsWith(folder + path.sep))) return readIfPresent(pathToFileURL(real).href);
    this.elsewhere.add(file);
    return undefined;
  }

  /** Whether a file is one of the app's own. */
  isOwn(file: string): boolean {
    return this.#options.folders.some((folder) => pathOfFileUrl(file)?.startsWith(folder + path.sep) === true);
  }

  /** URL of the file behind a source that the map of `script` at `base` names, including URLs that bundlers make up. */
  sourceFile(reference: string, base: string, script: string): string | undefined {
    const bundled = this.#bundled(reference, fileOf(script));
    return sourceUrl(reference, base) ?? (bundled === reference ? undefined : pathToFileURL(bundled).href);
  }

  /** URL on this disk of what the app had at another place. */
  localUrl(url: string): string {
    const { file } = splitScriptUrl(url, existsHere);
    const known = pathOfUrl(file);
    const local = this.#options.local(known);
    return local === known ? toFileUrl(file) : pathToFileURL(local).href;
  }

  /** For a script whose text the recorder has not. */
  async fromDisk(url: string): Promise<RecordedScript | undefined> {
    const bundled = isOnDisk(url) ? url : this.#bundled(url, url);
    const file = isOnDisk(url) ? this.localUrl(url) : bundled === url ? undefined : pathToFileURL(bundled).href;
    const text = file === undefined ? undefined : await this.read(file);
    if (text === undefined) return undefined;
    return { url, text, sourceMapUrl: sourceMapComment(text) };
  }
}

/** Path of a script's file. */
export function fileOf(url: string): string {
  return pathOfUrl(splitScriptUrl(url, existsHere).file);
}
