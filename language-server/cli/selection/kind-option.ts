import type { Category } from "../../analysis/costs/costs.ts";
import { UsageError } from "../command.ts";

/** How options name kinds of code. */
const kindNames: Readonly<Record<string, Category>> = {
  own: "own",
  deps: "dependency",
  node: "node",
  native: "native",
  gc: "gc",
  program: "program",
  compile: "compile",
};

export const kindWords = Object.keys(kindNames);

/** Kinds separated by commas, the value of the option of this name. Throws a UsageError for one that does not exist. */
export function kindsFrom(name: string, text: string): ReadonlySet<Category> {
  const kinds = text.split(",").map((word) => {
    const kind = Object.hasOwn(kindNames, word.trim()) ? kindNames[word.trim()] : undefined;
    if (kind === undefined)
      throw new UsageError({ code: "command.badFilter", values: { name, kinds: kindWords.join(", "), value: word.trim() } });
    return kind;
  });
  return new Set(kinds);
}
