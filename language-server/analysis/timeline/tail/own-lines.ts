import { checkStop } from "../../budget.ts";
import { categories } from "../../costs/costs.ts";
import { firsts, idleCategory, stackRows, type StackRows } from "../../costs/stack-rows.ts";
import type { TimeSpan } from "../../selection/selection.ts";
import type { SourceProfile, SourceThread } from "../../sources/source-profile.ts";
import type { Line, Microseconds, Share, Ticks } from "../../units.ts";
import { firstFrom } from "../spans.ts";
import { LineShares } from "./line-shares.ts";

const own = categories.indexOf("own");
const mostSamples = 150_000;

/** The lines of own code of a run's threads, by a key of each, and how often samples are on them. A sample counts once for a line. */
export class OwnLines {
  readonly #threads: readonly OwnStacks[];
  readonly #sources: readonly number[];
  readonly #lines: readonly number[];
  /** Keys are below it. */
  readonly count: number;

  constructor(profile: SourceProfile) {
    const { keys, rows } = stackRows(profile);
    this.#threads = profile.threads.map((thread, index) => ownStacks(thread, rows[index] as StackRows));
    [this.#sources, this.#lines] = [keys.lines.first, keys.lines.second];
    this.count = keys.lines.length;
  }

  /** After the last sample. */
  get end(): Microseconds {
    return Math.max(0, ...this.#threads.map(({ time }) => (time.at(-1) ?? 0) + 1));
  }

  placeOf(key: number): { readonly source: number; readonly line: Line } {
    return { source: this.#sources[key] as number, line: this.#lines[key] as number };
  }

  /** A row of the function table: of the function that the line is in; -1 if it is on no stack. */
  functionOf(key: number): number {
    for (const { key: keys, func } of this.#threads) {
      const row = keys.lastIndexOf(key);
      if (row !== -1) return func[row] as number;
    }
    return -1;
  }

  /** How much of a span the thread that worked most was working, by its samples; 1 if it has none. */
  busyShare(span: TimeSpan): Share {
    let most = 0;
    let hasSamples = false;
    for (const thread of this.#threads) {
      const { first, end } = samplesOf(thread, span);
      if (first === end) continue;
      hasSamples = true;
      most = Math.max(most, busySamples(thread, first, end) / (end - first));
    }
    return hasSamples ? most : 1;
  }

  /** Of parts of the time, each of which is some spans. */
  shares(parts: readonly (readonly TimeSpan[])[]): LineShares {
    return this.#shares(parts, this.#stepFor(parts), Number.POSITIVE_INFINITY);
  }

  /** The same of parts of which none counts for more than the median one. */
  evenShares(spans: readonly TimeSpan[]): LineShares {
    const parts = spans.map((span) => [span]);
    const step = this.#stepFor(parts);
    const busy = spans.map((span) => this.#busySamples(span)).filter((samples) => samples > 0);
    const median = busy.sort((one, other) => one - other)[busy.length >> 1] ?? 0;
    return this.#shares(parts, step, Math.max(1, median / step));
  }

  /** Busy ticks of each span, and of each of these lines (at most 31) in it. */
  within(spans: readonly TimeSpan[], keys: readonly number[]): readonly { readonly busy: Ticks; readonly ofLines: readonly Ticks[] }[] {
    const sums = spans.map(() => new Float64Array(keys.length + 1));
    for (const thread of keys.length === 0 ? [] : this.#threads) {
      const masks = masksOf(thread, keys);
      spans.forEach((span, index) => addMasked(thread, masks, samplesOf(thread, span), sums[index] as Float64Array));
    }
    return sums.map(([busy = 0, ...ofLines]) => ({ busy, ofLines }));
  }

  #shares(parts: readonly (readonly TimeSpan[])[], step: number, most: Ticks): LineShares {
    const shares = new LineShares(this.count, most);
    for (const spans of parts) {
      for (const thread of this.#threads) addPart(thread, spans, step, shares);
      shares.endPart();
    }
    return shares;
  }

  /** So that about `mostSamples` are looked at, evenly: more would take time, and change nothing. */
  #stepFor(parts: readonly (readonly TimeSpan[])[]): number {
    let samples = 0;
    for (const spans of parts)
      for (const span of spans)
        for (const thread of this.#threads) {
          const { first, end } = samplesOf(thread, span);
          samples += end - first;
        }
    return Math.max(1, Math.round(samples / mostSamples));
  }

  /** Of all threads, without waits. */
  #busySamples(span: TimeSpan): number {
    return this.#threads.reduce((sum, thread) => {
      const { first, end } = samplesOf(thread, span);
      return sum + busySamples(thread, first, end);
    }, 0);
  }
}

const none = -1;
const waits = -2;
const mostCounted = 16;

/** Of one thread: by row of its stack table the next row on the way to the root that is the first with its line of own code. */
interface OwnStacks {
  readonly stack: Int32Array;
  readonly time: Float64Array;
  readonly weight: Float64Array | undefined;
  /** The row itself or one under it, `none`, or `waits` for a row whose samples are waits. */
  readonly start: Int32Array;
  /** Under a row that is such a first. */
  readonly next: Int32Array;
  /** Line of a row that is such a first, else -1. */
  readonly key: Int32Array;
  readonly func: Int32Array;
  /** By every `mostCounted`th sample how many before it are no waits. */
  readonly busyBefore: Uint32Array;
  /** Room for `addPart`: ticks that start at a row, and that come from others; whether it is passed (zeros, all three), and rows that are. */
  readonly own: Float64Array;
  readonly handed: Float64Array;
  readonly isPassed: Uint8Array;
  readonly passed: Int32Array;
}

function ownStacks({ samples }: SourceThread, { prefix, category, line, bits, func }: StackRows): OwnStacks {
  const count = prefix.length;
  const [start, next, key] = [new Int32Array(count), new Int32Array(count), new Int32Array(count).fill(-1)];
  for (let row = 0; row < count; row++) {
    checkStop(row);
    const below = prefix[row] as number;
    const under = below === -1 ? none : Math.max(none, start[below] as number);
    const isFirst = category[row] === own && line[row] !== -1 && ((bits[row] as number) & firsts.line) !== 0;
    next[row] = under;
    start[row] = category[row] === idleCategory ? waits : isFirst ? row : under;
    if (isFirst) key[row] = line[row] as number;
  }
  const { stack, time, weight } = samples;
  const busyBefore = new Uint32Array(Math.floor(stack.length / mostCounted) + 1);
  let busy = 0;
  for (let sample = 0; sample < stack.length; sample++) {
    checkStop(sample);
    if (sample % mostCounted === 0) busyBefore[sample / mostCounted] = busy;
    const row = stack[sample] as number;
    if (row === -1 || start[row] !== waits) busy += 1;
  }
  if (stack.length % mostCounted === 0) busyBefore[stack.length / mostCounted] = busy;
  const room = { own: new Float64Array(count), handed: new Float64Array(count) };
  return {
    stack,
    time,
    weight,
    busyBefore,
    start,
    next,
    key,
    func,
    ...room,
    isPassed: new Uint8Array(count),
    passed: new Int32Array(count),
  };
}

/** How many of these samples are no waits. */
function busySamples(thread: OwnStacks, first: number, end: number): number {
  return busyUntil(thread, end) - busyUntil(thread, first);
}

function busyUntil({ stack, start, busyBefore }: OwnStacks, end: number): number {
  const counted = Math.floor(end / mostCounted);
  let busy = busyBefore[counted] as number;
  for (let sample = counted * mostCounted; sample < end; sample++) {
    const row = stack[sample] as number;
    if (row === -1 || start[row] !== waits) busy += 1;
  }
  return busy;
}

/** The first sample of a span, and the first after it. */
function samplesOf({ time }: OwnStacks, { from, to }: TimeSpan): { readonly first: number; readonly end: number } {
  return { first: firstFrom(time, from), end: firstFrom(time, to) };
}

/** Adds every `step`th of a part's samples to the rows that they start from, then hands them on towards the root: each row is gone through once. */
function addPart(thread: OwnStacks, spans: readonly TimeSpan[], step: number, shares: LineShares): void {
  const { stack, start, next, key, weight, own: ownTicks, handed, isPassed, passed } = thread;
  let [count, busy] = [0, 0];
  for (const span of spans) {
    const { first, end } = samplesOf(thread, span);
    for (let sample = first; sample < end; sample += step) {
      checkStop(sample);
      const leaf = stack[sample] as number;
      const top = leaf === -1 ? none : (start[leaf] as number);
      if (top === waits) continue;
      const worth = weight === undefined ? 1 : (weight[sample] as number);
      busy += worth;
      if (top === none) continue;
      ownTicks[top] = (ownTicks[top] as number) + worth;
      const before = count;
      for (let row = top; row !== none && isPassed[row] === 0; row = next[row] as number) {
        isPassed[row] = 1;
        count += 1;
      }
      // Callers first.
      for (let row = top, at = count - 1; at >= before; at--, row = next[row] as number) passed[at] = row;
    }
  }
  shares.addBusy(busy);
  for (let at = count - 1; at >= 0; at--) {
    const row = passed[at] as number;
    const itself = ownTicks[row] as number;
    const ticks = itself + (handed[row] as number);
    ownTicks[row] = handed[row] = isPassed[row] = 0;
    shares.add(key[row] as number, ticks, itself);
    const under = next[row] as number;
    if (under !== none) handed[under] = (handed[under] as number) + ticks;
  }
}

/** By row of the stack table which of these lines its stack is on: a bit for each. */
function masksOf({ start, next, key }: OwnStacks, keys: readonly number[]): Int32Array {
  const bits = new Map(keys.map((each, index) => [each, 1 << index]));
  const masks = new Int32Array(start.length);
  for (let row = 0; row < start.length; row++) {
    checkStop(row);
    const first = start[row] as number;
    if (first < 0) continue;
    const under = next[first] as number;
    masks[row] =
      first === row ? (bits.get(key[row] as number) ?? 0) | (under === none ? 0 : (masks[under] as number)) : (masks[first] as number);
  }
  return masks;
}

/** Adds busy ticks, then those of each line that has a bit. */
function addMasked(
  { stack, weight, start }: OwnStacks,
  masks: Int32Array,
  { first, end }: ReturnType<typeof samplesOf>,
  sums: Float64Array,
): void {
  for (let sample = first; sample < end; sample++) {
    checkStop(sample);
    const row = stack[sample] as number;
    if (row !== -1 && start[row] === waits) continue;
    const worth = weight === undefined ? 1 : (weight[sample] as number);
    sums[0] = (sums[0] as number) + worth;
    for (let mask = row === -1 ? 0 : (masks[row] as number); mask !== 0; mask &= mask - 1) {
      const column = 32 - Math.clz32(mask & -mask);
      sums[column] = (sums[column] as number) + worth;
    }
  }
}
