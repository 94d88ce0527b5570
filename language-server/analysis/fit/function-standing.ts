import type { SampledFunction } from "./sampled-scripts.ts";
import type { TextFunctions } from "./text-functions.ts";
import type { Share } from "../units.ts";
import { siteKinds, type Syntax } from "../syntax/syntax.ts";
import { madeOnce } from "../collections.ts";

const calls = new Set((["call", "new", "super", "tag"] as const).map((kind) => siteKinds.indexOf(kind)));
/** Functions of the language that run no code of the app. */
const builtins: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Math),
  ..."now isArray isInteger isFinite isNaN parseInt parseFloat fromCharCode BigInt Number String Error".split(" "),
]);

/** Whether a function may call JavaScript outside of its text, directly or through functions of the text. */
function leavesText({ functions, sites }: Syntax, row: number): boolean {
  const rows = new Map<string, number[]>();
  functions.calledAs.forEach((names, func) => {
    for (const name of names) madeOnce(rows, name, () => []).push(func);
  });
  const seen = new Set([row]);
  // A function contains its callbacks.
  const isWithin = (func: number): boolean => {
    let at = func;
    while (at > 0 && !seen.has(at)) at = functions.parent[at] as number;
    return seen.has(at);
  };
  for (let before = 0; before < seen.size;) {
    before = seen.size;
    for (let site = 0; site < sites.name.length; site++) {
      if (!calls.has(sites.kind[site] as number) || !isWithin(sites.func[site] as number)) continue;
      const name = sites.name[site] as string;
      const known = rows.get(name);
      if (known !== undefined) for (const each of known) seen.add(each);
      else if (!builtins.has(name)) return true;
    }
  }
  return false;
}

/**
 * Whether a text has what a profile says about a function. `fits`: it may start there. `renamed`: another one starts there. `elsewhere`: none
 * starts there. `otherLines`: it starts there, but its samples are on lines of another text. `open`: the profile says too little.
 */
export type Standing = "fits" | "renamed" | "elsewhere" | "otherLines" | "open";

/** A function that a text says something about. */
export interface JudgedFunction extends SampledFunction {
  readonly standing: Exclude<Standing, "open">;
  /** The function in the text that may be it, or -1. */
  readonly row: number;
}

/** From this share of its samples on, lines without code show that a function's text is another one. */
const mostWithoutCode: Share = 0.5;

/** `row` is that of the function in the text, or -1. `isMapped`: the writer itself mapped where functions start. */
export function standingOf(
  func: SampledFunction,
  text: TextFunctions,
  path: string,
  isMapped = false,
): { readonly standing: Standing; readonly row: number } {
  if (isOpen(func, text)) return { standing: "open", row: -1 };
  const starting = text.startingOn(func.line);
  if (starting.length === 0) return { standing: isMadeByCompiler(func, text, path) ? "open" : "elsewhere", row: -1 };
  const row = rowOf(func, text, starting);
  if (row === -1) return { standing: "renamed", row };
  return { standing: hasOtherLines(func, text, row, isMapped) ? "otherLines" : "fits", row };
}

/** The declared name of a function without `get` and the like; "" if it has none, or one that V8 or another engine made up. */
export function declaredName(name: string): string {
  const own = name.replace(/^(?:get|set|static|async) /, "");
  return /^#?[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(own) && own !== "anonymous" ? own : "";
}

/** A script's top level, and functions that engines make: `(module)`, `<instance_members_initializer>`. */
function isOpen({ name, line, column }: SampledFunction, text: TextFunctions): boolean {
  if (line <= 0) return true;
  const isNameless = name === "" || /^[(<]?anonymous\b/.test(name);
  // A module's first statement may be its place, too.
  if (isNameless && (line === 1 || (column <= 0 && line <= text.lines.length))) return true;
  return !isNameless && /^[(<]/.test(name);
}

/** TypeScript makes functions of namespaces and enums. */
function isMadeByCompiler({ name, line }: SampledFunction, text: TextFunctions, path: string): boolean {
  return declaredName(name) === "" && /\.[cm]?tsx?$/i.test(path) && /\b(?:namespace|module|enum)\b/.test(text.lines[line - 1] ?? "");
}

/** The row of those that start on its line which may be the function; -1 if all are called otherwise. */
function rowOf({ name, column }: SampledFunction, text: TextFunctions, starting: readonly number[]): number {
  const declared = declaredName(name);
  const { functions } = text.syntax;
  const nearest = (rows: readonly number[]): number =>
    rows.toSorted((a, b) => Math.abs((functions.column[a] as number) - column) - Math.abs((functions.column[b] as number) - column))[0] ??
    -1;
  // V8 knows the name of a declaration, so one without a name is another function, unless its writer gives no columns.
  if (name === "" && column > 0 && starting.every((row) => isDeclaredAsOther(row, column, text))) return -1;
  if (declared === "") return isKnownElsewhere(name, column, text, starting) ? -1 : nearest(starting);
  const same = starting.filter((row) => lastPart(text.nameOf(row)) === declared);
  if (same.length > 0) return nearest(same);
  // V8 calls `const name = wrap(() => …)` so, and some functions without a name after any variable near them.
  const isInferred = text.named(declared).length === 0 && text.hasWord(declared);
  return nearest(starting.filter((row) => (isInferred && functions.name[row] === "") || text.isMentionedBefore(row, declared)));
}

function isDeclaredAsOther(row: number, column: number, text: TextFunctions): boolean {
  const { name, line, column: start } = text.syntax.functions;
  const isDeclaration = name[row] !== "" && (text.lines[(line[row] as number) - 1] ?? "").includes(`function ${name[row]}(`);
  return isDeclaration && start[row] !== column;
}

/** Whether the only function of an inferred name, such as `exports.run`, is at another place. */
function isKnownElsewhere(name: string, column: number, text: TextFunctions, starting: readonly number[]): boolean {
  const named = text.named(name);
  const { functions } = text.syntax;
  return named.length === 1 && !starting.some((row) => named.includes(row) || functions.column[row] === column);
}

function lastPart(name: string): string {
  return declaredName(name.slice(name.lastIndexOf(".") + 1));
}

/**
 * Before Node 26 V8 reports lines of an inlined function under the name of the one around it, also of other files. So lines outside count
 * only if a function calls nothing that may be in another file, or if the writer maps places: `isMapped`.
 */
function hasOtherLines({ lines }: SampledFunction, text: TextFunctions, row: number, isMapped: boolean): boolean {
  let all = 0;
  let inside = 0;
  let withoutCode = 0;
  let unexplained = 0;
  for (const [line, ticks] of lines) {
    all += ticks;
    const isInside = text.contains(row, line);
    if (isInside) inside += ticks;
    if (isInside && !text.hasCode(line)) withoutCode += ticks;
    if (!isInside && !text.isInFunction(line)) unexplained += ticks;
  }
  if (all === 0) return false;
  if (withoutCode > mostWithoutCode * all) return true;
  if (unexplained === 0) return false;
  return isMapped || (inside === 0 && !leavesText(text.syntax, row));
}
