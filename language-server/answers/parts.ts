import type { Share, Ticks } from "../analysis/units.ts";

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
