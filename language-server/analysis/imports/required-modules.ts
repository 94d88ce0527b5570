import { grouped } from "../collections.ts";
import type { TextImport } from "./lexed-imports.ts";
import type { ImportEdge } from "./resolved-imports.ts";

const called = /(?<![\w$.])require\s*\(\s*(["'`])([^"'`\n]{1,300})\1\s*\)/g;

/** The `require`s of a text that name what they load, in order. */
export function requiresIn(text: string): readonly TextImport[] {
  return [...text.matchAll(called)]
    .filter(({ index }) => !isComment(text, index))
    .map(({ index, 2: specifier = "" }) => ({ specifier, offset: index, isDynamic: true }));
}

/** Lines of bundles may have millions of characters. */
const longestComment = 2000;

/** Whether a place in a text is in a line of comments. */
export function isComment(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - longestComment), at);
  const line = before.slice(before.lastIndexOf("\n") + 1).trimStart();
  return line.startsWith("//") || line.startsWith("*") || line.startsWith("/*");
}

export interface RequiredModules {
  /** Which `require` loaded a script, by script: a position in `edges`. */
  readonly first: ReadonlyMap<number, number>;
  readonly edges: readonly ImportEdge[];
}

/**
 * Which `require` loaded the scripts that no known import did. Scripts are in the order in which V8 loaded them: who requires a script was
 * loaded before it, and of several the last one is presumed. What nothing known loads is left out: an unknown `require` did.
 */
export function requiredModules(edges: readonly ImportEdge[], isKnown: (script: number) => boolean): RequiredModules {
  const rows = [...edges.keys()].filter((row) => (edges[row]?.from ?? -1) < (edges[row]?.to ?? -1) && !isKnown(edges[row]?.to ?? -1));
  const byTarget = grouped(rows, (row) => edges[row]?.to ?? -1);
  const all = [...edges];
  const first = new Map<number, number>();
  const fromOf = (row: number): number => all[row]?.from ?? -1;
  for (const [to, some] of [...byTarget].toSorted(([a], [b]) => a - b)) {
    const possible = some.filter((row) => isKnown(fromOf(row)) || first.has(fromOf(row)));
    const latest = possible.toSorted((a, b) => fromOf(b) - fromOf(a))[0];
    if (latest === undefined) continue;
    if (new Set(possible.map(fromOf)).size > 1) all[latest] = { ...(all[latest] as ImportEdge), isInferred: true };
    first.set(to, latest);
  }
  const isThere = (script: number): boolean => isKnown(script) || first.has(script);
  const rank = new Map<number, number>();
  const kept = all.filter((edge, row) => isThere(edge.from) && isThere(edge.to) && rank.set(row, rank.size));
  return { first: new Map([...first].map(([to, row]) => [to, rank.get(row) as number])), edges: kept };
}
