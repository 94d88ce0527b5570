import type { TextOf } from "../texts/coded-text.ts";

const standIns = {
  "(anonymous)": "cost.anonymous",
  "(garbage collector)": "cost.garbageCollector",
  "(program)": "cost.program",
  "(top level)": "cost.topLevel",
} as const;

/** A function's name; the words that V8 has in place of one are translated. */
export function functionNameText(name: string, textOf: TextOf): string {
  return Object.hasOwn(standIns, name) ? textOf(standIns[name as keyof typeof standIns]) : name;
}
