import { declaredName } from "./function-standing.ts";
import type { SampledFunction, SampledScript } from "./sampled-scripts.ts";
import type { Share } from "../units.ts";

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
  return /^(?:async\b|class\b|[\p{ID_Start}$_][\p{ID_Continue}$]*\s*=>)/u.test(code.slice(column, column + 100)) || /^[(<]/.test(name);
}

/** `name = function (`, `name: async (`. */
function hasAnonymousHead(before: string, name: string): boolean {
  return before.includes(name) || /(?:function\s*\*?|[=:(,])\s*(?:async\s*)?$/.test(before);
}
