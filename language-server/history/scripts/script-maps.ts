import type { Problem } from "../../analysis/profile/profile.ts";
import { splitScriptUrl } from "../../analysis/sources/package-name.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import { existsHere } from "../regular-file.ts";
import type { RecordedScript, ScriptReader } from "./script-reader.ts";
import { resolveUrl, toFileUrl, writtenAt } from "./script-files.ts";
import { badMapsProblem, type MissingSource, missingSourcesProblem, nameOf, newerSourcesProblem } from "./script-problems.ts";
import { parseSourceMapText, type SourceMapText, textOfDataUrl } from "./source-map-text.ts";

/** A map with its sources, and the URL that theirs start from. */
export interface KeptMap {
  readonly text: string;
  readonly base: string;
}

/** Reads the source maps of scripts, with the texts of their sources, and notes what is wrong with them. */
export class ScriptMaps {
  readonly #reader: ScriptReader;
  readonly #missingSources = new Map<string, MissingSource>();
  readonly #badMaps = new Set<string>();
  /** Maps the URL of a newer source to its script. */
  readonly #newerSources = new Map<string, string>();

  constructor(reader: ScriptReader) {
    this.#reader = reader;
  }

  problems(): Problem[] {
    const problems: Problem[] = [];
    if (this.#badMaps.size > 0) problems.push(badMapsProblem([...this.#badMaps]));
    if (this.#missingSources.size > 0) problems.push(missingSourcesProblem([...this.#missingSources.values()]));
    if (this.#newerSources.size > 0) problems.push(newerSourcesProblem([...this.#newerSources]));
    return problems;
  }

  /** Undefined for a script without a map, or with one that cannot be read. */
  async read(script: RecordedScript): Promise<KeptMap | undefined> {
    if (script.sourceMapUrl === "") return undefined;
    const isInline = script.sourceMapUrl.startsWith("data:");
    const own = toFileUrl(splitScriptUrl(script.url, existsHere).file);
    const location = isInline ? own : resolveUrl(script.sourceMapUrl, own);
    if (location === undefined) return undefined;
    const text = isInline ? textOfDataUrl(script.sourceMapUrl) : await this.#reader.readNear(location, script.url);
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
      return !source || isKept ? undefined : this.#reader.sourceFile(map.root + source, base, script);
    });
    const contents = await Promise.all(
      files.map(async (file, index) => map.contents[index] ?? (file === undefined ? undefined : await this.#reader.readNear(file, script))),
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
    const built = await writtenAt(this.#reader.localUrl(script));
    if (built === undefined) return;
    for (const [index, file] of files.entries()) {
      // A loader's further text of a file is not the file's.
      if (file === undefined || file.includes("/node_modules/") || splitScriptUrl(file).query !== "") continue;
      const written = await writtenAt(this.#reader.localUrl(file));
      if (written === undefined || written < built + buildTime) continue;
      const now = await this.#reader.readNear(file, script);
      if (now === undefined || now.replaceAll("\r", "") === contents[index]?.replaceAll("\r", "")) continue;
      this.#newerSources.set(file, script);
    }
  }
}

/** A checkout writes sources and build output in any order, within this time. */
const buildTime: Milliseconds = 10_000;
