import { checkStop } from "../budget.ts";
import type { SampleTable } from "../profile/profile.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import type { Microseconds } from "../units.ts";
import type { Scope, TimeSpan } from "./selection.ts";

/** The threads and samples of a scope, in the same tables. A tick is worth what it is in the whole window, so that parts add up. */
export function scopedProfile(profile: SourceProfile, { threads, spans }: Pick<Scope, "threads" | "spans">): SourceProfile {
  return { ...profile, threads: scopedThreads(profile.threads, { threads, spans }) };
}

/** The same for threads of any kind. */
export function scopedThreads<Thread extends { readonly id: number; readonly samples: SampleTable }>(
  all: readonly Thread[],
  { threads, spans }: Pick<Scope, "threads" | "spans">,
): readonly Thread[] {
  const chosen = threads === null ? all : all.filter(({ id }) => threads.includes(id));
  if (spans === null) return chosen;
  const apart = spansApart(spans);
  return chosen.map((thread) => ({ ...thread, samples: samplesWithin(thread.samples, apart) }));
}

/** In order, without overlaps. */
export function spansApart(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const apart: TimeSpan[] = [];
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = apart.at(-1);
    if (last !== undefined && from <= last.to) apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else apart.push({ from, to });
  }
  return apart;
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
  return {
    stack: pick(stack),
    time: closedUp(pick(time), spans),
    weight: weight && pick(weight),
    tier: tier && pick(tier),
    recorded: recorded && pick(recorded),
  };
}

/** Since the start of the first span, as if each followed the one before at once. */
function closedUp(time: Float64Array, spans: readonly TimeSpan[]): Float64Array {
  let length = 0;
  const shifts = spans.map(({ from, to }) => {
    const shift = from - length;
    length += to - from;
    return shift;
  });
  let at = 0;
  return time.map((when) => {
    if (!isIn(spans[at], when)) at = spans.findIndex((span) => isIn(span, when));
    return when - (shifts[at] as number);
  });
}

/** Rows from `start` to before `end`. */
interface Run {
  readonly start: number;
  readonly end: number;
}

function runsWithin(time: Float64Array, spans: readonly TimeSpan[]): readonly Run[] {
  const runs: Run[] = [];
  let span = spans[0];
  let start = -1;
  for (let sample = 0; sample <= time.length; sample++) {
    checkStop(sample);
    const when = time[sample];
    if (when !== undefined && !isIn(span, when)) span = spans.find((each) => isIn(each, when)) ?? span;
    const isInside = when !== undefined && isIn(span, when);
    if (isInside && start === -1) start = sample;
    if (isInside || start === -1) continue;
    runs.push({ start, end: sample });
    start = -1;
  }
  return runs;
}

function isIn(span: TimeSpan | undefined, when: Microseconds): boolean {
  return span !== undefined && when >= span.from && when < span.to;
}
