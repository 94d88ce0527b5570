import { declaredName } from "./function-standing.ts";
import type { NamedPosition, ScriptFit } from "./script-fit.ts";
import type { SampledFunction, SampledScript } from "./sampled-scripts.ts";
import type { Line, Share } from "../units.ts";

/** Of a text that is not parsed, this share of functions may start in a way that is not recognised. */
const mostUnrecognised: Share = 0.25;

/**
 * Whether a text has the functions of a script where V8 would report them, as far as can be said without parsing: a name before the
 * parenthesis of its parameters, or the start of an arrow function or class.
 */
export function confirms({ functions }: SampledScript, lines: readonly string[]): boolean {
  let unrecognised = 0;
  for (const func of functions) if (!isThere(func, lines)) unrecognised++;
  return unrecognised < mostUnrecognised * functions.length || unrecognised === 0;
}

/**
 * What a text that cannot be parsed, as while it is edited, says about a script: lines are right up to the last function before the first
 * one that is not there. Undefined if it contradicts nothing.
 */
export function unparsedFit(script: SampledScript, lines: readonly string[]): ScriptFit | undefined {
  const isTopLevel = ({ name, line }: NamedPosition): boolean => name === "" && line === 1;
  const judged = script.functions.filter((func) => func.line > 0 && !isTopLevel(func) && !/^[(<]/.test(func.name));
  const missing = judged.filter((func) => !isThere(func, lines));
  if (missing.length === 0) return undefined;
  const firstMissing = Math.min(...missing.map(({ line }) => line));
  const before = judged.map(({ line }) => line).filter((line) => line < firstMissing);
  const end = missing.length < mostUnrecognised * judged.length ? Math.max(0, ...before) : 0;
  return {
    contradicted: missing.length,
    judged: judged.length,
    onlyLines: false,
    placeOf: (func) => (func.line <= end || isTopLevel(func) ? { line: func.line, column: func.column } : undefined),
    lineOf: (_func, line) => (line < end ? line : 0),
    isMoved: () => false,
    isSure: (_place, line) => line < end,
  };
}

function isThere({ name, line, column }: SampledFunction, lines: readonly string[]): boolean {
  const declared = declaredName(name);
  if (line <= 1 && declared === "") return true;
  const code = lines[line - 1];
  if (code === undefined) return false;
  if (column < 0) return declared === "" || code.includes(declared);
  if (code.startsWith("(", column)) {
    const before = code.slice(0, column).trimEnd();
    return declared === "" || before.endsWith(declared) || before.endsWith("constructor") || hasAnonymousHead(before, declared);
  }
  const start = code.slice(column, column + 100);
  if (/^(?:async\b|class\b|[\p{ID_Start}$_][\p{ID_Continue}$]*\s*=>)/u.test(start) || /^[(<]/.test(name)) return true;
  return /^[#[{"'\d\p{ID_Start}$_]/u.test(start) && isInClass(declared, line, lines);
}

/** From Node 22 on V8 gives the fields of a class its name: they start at its body, or at the first one. */
function isInClass(name: string, line: Line, lines: readonly string[]): boolean {
  return lines.slice(0, line).some((code) => /\bclass\b/.test(code) && code.includes(name));
}

/** `name = function (`, `name: async (`. */
function hasAnonymousHead(before: string, name: string): boolean {
  return before.includes(name) || /(?:function\s*\*?|[=:(,])\s*(?:async\s*)?$/.test(before);
}
