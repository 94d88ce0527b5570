import { splitLines } from "../syntax/line-ends.ts";
import type { Column, Line } from "../units.ts";

/** What the text at a place imports: the specifier as written, "" if it is not a literal; undefined if nothing is imported there. */
export type WrittenImport = (source: number, line: Line, column: Column) => string | undefined;

const specifier = `\\s*\\(\\s*(?:(["'\`])([^"'\`$]*)\\1)?`;
/** A call, whatever a bundler or compiler names it. */
const call = new RegExp(`^(?:[\\w$]+\\.)?_*(?:require|import)${specifier}`);
/** A whole statement; of a source that was compiled to calls any column of it may be known. */
const statement = /\s*(?:(?:import|export)\b[^"'();=]*?\bfrom|import)\s*(["'])([^"']*)\1(?:\s*with\s*\{[^}]*\})?[ \t]*;?/y;
/** Further than this no specifier is written. */
const longest = 500;

/** Reads texts when they are first asked for. */
export function writtenImports(textOf: (source: number) => string | undefined): WrittenImport {
  const texts = new Map<number, readonly string[]>();
  const found = new Map<string, string | undefined>();
  const linesOf = (source: number): readonly string[] => {
    let lines = texts.get(source);
    if (lines === undefined) texts.set(source, (lines = splitLines(textOf(source) ?? "")));
    return lines;
  };
  return (source, line, column) => {
    const key = `${source}:${line}:${column}`;
    if (!found.has(key)) found.set(key, importIn(linesOf(source), line, column));
    return found.get(key);
  };
}

function importIn(lines: readonly string[], line: Line, column: Column): string | undefined {
  const text = lines[line - 1];
  if (text === undefined) return undefined;
  if (column >= 0) {
    const called = call.exec(text.slice(column, column + longest));
    if (called !== null) return called[2] ?? "";
  }
  if (!/^\s*(?:import|export)\b/.test(text)) return undefined;
  const written = text.length > longest ? text : lines.slice(line - 1, line + 30).join("\n");
  for (let end = 0; ; end = statement.lastIndex) {
    statement.lastIndex = end;
    const found = statement.exec(written.slice(0, end + longest * 4));
    if (found === null || statement.lastIndex > column) return found?.[2];
  }
}
