import type { Position } from "./profile.ts";

/** Whether a function, as V8 places it, is a script's top level. */
export function isScriptStart({ name, line, column }: Position & { readonly name: string }): boolean {
  return name === "" && line === 1 && column === 0;
}
