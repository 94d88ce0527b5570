import { pathOfUrl } from "./ownership.ts";
import type { ProblemCounts, Position } from "../profile/profile.ts";
import { readSourceMap, type SourceMap } from "./source-map.ts";
import type { LineRule } from "../syntax/line-ends.ts";
import type { Syntax } from "../syntax/syntax.ts";
import { parseSyntax, parseSyntaxAround } from "../syntax/syntax-parser.ts";
import { madeOnce } from "../collections.ts";

/** A script, or one of its original sources, as it ran. */
export interface RanScript {
  /** As reported by V8. */
  readonly url: string;
  readonly hash: string;
  /** Hash of the source map's text, or "" if there is none. */
  readonly mapHash: string;
  /** URL or path against which the map's relative sources are resolved. */
  readonly mapBase: string;
  /** Of a script whose file ran with a query or hash: whether its text is the file's. Undefined if that is not known. */
  readonly isFile?: boolean | undefined;
  /** Whether V8 counts more lines in its text than editors do; false if undefined. */
  readonly hasSeparators?: boolean | undefined;
  /** Hash of the text in its file, if a loader made another one of it in memory without a map. */
  readonly written?: string | undefined;
}

/** A run's texts, read on demand and parsed once. */
export class RunScripts {
  readonly #byUrl = new Map<string, RanScript>();
  readonly #textOf: (hash: string) => string | undefined;
  readonly #problems: ProblemCounts;
  readonly #syntax = new Map<string, Syntax | undefined>();
  readonly #maps = new Map<string, SourceMap | undefined>();

  constructor(scripts: readonly RanScript[], textOf: (hash: string) => string | undefined, problems: ProblemCounts) {
    this.#textOf = textOf;
    this.#problems = problems;
    for (const script of scripts) {
      for (const key of [script.url, `${script.url}\n${script.hash}`, pathOfUrl(script.url)]) madeOnce(this.#byUrl, key, () => script);
    }
  }

  /** The script that V8 called `url`, which may also be a path; `hash` selects one of several versions ("" if unknown). */
  find(url: string, hash: string): RanScript | undefined {
    return (hash === "" ? undefined : this.#byUrl.get(`${url}\n${hash}`)) ?? this.#byUrl.get(url) ?? this.#byUrl.get(pathOfUrl(url));
  }

  text(hash: string): string | undefined {
    return hash === "" ? undefined : this.#textOf(hash);
  }

  /** Undefined if the text was not kept or cannot be parsed. */
  syntax(script: RanScript): Syntax | undefined {
    return madeOnce(this.#syntax, script.hash, () => {
      const text = this.text(script.hash);
      return text === undefined ? undefined : this.parse(text, script.url);
    });
  }

  /** The same, with at least the functions at these places: what surrounds them may be all that is parsed. */
  syntaxAround(script: RanScript, places: readonly Position[]): Syntax | undefined {
    const text = this.#syntax.has(script.hash) ? undefined : this.text(script.hash);
    return (text === undefined ? undefined : parseSyntaxAround(text, script.url, places)) ?? this.syntax(script);
  }

  /** Records that another text ran under a path. Code of `eval` has no name to report, and of Node's own no line is shown in a file. */
  noteFurtherText(path: string): void {
    if (path.includes("/") && !path.startsWith("node:")) this.#problems.count("script.severalTexts", { file: nameOf(path) });
  }

  /** Parses any text; records a problem if it cannot be parsed. */
  parse(text: string, path: string, rule: LineRule = "engine"): Syntax | undefined {
    const syntax = parseSyntax(text, path, rule);
    if (syntax === undefined) this.#problems.count("script.notParsed", { file: nameOf(path) });
    return syntax;
  }

  sourceMap(script: RanScript): SourceMap | undefined {
    if (script.mapHash === "") return undefined;
    return madeOnce(this.#maps, `${script.mapHash}\n${script.mapBase}`, () => {
      const text = this.text(script.mapHash);
      const map = text === undefined ? undefined : readSourceMap(text, script.mapBase);
      if (map === undefined) this.#problems.count("script.badMap", { script: nameOf(script.url) });
      return map;
    });
  }
}

/** The last part of a URL or path. */
export function nameOf(url: string): string {
  return url.slice(url.replaceAll("\\", "/").lastIndexOf("/") + 1);
}
