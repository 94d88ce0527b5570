import {
  decodedMappings,
  FlattenMap,
  LEAST_UPPER_BOUND,
  originalPositionFor,
  type SectionedSourceMapInput,
  type TraceMap,
} from "@jridgewell/trace-mapping";
import { budget } from "../budget.ts";
import { pathOfUrl } from "./ownership.ts";
import { splitScriptUrl, sourceOfPackage } from "./package-name.ts";
import type { Position } from "../profile/profile.ts";
import type { Column, Line } from "../units.ts";

export interface MappedPosition extends Position {
  /** Index in SourceMap.paths. */
  readonly source: number;
  /** The original name of what is there, or "". */
  readonly name: string;
}

/** A piece of the generated text, up to the column `end`, with its original. */
export interface Mapping extends MappedPosition {
  readonly generated: Position;
  readonly end: Column;
}

/** Names the list of a map's sources whose texts were not in it, but read from disk later. Names of extensions start with `x_`. */
export const foundSources = "x_heatline_found";

/**
 * A source map whose sources are absolute paths with forward slashes, or URLs if they are not files. Code of a source without a name, which
 * the format allows, has no original.
 */
export class SourceMap {
  /** "" for a source without a name. */
  readonly paths: readonly string[];
  /** What a loader added to each path, such as `?vue&type=script`, or "". */
  readonly queries: readonly string[];
  readonly #map: TraceMap;
  readonly #rows = new Map<string, number>();
  readonly #found: ReadonlySet<unknown>;

  /** `location` is the map's path or URL, `found` the sources whose texts were not in it. */
  constructor(map: TraceMap, location: string, found: ReadonlySet<unknown>) {
    this.#map = map;
    this.#found = found;
    const urls = map.resolvedSources.map((source, row) =>
      splitScriptUrl(
        map.sources[row] && !source.endsWith("/") ? sourceOfPackage(source, `${map.sourceRoot ?? ""}${map.sources[row]}`, location) : "",
      ),
    );
    this.paths = urls.map(({ file }) => pathOfUrl(file));
    this.queries = urls.map(({ query }) => query);
    map.resolvedSources.forEach((source, row) => {
      if (!this.#rows.has(source)) this.#rows.set(source, row);
    });
  }

  /** The source's text that the map carries, if any. */
  content(source: number): string | undefined {
    const content: unknown = this.#map.sourcesContent?.[source];
    return typeof content === "string" ? content : undefined;
  }

  /** The sources whose texts were read from disk later, so that others may have been compiled. */
  foundSources(): readonly number[] {
    return this.paths.flatMap((path, source) => (path !== "" && this.#found.has(source) ? [source] : []));
  }

  /**
   * Original of a generated position: of the mapping there or the last one before it on the line, or else, with `ahead`, of the first after
   * it.
   */
  original(line: Line, column: Column, ahead = true): MappedPosition | undefined {
    if (line < 1 || column < 0) return undefined;
    const found = this.#position(line, column, undefined) ?? (ahead ? this.#position(line, column, LEAST_UPPER_BOUND) : undefined);
    return found === undefined || this.paths[found.source] === "" ? undefined : found;
  }

  /** Mappings in the order of the generated text. */
  *segments(): Generator<readonly [generatedLine: Line, generatedColumn: Column, source: number, line: Line, column: Column]> {
    for (const [index, segments] of decodedMappings(this.#map).entries())
      for (const segment of segments)
        if (segment.length > 1) yield [index + 1, segment[0], segment[1] as number, (segment[2] as number) + 1, segment[3] as number];
  }

  /** Mappings to some of the sources, in the order of the generated text. */
  mappingsTo(sources: ReadonlySet<number>): readonly Mapping[] {
    const found: Mapping[] = [];
    for (const [index, segments] of decodedMappings(this.#map).entries())
      for (const [at, segment] of segments.entries()) {
        if (segment.length === 1 || !sources.has(segment[1])) continue;
        found.push({
          generated: { line: index + 1, column: segment[0] },
          end: segments[at + 1]?.[0] ?? Infinity,
          source: segment[1],
          line: segment[2] + 1,
          column: segment[3],
          name: segment.length === 5 ? (this.#map.names[segment[4]] ?? "") : "",
        });
      }
    return found;
  }

  /** Originals of all mappings on a generated line from column `start` to `end` (exclusive), in order, each source line once. */
  originalsOfLine(line: Line, start: Column, end: Column): readonly MappedPosition[] {
    const found: MappedPosition[] = [];
    const segments = decodedMappings(this.#map)[line - 1] ?? [];
    for (const segment of segments) {
      if (segment.length === 1 || segment[0] < start || segment[0] >= end) continue;
      const [, source, originalLine, column] = segment;
      if (this.paths[source] === "") continue;
      if (!found.some((each) => each.source === source && each.line === originalLine + 1))
        found.push({ source, line: originalLine + 1, column, name: "" });
      if (found.length > mostOriginals) break;
    }
    return found;
  }

  #position(line: Line, column: Column, bias: typeof LEAST_UPPER_BOUND | undefined): MappedPosition | undefined {
    const found = originalPositionFor(this.#map, bias === undefined ? { line, column } : { line, column, bias });
    if (found.source === null) return undefined;
    return { source: this.#rows.get(found.source) as number, line: found.line, column: found.column, name: found.name ?? "" };
  }
}

/** A generated line from more source lines than this is ambiguous. */
const mostOriginals = 8;

/**
 * Reads a map's text, plain or sectioned, or a `data:` URL of one. `base` is the URL or path of the map (or of its script, for inline
 * maps). Undefined for a broken map.
 */
export function readSourceMap(text: string, base: string): SourceMap | undefined {
  try {
    const json = text.startsWith("data:") ? textOfDataUrl(text) : text;
    const input = JSON.parse(json.replace(/^\)\]\}'[^\n]*\n/, "")) as Exclude<SectionedSourceMapInput, string>;
    if ("mappings" in input && typeof input.mappings === "string" && !/^[A-Za-z0-9+/,;]*$/.test(input.mappings)) return undefined;
    if (!isWithinBudget(input)) return undefined;
    const location = urlOfPath(base);
    const map = new FlattenMap(input, location);
    decodedMappings(map);
    const found = (input as Partial<Record<typeof foundSources, unknown>>)[foundSources];
    return isSound(map) ? new SourceMap(map, location, new Set<unknown>(Array.isArray(found) ? found : [])) : undefined;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Whether decoding takes no more memory than the map of a large bundle. A section may start at any line. */
function isWithinBudget(map: unknown, deepest = 8): boolean {
  const size = { lines: 0, segments: 0 };
  const add = (each: unknown, depth: number, from: number): boolean => {
    const { mappings, sections } = (typeof each === "object" && each !== null ? each : {}) as { mappings?: unknown; sections?: unknown };
    if (typeof mappings === "string") {
      for (let at = 0; at < mappings.length; at++) {
        const unit = mappings.charCodeAt(at);
        if (unit === 59) size.lines++;
        if (unit === 59 || unit === 44) size.segments++;
      }
    }
    for (const section of Array.isArray(sections) ? (sections as readonly unknown[]) : []) {
      const { offset, map: inner } = (section ?? {}) as { offset?: { line?: unknown }; map?: unknown };
      const start = from + (Number(offset?.line) || 0);
      if (start > budget.mapLines || depth === 0 || !add(inner, depth - 1, start)) return false;
    }
    return size.lines <= budget.mapLines && size.segments <= budget.mapSegments;
  };
  return add(map, deepest, 0);
}

/** A map is untrusted: its segments may refer to sources that do not exist, and to negative lines or columns. */
function isSound(map: TraceMap): boolean {
  const sources = map.resolvedSources.length;
  return decodedMappings(map).every((line) =>
    line.every((segment) => segment.length === 1 || (segment[1] >= 0 && segment[1] < sources && segment[2] >= 0 && segment[3] >= 0)),
  );
}

function textOfDataUrl(url: string): string {
  const comma = url.indexOf(",");
  const body = url.slice(comma + 1);
  return /;base64$/i.test(url.slice(0, comma)) ? textOfBase64(body) : decodeURIComponent(body);
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Decodes base64-encoded UTF-8 without Node or browser functions. */
function textOfBase64(base64: string): string {
  const escaped: string[] = [];
  let bits = 0;
  let size = 0;
  for (const digit of base64.replaceAll("-", "+").replaceAll("_", "/")) {
    const value = base64Digits.indexOf(digit);
    if (value === -1) continue;
    bits = ((bits << 6) | value) & 0xffff;
    size += 6;
    if (size < 8) continue;
    size -= 8;
    escaped.push(`%${((bits >> size) & 0xff).toString(16).padStart(2, "0")}`);
  }
  return decodeURIComponent(escaped.join(""));
}

function urlOfPath(base: string): string {
  const path = base.replaceAll("\\", "/");
  return /^[a-z]:\//i.test(path) ? `file:///${path}` : base;
}
