import { wordSet } from "../collections.ts";
import type { Mapping } from "../sources/source-map.ts";

/** A piece of generated code with the names in it, and where it was in the source that was compiled. */
export interface MappedPiece extends Mapping {
  readonly code: string;
  /** Names that the source may have there. */
  readonly words: readonly string[];
}

/** Whether a text has the names of a piece where the map has them. `open`: the piece has none. */
export type PieceStanding = "fits" | "contradicted" | "open";

/** Longer pieces say nothing more. In UTF-16 code units. */
const longestPiece = 200;
const word = /#?[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** Words that compilers add, drop or exchange: they do not show which code a line has. */
const exchanged = wordSet(
  "abstract any arguments as async await boolean break case catch class const constructor continue debugger declare default delete do else enum " +
    "export exports extends false finally for from function get if implements import in instanceof interface keyof let module namespace never new " +
    "null number of override private protected public readonly require return satisfies set static string super switch this throw true try type " +
    "typeof undefined unknown using var void while with yield",
);

/** `known`: the names in the text that was found. Those that compilers make say nothing about it. */
export function mappedPieces(mappings: readonly Mapping[], lines: readonly string[], known: ReadonlySet<string>): readonly MappedPiece[] {
  return mappings.map((mapping) => {
    const { line, column } = mapping.generated;
    const code = (lines[line - 1] ?? "").slice(column, Math.min(mapping.end, column + longestPiece));
    const inCode = namesIn(code);
    const words = inCode.length === 0 || mapping.name === "" ? inCode : [...namesIn(mapping.name), ...inCode];
    const first = words.find((each) => !exchanged.has(each));
    return { ...mapping, code, words: first !== undefined && known.has(first) ? words : [] };
  });
}

/** `now` is the piece's line in the text that was found. */
export function pieceStanding({ words, code: ran, line, column }: MappedPiece, now: string | undefined): PieceStanding {
  if (words.length === 0) return "open";
  const code = now?.slice(column, column + longestPiece) ?? "";
  const names = namesIn(code);
  const shown = names.findIndex((name) => words.includes(name) || !exchanged.has(name));
  if (shown !== -1 && words.includes(names[shown] as string)) return "fits";
  // Bundlers map what they add to the start of a source.
  if (line === 1 && column === 0) return "open";
  if (shown === -1 && startsWithWord.test(code)) return "open";
  // TypeScript makes functions of classes and namespaces.
  return code.startsWith("}") && ran.startsWith("return") ? "open" : "contradicted";
}

const startsWithWord = /^\s*[\p{ID_Start}$_]/u;

/** Whether a line has any of the piece's names, wherever in it. */
export function hasWords({ words }: MappedPiece, now: string | undefined): boolean {
  return now !== undefined && namesIn(now).some((name) => words.includes(name) && !exchanged.has(name));
}

/** The names in code, without the marks of private ones: compilers exchange them. */
export function namesIn(code: string): readonly string[] {
  return (code.match(word) ?? []).map(withoutMark);
}

export function withoutMark(name: string): string {
  return name.replace(/^[#_]+(?=..)/, "");
}
