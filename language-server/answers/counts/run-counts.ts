import { type CountedFunctionStart, type CountedLoop, type CountedStart, firstOfLines } from "../../analysis/counts/counted-script.ts";
import { madeOnce } from "../../analysis/collections.ts";
import type { Column, Line } from "../../analysis/units.ts";
import type { OpenedCounts } from "../../opening/counts-pass.ts";

/** What was counted of a source, at its places there. */
export interface SourceCounts {
  readonly path: string;
  /** One for each line that has code, in their order. */
  readonly lines: readonly CountedStart[];
  readonly functions: readonly CountedFunctionStart[];
  readonly loops: readonly CountedLoop[];
}

/** What a pass counted, and by how many requests that is to be divided. */
export interface RunCounts {
  /** That the app answered since its start. */
  readonly requests: number;
  readonly sources: readonly SourceCounts[];
}

interface Placed {
  readonly lines: CountedStart[];
  readonly functions: CountedFunctionStart[];
  readonly loops: CountedLoop[];
}

/** Of a source that several places of scripts come from, a line has the count of what begins first on it. */
export function runCounts({ counts, counted, analysis }: OpenedCounts): RunCounts {
  const bySource = new Map<number, Placed>();
  for (const { url, starts, functions, loops } of counted) {
    const place = <Counted extends { readonly line: Line; readonly column: Column }>(
      each: Counted,
      add: (to: Placed, at: Counted) => void,
    ): void => {
      const found = analysis.placeOf(url, each.line, each.column);
      if (found === undefined || found.line === 0) return;
      const source = madeOnce(bySource, found.source, (): Placed => ({ lines: [], functions: [], loops: [] }));
      add(source, { ...each, line: found.line, column: found.column });
    };
    for (const start of starts) place(start, ({ lines }, at) => lines.push(at));
    for (const func of functions) place(func, (to, at) => to.functions.push(at));
    for (const loop of loops) {
      const outer = loop.outer && analysis.placeOf(url, loop.outer.line, loop.outer.column);
      place(loop, (to, at) =>
        to.loops.push({ ...at, outer: loop.outer && outer && { ...loop.outer, line: outer.line, column: outer.column } }),
      );
    }
  }
  const sources = [...bySource].map(([row, { lines, functions, loops }]) => ({
    path: analysis.profile.sources[row]?.path ?? "",
    lines: firstOfLines(lines.toSorted((one, other) => one.line - other.line || one.column - other.column)),
    functions,
    loops,
  }));
  return { requests: counts.reduce((sum, { requests }) => sum + requests, 0), sources };
}
