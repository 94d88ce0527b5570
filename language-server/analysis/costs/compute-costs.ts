import { byFirst, hottestLinks, rowsWith } from "./cost-links.ts";
import { CostTotals } from "./cost-totals.ts";
import { categories, type ColumnCost, type Composition, type Costs, type FunctionCost, type LineCost, type LinkedCost } from "./costs.ts";
import type { Problem } from "../profile/profile.ts";
import type { CostKeys } from "./stack-rows.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import type { Column, Line, TickColumn, Ticks } from "../units.ts";

const mostCalleesOfLine = 5;
const mostNatives = 5;
const mostLinks = 10;

export interface CostOptions {
  readonly problems?: readonly Problem[];
  /** Exclusive end, on the same line, of the expression that V8 places at a column; -1 if unknown. */
  readonly endColumnOf?: (source: number, line: Line, column: Column) => Column;
}

/** Computes costs as analysis/README.md defines them, from the sums of `CostTotals`. */
export function costsOf(profile: SourceProfile, options: CostOptions = {}): Costs {
  const { threads } = profile;
  const totals = new CostTotals(profile);
  const composition = new Float64Array(categories.length);
  let ticks = 0;
  let busyTicks = 0;
  let samples = 0;
  let busySamples = 0;
  let busyTime = 0;
  let time = 0;
  totals.threads.forEach((thread, index) => {
    ticks += thread.ticks.ticks;
    busyTicks += thread.ticks.busyTicks;
    samples += thread.ticks.samples;
    busySamples += thread.ticks.busySamples;
    const interval = threads[index]?.interval ?? 0;
    busyTime += thread.ticks.busyTicks * interval;
    time += thread.ticks.ticks * interval;
    thread.ticks.composition.forEach((value, category) => (composition[category] = composition[category] + value));
  });
  const linesOf = lineCosts(totals, profile, options.endColumnOf ?? (() => -1));
  const functionsOf = functionCosts(totals, profile);
  let lines: readonly LineCost[] | undefined;
  let functions: readonly FunctionCost[] | undefined;
  return {
    ticks,
    busyTicks,
    samples,
    busySamples,
    interval: busyTicks > 0 ? busyTime / busyTicks : ticks > 0 ? time / ticks : 0,
    sources: profile.sources,
    get lines() {
      return (lines ??= linesOf());
    },
    get functions() {
      return (functions ??= functionsOf());
    },
    linesOf,
    functionsOf,
    composition: compositionOf(composition, 0),
    problems: options.problems ?? [],
  };
}

/** The lines of a source, or of all. */
function lineCosts(
  totals: CostTotals,
  profile: SourceProfile,
  endColumnOf: NonNullable<CostOptions["endColumnOf"]>,
): (source?: number) => readonly LineCost[] {
  const { keys } = totals;
  const { first: sources, second: numbers } = keys.lines;
  const toFunction = (func: number): Link => functionLink(profile, func);
  const callees = hottestLinks(keys.lineCallees, () => totals.calls.lineCallees, mostCalleesOfLine, toFunction);
  const natives = nativesByLine(totals, profile);
  const columns = columnsByLine(totals, endColumnOf);
  return (source) => {
    const { lines, candidates, repaired, unrepaired, measured } = totals.places;
    const { self, withLibraries, total, samples } = lines;
    const rows = (source === undefined ? [...sources.keys()] : rowsWith(keys.lines, source)).filter(
      (row) => total[row] !== 0 || candidates[row] !== 0,
    );
    rows.sort(
      (a, b) =>
        withLibraries[b] - withLibraries[a] ||
        total[b] - total[a] ||
        self[b] - self[a] ||
        sources[a] - sources[b] ||
        numbers[a] - numbers[b],
    );
    return rows.map((row) => ({
      source: sources[row],
      line: numbers[row],
      selfTicks: self[row],
      withLibrariesTicks: withLibraries[row],
      totalTicks: total[row],
      selfSamples: samples.self[row],
      withLibrariesSamples: samples.withLibraries[row],
      totalSamples: samples.total[row],
      repairedTicks: repaired[row] - unrepaired[row],
      inferredTicks: total[row] - measured[row],
      candidateTicks: candidates[row],
      // Getters, as only few of all lines are looked at.
      get composition() {
        return compositionOf(totals.byCategory.lines, row);
      },
      get natives() {
        return natives(row);
      },
      get callees() {
        return callees(row);
      },
      get columns() {
        return columns(row);
      },
    }));
  };
}

/** The functions of a source, or of all. */
function functionCosts(totals: CostTotals, profile: SourceProfile): (source?: number) => readonly FunctionCost[] {
  const { functions } = profile;
  const { keys } = totals;
  const toSite = (site: number): Link => callSiteLink(keys, profile, site);
  const callers = hottestLinks(keys.callers, () => totals.calls.callers, mostLinks, toSite);
  const toFunction = (func: number): Link => functionLink(profile, func);
  const callees = hottestLinks(keys.callees, () => totals.calls.callees, mostLinks, toFunction);
  return (source) => {
    const { self, withLibraries, total, samples } = totals.places.functions;
    const costs: FunctionCost[] = [];
    functions.source.forEach((home, row) => {
      if (home === -1 || (source !== undefined && home !== source) || total[row] === 0) return;
      costs.push({
        source: home,
        get name() {
          return functions.shownName(row);
        },
        line: functions.line[row],
        column: functions.column[row],
        inferred: functions.inferred[row] === 1,
        selfTicks: self[row],
        withLibrariesTicks: withLibraries[row],
        totalTicks: total[row],
        selfSamples: samples.self[row],
        totalSamples: samples.total[row],
        get composition() {
          return compositionOf(totals.byCategory.functions, row);
        },
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
  };
}

function nativesByLine(totals: CostTotals, profile: SourceProfile): (line: number) => LineCost["natives"] {
  const { natives: keys } = totals.keys;
  const ticksOf = (): TickColumn => totals.calls.natives;
  return byFirst(keys, ticksOf, (rows) => {
    const { natives, seenNatives } = totals.calls;
    const names = new Map<string, number>();
    for (const row of rows.sort((a, b) => (seenNatives.get(a) ?? 0) - (seenNatives.get(b) ?? 0))) {
      const name = profile.functions.name[keys.second[row]];
      names.set(name, (names.get(name) ?? 0) + natives[row]);
    }
    return [...names]
      .map(([name, ticks]) => ({ name, ticks }))
      .sort((a, b) => b.ticks - a.ticks)
      .slice(0, mostNatives);
  });
}

function columnsByLine(totals: CostTotals, endColumnOf: NonNullable<CostOptions["endColumnOf"]>): (line: number) => readonly ColumnCost[] {
  const { keys } = totals;
  const totalOf = (): TickColumn => totals.places.columns.total;
  return byFirst(keys.columns, totalOf, (rows) => {
    const { columns } = totals.places;
    return rows
      .map((row): ColumnCost => {
        const line = keys.columns.first[row];
        const column = keys.columns.second[row];
        return {
          column,
          // A getter, since it parses the source: for all columns of a line this would take longer than everything else.
          get endColumn() {
            return endColumnOf(keys.lines.first[line], keys.lines.second[line], column);
          },
          selfTicks: columns.self[row],
          withLibrariesTicks: columns.withLibraries[row],
          totalTicks: columns.total[row],
        };
      })
      .sort((a, b) => a.column - b.column);
  });
}

type Link = Omit<LinkedCost, "ticks" | "inferred">;

function functionLink({ functions }: SourceProfile, row: number): Link {
  return {
    get name() {
      return functions.shownName(row);
    },
    source: functions.source[row],
    line: functions.line[row],
    column: functions.column[row],
  };
}

/** The call site if its line is known, else the start of the calling function. */
function callSiteLink({ lines, siteLines, sites }: CostKeys, profile: SourceProfile, site: number): Link {
  const place = sites.first[site];
  const line = siteLines.second[place];
  const caller = functionLink(profile, siteLines.first[place]);
  if (line === -1) return caller;
  const column = sites.second[site];
  return {
    get name() {
      return caller.name;
    },
    source: lines.first[line],
    line: lines.second[line],
    column,
  };
}

function compositionOf(totals: TickColumn, key: number): Composition {
  const composition = {} as Record<(typeof categories)[number], Ticks>;
  categories.forEach((category, index) => (composition[category] = totals[key * categories.length + index]));
  return composition;
}
