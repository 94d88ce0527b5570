import { functionKinds } from "../profile/profile.ts";
import type { SourceThread } from "../sources/source-profile.ts";
import type { Ticks } from "../units.ts";
import type { AdviceRule, Finding } from "./advice.ts";
import { type AdvicePlace, placeOfRow, type AdviceEvidence, type StackFacts } from "./evidence.ts";
import { markFunctions, isSignificant } from "./work-by-line.ts";
import { madeOnce } from "../collections.ts";

/** Minimum share of busy time under one listener that an event calls in its loop over listeners. */
const leastShare = 0.05;
/**
 * Minimum growth of emits from the first to the last third of the run. A leak of a listener per request makes emits grow with the square
 * root of time: ×1.7 after a warm-up of a fifth of the run, less if the machine itself gets faster.
 */
const leastGrowth = 1.2;
/** Minimum significance of that growth, in standard errors. */
const leastSureness = 4;
/**
 * The same for a run in which close emits look like one longer emit and hide the growth: for the short emits alone, each of which is a
 * single one, and for all of them. With emits of constant length, at most one run in a thousand exceeds both.
 */
const sureness = { ofShort: 6, ofAll: 2.5 };
/** Minimum number of emits with samples in each third. */
const fewestEmits = 8;

/** A listener is added again and again: each `emit` takes longer than the one before. */
export const listenerGrowth: AdviceRule = {
  id: "listener-growth",
  find: (evidence) => evidence.threads.flatMap((facts) => grownListeners(evidence, facts)),
};

function grownListeners(evidence: AdviceEvidence, facts: StackFacts): readonly Finding[] {
  const { profile, costs } = evidence;
  const { stacks } = facts.thread;
  const isEmit = markFunctions(evidence, (name, path) => path === "node:events" && /(^|\.)emit$/.test(name));
  if (!isEmit.includes(1)) return [];
  const ticks = new Map<number, Ticks>();
  const listeners = listenerRows(evidence, facts, isEmit);
  for (let row = 0; row < listeners.length; row++) {
    const [at, leaf] = [listeners[row] as number, facts.rows.leafTicks[row] as number];
    if (at === -1 || leaf === 0) continue;
    const listener = stacks.func[at] as number;
    ticks.set(listener, (ticks.get(listener) ?? 0) + leaf);
  }
  return [...ticks].flatMap(([listener, sum]): Finding[] => {
    const growth = isSignificant(sum, costs.busyTicks, leastShare) ? growthOf(evidence, facts, listeners, listener) : undefined;
    const place = growth === undefined ? undefined : hottestPlace(evidence, facts, listeners, listener);
    if (growth === undefined || place === undefined) return [];
    const { functions } = profile;
    const share = sum / costs.busyTicks;
    const definition = { source: functions.source[listener] as number, line: functions.line[listener] as number, share };
    const figures = {
      listener: { text: functions.shownName(listener) },
      share: { share },
      growth: { factor: growth },
      places: { places: [definition] },
    };
    return [{ place, ticks: sum, inferred: true, figures, documentation: "https://nodejs.org/api/events.html#emittersetmaxlistenersn" }];
  });
}

/** For each row, that of the function called by the loop in `emit`, or -1. An event with a single listener calls it without a loop. */
function listenerRows(evidence: AdviceEvidence, { thread }: StackFacts, isEmit: Uint8Array): Int32Array {
  const { stacks } = thread;
  const isLoop = new Map<string, boolean>();
  const loops = (row: number): boolean => {
    const place: AdvicePlace = { source: stacks.source[row] as number, line: stacks.line[row] as number };
    return madeOnce(isLoop, `${place.source}:${place.line}`, () => evidence.lineText(place).includes("listeners["));
  };
  const found = new Int32Array(stacks.prefix.length).fill(-1);
  for (let row = 0; row < found.length; row++) {
    const prefix = stacks.prefix[row] as number;
    if (prefix === -1) continue;
    const isScript = evidence.profile.functions.source[stacks.func[row] as number] !== -1;
    const isCalled = isScript && isEmit[stacks.func[prefix] as number] === 1 && loops(prefix);
    found[row] = isCalled ? row : (found[prefix] as number);
  }
  return found;
}

/** Factor by which emits got longer from the first third of the run to the last; undefined if that is not significant. */
function growthOf(evidence: AdviceEvidence, facts: StackFacts, listeners: Int32Array, listener: number): number | undefined {
  const lengths = emitLengths(evidence, facts, listeners, listener);
  const third = Math.floor(facts.thread.samples.stack.length / 3);
  const first = lengths.filter(({ start }) => start < third).map(({ ticks }) => ticks);
  const last = lengths.filter(({ start }) => start >= 2 * third).map(({ ticks }) => ticks);
  if (first.length < fewestEmits || last.length < fewestEmits) return undefined;
  const growth = median(last) / median(first);
  const ofAll = standardErrorsAbove(last, first);
  if (growth >= leastGrowth && ofAll >= leastSureness) return growth;
  const [shortFirst, shortLast] = [shortOf(first), shortOf(last)];
  const ofShort = standardErrorsAbove(shortLast, shortFirst);
  const shortGrowth = median(shortLast) / median(shortFirst);
  return shortGrowth >= leastGrowth && ofShort >= sureness.ofShort && ofAll >= sureness.ofAll ? shortGrowth : undefined;
}

/** The lengths below 1.5 times their lower quartile. */
function shortOf(lengths: readonly Ticks[]): readonly Ticks[] {
  const short = lengths.toSorted((a, b) => a - b)[lengths.length >> 2] ?? 0;
  return lengths.filter((length) => length < 1.5 * short);
}

/**
 * Numbers of consecutive samples in emits that call the listener. Samples without a stack (garbage collection) neither start nor end a
 * sequence.
 */
function emitLengths(
  { profile }: AdviceEvidence,
  { thread }: StackFacts,
  listeners: Int32Array,
  listener: number,
): readonly { readonly start: number; readonly ticks: Ticks }[] {
  const { stacks, samples } = thread;
  const emits = emitsOf(thread, listeners, listener);
  const under = new Uint8Array(stacks.prefix.length);
  for (let row = 0; row < under.length; row++) {
    const prefix = stacks.prefix[row] as number;
    const above = prefix === -1 ? -1 : (stacks.func[prefix] as number);
    const isWithin = stacks.func[row] === listener || emits.get(stacks.func[row] as number)?.has(above) === true;
    under[row] = isWithin || (prefix !== -1 && under[prefix] === 1) ? 1 : 0;
  }
  const lengths: { start: number; ticks: Ticks }[] = [];
  let current: { start: number; ticks: Ticks } | undefined;
  samples.stack.forEach((row, index) => {
    const kind = functionKinds[profile.functions.kind[stacks.func[row] as number] as number];
    // Garbage collection and V8's "program" have no stack and can occur anywhere.
    if (row === -1 || (stacks.prefix[row] === -1 && (kind === "gc" || kind === "program"))) return;
    if (under[row] !== 1) {
      current = undefined;
      return;
    }
    if (current === undefined) lengths.push((current = { start: index, ticks: 0 }));
    current.ticks += 1;
  });
  return lengths;
}

/** The `emit` that calls the listener, with its callers, since other events use the same `emit`. */
function emitsOf({ stacks }: SourceThread, listeners: Int32Array, listener: number): ReadonlyMap<number, ReadonlySet<number>> {
  const emits = new Map<number, Set<number>>();
  listeners.forEach((at, row) => {
    if (at !== row || stacks.func[row] !== listener) return;
    const emit = stacks.prefix[row] as number;
    const caller = stacks.prefix[emit] as number;
    const callers = madeOnce(emits, stacks.func[emit] as number, () => new Set<number>());
    callers.add(caller === -1 ? -1 : (stacks.func[caller] as number));
  });
  return emits;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The Mann–Whitney test: it depends on order only, as two consecutive emits sometimes look like a single longer one. */
function standardErrorsAbove(high: readonly number[], low: readonly number[]): number {
  let above = 0;
  for (const a of high) for (const b of low) above += a > b ? 1 : a === b ? 0.5 : 0;
  const pairs = high.length * low.length;
  return (above - pairs / 2) / Math.sqrt((pairs * (high.length + low.length + 1)) / 12);
}

/** Where the listener's time goes: the innermost line of own code under it with the most ticks. */
function hottestPlace(
  { profile }: AdviceEvidence,
  { thread, rows }: StackFacts,
  listeners: Int32Array,
  listener: number,
): AdvicePlace | undefined {
  const ticks = new Map<string, { readonly place: AdvicePlace; ticks: Ticks }>();
  rows.leafTicks.forEach((leaf, row) => {
    const at = listeners[row] as number;
    const own = rows.own[row] as number;
    if (leaf === 0 || at === -1 || own === -1 || thread.stacks.func[at] !== listener) return;
    const place = placeOfRow(profile, thread, own);
    madeOnce(ticks, `${place.source}:${place.line}`, () => ({ place, ticks: 0 })).ticks += leaf;
  });
  return [...ticks.values()].sort((a, b) => b.ticks - a.ticks)[0]?.place;
}
