import { inSteps } from "../budget.ts";
import { categories } from "./costs.ts";
import { CallTotals } from "./call-totals.ts";
import { type CostKeys, firsts, stackRows, type StackRows } from "./stack-rows.ts";
import {
  addingOrder,
  type CountedThread,
  passingByKind,
  passingSamples,
  passingTicks,
  recordedTicks,
  sum,
  threadTicks,
  tickColumn,
} from "./thread-ticks.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { TickColumn } from "../units.ts";

const width = categories.length;

/** Sums by row of the function table or of one of `CostKeys`. */
interface PlaceTotals {
  readonly self: TickColumn;
  readonly withLibraries: TickColumn;
  readonly total: TickColumn;
}

interface CountedTotals extends PlaceTotals {
  /** Numbers of samples; the same columns if samples have no weights. */
  readonly samples: PlaceTotals;
}

interface PlacesTotals {
  readonly lines: CountedTotals;
  readonly columns: PlaceTotals;
  readonly functions: CountedTotals;
  /** Totals of lines without inferred positions. */
  readonly measured: TickColumn;
  /** Totals of lines with and without the repairs: the difference is the repairs' part of a line's total. */
  readonly repaired: TickColumn;
  readonly unrepaired: TickColumn;
  readonly candidates: TickColumn;
}

/** Totals by category of the innermost frame: `categories.length` values per row. */
interface CategoryTotals {
  readonly lines: TickColumn;
  readonly functions: TickColumn;
}

/**
 * Adds up samples. `addLeaves` gives each one to its innermost line (self) and to its innermost line of own code (attributed, `withLibraries`);
 * `addPaths` gives it once to each line, function and column on its stack (total), where that is first. Time and memory grow with stack rows,
 * not samples. Each part is added up when it is first asked for.
 */
export class CostTotals {
  readonly keys: CostKeys;
  readonly isWeighted: boolean;
  readonly #functionCount: number;
  readonly #threads: readonly SourceThread[];
  readonly #rows: readonly StackRows[];
  #places: PlacesTotals | undefined;
  #byCategory: CategoryTotals | undefined;
  #calls: CallTotals | undefined;

  constructor(profile: SourceProfile) {
    ({ keys: this.keys, rows: this.#rows } = stackRows(profile));
    this.#threads = profile.threads;
    this.#functionCount = profile.functions.name.length;
    this.isWeighted = profile.threads.some(({ samples }) => samples.weight !== undefined);
  }

  /** Not kept, as columns of all stack rows take more memory than sums. */
  get threads(): readonly CountedThread[] {
    return this.#threads.map((thread, index) => {
      const rows = this.#rows[index];
      return { rows, ticks: threadTicks(rows, thread), recorded: thread.samples.recorded };
    });
  }

  get places(): PlacesTotals {
    return (this.#places ??= this.#addUpPlaces());
  }

  get byCategory(): CategoryTotals {
    return (this.#byCategory ??= this.#addUpCategories(this.threads));
  }

  get calls(): CallTotals {
    return (this.#calls ??= new CallTotals(this.keys, this.threads, this.isWeighted));
  }

  #addUpPlaces(): PlacesTotals {
    const { isWeighted } = this;
    const sums = (count: number): TickColumn => tickColumn(count, isWeighted);
    const placeTotals = (count: number): PlaceTotals => ({ self: sums(count), withLibraries: sums(count), total: sums(count) });
    const countedTotals = (count: number): CountedTotals => {
      const ticks = placeTotals(count);
      return { ...ticks, samples: isWeighted ? placeTotals(count) : ticks };
    };
    const lines = this.keys.lines.length;
    const totals = {
      lines: countedTotals(lines),
      columns: placeTotals(this.keys.columns.length),
      functions: countedTotals(this.#functionCount),
      measured: sums(lines),
      repaired: sums(lines),
      unrepaired: sums(lines),
      candidates: sums(lines),
    };
    const { threads } = this;
    for (const thread of threads) {
      addLeaves(totals, thread);
      addPaths(totals, thread);
    }
    if (isWeighted) {
      const { lines: ofLines, functions } = (this.#byCategory ??= this.#addUpCategories(threads));
      addCategories(totals.lines.total, ofLines);
      addCategories(totals.functions.total, functions);
    }
    return totals;
  }

  #addUpCategories(threads: readonly CountedThread[]): CategoryTotals {
    const totals = {
      lines: tickColumn(this.keys.lines.length * width, this.isWeighted),
      functions: tickColumn(this.#functionCount * width, this.isWeighted),
    };
    for (const { rows, ticks } of threads) {
      const { bits, line, func } = rows;
      const { kinds, passing } = passingByKind(rows, ticks);
      const parts = kinds.length;
      const order = addingOrder(rows, ticks);
      inSteps(bits.length, (from, to) => {
        for (let at = from; at < to; at++) {
          const row = order === undefined ? at : order[at];
          const marks = bits[row];
          for (let part = 0; part < parts; part++) {
            const value = passing[row * parts + part];
            if (value === 0) continue;
            const kind = kinds[part];
            if ((marks & firsts.line) !== 0) sum(totals.lines, line[row] * width + kind, value);
            if ((marks & firsts.func) !== 0) sum(totals.functions, func[row] * width + kind, value);
          }
        }
      });
    }
    return totals;
  }
}

function addLeaves({ lines, columns, functions }: PlacesTotals, { rows, ticks }: CountedThread): void {
  for (const [part, at] of [["self", rows.script] as const, ["withLibraries", rows.own] as const]) {
    const [ofFunctions, ofLines, ofColumns] = [functions[part], lines[part], columns[part]];
    inSteps(at.length, (from, to) => addAt(at, ticks.leafTicks, rows, ofFunctions, ofLines, ofColumns, from, to));
    if (lines.samples.self === lines.self) continue;
    const [functionSamples, lineSamples] = [functions.samples[part], lines.samples[part]];
    inSteps(at.length, (from, to) => addAt(at, ticks.leafSamples, rows, functionSamples, lineSamples, undefined, from, to));
  }
}

/** Adds the values of each row to the places of the row `at[row]`. */
function addAt(
  at: Int32Array,
  values: TickColumn,
  { func, line, column }: StackRows,
  functions: TickColumn,
  lines: TickColumn,
  columns: TickColumn | undefined,
  from: number,
  to: number,
): void {
  for (let row = from; row < to; row++) {
    const value = values[row];
    const place = at[row];
    if (value === 0 || place === -1) continue;
    sum(functions, func[place], value);
    if (line[place] === -1) continue;
    sum(lines, line[place], value);
    if (columns !== undefined && column[place] !== -1) sum(columns, column[place], value);
  }
}

function addPaths(totals: PlacesTotals, { rows, ticks, recorded }: CountedThread): void {
  const { unrepaired, candidates } = totals;
  const { prefix, bits, line } = rows;
  const order = addingOrder(rows, ticks);
  const all = passingTicks(rows, ticks);
  const counted = order === undefined ? all : passingSamples(rows, ticks);
  inSteps(all.length, (from, to) => addFirsts(totals, rows, { order, all, counted }, recorded === undefined, from, to));
  // The stacks as recorded, if known, show what was repaired; else the rows marked as repaired.
  if (recorded !== undefined)
    recordedTicks(prefix, recorded).forEach((value, row) => {
      if ((bits[row] & firsts.line) !== 0) sum(unrepaired, line[row], value);
    });
  rows.candidates.rows.forEach((row, index) => {
    const key = rows.candidates.lines[index];
    sum(candidates, key < 0 ? ~key : key, key < 0 ? -all[row] : all[row]);
  });
}

/** Ticks and numbers of samples that pass through rows; undefined order: that of the rows. */
interface Passing {
  readonly order: Int32Array | undefined;
  readonly all: TickColumn;
  readonly counted: TickColumn;
}

/** `marksRepairs`: whether rows show what was repaired. */
function addFirsts(
  { lines, functions, columns, measured, repaired, unrepaired }: PlacesTotals,
  { bits, line, func, column }: StackRows,
  { order, all, counted }: Passing,
  marksRepairs: boolean,
  from: number,
  to: number,
): void {
  const isCounted = lines.samples.total !== lines.total;
  const repairedBit = marksRepairs ? firsts.measured : firsts.line;
  for (let at = from; at < to; at++) {
    const row = order === undefined ? at : order[at];
    if (counted[row] === 0) continue;
    const value = all[row];
    const marks = bits[row];
    const key = line[row];
    if ((marks & firsts.line) !== 0) sum(lines.total, key, value);
    if ((marks & firsts.func) !== 0) sum(functions.total, func[row], value);
    if ((marks & firsts.measured) !== 0) sum(measured, key, value);
    if ((marks & repairedBit) !== 0) sum(repaired, key, value);
    if (marksRepairs && (marks & firsts.exact) !== 0) sum(unrepaired, key, value);
    if ((marks & firsts.column) !== 0) sum(columns.total, column[row], value);
    if (!isCounted) continue;
    if ((marks & firsts.line) !== 0) sum(lines.samples.total, key, counted[row]);
    if ((marks & firsts.func) !== 0) sum(functions.samples.total, func[row], counted[row]);
  }
}

/** Sums of categories are those that figures of weighted samples have always been: others differ in the last digits. */
function addCategories(totals: TickColumn, byCategory: TickColumn): void {
  for (let key = 0; key < totals.length; key++) {
    let all = 0;
    for (let category = 0; category < width; category++) all += byCategory[key * width + category];
    totals[key] = all;
  }
}
