import type { Headline } from "../analysis/compare/chance/headline.ts";
import type { FigureName } from "../analysis/compare/chance/measured-start.ts";
import type { FigureWord } from "../analysis/compare/chance/verdict.ts";
import { type Caveat, caveatText, type RunMachine } from "../analysis/compare/comparability.ts";
import { type CompareUnit, cpuPerUnit } from "../analysis/compare/compare-units.ts";
import type { Place } from "../analysis/compare/code-pairs.ts";
import type { Difference } from "../analysis/compare/significance.ts";
import type { Column, Line, Milliseconds, Ticks } from "../analysis/units.ts";
import type { ComparedRuns } from "../answers/compare/compared-runs.ts";
import { type ComparedSelections, effectOn } from "./compared-selection.ts";
import { type JsonFilter, jsonFilter, type JsonSelection, selectedOf } from "./json-selection.ts";
import { takesAway } from "../analysis/selection/stack-filter.ts";
import type { LocatedRun } from "../opening/moved-sources.ts";
import { inEnglish } from "../texts/english.ts";

/** What `heatline compare --json` prints. Fields are only ever added; `schema` is incremented if one changes its meaning. */
export interface JsonComparison {
  readonly schema: 1;
  readonly before: JsonRun;
  readonly after: JsonRun;
  /** Unit that costs are divided by; costs are milliseconds of busy time. */
  readonly per: CompareUnit;
  /**
   * Only with `--thread`, or with `--from` and `--to` of one run: then `after` is its span and `before` the rest of it. All figures are of
   * that part.
   */
  readonly selection?: JsonSelection;
  /** Only if the options of a filter take something away. */
  readonly filter?: { readonly before: JsonFilter; readonly after: JsonFilter };
  /** Requests per second, after ÷ before; null if a run has no load report. */
  readonly loadRatio: number | null;
  /** What is said of both runs as a whole; null if nothing is. */
  readonly word: Headline["word"] | null;
  /** Starts of equal code that showed what two starts differ by; 0: the usual 15 % was assumed. */
  readonly starts: number;
  readonly figures: readonly JsonFigure[];
  /** All busy time. */
  readonly busy: JsonCost;
  /** Factor by which all code got slower (above 1) or faster; verdicts are corrected for it. */
  readonly drift: number;
  /** Full sentences: why the figures may mislead. */
  readonly warnings: readonly { readonly kind: Caveat["kind"]; readonly text: string }[];
  /** Significant changes first, by size. */
  readonly functions: readonly JsonFunctionChange[];
  readonly lines: readonly JsonLineChange[];
}

/** A figure of both runs. `low` to `high` is the interval of `ratio` (after ÷ before) that holds for all figures at once; null without a word. */
interface JsonFigure {
  readonly name: FigureName;
  readonly before: number;
  readonly after: number;
  readonly ratio: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly word: FigureWord | null;
}

interface JsonRun {
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** "" if unknown, like `node`. */
  readonly commit: string;
  readonly node: string;
  /** What is known of the machine that it ran on; left out by runs of earlier versions. */
  readonly machine?: RunMachine | undefined;
  readonly recorder: LocatedRun["recorder"];
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  /** CPU time of all threads of the app's processes, per `per`; left out if unknown. */
  readonly cpuMs?: Milliseconds | undefined;
  readonly requests?: number | undefined;
  readonly requestsPerSecond?: number | undefined;
  readonly p50Ms?: Milliseconds | undefined;
  readonly p99Ms?: Milliseconds | undefined;
}

/** `change` is corrected for what all other code costs more or less, so it may not be `after` less `before`; `low` to `high` is its 95 % interval. */
interface JsonCost {
  readonly before: Milliseconds;
  readonly after: Milliseconds;
  readonly change: Milliseconds;
  readonly low: Milliseconds;
  readonly high: Milliseconds;
  readonly verdict: Difference["verdict"];
}

/** Null if that run has no such place. Lines are 1-based, columns 0-based and -1 if unknown. */
interface JsonPlace {
  /** Absolute path, or the URL if it is not a file. */
  readonly file: string;
  readonly line: Line;
  readonly column?: Column;
}

interface JsonFunctionChange extends JsonCost {
  readonly name: string;
  readonly category: string;
  /** Its text has changed. */
  readonly edited: boolean;
  readonly beforeAt: JsonPlace | null;
  readonly afterAt: JsonPlace | null;
}

interface JsonLineChange extends JsonCost {
  readonly category: string;
  readonly beforeAt: JsonPlace | null;
  readonly afterAt: JsonPlace | null;
  /** Trimmed; "" if the text was not kept. */
  readonly beforeText: string;
  readonly afterText: string;
}

/** `top`: maximum number of rows in each list. `selections`: what of both is compared. */
export function jsonComparison(
  { base, next, units, loadRatio, headline, difference, caveats }: ComparedRuns<LocatedRun>,
  top: number,
  selections: ComparedSelections,
): JsonComparison {
  return {
    schema: 1,
    before: runOf(base, units.base),
    after: runOf(next, units.next),
    per: units.per,
    ...selectedOf(next.analysis.profile.threads, selections.next),
    ...filteredBy({ base, next }, selections),
    loadRatio,
    word: headline.word ?? null,
    starts: headline.starts,
    figures: headline.figures.map(({ name, before, after, ratio, interval, word }) => ({
      name,
      before,
      after,
      ratio,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      word: word ?? null,
    })),
    busy: costOf(difference.busy),
    drift: Math.exp(difference.drift.log),
    warnings: caveats.map((caveat) => ({ kind: caveat.kind, text: inEnglish(caveatText(caveat)) })),
    functions: difference.functions.slice(0, top).map((row) => ({
      name: row.name,
      category: row.category,
      ...costOf(row),
      edited: row.edited,
      beforeAt: placeOf(row.baseAt, base),
      afterAt: placeOf(row.nextAt, next),
    })),
    lines: difference.lines.slice(0, top).map((row) => ({
      category: row.category,
      ...costOf(row),
      beforeAt: lineOf(row.baseAt, base),
      afterAt: lineOf(row.nextAt, next),
      beforeText: row.baseText,
      afterText: row.nextText,
    })),
  };
}

function filteredBy({ base, next }: Pick<ComparedRuns, "base" | "next">, selections: ComparedSelections): Pick<JsonComparison, "filter"> {
  const [before, after] = [effectOn(base.analysis, selections.base), effectOn(next.analysis, selections.next)];
  if (before === undefined || after === undefined || !takesAway(selections.next.filter)) return {};
  return {
    filter: {
      before: jsonFilter({ filter: selections.base.filter, effect: before }),
      after: jsonFilter({ filter: selections.next.filter, effect: after }),
    },
  };
}

function runOf({ run, recorder, analysis: { costs } }: LocatedRun, unitCount: number): JsonRun {
  const { requests, requestsPerSecond, latency } = run.load ?? {};
  return {
    name: run.name,
    startedAt: run.startedAt,
    commit: run.app.gitCommit,
    node: run.app.nodeVersion.replace(/^v/, ""),
    machine: run.machine,
    recorder,
    ticks: costs.ticks,
    busyTicks: costs.busyTicks,
    cpuMs: cpuPerUnit(run, unitCount),
    requests,
    requestsPerSecond,
    p50Ms: latency?.p50Ms,
    p99Ms: latency?.p99Ms,
  };
}

function costOf({ base, next, delta, low, high, verdict }: Difference): JsonCost {
  return { before: base, after: next, change: delta, low, high, verdict };
}

function placeOf(place: Place | undefined, { pathNow }: LocatedRun): JsonPlace | null {
  return place === undefined ? null : { file: pathNow(place.path), line: place.line, column: place.column };
}

function lineOf(place: Place | undefined, { pathNow }: LocatedRun): JsonPlace | null {
  return place === undefined ? null : { file: pathNow(place.path), line: place.line };
}
