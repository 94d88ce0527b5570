import type { Share, Ticks, Column, Line } from "../analysis/units.ts";
import type { FunctionCost } from "../analysis/costs/costs.ts";

/** A function, identified by where it starts in the source as it ran. */
export interface FunctionKey {
  readonly path: string;
  readonly name: string;
  readonly line: Line;
  readonly column: Column;
}

export function keyOf({ name, line, column }: FunctionCost, path: string): FunctionKey {
  return { path, name, line, column };
}

interface Part<Kind> {
  readonly kind: Kind;
  readonly share: Share;
}

/** What a whole consists of, largest first, without what it has nothing of. */
export function partsOf<Kind extends string>(
  ticks: Readonly<Record<Kind, Ticks>>,
  kinds: readonly Kind[],
  whole: Ticks,
): readonly Part<Kind>[] {
  return kinds
    .filter((kind) => ticks[kind] > 0)
    .map((kind) => ({ kind, share: ticks[kind] / whole }))
    .toSorted((a, b) => b.share - a.share);
}
