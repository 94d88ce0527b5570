import type { AdviceRule } from "./advice.ts";
import { type AdvicePlace, placeOfRow, type AdviceEvidence, type StackFacts } from "./evidence.ts";
import { isSignificant } from "./work-by-line.ts";
import { functionKinds } from "../profile/profile.ts";
import { madeOnce } from "../collections.ts";

/** Minimum share of busy time. */
const leastShare = 0.1;
const mostPlaces = 3;

const gcKind = functionKinds.indexOf("gc");

/**
 * Garbage collection takes a large share of the run. Its ticks have no line; the lines named are those that ran when a collection began,
 * which is mostly when they allocate.
 */
export const garbageCollection: AdviceRule = {
  id: "garbage-collection",
  find(evidence) {
    const { costs } = evidence;
    const ticks = costs.composition.gc;
    if (!isSignificant(ticks, costs.busyTicks, leastShare)) return [];
    const places = interrupted(evidence);
    const figures = { share: { share: ticks / costs.busyTicks }, places: { places } };
    const documentation = "https://nodejs.org/en/learn/diagnostics/memory/using-gc-traces";
    return [{ place: undefined, ticks, inferred: false, figures, documentation }];
  },
};

/** Lines of own code that ran right before a collection, most frequent first, with their share of the collections. */
function interrupted(evidence: AdviceEvidence): readonly (AdvicePlace & { readonly share: number })[] {
  const counts = new Map<string, { readonly place: AdvicePlace; count: number }>();
  let collections = 0;
  for (const facts of evidence.threads) {
    for (const row of rowsBeforeCollections(evidence, facts)) {
      collections += 1;
      const own = facts.rows.own[row] as number;
      if (own === -1) continue;
      const place = placeOfRow(evidence.profile, facts.thread, own);
      madeOnce(counts, `${place.source}:${place.line}`, () => ({ place, count: 0 })).count += 1;
    }
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, mostPlaces)
    .map(({ place, count }) => ({ ...place, share: count / collections }));
}

function* rowsBeforeCollections({ profile }: AdviceEvidence, { thread }: StackFacts): Generator<number> {
  const { stacks, samples } = thread;
  let before = -1;
  for (const row of samples.stack) {
    const isCollection = row !== -1 && profile.functions.kind[stacks.func[row] as number] === gcKind;
    if (isCollection && before !== -1) yield before;
    before = isCollection ? -1 : row;
  }
}
