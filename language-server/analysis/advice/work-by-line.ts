import { certainties } from "../profile/profile.ts";
import { noiseTicks, samplingInterval } from "../costs/sampling-error.ts";
import type { Share, Ticks } from "../units.ts";
import { placeOfRow, type AdvicePlace, type AdviceEvidence, type StackFacts } from "./evidence.ts";

const exact = certainties.indexOf("exact");
const repaired = certainties.indexOf("repaired");

/** Ticks of some work, at the innermost line of own code that caused it. */
export interface LineOfWork {
  /** Undefined if no own code was on the stack. */
  readonly place: AdvicePlace | undefined;
  /** Index of the enclosing own function; -1 without one. */
  readonly func: number;
  readonly ticks: Ticks;
  readonly inferred: boolean;
  /** The functions doing the work with their ticks, hottest first. */
  readonly names: readonly { readonly func: number; readonly ticks: Ticks }[];
}

/** Index of the work that a stack row is part of, or -1. Called once for each row, callers first; `above` is the result for its caller. */
export type WorkOf = (facts: StackFacts, row: number, above: number) => number;

/**
 * Busy time that is part of some work, by own line, hottest first. Counts each sample once. `marked`: functions of which at least one must
 * run for any such work.
 */
export function workByLine({ profile, threads }: AdviceEvidence, marked: Uint8Array | undefined, workOf: WorkOf): readonly LineOfWork[] {
  if (marked?.includes(1) === false) return [];
  const places = new Map<
    string,
    { place: AdvicePlace | undefined; func: number; ticks: number; inferred: number; names: Map<number, number> }
  >();
  for (const facts of threads) {
    const { thread, rows } = facts;
    const { stacks } = thread;
    const work = new Int32Array(stacks.prefix.length);
    for (let row = 0; row < work.length; row++) {
      const prefix = stacks.prefix[row] as number;
      const at = workOf(facts, row, prefix === -1 ? -1 : (work[prefix] as number));
      work[row] = at;
      const ticks = rows.leafTicks[row] as number;
      if (at === -1 || ticks === 0) continue;
      // The row itself if it is own code.
      const own = rows.own[at] as number;
      const place = own === -1 ? undefined : placeOfRow(profile, thread, own);
      const key = place === undefined ? "" : `${place.source}:${place.line}`;
      const ofFunction = own === -1 ? -1 : (stacks.func[own] as number);
      const known = places.get(key) ?? { place, func: ofFunction, ticks: 0, inferred: 0, names: new Map() };
      places.set(key, known);
      known.ticks += ticks;
      if (own !== -1 && stacks.certainty[own] !== exact && stacks.certainty[own] !== repaired) known.inferred += ticks;
      const func = stacks.func[at] as number;
      known.names.set(func, (known.names.get(func) ?? 0) + ticks);
    }
  }
  return [...places.values()]
    .map(({ names, inferred, ...found }) => ({
      ...found,
      inferred: inferred > 0,
      names: [...names].map(([func, ticks]) => ({ func, ticks })).sort((a, b) => b.ticks - a.ticks),
    }))
    .sort((a, b) => b.ticks - a.ticks);
}

/** Sum of a list. */
export function sumTicks(found: readonly { readonly ticks: Ticks }[]): Ticks {
  return found.reduce((sum, { ticks }) => sum + ticks, 0);
}

/** Whether the share is at least `least` despite sampling error; under ten ticks is noise. */
export function isSignificant(ticks: Ticks, of: Ticks, least: Share): boolean {
  return ticks >= noiseTicks && samplingInterval(ticks, of).low >= least;
}

/** Marks functions by name and path of their source; native ones have the path "". */
export function markFunctions({ profile }: AdviceEvidence, isMeant: (name: string, path: string, row: number) => boolean): Uint8Array {
  const { functions, sources } = profile;
  return Uint8Array.from(functions.name, (name, row) => (isMeant(name, sources[functions.source[row] as number]?.path ?? "", row) ? 1 : 0));
}
