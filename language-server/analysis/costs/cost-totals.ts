import { checkStop } from "../budget.ts";
import { LinkTable } from "./cost-links.ts";
import { categories } from "./costs.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { PathTotals } from "./path-totals.ts";
import { certainties } from "../profile/profile.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import { stackTree, walkStacks } from "../profile/stack-tree.ts";
import { columnLike, passingSamples, passingTicks, placedRows, recordedTicks, type CostKeys, type PlacedRows } from "./thread-rows.ts";
import type { Ticks } from "../units.ts";

const width = categories.length;
const exact = certainties.indexOf("exact");
const repaired = certainties.indexOf("repaired");
const inferred = certainties.indexOf("inferred");
const decided: readonly number[] = [];

/** Sums over a profile's threads, by row of `keys` and of the function table. */
export interface CostTotals {
  readonly keys: CostKeys;
  readonly threads: readonly PlacedRows[];
  readonly lines: PlaceTotals;
  readonly columns: PlaceTotals;
  readonly functions: PlaceTotals;
  /** `lines` without inferred positions. */
  readonly measured: PathTotals;
  /**
   * `lines` with and without the repairs: the difference is the repairs' part of a line's total. Either is `measured` if it would be equal.
   */
  readonly repaired: PathTotals;
  readonly unrepaired: PathTotals;
  readonly candidates: Float64Array;
  /** Pairs (line, function): native code directly under a line. */
  readonly natives: NumberPairs;
  readonly nativeTicks: readonly Ticks[];
  readonly lineCallees: LinkTable;
  readonly callees: LinkTable;
  readonly callers: LinkTable;
  /** Triples (function, column key, line key) that `callers` link to. */
  readonly callSites: CallSites;
}

export interface PlaceTotals {
  readonly self: Float64Array;
  readonly withLibraries: Float64Array;
  /** By category of the innermost frame. */
  readonly total: PathTotals;
  /** Sums of sample counts. */
  readonly samples: {
    readonly self: Float64Array;
    readonly withLibraries: Float64Array;
    /** A sum per key, or `total` itself if samples have no weights. */
    readonly total: PathTotals;
  };
}

interface CallSites {
  /** (function, line key or -1) */
  readonly byLine: NumberPairs;
  /** (row of byLine, column or -1) */
  readonly byColumn: NumberPairs;
}

/**
 * Adds up samples. `addLeaves` gives each one to its innermost line (self) and to its innermost line of own code (attributed, `withLibraries`);
 * `addPaths` gives it once to each line, function and column on its stack (total): a counter is raised on the way down the stack tree and
 * lowered on the way up, and only the first occurrence on a path counts. Time and memory grow with stack rows, not samples.
 */
export function costTotals(profile: SourceProfile): CostTotals {
  const keys: CostKeys = { lines: new NumberPairs(), columns: new NumberPairs() };
  const threads = profile.threads.map((thread) => placedRows(profile, thread, keys));
  for (const candidates of profile.candidates) for (const { source, line } of candidates) keys.lines.row(source, line);
  const nativeTicks: Ticks[] = [];
  const measured = new PathTotals(keys.lines.length, 1);
  const isRecorded = profile.threads.some(({ samples }) => samples.recorded !== undefined);
  const isWeighted = profile.threads.some(({ samples }) => samples.weight !== undefined);
  const isRepaired = isRecorded || profile.threads.some(({ stacks }) => stacks.certainty.includes(repaired));
  const totals: CostTotals = {
    keys,
    threads,
    lines: placeTotals(keys.lines.length, width, isWeighted),
    columns: placeTotals(keys.columns.length, 1, false),
    functions: placeTotals(profile.functions.name.length, width, isWeighted),
    measured,
    repaired: isRecorded ? new PathTotals(keys.lines.length, 1) : measured,
    unrepaired: isRepaired ? new PathTotals(keys.lines.length, 1) : measured,
    candidates: new Float64Array(keys.lines.length),
    natives: new NumberPairs(),
    nativeTicks,
    lineCallees: new LinkTable(),
    callees: new LinkTable(),
    callers: new LinkTable(),
    callSites: { byLine: new NumberPairs(), byColumn: new NumberPairs() },
  };
  const candidateLines = profile.candidates.map((candidates) => [
    ...new Set(candidates.map(({ source, line }) => keys.lines.row(source, line))),
  ]);
  profile.threads.forEach((thread, index) => {
    const rows = threads[index] as PlacedRows;
    addLeaves(totals, thread, rows, nativeTicks);
    addPaths(totals, thread, rows, candidateLines);
  });
  return totals;
}

function placeTotals(keys: number, parts: number, isWeighted: boolean): PlaceTotals {
  const counted = { self: new Float64Array(keys), withLibraries: new Float64Array(keys), total: new PathTotals(keys, parts) };
  const samples = isWeighted
    ? { self: new Float64Array(keys), withLibraries: new Float64Array(keys), total: new PathTotals(keys, 1) }
    : counted;
  return { ...counted, samples };
}

function addLeaves(totals: CostTotals, thread: SourceThread, rows: PlacedRows, nativeTicks: Ticks[]): void {
  const { lines, columns, functions, natives } = totals;
  if (lines.samples.total !== lines.total) addLeafSamples(totals, thread, rows);
  rows.leafTicks.forEach((ticks, row) => {
    checkStop(row);
    if (ticks === 0) return;
    const script = rows.script[row] as number;
    if (script !== -1) {
      const line = rows.line[script] as number;
      add(functions.self, thread.stacks.func[script] as number, ticks);
      add(lines.self, line, ticks);
      add(columns.self, rows.column[script] as number, ticks);
      if (line !== -1 && script !== row) {
        const native = natives.row(line, rows.native[row] as number);
        nativeTicks[native] = (nativeTicks[native] ?? 0) + ticks;
      }
    }
    const own = rows.own[row] as number;
    if (own === -1) return;
    add(functions.withLibraries, thread.stacks.func[own] as number, ticks);
    add(lines.withLibraries, rows.line[own] as number, ticks);
    add(columns.withLibraries, rows.column[own] as number, ticks);
  });
}

function addLeafSamples({ lines, functions }: CostTotals, thread: SourceThread, rows: PlacedRows): void {
  rows.leafSamples.forEach((samples, row) => {
    checkStop(row);
    if (samples === 0) return;
    const script = rows.script[row] as number;
    if (script !== -1) {
      add(functions.samples.self, thread.stacks.func[script] as number, samples);
      add(lines.samples.self, rows.line[script] as number, samples);
    }
    const own = rows.own[row] as number;
    if (own !== -1) add(lines.samples.withLibraries, rows.line[own] as number, samples);
  });
}

function add(sums: Float64Array, key: number, ticks: Ticks): void {
  if (key !== -1) sums[key] = (sums[key] as number) + ticks;
}

function addPaths(totals: CostTotals, thread: SourceThread, rows: PlacedRows, candidateLines: readonly (readonly number[])[]): void {
  const { stacks, samples } = thread;
  const { lines, columns, functions, measured, candidates } = totals;
  const passing = passingTicks(stacks.prefix, rows);
  const links = linkRows(totals, thread, rows);
  const count = stacks.prefix.length;
  const all = columnLike(passing, count);
  for (let row = 0; row < count; row++) {
    checkStop(row);
    for (let part = 0; part < width; part++) all[row] = (all[row] as number) + (passing[row * width + part] as number);
  }
  const sampleTotals = lines.samples.total === lines.total ? undefined : { lines: lines.samples.total, functions: functions.samples.total };
  const passingCount = sampleTotals === undefined ? undefined : passingSamples(stacks.prefix, rows);
  /** How many rows on the path may be on a line (as candidates). */
  const mayStand = new Int32Array(totals.keys.lines.length);
  const certaintyOf = (row: number): number => stacks.certainty[row] as number;
  const isMeasured = (row: number): boolean => certaintyOf(row) === exact || certaintyOf(row) === repaired;
  // Uses the stacks as recorded, if known, to find what was repaired; else the rows marked as repaired.
  const recordedPassing = samples.recorded === undefined ? undefined : recordedTicks(stacks.prefix, samples.recorded);
  const countsRepaired = recordedPassing === undefined ? isMeasured : (): boolean => true;
  const countsUnrepaired = recordedPassing === undefined ? (row: number): boolean => certaintyOf(row) === exact : (): boolean => true;
  const hasRepaired = totals.repaired !== measured;
  const hasUnrepaired = totals.unrepaired !== measured;
  const scriptFunction = (row: number): number => (rows.script[row] === row ? (stacks.func[row] as number) : -1);

  function enter(row: number): void {
    const ticks = all[row] as number;
    const line = rows.line[row] as number;
    // A sample that is certainly on a line is no longer a candidate for it.
    if (line !== -1 && !lines.total.isOnPath(line) && (mayStand[line] as number) > 0)
      candidates[line] = (candidates[line] as number) - ticks;
    lines.total.enter(line, passing, row * width);
    if (isMeasured(row)) measured.enter(line, all, row);
    if (hasRepaired && countsRepaired(row)) totals.repaired.enter(line, all, row);
    if (hasUnrepaired && countsUnrepaired(row)) totals.unrepaired.enter(line, recordedPassing ?? all, row);
    columns.total.enter(rows.column[row] as number, all, row);
    functions.total.enter(scriptFunction(row), passing, row * width);
    if (passingCount !== undefined) {
      sampleTotals?.lines.enter(line, passingCount, row);
      sampleTotals?.functions.enter(scriptFunction(row), passingCount, row);
    }
    const undecided = stacks.candidates[row] as number;
    for (const candidate of undecided === -1 ? decided : (candidateLines[undecided] ?? decided)) {
      if (mayStand[candidate] === 0 && !lines.total.isOnPath(candidate)) candidates[candidate] = (candidates[candidate] as number) + ticks;
      mayStand[candidate] = (mayStand[candidate] as number) + 1;
    }
    const caller = stacks.prefix[row] as number;
    totals.lineCallees.enter(links.lineCallee[row] as number, ticks, caller !== -1 && certaintyOf(caller) === inferred);
    totals.callees.enter(links.callee[row] as number, ticks, false);
    const site = caller === -1 ? -1 : (rows.script[caller] as number);
    totals.callers.enter(links.caller[row] as number, ticks, site !== -1 && certaintyOf(site) === inferred);
  }

  function leave(row: number): void {
    const line = rows.line[row] as number;
    lines.total.leave(line);
    if (isMeasured(row)) measured.leave(line);
    if (hasRepaired && countsRepaired(row)) totals.repaired.leave(line);
    if (hasUnrepaired && countsUnrepaired(row)) totals.unrepaired.leave(line);
    columns.total.leave(rows.column[row] as number);
    functions.total.leave(scriptFunction(row));
    sampleTotals?.lines.leave(line);
    sampleTotals?.functions.leave(scriptFunction(row));
    const undecided = stacks.candidates[row] as number;
    for (const candidate of undecided === -1 ? decided : (candidateLines[undecided] ?? decided))
      mayStand[candidate] = (mayStand[candidate] as number) - 1;
    totals.lineCallees.leave(links.lineCallee[row] as number);
    totals.callees.leave(links.callee[row] as number);
    totals.callers.leave(links.caller[row] as number);
  }

  walkStacks(stackTree(stacks.prefix), stacks.prefix, enter, leave);
}

/** Rows of the link tables for the edge between each stack row and its caller. */
function linkRows(totals: CostTotals, thread: SourceThread, rows: PlacedRows) {
  const { stacks } = thread;
  const count = stacks.prefix.length;
  const lineCallee = new Int32Array(count).fill(-1);
  const callee = new Int32Array(count).fill(-1);
  const caller = new Int32Array(count).fill(-1);
  const { byLine, byColumn } = totals.callSites;
  for (let row = 0; row < count; row++) {
    checkStop(row);
    const prefix = stacks.prefix[row] as number;
    if (prefix === -1) continue;
    const func = stacks.func[row] as number;
    if (rows.script[prefix] === prefix) {
      if (rows.line[prefix] !== -1) lineCallee[row] = totals.lineCallees.row(rows.line[prefix] as number, func);
      callee[row] = totals.callees.row(stacks.func[prefix] as number, func);
    }
    const site = rows.script[prefix] as number;
    if (rows.script[row] !== row || site === -1) continue;
    const place = byColumn.row(byLine.row(stacks.func[site] as number, rows.line[site] as number), stacks.column[site] as number);
    caller[row] = totals.callers.row(func, place);
  }
  return { lineCallee, callee, caller };
}
