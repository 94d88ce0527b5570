import { checkStop } from "../../budget.ts";
import { categories } from "../../costs/costs.ts";
import { firsts, idleCategory, stackRows, type StackRows } from "../../costs/stack-rows.ts";
import type { TimeSpan } from "../../selection/selection.ts";
import type { SourceProfile, SourceThread } from "../../sources/source-profile.ts";
import type { Line, Microseconds, Ticks } from "../../units.ts";
import { firstFrom } from "../spans.ts";

/** Busy ticks of parts of the time, such as all slow moments, and of the lines of own code in them, what they called counted in. */
export interface PartTicks {
  /** Of each part that has any. */
  readonly ofParts: readonly Ticks[];
  /** For each line in a part: the part, the line's key, and its ticks there. */
  readonly part: readonly number[];
  readonly key: readonly number[];
  readonly ticks: readonly Ticks[];
  /** By line: its ticks in all parts without those of other lines of own code that it called. */
  readonly innermost: Float64Array;
}

const own = categories.indexOf("own");

/** The lines of own code of a run's threads, and which of them each sample is on. A sample counts once for a line. */
export class OwnLines {
  readonly #threads: readonly OwnStacks[];
  readonly #sources: readonly number[];
  readonly #lines: readonly number[];
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

  /** A row of the function table of the line's innermost function; -1 if it has no samples. */
  functionOf(key: number): number {
    for (const { key: keys, func } of this.#threads) {
      const at = keys.lastIndexOf(key);
      if (at !== -1) return func[at] as number;
    }
    return -1;
  }

  /** `spans`: in order and apart. */
  partsOf(spans: readonly TimeSpan[]): PartTicks {
    const parts = new Parts(this.count);
    for (const { from, to } of spans) {
      for (const thread of this.#threads) addSpan(thread, from, to, parts);
      parts.end();
    }
    return parts;
  }

  /** Busy ticks of each span, and of each of these lines (at most 31) in it. Spans may overlap. */
  within(spans: readonly TimeSpan[], keys: readonly number[]): readonly { readonly ticks: Ticks; readonly ofLines: readonly Ticks[] }[] {
    const edges = Float64Array.from(new Set(spans.flatMap(({ from, to }) => [from, to]))).sort();
    const width = keys.length + 1;
    const sums = new Float64Array(edges.length * width);
    for (const thread of this.#threads) addEdges(thread, keys, edges, sums);
    const edgeAt = new Map(Array.from(edges, (time, edge) => [time, edge]));
    return spans.map(({ from, to }) => {
      const [first, last] = [(edgeAt.get(from) as number) * width, (edgeAt.get(to) as number) * width];
      const [ticks = 0, ...ofLines] = Array.from(
        { length: width },
        (_, column) => (sums[last + column] as number) - (sums[first + column] as number),
      );
      return { ticks, ofLines };
    });
  }
}

/** Of one thread: by row of its stack table the next row on the way to the root that is the first with its line of own code. A line twice on a stack counts where it is first. */
interface OwnStacks {
  readonly stack: Int32Array;
  readonly time: Float64Array;
  readonly weight: Float64Array | undefined;
  readonly isBusy: (row: number) => boolean;
  /** The row itself or one under it; -1: none. */
  readonly start: Int32Array;
  /** Under a row that is such a first. */
  readonly next: Int32Array;
  /** Line of a row that is such a first, else -1. */
  readonly key: Int32Array;
  readonly func: Int32Array;
}

function ownStacks({ samples }: SourceThread, { prefix, category, line, bits, func }: StackRows): OwnStacks {
  const count = prefix.length;
  const [start, next, key] = [new Int32Array(count), new Int32Array(count), new Int32Array(count).fill(-1)];
  for (let row = 0; row < count; row++) {
    checkStop(row);
    const below = prefix[row] as number;
    const under = below === -1 ? -1 : (start[below] as number);
    const isFirst = category[row] === own && line[row] !== -1 && ((bits[row] as number) & firsts.line) !== 0;
    next[row] = under;
    start[row] = isFirst ? row : under;
    if (isFirst) key[row] = line[row] as number;
  }
  const { stack, time, weight } = samples;
  return { stack, time, weight, isBusy: (row) => row === -1 || category[row] !== idleCategory, start, next, key, func };
}

class Parts implements PartTicks {
  readonly ofParts: Ticks[] = [];
  readonly part: number[] = [];
  readonly key: number[] = [];
  readonly ticks: Ticks[] = [];
  readonly innermost: Float64Array;
  /** Of the part that is added up. */
  busy: Ticks = 0;
  readonly current: Float64Array;
  readonly seen: number[] = [];

  constructor(lines: number) {
    this.innermost = new Float64Array(lines);
    this.current = new Float64Array(lines);
  }

  end(): void {
    const { busy, current, seen } = this;
    if (busy === 0) return;
    const part = this.ofParts.push(busy) - 1;
    for (const key of seen) {
      this.part.push(part);
      this.key.push(key);
      this.ticks.push(current[key] as number);
      current[key] = 0;
    }
    seen.length = 0;
    this.busy = 0;
  }
}

/** Adds a thread's samples of a span. */
function addSpan({ stack, time, weight, isBusy, start, next, key }: OwnStacks, from: Microseconds, to: Microseconds, parts: Parts): void {
  const { current, seen, innermost } = parts;
  let busy = 0;
  for (let sample = firstFrom(time, from); sample < time.length && (time[sample] as number) < to; sample++) {
    checkStop(sample);
    const leaf = stack[sample] as number;
    if (!isBusy(leaf)) continue;
    const worth = weight === undefined ? 1 : (weight[sample] as number);
    busy += worth;
    const top = leaf === -1 ? -1 : (start[leaf] as number);
    if (top !== -1) innermost[key[top] as number] = (innermost[key[top] as number] as number) + worth;
    for (let row = top; row !== -1; row = next[row] as number) {
      const line = key[row] as number;
      if (current[line] === 0) seen.push(line);
      current[line] = (current[line] as number) + worth;
    }
  }
  parts.busy += busy;
}

/** Adds what a thread has before each edge: busy ticks, then those of each line. */
function addEdges(thread: OwnStacks, keys: readonly number[], edges: Float64Array, sums: Float64Array): void {
  const { stack, time, weight, isBusy, start, next, key } = thread;
  const width = keys.length + 1;
  const bitOf = new Map(keys.map((each, index) => [each, 1 << index]));
  const masks = new Int32Array(start.length);
  for (let row = 0; row < start.length; row++) {
    checkStop(row);
    const first = start[row] as number;
    if (first === -1) continue;
    const under = next[first] as number;
    masks[row] =
      first === row ? (bitOf.get(key[row] as number) ?? 0) | (under === -1 ? 0 : (masks[under] as number)) : (masks[first] as number);
  }
  const so = new Float64Array(width);
  let sample = 0;
  edges.forEach((edge, index) => {
    for (; sample < time.length && (time[sample] as number) < edge; sample++) {
      checkStop(sample);
      const leaf = stack[sample] as number;
      if (!isBusy(leaf)) continue;
      const worth = weight === undefined ? 1 : (weight[sample] as number);
      so[0] = (so[0] as number) + worth;
      for (let mask = leaf === -1 ? 0 : (masks[leaf] as number); mask !== 0; mask &= mask - 1) {
        const column = 32 - Math.clz32(mask & -mask);
        so[column] = (so[column] as number) + worth;
      }
    }
    so.forEach((ticks, column) => {
      sums[index * width + column] = (sums[index * width + column] as number) + ticks;
    });
  });
}
