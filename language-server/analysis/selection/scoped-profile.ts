import { checkStop } from "../budget.ts";
import type { SampleTable } from "../profile/profile.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import type { Microseconds } from "../units.ts";
import type { Scope, TimeSpan } from "./selection.ts";
import { noRoutes, type RunRoutes, spansOfRoutes } from "./run-routes.ts";
import { spansApart, spansInBoth } from "./spans-apart.ts";

/**
 * The threads and samples of a scope, in the same tables. A tick is worth what it is in the whole window, so that parts add up. `ran`: the
 * routes of the run; without them all of it is of no route.
 */
export function scopedProfile(profile: SourceProfile, scope: Scope, ran: RunRoutes | undefined): SourceProfile {
  return { ...profile, threads: scopedThreads(profile.threads, scope, ran) };
}

/** The same for threads of any kind. */
export function scopedThreads<Thread extends { readonly id: number; readonly samples: SampleTable }>(
  all: readonly Thread[],
  { threads, spans, routes }: Scope,
  ran: RunRoutes | undefined,
): readonly Thread[] {
  const chosen = threads === null ? all : all.filter(({ id }) => threads.includes(id));
  if (spans === null && routes === null) return chosen;
  const apart = spans && spansApart(spans);
  return chosen.map((thread) => {
    const ofRoutes = routes && spansOfRoutes(ran ?? noRoutes, thread.id, routes, thread.samples.time[0] ?? 0);
    const within = apart !== null && ofRoutes !== null ? spansInBoth(apart, ofRoutes) : (apart ?? ofRoutes ?? []);
    return { ...thread, samples: samplesWithin(thread.samples, within) };
  });
}

/** A sample belongs to the span of its time, with its whole weight. */
function samplesWithin({ stack, time, weight, tier, recorded }: SampleTable, spans: readonly TimeSpan[]): SampleTable {
  const runs = runsWithin(time, spans);
  const pick = <Column extends Int32Array | Float64Array | Uint8Array>(column: Column): Column => {
    const parts = runs.map(({ start, end }) => column.subarray(start, end));
    if (parts.length === 1) return parts[0] as Column;
    const picked = column.slice(
      0,
      parts.reduce((sum, { length }) => sum + length, 0),
    );
    let at = 0;
    for (const part of parts) {
      picked.set(part, at);
      at += part.length;
    }
    return picked as Column;
  };
  let closed: Float64Array | undefined;
  return {
    stack: pick(stack),
    // Few views ask when a sample was.
    get time() {
      return (closed ??= closedUp(pick(time).slice(), runs));
    },
    weight: weight && pick(weight),
    tier: tier && pick(tier),
    recorded: recorded && pick(recorded),
  };
}

/** Since the start of the first span, as if each followed the one before at once. */
function closedUp(time: Float64Array, runs: readonly Run[]): Float64Array {
  let at = 0;
  for (const { start, end, shift } of runs)
    for (const last = at + end - start; at < last; at++) {
      checkStop(at);
      time[at] = (time[at] as number) - shift;
    }
  return time;
}

/** Rows from `start` to before `end`, all of one span. */
interface Run {
  readonly start: number;
  readonly end: number;
  /** From times in the window to those in the spans alone. */
  readonly shift: Microseconds;
}

/** A span, or what is between two: without a shift. */
interface Stretch extends TimeSpan {
  readonly shift: Microseconds | undefined;
}

function runsWithin(time: Float64Array, spans: readonly TimeSpan[]): readonly Run[] {
  const stretches = stretchesOf(spans);
  const runs: Run[] = [];
  let { from, to, shift }: Stretch = { from: 0, to: 0, shift: undefined };
  let start = 0;
  for (let sample = 0; sample < time.length; sample++) {
    checkStop(sample);
    const when = time[sample] as number;
    if (when >= from && when < to) continue;
    if (shift !== undefined) runs.push({ start, end: sample, shift });
    start = sample;
    ({ from, to, shift } = stretchAt(stretches, when));
  }
  if (shift !== undefined) runs.push({ start, end: time.length, shift });
  return runs;
}

/** Stretches follow one another without gaps. A time may be none (NaN). */
function stretchAt(stretches: readonly Stretch[], when: Microseconds): Stretch {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (when >= (stretches[middle] as Stretch).to) low = middle + 1;
    else high = middle;
  }
  const found = stretches[low] as Stretch;
  return when >= found.from && when < found.to ? found : { from: 0, to: 0, shift: undefined };
}

function stretchesOf(spans: readonly TimeSpan[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let end = Number.NEGATIVE_INFINITY;
  let length = 0;
  for (const { from, to } of spans) {
    stretches.push({ from: end, to: from, shift: undefined }, { from, to, shift: from - length });
    length += to - from;
    end = to;
  }
  return [...stretches, { from: end, to: Number.POSITIVE_INFINITY, shift: undefined }];
}
