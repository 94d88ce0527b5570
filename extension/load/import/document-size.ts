import type { ImportLimits } from "./import-budget.ts";

export type DocumentProblem = { readonly code: "too-many-values" | "too-deep"; readonly limit: number };

/** Before a text of JSON or YAML is read: whether it can hold more values than the limit. */
export function textProblem(text: string, { values }: ImportLimits): DocumentProblem | undefined {
  let signs = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // A line break, `,`, `:`, `[` or `{`.
    if (unit === 10 || unit === 44 || unit === 58 || unit === 91 || unit === 123) signs++;
  }
  // A pair in JSON has up to three: in a list of objects, on lines of their own.
  return signs > values * 3 ? { code: "too-many-values", limit: values } : undefined;
}

/**
 * The same for a document that was read, as if all aliases were filled in: equal parts are one object, so each is counted once and added wherever it
 * stands. A part that contains itself is too deep.
 */
export function documentProblem(document: unknown, { expanded, depth }: ImportLimits): DocumentProblem | undefined {
  const known = new Map<object, { readonly values: number; readonly height: number }>();
  const open: { readonly part: object; readonly parts: readonly unknown[]; next: number; values: number; height: number }[] = [];
  const enter = (part: object): void => void open.push({ part, parts: Object.values(part), next: 0, values: 1, height: 1 });
  if (!isPart(document)) return undefined;
  enter(document);
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    if (open.length > depth) return { code: "too-deep", limit: depth };
    const each = last.parts[last.next];
    if (last.next === last.parts.length) {
      open.pop();
      known.set(last.part, last);
      if (open.length + last.height > depth) return { code: "too-deep", limit: depth };
      if (last.values > expanded) return { code: "too-many-values", limit: expanded };
      continue;
    }
    const found = isPart(each) ? known.get(each) : { values: 1, height: 0 };
    // Not yet counted: it is, and then asked for again.
    if (found === undefined) {
      enter(each as object);
      continue;
    }
    last.next++;
    last.values += found.values;
    last.height = Math.max(last.height, found.height + 1);
  }
  return undefined;
}

function isPart(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
