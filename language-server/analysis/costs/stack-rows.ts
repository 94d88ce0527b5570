import { inSteps } from "../budget.ts";
import { categories } from "./costs.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { certainties, functionKinds } from "../profile/profile.ts";
import { depthFirst, type DepthFirst } from "../profile/stack-tree.ts";
import type { SourceProfile, SourceStackTable } from "../sources/source-profile.ts";

interface Made<Value> {
  readonly functions: SourceProfile["functions"];
  readonly tables: ReadonlySet<SourceStackTable>;
  readonly value: Value;
}

/** What is made of the stack tables of a run's threads, whatever samples they have: once, also for parts of the run that lack threads. */
export function madeOfTables<Value>(
  make: (profile: SourceProfile, tables: readonly SourceStackTable[]) => Value,
): (profile: SourceProfile) => Value {
  const known = new WeakMap<SourceStackTable, Made<Value>>();
  return (profile) => {
    const { functions } = profile;
    const tables = new Set(profile.threads.map(({ stacks }) => stacks));
    const [first] = tables;
    const before = first && known.get(first);
    if (before?.functions === functions && [...tables].every((table) => before.tables.has(table))) return before.value;
    const made = { functions, tables, value: make(profile, [...tables]) };
    for (const table of tables) known.set(table, made);
    return made.value;
  };
}

/** Places and calls that ticks may be attributed to. */
export class CostKeys {
  /** (source, line) */
  readonly lines = new NumberPairs();
  /** (row of `lines`, column) */
  readonly columns = new NumberPairs();
  /** (row of `lines`, function): native code directly under a line. */
  readonly natives = new NumberPairs();
  /** (row of `lines`, function) */
  readonly lineCallees = new NumberPairs();
  /** (function, function) */
  readonly callees = new NumberPairs();
  /** (function, row of `sites`) */
  readonly callers = new NumberPairs();
  /** (function, row of `lines` or -1) */
  readonly siteLines = new NumberPairs();
  /** (row of `siteLines`, column or -1) */
  readonly sites = new NumberPairs();
}

/** Bits of a row: it is the first on its stack with its line, function… A sample counts once for each. */
export const firsts = { line: 1, measured: 2, exact: 4, column: 8, func: 16, lineCallee: 32, callee: 64, caller: 128 } as const;
/** Bits of a row whose call has an inferred place. */
export const inferredCall = { lineCallee: 256, caller: 512 } as const;

/** What costs need of each row of a stack table, whatever samples it has; -1: none. */
export interface StackRows {
  readonly prefix: Int32Array;
  /** The rows in depth-first order: each is followed by all that it calls. */
  readonly order: Int32Array;
  /** Row itself or the nearest caller that is JavaScript with a source. */
  readonly script: Int32Array;
  /** Row itself or the nearest caller in own code. */
  readonly own: Int32Array;
  /** Index in `categories`; `idleCategory` for waiting. */
  readonly category: Uint8Array;
  /** Function of a row that is its own `script`. */
  readonly func: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** For a row that is not its own `script`. */
  readonly native: Int32Array;
  readonly lineCallee: Int32Array;
  readonly callee: Int32Array;
  readonly callerSite: Int32Array;
  readonly bits: Uint16Array;
  /** Samples of `rows[n]` may be on `lines[n]`; if that is `~line`, they are no longer, as they certainly are. */
  readonly candidates: { readonly rows: readonly number[]; readonly lines: readonly number[] };
}

/** The rows of all threads' stack tables, with common keys in the order in which each first occurs. */
interface CostTables {
  readonly keys: CostKeys;
  readonly rows: ReadonlyMap<SourceStackTable, StackRows>;
}

export const idleCategory = categories.length;
const [exact, repaired, inferred] = [certainties.indexOf("exact"), certainties.indexOf("repaired"), certainties.indexOf("inferred")];

const costTables = madeOfTables(madeTables);

/** Computed once for a run: parts of it share keys and rows. The rows are those of the profile's threads. */
export function stackRows(profile: SourceProfile): { readonly keys: CostKeys; readonly rows: readonly StackRows[] } {
  const { keys, rows } = costTables(profile);
  return { keys, rows: profile.threads.map(({ stacks }) => rows.get(stacks) as StackRows) };
}

function madeTables(profile: SourceProfile, tables: readonly SourceStackTable[]): CostTables {
  const keys = new CostKeys();
  const placed = tables.map((stacks) => placedRows(profile, stacks, keys));
  // Lines that are candidates only come last.
  const candidateLines = profile.candidates.map((places) => [...new Set(places.map(({ source, line }) => keys.lines.row(source, line)))]);
  const ends = new KeyEnds(keys, profile.functions.name.length);
  const rows = tables.map((stacks, index): readonly [SourceStackTable, StackRows] => {
    const own = placed[index];
    const ordered = depthFirst(stacks.prefix);
    const candidates = markFirsts(own, ordered, stacks, candidateLines, ends);
    ends.start += ordered.order.length;
    return [stacks, { ...own, order: ordered.order, candidates }];
  });
  return { keys, rows: new Map(rows) };
}

type PlacedRows = Omit<StackRows, "order" | "candidates">;

function placedRows({ functions, sources }: SourceProfile, stacks: SourceStackTable, keys: CostKeys): PlacedRows {
  const count = stacks.prefix.length;
  const { prefix: callers } = stacks;
  const column = (): Int32Array => new Int32Array(count).fill(-1);
  const rows = {
    prefix: callers,
    category: new Uint8Array(count),
    bits: new Uint16Array(count),
    script: column(),
    own: column(),
    func: column(),
    line: column(),
    column: column(),
    native: column(),
    lineCallee: column(),
    callee: column(),
    callerSite: column(),
  };
  const { script, own, category, func, line, native, bits } = rows;
  /** The place of each row's `script`: a row of `keys.sites`, and the line and column keys of each. */
  const site = column();
  const lineOf: number[] = [];
  const columnOf: number[] = [];
  /** By frame its site, and by function that on an unknown line. */
  const ofFrame: number[] = [];
  const ofFunction: number[] = [];
  const siteOf = (row: number, source: number): number => {
    const character = stacks.column[row];
    const key = stacks.line[row] > 0 ? keys.lines.row(source, stacks.line[row]) : -1;
    const here = keys.sites.row(keys.siteLines.row(stacks.func[row], key), character);
    lineOf[here] = key;
    columnOf[here] ??= key === -1 || character < 0 ? -1 : keys.columns.row(key, character);
    return here;
  };
  /** Calls (site, function) of scripts, with their links. */
  const calls = new NumberPairs();
  const links: Readonly<Record<"native" | "lineCallee" | "callee" | "callerSite", number>>[] = [];
  const { certainty } = stacks;
  const sourceCategories = sources.map((source) => categories.indexOf(source.category));
  const kindCategories = functionKinds.map((kind) =>
    Math.max(
      categories.indexOf("native"),
      categories.findIndex((each) => each === kind),
    ),
  );
  kindCategories[functionKinds.indexOf("idle")] = idleCategory;
  const ownCategory = categories.indexOf("own");
  inSteps(count, (from, to) => {
    for (let row = from; row < to; row++) {
      const below = callers[row];
      const ran = stacks.func[row];
      const home = functions.source[ran];
      const calling = below === -1 ? -1 : script[below];
      if (home === -1) {
        category[row] = kindCategories[functions.kind[ran]];
        if (below !== -1) {
          script[row] = calling;
          own[row] = own[below];
          site[row] = site[below];
          native[row] = native[below];
        }
      } else {
        const place = stacks.source[row];
        const source = place === -1 ? home : place;
        category[row] = sourceCategories[source];
        script[row] = row;
        func[row] = ran;
        own[row] = category[row] === ownCategory ? row : below === -1 ? -1 : own[below];
        const frame = stacks.frame[row];
        const here = frame === -1 ? (ofFunction[ran] ??= siteOf(row, source)) : (ofFrame[frame] ??= siteOf(row, source));
        site[row] = here;
        line[row] = lineOf[here];
        rows.column[row] = columnOf[here];
      }
      if (calling === -1) continue;
      if (certainty[below] === inferred) bits[row] = inferredCall.lineCallee;
      if (certainty[calling] === inferred) bits[row] = bits[row] | inferredCall.caller;
      const from = site[below];
      if (calling === below) {
        const call = calls.row(from, ran);
        links[call] ??= {
          native: line[below] === -1 || home !== -1 ? -1 : keys.natives.row(line[below], ran),
          lineCallee: line[below] === -1 ? -1 : keys.lineCallees.row(line[below], ran),
          callee: keys.callees.row(func[below], ran),
          callerSite: home === -1 ? -1 : keys.callers.row(ran, from),
        };
        const link = links[call];
        native[row] = link.native;
        rows.lineCallee[row] = link.lineCallee;
        rows.callee[row] = link.callee;
        rows.callerSite[row] = link.callerSite;
      } else if (home !== -1) rows.callerSite[row] = keys.callers.row(ran, from);
    }
  });
  return rows;
}

/**
 * By key where the last first row with it ends, in the order of all tables: a key is on the path to a row that is before that. `start` is
 * where the table begins.
 */
class KeyEnds {
  start = 1;
  readonly lines: Int32Array;
  readonly measured: Int32Array;
  readonly exact: Int32Array;
  readonly columns: Int32Array;
  readonly functions: Int32Array;
  readonly lineCallees: Int32Array;
  readonly callees: Int32Array;
  readonly callers: Int32Array;
  /** Candidates that are on the path. */
  readonly mayStand: Int32Array;

  constructor(keys: CostKeys, functionCount: number) {
    const of = ({ length }: NumberPairs): Int32Array => new Int32Array(length);
    [this.lines, this.measured, this.exact, this.mayStand] = [of(keys.lines), of(keys.lines), of(keys.lines), of(keys.lines)];
    [this.columns, this.functions] = [of(keys.columns), new Int32Array(functionCount)];
    [this.lineCallees, this.callees, this.callers] = [of(keys.lineCallees), of(keys.callees), of(keys.callers)];
  }
}

/** Sets the bits of `firsts`; returns the candidates. */
function markFirsts(
  { bits, line, column, func, lineCallee, callee, callerSite }: PlacedRows,
  { order, end }: DepthFirst,
  { certainty, candidates: undecided }: SourceStackTable,
  candidateLines: readonly (readonly number[])[],
  { start, lines, measured, exact: exacts, columns, functions, lineCallees, callees, callers, mayStand }: KeyEnds,
): StackRows["candidates"] {
  const candidates: { readonly rows: number[]; readonly lines: number[] } = { rows: [], lines: [] };
  inSteps(order.length, (from, to) => {
    for (let index = from; index < to; index++) {
      const row = order[index];
      const at = start + index;
      const here = line[row];
      const ending = start + end[row];
      let found = first(lines, here, at, ending, firsts.line);
      if (found !== 0 && mayStand[here] > at) {
        candidates.rows.push(row);
        candidates.lines.push(~here);
      }
      if (certainty[row] === exact) found |= first(exacts, here, at, ending, firsts.exact);
      if (certainty[row] === exact || certainty[row] === repaired) found |= first(measured, here, at, ending, firsts.measured);
      found |= first(columns, column[row], at, ending, firsts.column);
      found |= first(functions, func[row], at, ending, firsts.func);
      found |= first(lineCallees, lineCallee[row], at, ending, firsts.lineCallee);
      found |= first(callees, callee[row], at, ending, firsts.callee);
      found |= first(callers, callerSite[row], at, ending, firsts.caller);
      bits[row] = bits[row] | found;
      if (undecided[row] === -1) continue;
      for (const candidate of candidateLines[undecided[row]] ?? []) {
        if (mayStand[candidate] > at) continue;
        mayStand[candidate] = ending;
        if (lines[candidate] > at) continue;
        candidates.rows.push(row);
        candidates.lines.push(candidate);
      }
    }
  });
  return candidates;
}

/** `bit` if the key is not on the path to the row at that place; it then is on that of all before `ending`. */
function first(ends: Int32Array, key: number, at: number, ending: number, bit: number): number {
  if (key === -1 || ends[key] > at) return 0;
  ends[key] = ending;
  return bit;
}
