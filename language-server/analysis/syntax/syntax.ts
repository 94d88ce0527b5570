import type { Column, Line } from "../units.ts";

/** How a place in a function may run another function. */
export const siteKinds = ["call", "new", "super", "tag", "get", "set", "iterate"] as const;
export type SiteKind = (typeof siteKinds)[number];

/** Functions and calls of a text in flat tables: the syntax tree is not kept. Row 0 of `functions` is the script itself. */
export interface Syntax {
  readonly functions: SyntaxFunctions;
  readonly sites: SyntaxSites;
  /** Aliases: `const a = b`, `{ a: b }`, `import { b as a }`. Maps a name to what it may refer to. */
  readonly aliases: ReadonlyMap<string, ReadonlySet<string>>;
  readonly initializers: readonly Initializer[];
}

/** A function that V8 makes of the fields and static blocks of a class. From Node 22 on it has the name of the class. */
export interface Initializer {
  readonly row: number;
  readonly className: string;
  /** Where versions of V8 report its start: at the class, at its body, at the first field. */
  readonly lines: readonly Line[];
}

interface SyntaxFunctions {
  /** As V8 names it, "" if it has no name. */
  readonly name: readonly string[];
  /** Labels of functions that V8 has no name for, and of default exports: `some() callback`, `<function>`; "" for all others. */
  readonly label: readonly string[];
  /** Where V8 reports that the function starts: the parenthesis of its parameters, or the start of an arrow function or class. */
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** Start and end (exclusive) of its text, including name and modifiers. */
  readonly startLine: Int32Array;
  readonly startColumn: Int32Array;
  readonly endLine: Int32Array;
  readonly endColumn: Int32Array;
  /** Row of the enclosing function; -1 for the script. */
  readonly parent: Int32Array;
  /** Names that code may call it by: its own, and those it was assigned to. */
  readonly calledAs: readonly (readonly string[])[];
  /** Row of the call site that it is an argument of, or -1. */
  readonly argumentOf: Int32Array;
  /** 1 for generators: they run when iterated, not when called. */
  readonly generator: Uint8Array;
}

export interface SyntaxSites {
  /** Index into siteKinds. */
  readonly kind: Uint8Array;
  /** Last part of the callee: `update` of `hash.update(x)`; "" if it has no name. */
  readonly name: readonly string[];
  /** Names of identifiers and members among the arguments, and of the receiver of `call`, `apply` and `bind`: what it may call back. */
  readonly passes: readonly (readonly string[])[];
  /** 1 if the callee may be anything: a parameter, a computed member, the result of a call. */
  readonly dynamic: Uint8Array;
  /** The call's position, as V8 reports it. */
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** End (exclusive) of the whole expression. */
  readonly endLine: Int32Array;
  readonly endColumn: Int32Array;
  /** Row of the function that contains it. */
  readonly func: Int32Array;
}

/** Row of the function that V8 places at a position; `name` decides if there are several. -1 if the text has none there. */
export function functionAt(syntax: Syntax, line: Line, column: Column, name: string): number {
  const { functions } = syntax;
  let found = -1;
  for (let row = 0; row < functions.line.length; row++) {
    if (functions.line[row] !== line || functions.column[row] !== column) continue;
    if (functions.name[row] === name || functions.label[row] === name) return row;
    if (found === -1) found = row;
  }
  return found;
}

/** The name to show for a function: V8's own, else its label; "" for the script itself. */
export function shownName({ functions }: Syntax, row: number): string {
  return functions.label[row] || (functions.name[row] ?? "");
}

/** Row of the innermost function that contains a place; row 0 (the script) contains everything. A column of -1 means the line's end. */
export function functionAround(syntax: Syntax, line: Line, column: Column): number {
  const { startLine, startColumn, endLine, endColumn } = syntax.functions;
  const at = column === -1 ? Number.MAX_SAFE_INTEGER : column;
  let found = 0;
  for (let row = 1; row < startLine.length; row++) {
    const starts = (startLine[row] as number) < line || (startLine[row] === line && (startColumn[row] as number) <= at);
    const ends = (endLine[row] as number) > line || (endLine[row] === line && ((endColumn[row] as number) > at || column === -1));
    if (starts && ends) found = row;
  }
  return found;
}

/** Row of a function: at exactly V8's place, else the innermost one around it (source maps are coarser). */
export function nearestFunction(syntax: Syntax, place: { readonly line: Line; readonly column: Column; readonly name: string }): number {
  const exact = functionAt(syntax, place.line, place.column, place.name);
  return exact === -1 ? functionAround(syntax, place.line, place.column) : exact;
}
