import { referencesIn, setupName } from "../../../language-server/analysis/load/setup/setup-references.ts";
import { type ImportBudget, PartTooLarge } from "./import-budget.ts";

/** Variables of `.http` files: `@name = value`, used as `{{name}}`. */
export type Variables = ReadonlyMap<string, string>;

/** The definitions of a file, wherever they stand; the last one of a name wins. */
export function variablesIn(lines: readonly string[]): Variables {
  const found = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^@([\w-]+)\s*=(.*)$/s.exec(line) ?? [];
    if (name !== undefined) found.set(name, (value ?? "").trim());
  }
  return found;
}

/** Blanks around a name are cut off afterwards: an expression for them would take minutes for many. */
const use = /\{\{([^{}]*)\}\}/g;
/** Definitions may use each other, or themselves. */
const deepest = 10;

/** Puts in known values; what is not known stays. Throws PartTooLarge: definitions of a few lines can stand for gigabytes. */
export function filledIn(text: string, variables: Variables, budget: ImportBudget): string {
  let left = budget.limits.part - text.length;
  const fill = (part: string, depth: number): string =>
    depth > deepest
      ? part
      : part.replaceAll(use, (all, name: string) => {
          const value = variables.get(name.trim());
          if (value === undefined) return all;
          left -= value.length + 1;
          if (left < 0) throw new PartTooLarge(budget.limits.part);
          budget.step();
          return fill(value, depth + 1);
        });
  return fill(text, 0);
}

/** The names of all variables in a text. */
export function namesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(use), ([, name = ""]) => name.trim());
}

/** Names that a file gives requests whose answers others use. */
export function requestNamesIn(lines: readonly string[]): ReadonlySet<string> {
  const used = new Set(lines.flatMap((line) => referencesIn(line).map(({ request }) => request)));
  return new Set(lines.flatMap((line) => requestNameIn(line) ?? []).filter((name) => used.has(name)));
}

/** `# @name login`, `// @name = login`. */
export function requestNameIn(line: string): string | undefined {
  const name = /^\s*(?:#|\/\/)\s*@name(?:\s*=\s*|\s+)(\S+)\s*$/.exec(line)?.[1];
  return name !== undefined && setupName.test(name) ? name : undefined;
}

/** The first variable that has no value and is none of an answer to a request of these names; undefined if there is none. */
export function unknownIn(text: string, requests: ReadonlySet<string>): string | undefined {
  return namesIn(text).find((name) => !isOfAnswer(name, requests));
}

/** `login.response.body.token`. */
export function isOfAnswer(name: string, requests: ReadonlySet<string>): boolean {
  return referencesIn(`{{${name}}}`).some(({ request }) => requests.has(request));
}

/** Every request would have another value: `$guid`, `$timestamp`; or it is a secret of this machine: `$processEnv NAME`. */
export function isDynamic(name: string): boolean {
  return name.startsWith("$");
}
