import { checkStop } from "../../budget.ts";
import { categories } from "../../costs/costs.ts";
import { firsts, idleCategory, stackRows, type StackRows } from "../../costs/stack-rows.ts";
import type { TimeSpan } from "../../selection/selection.ts";
import type { SourceProfile, SourceThread } from "../../sources/source-profile.ts";
import type { Line, Share, Ticks } from "../../units.ts";
import { firstFrom } from "../spans.ts";
import { LineShares } from "./line-shares.ts";

const own = categories.indexOf("own");

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

  /** Samples in a span that are no waits, of whatever code. */
  busySamples(span: TimeSpan): number {
    return this.#threads.reduce((sum, thread) => {
      const [first, end] = samplesOf(thread, span);
      return sum + (thread.busyBefore[end] as number) - (thread.busyBefore[first] as number);
    }, 0);
  }

  /** How much of a span the thread that worked most was working, by its samples; 1 if it has none. */
  busyShare(span: TimeSpan): Share {
    let most = 0;
    let hasSamples = false;
    for (const thread of this.#threads) {
      const [first, end] = samplesOf(thread, span);
      if (first === end) continue;
      hasSamples = true;
      const { busyBefore } = thread;
      most = Math.max(most, ((busyBefore[end] as number) - (busyBefore[first] as number)) / (end - first));
    }
    return hasSamples ? most : 1;
  }

  /** Of parts of the time, each of which is some spans; `most`: ticks that a part counts at most. */
  shares(parts: readonly (readonly TimeSpan[])[], most: Ticks): LineShares {
    const shares = new LineShares(this.count, most);
    for (const spans of parts) {
      for (const thread of this.#threads) addPart(thread, spans, shares);
      shares.endPart();
    }
    return shares;
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
}

/** Of one thread: by row of its stack table the next row on the way to the root that is the first with its line of own code. */
interface OwnStacks {
  readonly stack: Int32Array;
  readonly time: Float64Array;
  readonly weight: Float64Array | undefined;
  /** 1 by row of the stack table that is no wait. */
  readonly isBusy: Uint8Array;
  /** The row itself or one under it; -1: none. */
  readonly start: Int32Array;
  /** Under a row that is such a first. */
  readonly next: Int32Array;
  /** Line of a row that is such a first, else -1. */
  readonly key: Int32Array;
  readonly func: Int32Array;
  /** By sample how many before it are no waits. */
  readonly busyBefore: Uint32Array;
  /** Room to add up ticks by row; zeros. */
  readonly passing: Float64Array;
}

function ownStacks({ samples }: SourceThread, { prefix, category, line, bits, func }: StackRows): OwnStacks {
  const count = prefix.length;
  const [start, next, key] = [new Int32Array(count), new Int32Array(count), new Int32Array(count).fill(-1)];
  const isBusy = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    checkStop(row);
    const below = prefix[row] as number;
    const under = below === -1 ? -1 : (start[below] as number);
    const isFirst = category[row] === own && line[row] !== -1 && ((bits[row] as number) & firsts.line) !== 0;
    next[row] = under;
    start[row] = isFirst ? row : under;
    if (isFirst) key[row] = line[row] as number;
    isBusy[row] = Number(category[row] !== idleCategory);
  }
  const { stack, time, weight } = samples;
  const busyBefore = new Uint32Array(stack.length + 1);
  for (let sample = 0; sample < stack.length; sample++) {
    checkStop(sample);
    const row = stack[sample] as number;
    busyBefore[sample + 1] = (busyBefore[sample] as number) + (row === -1 ? 1 : (isBusy[row] as number));
  }
  return { stack, time, weight, isBusy, busyBefore, start, next, key, func, passing: new Float64Array(count) };
}

/** The first sample of a span, and the first after it. */
function samplesOf({ time }: OwnStacks, { from, to }: TimeSpan): readonly [first: number, end: number] {
  return [firstFrom(time, from), firstFrom(time, to)];
}

/** Ticks that a sample is worth; 0 for a wait. */
function busyWorth({ stack, weight, isBusy }: OwnStacks, sample: number): Ticks {
  const row = stack[sample] as number;
  if (row !== -1 && isBusy[row] === 0) return 0;
  return weight === undefined ? 1 : (weight[sample] as number);
}

/** With so many samples for each row of the stack table it is quicker to go through the table once than from each sample to its root. */
const manySamples = 1 / 16;

function addPart(thread: OwnStacks, spans: readonly TimeSpan[], shares: LineShares): void {
  const runs = spans.map((span) => samplesOf(thread, span));
  const samples = runs.reduce((sum, [first, end]) => sum + end - first, 0);
  if (samples < manySamples * thread.start.length) for (const [first, end] of runs) addEach(thread, first, end, shares);
  else {
    for (const [first, end] of runs) addStarts(thread, first, end, shares);
    addPassing(thread, shares);
  }
}

/** Adds samples by going from each to the root of its stack. */
function addEach(thread: OwnStacks, first: number, end: number, shares: LineShares): void {
  const { stack, start, next, key } = thread;
  for (let sample = first; sample < end; sample++) {
    checkStop(sample);
    const worth = busyWorth(thread, sample);
    if (worth === 0) continue;
    shares.addBusy(worth);
    const leaf = stack[sample] as number;
    const top = leaf === -1 ? -1 : (start[leaf] as number);
    if (top === -1) continue;
    shares.addInnermost(key[top] as number, worth);
    for (let row = top; row !== -1; row = next[row] as number) shares.add(key[row] as number, worth);
  }
}

/** Adds samples to the rows that they start from. */
function addStarts(thread: OwnStacks, first: number, end: number, shares: LineShares): void {
  const { stack, start, key, passing } = thread;
  for (let sample = first; sample < end; sample++) {
    checkStop(sample);
    const worth = busyWorth(thread, sample);
    if (worth === 0) continue;
    shares.addBusy(worth);
    const leaf = stack[sample] as number;
    const top = leaf === -1 ? -1 : (start[leaf] as number);
    if (top === -1) continue;
    shares.addInnermost(key[top] as number, worth);
    passing[top] = (passing[top] as number) + worth;
  }
}

/** Adds what passes through each row, and hands it on towards the root; callers precede their rows. */
function addPassing({ next, key, passing }: OwnStacks, shares: LineShares): void {
  for (let row = passing.length - 1; row >= 0; row--) {
    const ticks = passing[row] as number;
    if (ticks === 0) continue;
    passing[row] = 0;
    shares.add(key[row] as number, ticks);
    const under = next[row] as number;
    if (under !== -1) passing[under] = (passing[under] as number) + ticks;
  }
}

/** By row of the stack table which of these lines its stack is on: a bit for each. */
function masksOf({ start, next, key }: OwnStacks, keys: readonly number[]): Int32Array {
  const bits = new Map(keys.map((each, index) => [each, 1 << index]));
  const masks = new Int32Array(start.length);
  for (let row = 0; row < start.length; row++) {
    checkStop(row);
    const first = start[row] as number;
    if (first === -1) continue;
    const under = next[first] as number;
    masks[row] =
      first === row ? (bits.get(key[row] as number) ?? 0) | (under === -1 ? 0 : (masks[under] as number)) : (masks[first] as number);
  }
  return masks;
}

/** Adds busy ticks, then those of each line that has a bit. */
function addMasked(thread: OwnStacks, masks: Int32Array, [first, end]: ReturnType<typeof samplesOf>, sums: Float64Array): void {
  for (let sample = first; sample < end; sample++) {
    checkStop(sample);
    const worth = busyWorth(thread, sample);
    if (worth === 0) continue;
    sums[0] = (sums[0] as number) + worth;
    const row = thread.stack[sample] as number;
    for (let mask = row === -1 ? 0 : (masks[row] as number); mask !== 0; mask &= mask - 1) {
      const column = 32 - Math.clz32(mask & -mask);
      sums[column] = (sums[column] as number) + worth;
    }
  }
}
