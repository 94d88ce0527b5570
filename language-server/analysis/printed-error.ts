import type { Line } from "./units.ts";

/** A place in a file as an app or a compiler printed it: a path, relative or absolute, or a `file:` URL. */
export interface PrintedPlace {
  readonly file: string;
  /** 0: only the file was named. */
  readonly line: Line;
  /** 1-based; 0: unknown. */
  readonly column: number;
  /** The module that the file asks for, where that is what is wrong. */
  readonly specifier?: string | undefined;
}

/** The error that an app printed last. */
export interface PrintedError {
  /** The likeliest first; those in packages last. */
  readonly places: readonly PrintedPlace[];
  /** Code could not be read, found or compiled: the app has not run it. */
  readonly isLoading: boolean;
}

const errorLine = /^(?:Uncaught )?(?:[\w.]*(?:Error|Exception)\b(?: \[[\w-]+\])?:|Error \[\w+\]|⨯ |✘ \[ERROR\]|\[ERROR\])/;

/** What Node prints above an error: `/app/server.js:3`, the line's text, and `^` below it. */
const head = /^((?:file:\/\/)?\/.+|[A-Za-z]:[\\/].+):(\d+)$/;
const frame = /^\s+at (?:.*?[ (])??((?:file:\/\/\/|\/|[A-Za-z]:[\\/])[^()]*?):(\d+):(\d+)\)?(?: \{)?\s*$/;
const anyFrame = /^\s+at \S/;

/** How compilers name a place, and the number of their first column: esbuild and tsx, TypeScript in two ways, Babel, SWC. */
const compilers: readonly (readonly [RegExp, 0 | 1])[] = [
  [/^\s*((?:[A-Za-z]:[\\/])?[^\s:()][^:()]*\.\w+):(\d+):(\d+):(?: (?:ERROR|error)\b|$)/, 0],
  [/^\s*((?:[A-Za-z]:[\\/])?[^\s:()][^:()]*\.\w+):(\d+):(\d+) - error\b/, 1],
  [/^\s*((?:[A-Za-z]:[\\/])?[^\s:()][^:()]*\.\w+)\((\d+),(\d+)\): error\b/, 1],
  [/^SyntaxError: ((?:[A-Za-z]:[\\/]|\/)[^:]*\.\w+): .*\((\d+):(\d+)\)$/, 0],
  [/^\s*(?:,-|╭─)\[(.+?):(\d+):(\d+)\]/, 1],
];

const loading =
  /MODULE_NOT_FOUND|^Error: Cannot find (?:module|package) |ERR_UNKNOWN_FILE_EXTENSION|ERR_(?:INVALID|UNSUPPORTED)_TYPESCRIPT|ERR_UNSUPPORTED_(?:DIR_IMPORT|ESM_URL_SCHEME)|ERR_REQUIRE_(?:ESM|ASYNC_MODULE)|ERR_PACKAGE_(?:PATH_NOT_EXPORTED|IMPORT_NOT_DEFINED)|ERR_IMPORT_A|TransformError|TSError|✘ \[ERROR\]/;

/** How far above its error Node's head is: the line's text and marks may be long, but are few. */
const mostAbove = 8;
const mostBelow = 60;
const longestLine = 2000;

/** Undefined if there is none. */
export function printedError(stderr: string): PrintedError | undefined {
  const lines = stderr.split(/\r?\n/).map((line) => line.slice(0, longestLine));
  const at = lines.findLastIndex((line) => errorLine.test(line));
  const compiled = lines.flatMap((line, index) => (index >= at - mostAbove ? compiledPlace(line) : []));
  if (at === -1) return compiled.length === 0 ? undefined : { places: compiled.slice(0, 1), isLoading: true };
  const error = lines[at] ?? "";
  const below = lines.slice(at + 1, at + 1 + mostBelow);
  const end = below.findIndex((line, index) => index > 0 && anyFrame.test(below[index - 1] ?? "") && !anyFrame.test(line));
  const stack = (end === -1 ? below : below.slice(0, end)).filter((line) => anyFrame.test(line));
  const frames = stack.flatMap(framePlace);
  const places = [...compiled, ...headPlace(lines, at), ...namedFile(error), ...frames];
  return {
    places: [...places.filter(({ file }) => !isPackage(file)), ...places.filter(({ file }) => isPackage(file))],
    isLoading: compiled.length > 0 || loading.test(`${error}\n${below.join("\n")}`) || isUnread(error, stack[0]),
  };
}

/** A syntax error in code, and not in what the code itself reads, as `JSON.parse` does. */
function isUnread(error: string, top: string | undefined): boolean {
  return (
    /^SyntaxError\b/.test(error) &&
    (top === undefined || /[( ]node:/.test(top) || /\bat (?:async )?(?:wrapSafe|compile\w*|new Script)\b/.test(top))
  );
}

function compiledPlace(line: string): readonly PrintedPlace[] {
  for (const [compiler, first] of compilers) {
    const [, file, row, column] = compiler.exec(line) ?? [];
    if (file !== undefined) return [{ file, line: Number(row), column: Number(column) + 1 - first }];
  }
  return [];
}

function headPlace(lines: readonly string[], error: number): readonly PrintedPlace[] {
  const from = Math.max(0, error - mostAbove);
  const above = lines.slice(from, error);
  const at = above.findLastIndex((line) => head.test(line));
  const marks = above.findLastIndex((line) => /^\s*\^+\s*$/.test(line));
  const [, file, row] = head.exec(above[at] ?? "") ?? [];
  if (file === undefined || marks < at) return [];
  return [{ file, line: Number(row), column: (above[marks] ?? "").indexOf("^") + 1 }];
}

function framePlace(line: string): readonly PrintedPlace[] {
  const [, file, row, column] = frame.exec(line) ?? [];
  return file === undefined ? [] : [{ file, line: Number(row), column: Number(column) }];
}

/** `Cannot find module '/app/x.mjs' imported from /app/server.mjs`: Node does not say from which line. */
function namedFile(error: string): readonly PrintedPlace[] {
  const [, unknown] = /Unknown file extension "[^"]*" for (.+?)$/.exec(error) ?? [];
  const [, wanted = "", file = unknown] = /Cannot find (?:module|package) '([^']+)' imported from (.+?)$/.exec(error) ?? [];
  if (file === undefined) return [];
  return [{ file: file.replaceAll(/^'|'$/g, ""), line: 0, column: 0, specifier: wanted.split(/[\\/]/).at(-1) ?? wanted }];
}

function isPackage(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file);
}
