import { splitLines } from "../syntax/line-ends.ts";
import type { Column, Line } from "../units.ts";

/** What the text at a place imports: the specifier as written, "" if it is not a literal; undefined if nothing is imported there. */
export type WrittenImport = (source: number, line: Line, column: Column) => string | undefined;

const specifier = `\\s*\\(\\s*(?:(["'\`])([^"'\`$]*)\\1)?`;
/** A call, whatever a bundler or compiler names it; V8 is at the `await` of one in a module. */
const call = new RegExp(`^(?:await\\s+)?(?:[\\w$]+\\.)?_*(?:require|import)${specifier}`);
/** In front of the call of a `require` that an ES module makes for it. */
const made = /\bcreateRequire\([^()]{0,200}\)$/;
const madeCall = new RegExp(`^${specifier}`);
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
    const rest = text.slice(column, column + longest);
    const called = call.exec(rest) ?? (made.test(text.slice(Math.max(0, column - longest), column)) ? madeCall.exec(rest) : null);
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
