import type { Profile } from "../profile/profile.ts";
import { pathOfUrl } from "./ownership.ts";
import type { Share } from "../units.ts";
import type { RanScript, RunScripts } from "./run-scripts.ts";
import { splitScriptUrl } from "./package-name.ts";
import type { SourceVersion } from "./source.ts";
import { scriptKey } from "../fit/sampled-scripts.ts";
import { grouped, madeOnce } from "../collections.ts";

/** What the source of a script that V8 ran is called. */
interface ScriptName {
  /** The app's path of its file. */
  readonly file: string;
  /** The file on this machine; with the import's query or hash where the file's lines are not all that ran. */
  readonly path: string;
  readonly version: SourceVersion | undefined;
  /** False if the only text at hand is another than the one that ran. */
  readonly hasText: boolean;
}

/** A script that shares its file with others, or has a query of its own. */
interface Member {
  readonly key: string;
  readonly query: string;
  /** Of its text; "" if it is unknown. */
  readonly hash: string;
  /** Whether its text is the file's. */
  readonly isFile: boolean | undefined;
  readonly hasText: boolean;
}

/**
 * Names the scripts that were imported with a query or a hash (`cart.js?t=1`): a script with its file's text is the file. Where other texts
 * ran from a file, each keeps its query, and only the one with the file's text has the file's lines.
 */
export class ScriptVersions {
  readonly #names = new Map<string, ScriptName>();
  readonly #localOf: (path: string) => string;
  readonly #isHere: (path: string) => boolean;

  /** `localOf` maps a path of the app to this machine; `exists` says whether it is there. */
  constructor(
    profiles: readonly Pick<Profile, "scripts" | "functions">[],
    scripts: RunScripts,
    localOf: (path: string) => string,
    exists: (path: string) => boolean,
  ) {
    this.#localOf = localOf;
    this.#isHere = (path) => exists(localOf(path));
    for (const [file, members] of this.#membersByFile(profiles, scripts)) this.#nameAll(file, members);
  }

  /** `hash` is that of the script's text, or "". */
  nameOf(url: string, hash: string): ScriptName {
    const known = this.#names.get(scriptKey(url, hash));
    if (known !== undefined) return known;
    const file = this.fileOf(url) || "(eval)";
    return { file, path: this.#localOf(file), version: undefined, hasText: true };
  }

  /** The app's path of a script's file. */
  fileOf(url: string): string {
    return pathOfUrl(splitScriptUrl(url, this.#isHere).file);
  }

  #membersByFile(profiles: readonly Pick<Profile, "scripts" | "functions">[], scripts: RunScripts): ReadonlyMap<string, readonly Member[]> {
    const byFile = new Map<string, Member[]>();
    const urls = profiles.flatMap(({ scripts: { url } }) => url);
    for (const url of urls) {
      const { file, query } = splitScriptUrl(url, this.#isHere);
      if (query !== "") byFile.set(pathOfUrl(file), []);
    }
    if (byFile.size === 0) return byFile;
    const seen = new Set<string>();
    for (const { scripts: ran, functions } of profiles) {
      for (const [row, url] of ran.url.entries()) {
        const hash = ran.hash[row] ?? "";
        const key = scriptKey(url, hash);
        const { file, query } = splitScriptUrl(url, this.#isHere);
        const members = byFile.get(pathOfUrl(file));
        if (members === undefined || seen.has(key)) continue;
        seen.add(key);
        const script = scripts.find(url, hash);
        const isOther = query !== "" && script?.isFile === undefined && contradicts(script, scripts, functions, row);
        members.push({ key, query, hash: isOther ? key : hash, isFile: isOther ? false : script?.isFile, hasText: !isOther });
      }
    }
    return byFile;
  }

  #nameAll(file: string, members: readonly Member[]): void {
    const local = this.#localOf(file);
    const texts = textsOf(members);
    const owner = ownerOf(texts);
    if (texts.length === 1 && owner !== undefined) return;
    for (const text of texts) {
      const isPlain = text.some(({ query }) => query === "");
      const path = isPlain ? local : local + (text[0]?.query ?? "");
      // A text without a query has its file's lines unless another text is known to have them.
      const isNamedSo = isPlain && (owner === undefined || owner === text);
      const version = isNamedSo ? undefined : { file: local, isFile: owner === text };
      for (const { key, hasText } of text) this.#names.set(key, { file, path, version, hasText });
    }
  }
}

/** Shorter names, which one text may have many times, prove nothing. */
const shortestName = 3;
/** Of the functions with a name, this many may start elsewhere in the file's text than in the one that ran. */
const mostElsewhere: Share = 0.25;

/** Whether the functions that ran show that the text, which was taken from the file, is another than theirs. */
function contradicts(script: RanScript | undefined, scripts: RunScripts, functions: Profile["functions"], row: number): boolean {
  const syntax = script === undefined || script.mapHash !== "" ? undefined : scripts.syntax(script);
  if (syntax === undefined) return false;
  const { line, name } = syntax.functions;
  const startsAt = new Map<number, string[]>();
  // Row 0 is the script itself.
  for (const [index, start] of line.entries()) if (index > 0) madeOnce(startsAt, start, () => []).push(name[index] ?? "");
  const named = [...functions.script.keys()].filter(
    (func) => functions.script[func] === row && (functions.name[func]?.length ?? 0) >= shortestName && (functions.line[func] ?? 0) > 0,
  );
  const elsewhere = named.filter((func) => {
    const called = functions.name[func]?.split(/[ .]/).at(-1);
    return startsAt.get(functions.line[func] as number)?.some((each) => each === "" || each.split(".").at(-1) === called) !== true;
  });
  return elsewhere.length > mostElsewhere * named.length;
}

/** Members by text; a text that was not kept may be any, so it is taken for that of the first member. */
function textsOf(members: readonly Member[]): readonly (readonly Member[])[] {
  const first = members.find(({ hash }) => hash !== "")?.hash ?? "";
  return [...grouped(members, ({ hash }) => hash || first).values()];
}

/** The text that has its file's lines: the file's own; if that is not known, the one without a query, or the first that may be. */
function ownerOf(texts: readonly (readonly Member[])[]): readonly Member[] | undefined {
  const isPlain = (text: readonly Member[]): boolean => text.some(({ query }) => query === "");
  const possible = texts.filter((text) => text.some(({ isFile }) => isFile === undefined));
  const owner = texts.find((text) => text.some(({ isFile }) => isFile === true)) ?? possible.find(isPlain) ?? possible[0];
  return owner ?? (texts.length === 1 ? texts.find(isPlain) : undefined);
}
