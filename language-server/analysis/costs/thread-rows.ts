import { checkStop } from "../budget.ts";
import { categories } from "./costs.ts";
import type { NumberPairs } from "../profile/number-pairs.ts";
import { functionKinds } from "../profile/profile.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { TickColumn, Ticks } from "../units.ts";

/** Lines and columns that ticks may be attributed to, shared by all threads. */
export interface CostKeys {
  /** (source, line) */
  readonly lines: NumberPairs;
  /** (row of `lines`, column) */
  readonly columns: NumberPairs;
}

/** The place of each stack row of a thread; -1: none. */
interface RowPlaces {
  /** Index in CostKeys.lines. */
  readonly line: Int32Array;
  /** Index in CostKeys.columns. */
  readonly column: Int32Array;
}

/** Facts that costs need about each stack row of a thread; -1: none. */
export interface ThreadRows {
  /** Row itself or the nearest caller that is JavaScript with a source. */
  readonly script: Int32Array;
  /** Row itself or the nearest caller in own code. */
  readonly own: Int32Array;
  /** Function directly above `script` on this stack; -1 if the row is its own script. */
  readonly native: Int32Array;
  /** Busy samples that end in the row: their ticks, and their number. The same column if samples have no weights. */
  readonly leafTicks: TickColumn;
  readonly leafSamples: Int32Array;
  /** Index in `categories`. */
  readonly category: Uint8Array;
  /** All samples, including idle ones. */
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  readonly samples: number;
  readonly busySamples: number;
  /** Busy ticks by category. */
  readonly composition: Float64Array;
}

const width = categories.length;
const idleKind = functionKinds.indexOf("idle");
const programCategory = categories.indexOf("program");

export type PlacedRows = ThreadRows & RowPlaces;

export function placedRows(profile: SourceProfile, thread: SourceThread, keys: CostKeys): PlacedRows {
  return { ...threadRows(profile, thread), ...rowPlaces(profile, thread, keys) };
}

export function threadRows(profile: SourceProfile, thread: SourceThread): ThreadRows {
  const { stacks, samples } = thread;
  const { functions, sources } = profile;
  const count = stacks.prefix.length;
  const script = new Int32Array(count);
  const own = new Int32Array(count);
  const native = new Int32Array(count).fill(-1);
  const category = new Uint8Array(count);
  const sourceCategories = sources.map((source) => categories.indexOf(source.category));
  const ownCategory = categories.indexOf("own");
  for (let row = 0; row < count; row++) {
    checkStop(row);
    const prefix = stacks.prefix[row] as number;
    const func = stacks.func[row] as number;
    const home = functions.source[func] as number;
    if (home === -1) {
      script[row] = prefix === -1 ? -1 : (script[prefix] as number);
      own[row] = prefix === -1 ? -1 : (own[prefix] as number);
      if (script[row] !== -1) native[row] = script[row] === prefix ? func : (native[prefix] as number);
      category[row] = categoryOfKind(functions.kind[func] as number);
      continue;
    }
    const place = stacks.source[row] as number;
    script[row] = row;
    category[row] = sourceCategories[place === -1 ? home : place] as number;
    own[row] = category[row] === ownCategory ? row : prefix === -1 ? -1 : (own[prefix] as number);
  }
  const leafSamples = new Int32Array(count);
  const composition = new Float64Array(width);
  let busySamples = 0;
  for (let sample = 0; sample < samples.stack.length; sample++) {
    checkStop(sample);
    const row = samples.stack[sample] as number;
    if (row !== -1 && functions.kind[stacks.func[row] as number] === idleKind) continue;
    busySamples++;
    const kind = row === -1 ? programCategory : (category[row] as number);
    composition[kind] = (composition[kind] as number) + 1;
    if (row !== -1) leafSamples[row] = (leafSamples[row] as number) + 1;
  }
  const counted = { script, own, native, category, leafSamples, samples: samples.stack.length, busySamples };
  if (samples.weight !== undefined) return { ...counted, ...leafWeights(profile, thread, samples.weight, category) };
  return { ...counted, leafTicks: leafSamples, ticks: samples.stack.length, busyTicks: busySamples, composition };
}

function leafWeights(
  { functions }: SourceProfile,
  { stacks, samples }: SourceThread,
  weights: Float64Array,
  category: Uint8Array,
): Pick<ThreadRows, "leafTicks" | "ticks" | "busyTicks" | "composition"> {
  const leafTicks = new Float64Array(stacks.prefix.length);
  const composition = new Float64Array(width);
  let ticks = 0;
  let busyTicks = 0;
  for (let sample = 0; sample < weights.length; sample++) {
    checkStop(sample);
    const row = samples.stack[sample] as number;
    const weight = weights[sample] as number;
    ticks += weight;
    if (row !== -1 && functions.kind[stacks.func[row] as number] === idleKind) continue;
    busyTicks += weight;
    const kind = row === -1 ? programCategory : (category[row] as number);
    composition[kind] = (composition[kind] as number) + weight;
    if (row !== -1) leafTicks[row] = (leafTicks[row] as number) + weight;
  }
  return { leafTicks, ticks, busyTicks, composition };
}

function rowPlaces({ functions }: SourceProfile, { stacks }: SourceThread, keys: CostKeys): RowPlaces {
  const count = stacks.prefix.length;
  const line = new Int32Array(count).fill(-1);
  const column = new Int32Array(count).fill(-1);
  for (let row = 0; row < count; row++) {
    checkStop(row);
    const home = functions.source[stacks.func[row] as number] as number;
    const at = stacks.line[row] as number;
    if (home === -1 || at <= 0) continue;
    const place = stacks.source[row] as number;
    line[row] = keys.lines.row(place === -1 ? home : place, at);
    const character = stacks.column[row] as number;
    if (character >= 0) column[row] = keys.columns.row(line[row] as number, character);
  }
  return { line, column };
}

/** Busy ticks that pass through each row, by category of their innermost frame: categories.length values per row. */
export function passingTicks(prefix: Int32Array, { leafTicks, category }: ThreadRows): TickColumn {
  const passing = columnLike(leafTicks, prefix.length * width);
  for (let row = prefix.length - 1; row >= 0; row--) {
    checkStop(row);
    const own = row * width + (category[row] as number);
    passing[own] = (passing[own] as number) + (leafTicks[row] as number);
    const parent = prefix[row] as number;
    if (parent === -1) continue;
    for (let part = 0; part < width; part++) {
      passing[parent * width + part] = (passing[parent * width + part] as number) + (passing[row * width + part] as number);
    }
  }
  return passing;
}

/** An empty column of the same kind of numbers. */
export function columnLike(column: TickColumn, length: number): TickColumn {
  return column instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
}

/**
 * Busy samples that pass through each row, as doubles: they are summed together with weighted ticks, which is faster if both columns are of
 * one kind.
 */
export function passingSamples(prefix: Int32Array, { leafSamples }: ThreadRows): Float64Array {
  const passing = new Float64Array(leafSamples);
  for (let row = prefix.length - 1; row >= 0; row--) {
    checkStop(row);
    const parent = prefix[row] as number;
    if (parent !== -1) passing[parent] = (passing[parent] as number) + (passing[row] as number);
  }
  return passing;
}

/** Samples that pass through each row of the stacks as recorded, before repairs. Idle ones have no frame with a line, and are included. */
export function recordedTicks(prefix: Int32Array, recorded: Int32Array): Int32Array {
  const passing = new Int32Array(prefix.length);
  for (const row of recorded) if (row !== -1) passing[row] = (passing[row] as number) + 1;
  for (let row = prefix.length - 1; row >= 0; row--) {
    checkStop(row);
    const parent = prefix[row] as number;
    if (parent !== -1) passing[parent] = (passing[parent] as number) + (passing[row] as number);
  }
  return passing;
}

function categoryOfKind(kind: number): number {
  const name = functionKinds[kind];
  switch (name) {
    case "gc":
    case "program":
    case "compile":
      return categories.indexOf(name);
    default:
      return categories.indexOf("native");
  }
}
