import { checkStop } from "../budget.ts";
import { categories } from "./costs.ts";
import type { NumberPairs } from "../profile/number-pairs.ts";
import { CostKeys, firsts, inferredCall, stackRows, type StackRows } from "./stack-rows.ts";
import { recordedTicks, sumUp, threadTicks, type ThreadTicks } from "./thread-ticks.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import type { TickColumn, Ticks } from "../units.ts";

const width = categories.length;

/** Sums over a profile's threads, by row of `keys` and of the function table. */
export interface CostTotals {
  readonly keys: CostKeys;
  readonly threads: readonly ThreadTicks[];
  readonly lines: PlaceTotals;
  readonly columns: PlaceTotals;
  readonly functions: PlaceTotals;
  /** Totals of lines without inferred positions. */
  readonly measured: Float64Array;
  /** Totals of lines with and without the repairs: the difference is the repairs' part of a line's total. */
  readonly repaired: Float64Array;
  readonly unrepaired: Float64Array;
  readonly candidates: Float64Array;
  readonly natives: Float64Array;
  /** Of those with ticks the order in which they occur. */
  readonly seenNatives: Map<number, number>;
  readonly lineCallees: LinkTicks;
  readonly callees: LinkTicks;
  readonly callers: LinkTicks;
}

export interface PlaceTotals {
  readonly self: Float64Array;
  readonly withLibraries: Float64Array;
  /** Of lines and functions by category of the innermost frame: categories.length values per key. */
  readonly total: Float64Array;
  /** Numbers of samples, if they have weights; of functions and lines only, without categories. */
  readonly samples: Pick<PlaceTotals, "self" | "withLibraries" | "total">;
}

/** Links between two things (a line and its callees, a function and its callers), counted once per sample. */
export interface LinkTicks {
  readonly ticks: Float64Array;
  /** 1 if a sample has it at an inferred place. */
  readonly inferred: Uint8Array;
}

/**
 * Adds up samples. `addLeaves` gives each one to its innermost line (self) and to its innermost line of own code (attributed, `withLibraries`);
 * `addPaths` gives it once to each line, function and column on its stack (total), where that is first. Time and memory grow with stack rows,
 * not samples.
 */
export function costTotals(profile: SourceProfile): CostTotals {
  const { threads } = profile;
  const rows = threads.map(({ stacks }) => stackRows(profile, stacks));
  const { keys, rowsOf } = mergedKeys(rows);
  const isWeighted = threads.some(({ samples }) => samples.weight !== undefined);
  const sums = (pairs: NumberPairs): Float64Array => new Float64Array(pairs.length);
  const links = (pairs: NumberPairs): LinkTicks => ({ ticks: sums(pairs), inferred: new Uint8Array(pairs.length) });
  const totals = {
    keys,
    threads: threads.map((thread, index) => threadTicks(rows[index] as StackRows, thread)),
    lines: placeTotals(keys.lines.length, width, isWeighted),
    columns: placeTotals(keys.columns.length, 1, false),
    functions: placeTotals(profile.functions.name.length, width, isWeighted),
    measured: sums(keys.lines),
    repaired: sums(keys.lines),
    unrepaired: sums(keys.lines),
    candidates: sums(keys.lines),
    natives: sums(keys.natives),
    seenNatives: new Map<number, number>(),
    lineCallees: links(keys.lineCallees),
    callees: links(keys.callees),
    callers: links(keys.callers),
  };
  threads.forEach(({ samples }, index) => {
    const [thread, ticks] = [rows[index] as StackRows, totals.threads[index] as ThreadTicks];
    addLeaves(totals, thread, ticks, rowsOf[index] as KeyRows);
    addPaths(totals, thread, ticks, rowsOf[index] as KeyRows, samples.recorded);
  });
  return totals;
}

/** The rows of a thread's keys in those of all threads. */
type KeyRows = Readonly<Record<"lines" | "columns" | "natives" | "lineCallees" | "callees" | "callers", Int32Array>>;

interface MergedKeys {
  readonly keys: CostKeys;
  readonly rowsOf: readonly KeyRows[];
}

const known = new WeakMap<StackRows, MergedKeys & { readonly threads: readonly StackRows[] }>();

/** The keys of all threads together, in the order in which each first occurs: computed once for the same stacks. */
export function mergedKeys(threads: readonly StackRows[]): MergedKeys {
  const before = threads[0] && known.get(threads[0]);
  if (before?.threads.length === threads.length && threads.every((thread, index) => thread === before.threads[index])) return before;
  const made = { ...madeKeys(threads), threads };
  if (threads[0] !== undefined) known.set(threads[0], made);
  return made;
}

function madeKeys(threads: readonly StackRows[]): MergedKeys {
  const keys = threads.length === 1 ? (threads[0] as StackRows).keys : new CostKeys();
  // Lines that are candidates only come last.
  for (const {
    keys: { lines },
    placedLines,
  } of threads)
    for (let row = 0; row < placedLines; row++) keys.lines.row(lines.first[row] as number, lines.second[row] as number);
  const rowsOf = threads.map(({ keys: own }) => {
    const lines = merge(keys.lines, own.lines);
    const sites = merge(keys.sites, own.sites, merge(keys.siteLines, own.siteLines, undefined, lines));
    return {
      lines,
      columns: merge(keys.columns, own.columns, lines),
      natives: merge(keys.natives, own.natives, lines),
      lineCallees: merge(keys.lineCallees, own.lineCallees, lines),
      callees: merge(keys.callees, own.callees),
      callers: merge(keys.callers, own.callers, undefined, sites),
    };
  });
  return { keys, rowsOf };
}

/** Adds pairs to others, whose rows it returns; `first` and `second` have the new numbers of what is in them. */
function merge(to: NumberPairs, from: NumberPairs, first?: Int32Array, second?: Int32Array): Int32Array {
  if (to === from) return Int32Array.from(from.first.keys());
  const at = (rows: Int32Array | undefined, row: number): number => (rows === undefined || row === -1 ? row : (rows[row] as number));
  return Int32Array.from(from.first, (row, index) => to.row(at(first, row), at(second, from.second[index] as number)));
}

function placeTotals(keys: number, parts: number, isWeighted: boolean): PlaceTotals {
  const sums = (of = 1): Float64Array => new Float64Array(keys * of);
  const ticks = { self: sums(), withLibraries: sums(), total: sums(parts) };
  return { ...ticks, samples: isWeighted ? { self: sums(), withLibraries: sums(), total: sums() } : ticks };
}

function addLeaves(
  { lines, columns, functions, natives, seenNatives }: CostTotals,
  rows: StackRows,
  { leafTicks, leafSamples }: ThreadTicks,
  rowsOf: KeyRows,
): void {
  for (const [part, at] of [["self", rows.script] as const, ["withLibraries", rows.own] as const]) {
    addAt(at, leafTicks, rows, rowsOf, functions[part], lines[part], columns[part]);
    if (lines.samples.total !== lines.total) addAt(at, leafSamples, rows, rowsOf, functions.samples[part], lines.samples[part], undefined);
  }
  rows.native.forEach((native, row) => {
    checkStop(row);
    if (native === -1 || leafTicks[row] === 0) return;
    const key = rowsOf.natives[native] as number;
    if (natives[key] === 0) seenNatives.set(key, seenNatives.size);
    sum(natives, key, leafTicks[row] as number);
  });
}

/** Adds the values of each row to the places of the row `at[row]`. */
function addAt(
  at: Int32Array,
  values: TickColumn,
  { func, line, column }: StackRows,
  rowsOf: KeyRows,
  functions: Float64Array,
  lines: Float64Array,
  columns: Float64Array | undefined,
): void {
  for (let row = 0; row < at.length; row++) {
    checkStop(row);
    const value = values[row] as number;
    const place = at[row] as number;
    if (value === 0 || place === -1) continue;
    sum(functions, func[place] as number, value);
    if (line[place] === -1) continue;
    sum(lines, rowsOf.lines[line[place] as number] as number, value);
    if (columns !== undefined && column[place] !== -1) sum(columns, rowsOf.columns[column[place] as number] as number, value);
  }
}

function sum(sums: TickColumn, key: number, ticks: Ticks): void {
  sums[key] = (sums[key] as number) + ticks;
}

function addPaths(totals: CostTotals, rows: StackRows, ticks: ThreadTicks, rowsOf: KeyRows, recorded: Int32Array | undefined): void {
  const { lines, functions, columns, measured, repaired, unrepaired, candidates, lineCallees, callees, callers } = totals;
  const { prefix, category, bits, line, func, column } = rows;
  const { leafTicks, leafSamples } = ticks;
  const count = prefix.length;
  // Sums of weights depend on their order in the last digits; whole numbers are faster in the order in which they are.
  const order = leafTicks === leafSamples ? undefined : rows.order;
  const counted = leafSamples.slice();
  sumUp(prefix, counted);
  const kinds = [...categories.keys()].filter((kind) => ticks.composition[kind] !== 0);
  const parts = kinds.length;
  const partOf = Int32Array.from(categories, (_, kind) => kinds.indexOf(kind));
  const passing = leafTicks instanceof Int32Array ? new Int32Array(count * parts) : new Float64Array(count * parts);
  for (let row = count - 1; row >= 0; row--) {
    checkStop(row);
    if (counted[row] === 0) continue;
    const from = row * parts;
    if (leafTicks[row] !== 0) sum(passing, from + (partOf[category[row] as number] as number), leafTicks[row] as number);
    const to = (prefix[row] as number) * parts;
    if (to >= 0) for (let part = 0; part < parts; part++) sum(passing, to + part, passing[from + part] as number);
  }
  const all = new Float64Array(count);
  const repairedBit = recorded === undefined ? firsts.measured : firsts.line;
  for (let at = 0; at < count; at++) {
    checkStop(at);
    const row = order === undefined ? at : (order[at] as number);
    if (counted[row] === 0) continue;
    const marks = bits[row] as number;
    const key = line[row] === -1 ? -1 : (rowsOf.lines[line[row] as number] as number);
    let value = 0;
    for (let part = 0; part < parts; part++) {
      const ofKind = passing[row * parts + part] as number;
      if (ofKind === 0) continue;
      value += ofKind;
      if ((marks & firsts.line) !== 0) sum(lines.total, key * width + (kinds[part] as number), ofKind);
      if ((marks & firsts.func) !== 0) sum(functions.total, (func[row] as number) * width + (kinds[part] as number), ofKind);
    }
    all[row] = value;
    if ((marks & firsts.measured) !== 0) sum(measured, key, value);
    if ((marks & repairedBit) !== 0) sum(repaired, key, value);
    if (recorded === undefined && (marks & firsts.exact) !== 0) sum(unrepaired, key, value);
    if ((marks & firsts.column) !== 0) sum(columns.total, rowsOf.columns[column[row] as number] as number, value);
    if (lines.samples.total === lines.total) continue;
    if ((marks & firsts.line) !== 0) sum(lines.samples.total, key, counted[row] as number);
    if ((marks & firsts.func) !== 0) sum(functions.samples.total, func[row] as number, counted[row] as number);
  }
  // The stacks as recorded, if known, show what was repaired; else the rows marked as repaired.
  if (recorded !== undefined)
    recordedTicks(prefix, recorded).forEach((value, row) => {
      if (((bits[row] as number) & firsts.line) !== 0) sum(unrepaired, rowsOf.lines[line[row] as number] as number, value);
    });
  addLinks(rows.lineCallee, rowsOf.lineCallees, lineCallees, all, order, bits, firsts.lineCallee, inferredCall.lineCallee);
  addLinks(rows.callee, rowsOf.callees, callees, all, order, bits, firsts.callee, 0);
  addLinks(rows.callerSite, rowsOf.callers, callers, all, order, bits, firsts.caller, inferredCall.caller);
  rows.candidates.rows.forEach((row, index) => {
    const key = rows.candidates.lines[index] as number;
    const line = rowsOf.lines[key < 0 ? ~key : key] as number;
    sum(candidates, line, key < 0 ? -(all[row] as number) : (all[row] as number));
  });
}

function addLinks(
  links: Int32Array,
  rowsOf: Int32Array,
  { ticks, inferred }: LinkTicks,
  all: Float64Array,
  order: Int32Array | undefined,
  bits: Uint16Array,
  first: number,
  guessed: number,
): void {
  for (let at = 0; at < links.length; at++) {
    checkStop(at);
    const row = order === undefined ? at : (order[at] as number);
    if (links[row] === -1 || all[row] === 0) continue;
    const link = rowsOf[links[row] as number] as number;
    if (((bits[row] as number) & first) !== 0) sum(ticks, link, all[row] as number);
    if (((bits[row] as number) & guessed) !== 0) inferred[link] = 1;
  }
}
