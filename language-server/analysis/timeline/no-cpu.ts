import { inSteps } from "../budget.ts";
import { type FunctionKind, functionKinds } from "../profile/profile.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Microseconds } from "../units.ts";
import type { Spans } from "./spans.ts";
import type { LateTurns } from "./tracks.ts";

/** A working thread gets its next tick sooner than after that many steps. What this shows was compared with CPU times of planted blocks. */
const longestStep = 1.75;

/**
 * V8 collects garbage with several threads, which take the processors from the one that is sampled: its ticks come late. Without one for longer
 * a process had no processor.
 */
export const longestGcStep: Microseconds = 25_000;

const none: LateTurns = { from: new Float64Array(), to: new Float64Array() };
const known = new WeakMap<SourceThread["samples"], WeakMap<LateTurns, Spans>>();

/**
 * Where a thread was working and yet had no ticks: its process waited for a processor. It lost it between two ticks, so half a step after one.
 * A thread that is woken and not yet run looks idle: only in a late turn, in which it cannot wait for events, is it known better. Computed
 * once for the samples and these late turns.
 */
export function noCpuSpans(profile: Pick<SourceProfile, "functions">, thread: SourceThread, late = none): Spans {
  const ofSamples = known.get(thread.samples) ?? new WeakMap<LateTurns, Spans>();
  known.set(thread.samples, ofSamples);
  let spans = ofSamples.get(late);
  if (spans === undefined) ofSamples.set(late, (spans = foundSpans(profile, thread, late)));
  return spans;
}

function foundSpans({ functions }: Pick<SourceProfile, "functions">, thread: SourceThread, late: LateTurns): Spans {
  const { stack, time } = thread.samples;
  const idle = rowsOfKind(functions.kind, thread, "idle");
  const gc = rowsOfKind(functions.kind, thread, "gc");
  const longest = longestStep * usualStep({ functions }, thread);
  const longestGc = Math.max(longestGcStep, longest);
  const half = usualStep({ functions }, thread) / 2;
  const from: number[] = [];
  const to: number[] = [];
  let turn = 0;
  const add = (before: Microseconds, came: Microseconds, hasWaited: boolean): void => {
    while (turn < late.to.length && late.to[turn] <= before) turn++;
    const isLate = turn < late.from.length && before >= late.from[turn];
    // When a late turn ends, the thread runs again.
    const end = hasWaited ? Math.min(came, isLate ? late.to[turn] : before) : came;
    if (end - before <= longest) return;
    from.push(before + half);
    to.push(end);
  };
  /** When the busy tick before came; nothing is known of the time before the first. */
  let lastBusy = Number.POSITIVE_INFINITY;
  let isWaiting = false;
  let isCollecting = false;
  inSteps(time.length, (start, end) => {
    // Locals: each number that a closure writes is an object.
    let before = lastBusy;
    let hasWaited = isWaiting;
    let wasGc = isCollecting;
    for (let sample = start; sample < end; sample++) {
      const row = stack[sample];
      if (row !== -1 && idle[row] === 1) {
        hasWaited = true;
        continue;
      }
      const came = time[sample];
      const isGc = row !== -1 && gc[row] === 1;
      const most = wasGc && isGc && !hasWaited ? longestGc : longest;
      if (came - before > most) add(before, came, hasWaited);
      before = came;
      hasWaited = false;
      wasGc = isGc;
    }
    lastBusy = before;
    isWaiting = hasWaited;
    isCollecting = wasGc;
  });
  if (lastBusy !== Number.POSITIVE_INFINITY) add(lastBusy, Number.POSITIVE_INFINITY, true);
  return { from: Float64Array.from(from), to: Float64Array.from(to) };
}

const steps = new WeakMap<SourceThread["samples"], Microseconds>();
/** Steps that are looked at: more would not show more. */
const mostSteps = 20_000;
/** Two that differ by no more are the same. */
const alike = 1.1;
/** Ticks of signals that had to wait come at once: their steps are shorter than that part of the mean one. */
const shortest = 1 / 8;

/**
 * The time between two ticks of the thread while it has a processor: where most steps are. What a tick is worth is more on a busy machine, as
 * that is all busy time by the number of ticks. Computed once for the samples.
 */
export function usualStep({ functions }: Pick<SourceProfile, "functions">, thread: SourceThread): Microseconds {
  const known = steps.get(thread.samples);
  if (known !== undefined) return known;
  const { stack, time } = thread.samples;
  const { interval } = thread;
  const idle = rowsOfKind(functions.kind, thread, "idle");
  const isIdle = (sample: number): boolean => stack[sample] !== -1 && idle[stack[sample]] === 1;
  const found: number[] = [];
  for (let sample = 1; sample < time.length; sample += Math.ceil(time.length / mostSteps))
    if (!isIdle(sample - 1) && !isIdle(sample)) found.push(time[sample] - time[sample - 1]);
  const usual = Math.min(interval, commonest(Float64Array.from(found).sort(), interval * shortest) ?? interval);
  steps.set(thread.samples, usual);
  return usual;
}

/** The middle of the most values that are alike, of those that are at least `least`. */
function commonest(sorted: Float64Array, least: number): number | undefined {
  let most = 0;
  let middle: number | undefined;
  let end = 0;
  for (let start = 0; start < sorted.length; start++) {
    const value = sorted[start];
    if (value < least) continue;
    while (end < sorted.length && sorted[end] <= value * alike) end++;
    if (end - start <= most) continue;
    most = end - start;
    middle = sorted[(start + end) >> 1];
  }
  return middle;
}

/** By stack row whether its samples are of that kind. */
export function rowsOfKind(kinds: Uint8Array, { stacks }: SourceThread, kind: FunctionKind): Uint8Array {
  const wanted = functionKinds.indexOf(kind);
  const { func } = stacks;
  const rows = new Uint8Array(func.length);
  // `Uint8Array.from` takes fifty times as long.
  for (let row = 0; row < rows.length; row++) if (kinds[func[row]] === wanted) rows[row] = 1;
  return rows;
}
