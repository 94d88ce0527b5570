import { byFirst, hottestLinks } from "./cost-links.ts";
import { costTotals, type CostTotals, type PlaceTotals } from "./cost-totals.ts";
import { categories, type ColumnCost, type Composition, type Costs, type FunctionCost, type LineCost, type LinkedCost } from "./costs.ts";
import type { Problem } from "../profile/profile.ts";
import type { CostKeys } from "./stack-rows.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import type { Column, Line, Ticks } from "../units.ts";

const mostCalleesOfLine = 5;
const mostNatives = 5;
const mostLinks = 10;

export interface CostOptions {
  readonly problems?: readonly Problem[];
  /** Exclusive end, on the same line, of the expression that V8 places at a column; -1 if unknown. */
  readonly endColumnOf?: (source: number, line: Line, column: Column) => Column;
}

/** Computes costs as analysis/README.md defines them, from the sums that `costTotals` makes. */
export function costsOf(profile: SourceProfile, options: CostOptions = {}): Costs {
  const { threads } = profile;
  const totals = costTotals(profile);
  const composition = new Float64Array(categories.length);
  let ticks = 0;
  let busyTicks = 0;
  let samples = 0;
  let busySamples = 0;
  let busyTime = 0;
  let time = 0;
  totals.threads.forEach((rows, index) => {
    ticks += rows.ticks;
    busyTicks += rows.busyTicks;
    samples += rows.samples;
    busySamples += rows.busySamples;
    const interval = threads[index]?.interval ?? 0;
    busyTime += rows.busyTicks * interval;
    time += rows.ticks * interval;
    rows.composition.forEach((value, category) => (composition[category] = (composition[category] as number) + value));
  });
  return {
    ticks,
    busyTicks,
    samples,
    busySamples,
    interval: busyTicks > 0 ? busyTime / busyTicks : ticks > 0 ? time / ticks : 0,
    sources: profile.sources,
    lines: lineCosts(totals, profile, options.endColumnOf ?? (() => -1)),
    functions: functionCosts(totals, profile),
    composition: compositionOf(composition, 0),
    problems: options.problems ?? [],
  };
}

function lineCosts(totals: CostTotals, profile: SourceProfile, endColumnOf: NonNullable<CostOptions["endColumnOf"]>): LineCost[] {
  const { lines, keys } = totals;
  const callees = hottestLinks(keys.lineCallees, totals.lineCallees, mostCalleesOfLine, (func) => functionLink(profile, func));
  const natives = nativesByLine(totals, profile);
  const columns = columnsByLine(totals, endColumnOf);
  const costs: LineCost[] = [];
  for (let row = 0; row < keys.lines.length; row++) {
    const totalTicks = totalOf(lines.total, row);
    const candidateTicks = totals.candidates[row] as number;
    if (totalTicks === 0 && candidateTicks === 0) continue;
    costs.push({
      source: keys.lines.first[row] as number,
      line: keys.lines.second[row] as number,
      selfTicks: lines.self[row] as number,
      withLibrariesTicks: lines.withLibraries[row] as number,
      totalTicks,
      selfSamples: lines.samples.self[row] as number,
      withLibrariesSamples: lines.samples.withLibraries[row] as number,
      totalSamples: lines.samples.total === lines.total ? totalTicks : (lines.samples.total[row] as number),
      repairedTicks: (totals.repaired[row] as number) - (totals.unrepaired[row] as number),
      inferredTicks: totalTicks - (totals.measured[row] as number),
      candidateTicks,
      composition: compositionOf(lines.total, row),
      // Getters, as only few of all lines are looked at.
      get natives() {
        return natives(row);
      },
      get callees() {
        return callees(row);
      },
      get columns() {
        return columns(row);
      },
    });
  }
  return costs.sort(
    (a, b) =>
      b.withLibrariesTicks - a.withLibrariesTicks ||
      b.totalTicks - a.totalTicks ||
      b.selfTicks - a.selfTicks ||
      a.source - b.source ||
      a.line - b.line,
  );
}

function functionCosts(totals: CostTotals, profile: SourceProfile): FunctionCost[] {
  const { functions } = profile;
  const { self, withLibraries, total, samples }: PlaceTotals = totals.functions;
  const callers = hottestLinks(totals.keys.callers, totals.callers, mostLinks, (site) => callSiteLink(totals.keys, profile, site));
  const callees = hottestLinks(totals.keys.callees, totals.callees, mostLinks, (func) => functionLink(profile, func));
  const costs: FunctionCost[] = [];
  functions.source.forEach((source, row) => {
    const totalTicks = totalOf(total, row);
    if (source === -1 || totalTicks === 0) return;
    costs.push({
      source,
      get name() {
        return functions.shownName(row);
      },
      line: functions.line[row] as number,
      column: functions.column[row] as number,
      inferred: functions.inferred[row] === 1,
      selfTicks: self[row] as number,
      withLibrariesTicks: withLibraries[row] as number,
      totalTicks,
      selfSamples: samples.self[row] as number,
      totalSamples: samples.total === total ? totalTicks : (samples.total[row] as number),
      composition: compositionOf(total, row),
      get callers() {
        return callers(row);
      },
      get callees() {
        return callees(row);
      },
    });
  });
  return costs.sort(
    (a, b) => b.totalTicks - a.totalTicks || b.selfTicks - a.selfTicks || a.source - b.source || a.line - b.line || a.column - b.column,
  );
}

function nativesByLine({ keys, natives, seenNatives }: CostTotals, profile: SourceProfile): (line: number) => LineCost["natives"] {
  return byFirst(keys.natives, natives, (rows) => {
    const names = new Map<string, number>();
    for (const row of rows.sort((a, b) => (seenNatives.get(a) ?? 0) - (seenNatives.get(b) ?? 0))) {
      const name = profile.functions.name[keys.natives.second[row] as number] as string;
      names.set(name, (names.get(name) ?? 0) + (natives[row] as number));
    }
    return [...names]
      .map(([name, ticks]) => ({ name, ticks }))
      .sort((a, b) => b.ticks - a.ticks)
      .slice(0, mostNatives);
  });
}

function columnsByLine(
  { keys, columns }: CostTotals,
  endColumnOf: NonNullable<CostOptions["endColumnOf"]>,
): (line: number) => readonly ColumnCost[] {
  return byFirst(keys.columns, columns.total, (rows) =>
    rows
      .map((row): ColumnCost => {
        const line = keys.columns.first[row] as number;
        const column = keys.columns.second[row] as number;
        return {
          column,
          // A getter, since it parses the source: for all columns of a line this would take longer than everything else.
          get endColumn() {
            return endColumnOf(keys.lines.first[line] as number, keys.lines.second[line] as number, column);
          },
          selfTicks: columns.self[row] as number,
          withLibrariesTicks: columns.withLibraries[row] as number,
          totalTicks: columns.total[row] as number,
        };
      })
      .sort((a, b) => a.column - b.column),
  );
}

type Link = Omit<LinkedCost, "ticks" | "inferred">;

function functionLink({ functions }: SourceProfile, row: number): Link {
  return {
    get name() {
      return functions.shownName(row);
    },
    source: functions.source[row] as number,
    line: functions.line[row] as number,
    column: functions.column[row] as number,
  };
}

/** The call site if its line is known, else the start of the calling function. */
function callSiteLink({ lines, siteLines, sites }: CostKeys, profile: SourceProfile, site: number): Link {
  const place = sites.first[site] as number;
  const line = siteLines.second[place] as number;
  const caller = functionLink(profile, siteLines.first[place] as number);
  if (line === -1) return caller;
  const column = sites.second[site] as number;
  return {
    get name() {
      return caller.name;
    },
    source: lines.first[line] as number,
    line: lines.second[line] as number,
    column,
  };
}

/** Sum over the categories of a key. */
function totalOf(totals: Float64Array, key: number): Ticks {
  let sum = 0;
  for (let category = 0; category < categories.length; category++) sum += totals[key * categories.length + category] as number;
  return sum;
}

function compositionOf(totals: Float64Array, key: number): Composition {
  const composition = {} as Record<(typeof categories)[number], Ticks>;
  categories.forEach((category, index) => (composition[category] = totals[key * categories.length + index] as number));
  return composition;
}
