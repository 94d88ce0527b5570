import type { Profile as Pprof } from "pprof-format";
import type { Share } from "../../units.ts";

export type Numeric = number | bigint;
export type TextAt = (index: Numeric) => string;

/** Of this many functions nearly all would have several lines, or one that is not their start. */
const manyFunctions = 50;
const fewNamesakes: Share = 0.03;

/**
 * Whether a file has lines of samples, not only those on which functions start. Some writers merge functions of one name in a file, so that a
 * few seem to have two lines. @datadog/pprof (profile-serializer.ts, `getFunction`) calls functions without a name after their place: with a
 * column if it is where they start, and without one if it is a sample's line.
 */
export function hasLines(pprof: Pprof, textAt: TextAt, lineOf: (line: Numeric) => number): boolean {
  const functions = new Map(pprof.function.map((func) => [Number(func.id), func]));
  const nameOf = (id: number): string => textAt(functions.get(id)?.name ?? 0);
  const linesOf = new Map<number, Set<number>>();
  const placed = pprof.location.flatMap((location) => location.line);
  for (const { functionId, line } of placed) {
    const [id, at] = [Number(functionId), lineOf(line)];
    const start = Number(functions.get(id)?.startLine ?? 0);
    if (start > 0 && at > 0 && start !== at) return true;
    if (at > 0) linesOf.set(id, (linesOf.get(id) ?? new Set()).add(at));
  }
  const named = [...linesOf].filter(([id]) => !/^\(?anonymous\b/.test(nameOf(id)));
  const several = named.filter(([, lines]) => lines.size > 1).length;
  if (several === 0 || (named.length >= manyFunctions && several < fewNamesakes * named.length)) return false;
  if ([...linesOf.keys()].some((id) => /^\(anonymous:L#\d+\)$/.test(nameOf(id)))) return true;
  return !hasStartsOfSamples(pprof, (id) => ({ name: nameOf(id), file: textAt(functions.get(id)?.filename ?? 0) }));
}

/** Whether samples end in a function that is named after its start, or go through the first line of Node's own scripts, which is a comment. */
function hasStartsOfSamples(pprof: Pprof, functionOf: (id: number) => { readonly name: string; readonly file: string }): boolean {
  const innermost = new Set(pprof.sample.map(({ locationId }) => Number(locationId[0] ?? 0)));
  return pprof.location.some(({ id, line: [first] }) => {
    const { name, file } = functionOf(Number(first?.functionId ?? 0));
    if (file.startsWith("node:") && name === "(anonymous:L#1:C#1)") return true;
    return innermost.has(Number(id)) && /^\(anonymous:L#\d+:C#\d+\)$/.test(name) && !name.endsWith(":C#1)");
  });
}
