import { type ToolProfile, toolProfiles } from "../history/profiles/tool-profiles.ts";
import { figuresIn } from "../analysis/figures.ts";
import type { AdviceView } from "../answers/run-answers.ts";
import { type AdviceWords, adviceWords } from "./advice-words.ts";
import { inEnglish } from "../texts/english.ts";
import type { Column, Line, Microseconds, Milliseconds, Ticks } from "../analysis/units.ts";
import type { SourcelessCost } from "../analysis/costs/sourceless.ts";
import type { Category } from "../analysis/costs/costs.ts";
import type { RouteCosts, RouteShare, RoutesView } from "../answers/routes/route-costs.ts";
import type { Problem } from "../analysis/profile/profile.ts";
import { type CostRows, isWeighted } from "../answers/cost-rows.ts";
import { type Scope, wholeRun } from "../analysis/selection/selection.ts";
import { type Filtered, type JsonFilter, jsonFilter, type JsonSelection, selectedOf } from "./json-selection.ts";
import type { Run } from "../history/run.ts";
import type { LocatedRun } from "../opening/moved-sources.ts";

/** What `heatline report --json` prints. Fields are only ever added; `schema` is incremented if one changes its meaning. */
export interface JsonReport {
  readonly schema: 1;
  /** Version of the app's Node; "" if the file has none. */
  readonly node: string;
  readonly recorder: "exact" | "inspector" | "import";
  /** True if every line comes from a recorded position. */
  readonly exact: boolean;
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  /** Only if samples have weights: the number of samples. Ticks are then sums of weights, where the mean sample is 1. */
  readonly samples?: number;
  readonly busySamples?: number;
  /** Time that a tick stands for. */
  readonly intervalUs?: Microseconds;
  /** Only of a run of starts: how many, whether each ended as the app listened, what one took on average, and half of its 95 % interval. */
  readonly startup?: NonNullable<Run["startup"]>;
  /** Of a recording from the first line that went on: when the app first listened. */
  readonly listenedAtMs?: Milliseconds;
  /** Profiles that tools outside JavaScript wrote of their own work while they were recorded. */
  readonly toolProfiles?: readonly ToolProfile[];
  /** Of the run's busy time, whatever is selected; only if its routes are known. The name "" is what runs for no route. */
  readonly routes?: RoutesView;
  /** Only with `--thread`, `--route`, `--from` or `--to`: all figures are of this part of the run. */
  readonly selection?: JsonSelection;
  /** Only if the options of a filter take something away. Ticks of the whole, such as `busyTicks`, are the same without them. */
  readonly filter?: JsonFilter;
  readonly lines: readonly JsonLine[];
  readonly functions: readonly JsonFunction[];
  /**
   * Code without a source, not called from any with one. With the self ticks of all functions, and the filter's `leftOutTicks`, these add
   * up to all busy ticks.
   */
  readonly others: readonly JsonOther[];
  /** Costliest first. */
  readonly advice: readonly JsonAdvice[];
  /** `code` and `values` stay the same when a sentence is reworded. */
  readonly problems: readonly (Problem & { readonly message: string })[];
}

interface JsonCosts {
  /** Absolute path, or the URL if it is not a file. */
  readonly file: string;
  readonly selfTicks: Ticks;
  readonly withLibrariesTicks: Ticks;
  /** The former name of `withLibrariesTicks`, kept for programs that read it. */
  readonly chargedTicks: Ticks;
  readonly totalTicks: Ticks;
  /** Which routes the run's `totalTicks` there are of, most first; only if the run's routes are known. */
  readonly routes?: readonly RouteShare[];
  /** The number of samples in `totalTicks`; only if samples have weights. */
  readonly samples?: number;
}

interface JsonLine extends JsonCosts {
  readonly line: Line;
  /** The part of `totalTicks` that repairing lost frames added. */
  readonly repairedTicks: Ticks;
  /** True if some of `totalTicks` are inferred and not measured. */
  readonly inferred: boolean;
}

interface JsonOther extends Pick<SourcelessCost, "name" | "selfTicks" | "totalTicks"> {
  readonly kind: Category;
}

/** What a rule found, and what to do. `ticks`: its cost. */
interface JsonAdvice extends Pick<AdviceView, "rule" | "ticks" | "inferred" | "documentation">, AdviceWords {
  /** Null, like `line`, if it is about the whole run. */
  readonly file: string | null;
  readonly line: Line | null;
}

interface JsonFunction extends JsonCosts {
  /** 1-based, 0 if it is not in the source; the column is 0-based, -1 if unknown. */
  readonly line: Line;
  readonly column: Column;
  readonly name: string;
  /** Only if its place was found by its name: the source is another text than ran. */
  readonly inferred?: true;
}

const englishPhrases = { ...figuresIn("en"), phrase: inEnglish };

/** `filtered`: undefined if nothing is taken away. `scope`: what `target` has of its run. `routes`: those of the run, if they are known. */
export function jsonReport(
  target: LocatedRun,
  { lines, functions, others }: CostRows,
  advice: readonly AdviceView[],
  filtered?: Filtered,
  { scope = wholeRun, routes }: { readonly scope?: Scope; readonly routes?: RouteCosts | undefined } = {},
): JsonReport {
  const { run, recorder, hasPositions, analysis, problems, pathNow } = target;
  const { ticks, busyTicks, samples, busySamples, interval, sources } = analysis.costs;
  const weighted = isWeighted(analysis);
  const samplesOf = (totalSamples: number): { samples?: number } => (weighted ? { samples: totalSamples } : {});
  const fileOf = (source: number): string => pathNow(sources[source]?.path ?? "");
  const placeText = ({ path, line }: { readonly path: string; readonly line: Line }): string => `${pathNow(path)}:${line}`;
  return {
    schema: 1,
    node: run.app.nodeVersion,
    recorder,
    exact: hasPositions,
    ...(run.startup === undefined ? {} : { startup: run.startup }),
    ...(run.listenedAtMs === undefined ? {} : { listenedAtMs: run.listenedAtMs }),
    ...(run.toolProfiles === undefined ? {} : { toolProfiles: toolProfiles(target) }),
    ticks,
    busyTicks,
    ...(weighted ? { samples, busySamples, intervalUs: interval } : {}),
    ...(routes === undefined ? {} : { routes: routes.view }),
    ...selectedOf(analysis.profile.threads, scope),
    ...(filtered === undefined ? {} : { filter: jsonFilter(filtered) }),
    lines: lines.map(({ source, line, selfTicks, withLibrariesTicks, totalTicks, totalSamples, repairedTicks, inferredTicks }) => ({
      file: fileOf(source),
      line,
      selfTicks,
      withLibrariesTicks,
      chargedTicks: withLibrariesTicks,
      totalTicks,
      repairedTicks,
      ...(routes === undefined ? {} : { routes: routes.ofLine(sources[source]?.path ?? "", line) }),
      ...samplesOf(totalSamples),
      inferred: inferredTicks > 0,
    })),
    functions: functions.map(({ source, line, column, inferred, name, selfTicks, withLibrariesTicks, totalTicks, totalSamples }) => ({
      file: fileOf(source),
      line,
      column,
      name,
      selfTicks,
      withLibrariesTicks,
      chargedTicks: withLibrariesTicks,
      totalTicks,
      ...(routes === undefined ? {} : { routes: routes.ofFunction({ path: sources[source]?.path ?? "", line, name }) }),
      ...samplesOf(totalSamples),
      ...(inferred ? { inferred } : {}),
    })),
    others: others.map(({ name, category, selfTicks, totalTicks }) => ({ name, kind: category, selfTicks, totalTicks })),
    advice: advice.map((found) => {
      const { rule, place, ticks, inferred, documentation } = found;
      const at = place === undefined ? { file: null, line: null } : { file: pathNow(place.path), line: place.line };
      return { rule, ...at, ticks, inferred, ...adviceWords(found, englishPhrases, placeText), documentation };
    }),
    problems: problems.map((problem) => ({ message: inEnglish(problem), ...problem })),
  };
}
