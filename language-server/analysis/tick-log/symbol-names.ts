import { readableBuiltin } from "./repair/builtin-names.ts";

/**
 * A C++ symbol in readable form: its path of names, without types, arguments and template arguments (`_ZN4node6crypto4Hash10HashUpdateE…` →
 * `node::crypto::Hash::HashUpdate`); V8's builtins by their JavaScript names. Not a complete demangler (Itanium C++ ABI, section 5.1): what
 * it cannot parse it leaves unchanged.
 */
export function readableSymbol(symbol: string): string {
  const path = symbol.startsWith("_Z") ? demangled(symbol) : symbol;
  const own =
    /^v8::internal::(?:\(anonymous namespace\)::)?(?:Builtin_(?:Impl_)?|Builtins_)(\w+)$/.exec(path)?.[1] ??
    /^Builtins_(\w+)$/.exec(path)?.[1];
  if (own !== undefined) return readableBuiltin(own);
  return path.replace(/^v8::internal::/, "V8: ").replace(/^v8::base::ieee754::(\w+)$/, "Math.$1");
}

function demangled(symbol: string): string {
  const names: string[] = [];
  let at = 2;
  const isNested = symbol[at] === "N";
  if (isNested) at += 1 + (/^[KVrRO]*/.exec(symbol.slice(3, 10))?.[0].length ?? 0);
  if (symbol.startsWith("St", at)) {
    names.push("std");
    at += 2;
  }
  for (;;) {
    if (symbol[at] === "L") at += 1;
    const length = /^\d+/.exec(symbol.slice(at, at + 6))?.[0];
    if (length === undefined) break;
    at += length.length;
    const name = symbol.slice(at, at + Number(length));
    names.push(name === "_GLOBAL__N_1" ? "(anonymous namespace)" : name);
    at += Number(length);
    if (!isNested) break;
    if (symbol[at] === "I") at = afterTemplate(symbol, at);
    if (/^[CD]\d/.test(symbol.slice(at, at + 2))) {
      names.push(symbol[at] === "D" ? `~${name}` : name);
      break;
    }
  }
  return names.length === 0 ? symbol : names.join("::");
}

/** End of template arguments, which nest and may contain names. */
function afterTemplate(symbol: string, start: number): number {
  let depth = 0;
  for (let at = start; at < symbol.length; at++) {
    const char = symbol[at] as string;
    const length = /^\d+/.exec(symbol.slice(at, at + 6))?.[0];
    if (length !== undefined && /\d/.test(char) && char !== "0") {
      // The number in a literal (`Lb1E`) is not a length.
      if (!/L[a-z]$/.test(symbol.slice(0, at))) {
        at += length.length + Number(length) - 1;
        continue;
      }
      at += length.length - 1;
      continue;
    }
    // A substitution or a template parameter (`S0_`, `T_`).
    if ((char === "S" || char === "T") && /^[ST][0-9A-Z]*_/.test(symbol.slice(at, at + 6))) {
      at += (/^[ST][0-9A-Z]*_/.exec(symbol.slice(at, at + 6))?.[0].length ?? 1) - 1;
      continue;
    }
    if (char === "I" || char === "N" || char === "X" || char === "L" || char === "J" || char === "F") depth += 1;
    if (char === "E") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return symbol.length;
}
