import { checkStop } from "../budget.ts";
import { isChange } from "./chance/verdict.ts";
import { categoryOf, functionPlaces, isEditedLine, linePlaces, lineTexts, pairFunctions, pairLines, type Place } from "./code-pairs.ts";
import type { CostDigest } from "./cost-digest.ts";
import { sliceCount, type SlicedTicks } from "../costs/cost-slices.ts";
import { categories, type Category } from "../costs/costs.ts";
import type { HeatBy } from "../costs/heat.ts";
import { matchRuns, type RunMatching, type SyntaxOf } from "./run-matching.ts";
import { errorOfTest, errorsOfTests, type FamilyPart } from "./chance/students-t.ts";
import { type Drift, driftOf, type Machine, machineOf, unknownMachine } from "./drift.ts";
import type { FunctionPair } from "./other-code.ts";
import { LineFunctions, RowDrifts } from "./row-drifts.ts";
import { differenceOf, type Difference, type Family, type JudgedPlace, smallestShare } from "./significance.ts";
import { tickCount } from "./tick-pair.ts";
import type { Share } from "../units.ts";

export interface DiffOptions {
  /** The number of units (requests, seconds) of each run; above 0. */
  readonly units: { readonly base: number; readonly next: number };
  /** The figure to compare. Code that is not own has no attributed ticks, so its self is used. */
  readonly by: HeatBy;
  /** Without it nothing is known of the machine. */
  readonly machine?: Machine | undefined;
}

export interface FunctionDifference extends Difference {
  readonly name: string;
  readonly baseName: string;
  readonly category: Category;
  readonly edited: boolean;
  /** Undefined if that run's code has no such function, as far as known. */
  readonly baseAt: Place | undefined;
  readonly nextAt: Place | undefined;
}

export interface LineDifference extends Difference {
  readonly category: Category;
  readonly baseAt: Place | undefined;
  readonly nextAt: Place | undefined;
  /** Trimmed texts; "" if not kept. */
  readonly baseText: string;
  readonly nextText: string;
}

/** Comparison of two runs; costs in milliseconds per unit. */
export interface RunDifference {
  readonly busy: Difference;
  readonly composition: Readonly<Record<Category, Difference>>;
  readonly drift: Drift;
  /** The parameters for judging the busy cost of any single place. */
  readonly family: Omit<Family, "error">;
  /** Hot unchanged or edited code of which too little other code ran to distinguish the machine from a change; those that cost most now first. */
  readonly unclear: readonly FunctionDifference[];
  /** Significant changes first, by size; if own code and what it called share a change, own code comes first. */
  readonly functions: readonly FunctionDifference[];
  readonly lines: readonly LineDifference[];
  readonly matching: RunMatching;
}

export function diffRuns(base: CostDigest, next: CostDigest, syntaxOf: SyntaxOf, options: DiffOptions): RunDifference {
  const { units, by, machine = unknownMachine } = options;
  const matching = matchRuns(base, next, syntaxOf);
  const worth = { base: base.interval / 1000 / units.base, next: next.interval / 1000 / units.next };
  const busy = { base: base.busyTicks * worth.base, next: next.busyTicks * worth.next };
  const { lost, expected } = machineOf(machine, busy);
  const pairs = pairFunctions(base, next, matching);
  const drifts = new RowDrifts(base, next, pairs, (others) =>
    driftOf(others, worth, busy.base > 0 && busy.next > 0 ? Math.log(busy.next / busy.base) : 0, expected),
  );
  const family = { drift: drifts.all, worth, busy, lost };
  const { whole } = drifts;
  const functions = judge(
    pairs.map((pair) => {
      const category = categoryOf(base, base.functions.source, next, next.functions.source, pair);
      const place = { ...placeOfRow(base.functions, next.functions, measureOf(by, category), pair), whole };
      return { place, category, ...functionPlaces(base, next, matching, pair), drift: drifts.of(pair) };
    }),
    { ...family, part: "functions" },
  );
  const texts = { base: lineTexts(base), next: lineTexts(next) };
  const around = new LineFunctions(base, next, syntaxOf, pairs);
  const lines = judge(
    pairLines(base, next, matching).map((pair) => {
      const category = categoryOf(base, base.lines.source, next, next.lines.source, pair);
      const place = { ...placeOfRow(base.lines, next.lines, measureOf(by, category), pair), whole };
      const places = linePlaces(base, next, matching, pair, texts);
      return { place, category, ...places, edited: isEditedLine(places), drift: drifts.of(around.of(pair)) };
    }),
    { ...family, part: "lines" },
  ).map(({ edited: _edited, isUnclear: _isUnclear, ...line }) => line);
  // By total, what calls a changed function changes with it.
  const isExplained = by === "total" && functions.some(({ verdict }) => isChange(verdict));
  return {
    busy: differenceOf(
      { base: base.busySlices, next: next.busySlices },
      { ...family, drift: wholeDrift(drifts.all), error: errorOfTest("headline", 1) },
    ),
    composition: compositionDifference(base, next, family),
    drift: drifts.all,
    family,
    functions: functions.map(({ isUnclear: _isUnclear, ...row }) => row).sort(byImportance(by)),
    unclear: isExplained ? [] : functions.filter(({ isUnclear }) => isUnclear).sort((a, b) => b.next - a.next),
    lines: lines.sort(byImportance(by)),
    matching,
  };
}

/** All busy time contains the common factor, which cannot be distinguished from a change: it only widens the error. */
function wholeDrift(drift: Drift): Drift {
  return { ...drift, log: 0, spread: Math.max(drift.spread, Math.abs(drift.log)), stray: 0 };
}

function measureOf(by: DiffOptions["by"], category: Category): DiffOptions["by"] {
  return by === "withLibraries" && category !== "own" ? "self" : by;
}

const nothing = new Float32Array(sliceCount);

function placeOfRow(base: RowTicks, next: RowTicks, by: keyof SlicedTicks, pair: FunctionPair): JudgedPlace {
  const slices = (ticks: Float32Array, row: number): Float32Array =>
    row === -1 ? nothing : ticks.subarray(row * sliceCount, (row + 1) * sliceCount);
  return {
    base: slices(base.slices[by], pair.base),
    next: slices(next.slices[by], pair.next),
    writes: { base: base.writes[by][pair.base] ?? 0, next: next.writes[by][pair.next] ?? 0 },
  };
}

type RowTicks = Pick<CostDigest["lines"], "slices" | "writes">;

/** Unclear code is at least this share of busy time, and may have changed by this factor. */
const unclearShare = 0.1;
const unclearChange = Math.log(1.1);

/** Leaves out rows without ticks in this figure. */
function judge<Row extends { readonly place: JudgedPlace; readonly edited: boolean; readonly drift: Drift }>(
  rows: readonly Row[],
  { part, ...family }: Omit<Family, "error"> & { readonly part: FamilyPart },
): (Omit<Row, "place" | "drift"> & Difference & { readonly isUnclear: boolean })[] {
  const { busy } = family;
  const errors = errorsOfTests(
    part,
    rows.map(({ place }) => weightOf(place, family)),
  );
  return rows
    .map(({ place, drift, ...row }, at) => {
      checkStop();
      const difference = differenceOf({ ...place, isEdited: row.edited }, { ...family, drift, error: errors[at] ?? 0 });
      const { base, next, verdict } = difference;
      const isHot = base > unclearShare * busy.base && next > unclearShare * busy.next;
      const isUnclear = !drift.isSeen && isHot && !isChange(verdict) && Math.abs(Math.log(next / base)) > unclearChange;
      return { ...row, ...difference, isUnclear };
    })
    .filter((row) => row.base + row.next > 0);
}

/**
 * A place takes as much of the error as it has of busy time in both runs: where there is more to gain, less proof is asked for. None if its change can
 * never be visible.
 */
function weightOf(place: JudgedPlace, { worth, busy }: Pick<Family, "worth" | "busy">): Share {
  const share = (side: "base" | "next"): Share => (busy[side] > 0 ? (tickCount(place[side]).ticks * worth[side]) / busy[side] : 0);
  const [before, after] = [share("base"), share("next")];
  return Math.max(before, after) > smallestShare ? (before + after) / 2 : 0;
}

/** Categories have only sums, not time slices. */
function compositionDifference(base: CostDigest, next: CostDigest, family: Omit<Family, "error">): RunDifference["composition"] {
  return Object.fromEntries(
    categories.map((category) => {
      const ticks = { base: Float32Array.of(base.composition[category]), next: Float32Array.of(next.composition[category]) };
      return [category, differenceOf(ticks, { ...family, error: errorOfTest("functions", categories.length) })];
    }),
  ) as Record<Category, Difference>;
}

/**
 * Own code's attributed time includes what it called elsewhere, so a change shows in a row of each: of two similar ones, the one that
 * the user can fix comes first.
 */
const elsewhereWeight = 0.8;

function byImportance(by: DiffOptions["by"]): (a: JudgedRow, b: JudgedRow) => number {
  const size = ({ delta, category }: JudgedRow): number =>
    Math.abs(delta) * (by === "withLibraries" && category !== "own" ? elsewhereWeight : 1);
  return (a, b) => rankOf(a) - rankOf(b) || size(b) - size(a);
}

/** Changes, then what changed with the load, then noise. */
function rankOf({ verdict }: JudgedRow): number {
  return isChange(verdict) ? 0 : verdict === "load" ? 1 : 2;
}

type JudgedRow = Difference & { readonly category: Category };
