import { declaredName } from "./function-standing.ts";
import type { SampledScript } from "./sampled-scripts.ts";
import { splitLines } from "../syntax/line-ends.ts";

/**
 * Whether a text has every function of a script where V8 would report it, as far as can be said without parsing: its name before the
 * parenthesis of its parameters, or the start of an arrow function or class.
 */
export function confirmsAll({ functions }: SampledScript, text: string): boolean {
  const lines = splitLines(text, "engine");
  return functions.every(({ name, line, column }) => {
    if (line <= 1 && declaredName(name) === "") return true;
    const code = lines[line - 1];
    if (code === undefined) return false;
    if (column < 0) return declaredName(name) === "" || code.includes(declaredName(name));
    const before = code.slice(0, column);
    const declared = declaredName(name);
    if (code.startsWith("(", column)) return declared === "" || before.trimEnd().endsWith(declared) || hasAnonymousHead(before, declared);
    return /^(?:async\b|class\b|[\p{ID_Start}$_][\p{ID_Continue}$]*\s*=>)/u.test(code.slice(column)) || /^[(<]/.test(name);
  });
}

/** `name = function (`, `name: async (`. */
function hasAnonymousHead(before: string, name: string): boolean {
  return before.includes(name) || /(?:function\s*\*?|[=:(,])\s*(?:async\s*)?$/.test(before);
}
