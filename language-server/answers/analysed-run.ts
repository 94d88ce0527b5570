import { comparedPart, type ComparedPart } from "../analysis/selection/compared-part.ts";
import type { Analysis } from "../analysis/analyse.ts";
import { answeredByRoutes, requestsOfAll } from "../analysis/selection/run-routes.ts";
import { isWholeRun, type Selection, everything } from "../analysis/selection/selection.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import type { StackFilter } from "../analysis/selection/stack-filter.ts";
import type { Syntax } from "../analysis/syntax/syntax.ts";
import type { OpenedRun } from "../opening/opened-run.ts";
import { CodeCosts } from "./code-costs.ts";
import { type SelectedSide, sideOfPart, sidesOfSpans } from "./compare/compared-sides.ts";
import type { FlameDrawing } from "./flame-answers.ts";
import { FlameView } from "./flame-view.ts";
import { HotFunctionsView } from "./hot-functions-view.ts";
import { runAdvice } from "./run-advice.ts";
import type { AdviceView, FileParams, FileView, OpenParams, RunView } from "./run-answers.ts";
import { recordedSpan, type RecordedTime, recordedTime } from "../opening/recorded-time.ts";
import { hasImports } from "../analysis/import-costs/has-imports.ts";
import { type RunGroups, runGroups } from "./groups/run-groups.ts";
import { RunImports } from "./imports/run-imports.ts";
import { RunTexts } from "./run-texts.ts";
import { picked } from "../analysis/collections.ts";
import { type LongestBlocks, longestBlocks } from "./timeline/longest-blocks.ts";
import { type SlowestAnswer, slowestRequests } from "./timeline/slowest-requests.ts";
import { type StripAnswer, type StripParams, StripView } from "./timeline/strip-view.ts";
import type { TimedRun } from "./timeline/no-cpu.ts";
import { groupKey } from "../analysis/groups/group-table.ts";
import { type KeptSelection, selectionIn } from "../analysis/selection/kept-selection.ts";
import { knownRoutes } from "../opening/route-samples.ts";

/** An opened run and what is selected of it. All answers but those about texts are about the selection. */
export class AnalysedRun {
  readonly texts: RunTexts;
  readonly hot: HotFunctionsView;
  readonly flame: FlameView;
  readonly #opened: Pick<OpenedRun, "folder" | "recorder" | "problems" | "analysis" | "importGraphs" | "allocationsPass"> & {
    readonly run: RunView["run"];
  };
  readonly #analysis: Analysis;
  readonly #facts: Pick<RunView, "folder" | "isProfile" | "sampleTypes" | "run" | "problems" | "hasTimes" | "dropped">;
  readonly #time: RecordedTime;
  readonly #timed: TimedRun;
  readonly #strip: StripView;
  readonly #isAdvised: boolean;
  /** Of the threads that were asked for last: a span that is selected changes nothing. */
  #slowest: { readonly of: string | undefined; readonly found: SlowestAnswer | null } | undefined;
  #selected: Selected;
  #code: CodeCosts;
  #imports: RunImports | undefined;
  #advice: readonly AdviceView[];

  constructor(opened: OpenedRun, { kept, advice = true }: Pick<OpenParams, "kept" | "advice">) {
    const { folder, format, hasTimes, sampleTypes, run, problems, analysis } = opened;
    const { selection, dropped } = firstSelection(kept, opened);
    const { scripts: _scripts, problems: _problems, ...facts } = run;
    this.#opened = { ...opened, run: facts };
    this.#analysis = analysis;
    this.texts = new RunTexts(analysis);
    this.hot = new HotFunctionsView(analysis);
    this.flame = new FlameView(analysis, run.name);
    this.#facts = { folder, isProfile: format !== undefined, hasTimes, sampleTypes, run: facts, problems, dropped };
    this.#time = recordedTime(opened);
    this.#timed = { ...opened, run: facts };
    this.#strip = new StripView(this.#timed);
    this.#isAdvised = advice;
    this.#selected = analysis.all;
    this.#code = new CodeCosts(analysis, this.#selected);
    this.#advice = this.#advise(this.#selected);
    // Those that only a pass has measured are the pass's to select.
    if (kept !== undefined) this.select(analysis.routes === undefined ? { ...selection, routes: null } : selection);
  }

  get view(): RunView {
    const { costs } = this.#selected.whole;
    return {
      ...this.#facts,
      ...picked(costs, "ticks", "busyTicks", "samples", "busySamples", "interval", "composition"),
      selection: this.#selected.selection,
      effect: this.#selected.tables.effect,
      requests: this.#requests,
      isEmpty: this.#selected.isEmpty,
      hasImports: hasImports(this.#analysis.profile),
      isIdleInferred: this.#selected.selection.spans !== null || this.#selected.selection.routes !== null,
      paths: costs.sources.map(({ path }) => path),
      versions: costs.sources.flatMap(({ path, version }) => (version === undefined ? [] : [[path, version] as const])),
      advice: this.#advice,
    };
  }

  /** Null if the run has none of the threads or routes; the selection is then unchanged. Throws a UserError for a span after the run's end. */
  select(wanted: Selection): RunView | null {
    const spans = this.#facts.hasTimes && wanted.spans !== null ? wanted.spans.map((span) => recordedSpan(span, this.#time)) : wanted.spans;
    const selected = this.#analysis.select({ ...wanted, spans });
    if (selected === null) return null;
    // All that takes long comes first: it may be stopped, and the selection is then unchanged.
    const code = new CodeCosts(this.#analysis, selected);
    const advice = this.#advise(selected);
    [this.#selected, this.#code, this.#advice] = [selected, code, advice];
    this.#imports = undefined;
    this.flame.select(selected);
    this.hot.select(selected);
    return this.view;
  }

  get code(): CodeCosts {
    return this.#code;
  }

  get groups(): RunGroups {
    return runGroups(this.#selected);
  }

  get imports(): RunImports {
    return (this.#imports ??= new RunImports(this.#analysis, this.#selected, this.#opened.importGraphs));
  }

  file(params: FileParams): FileView | null {
    return this.#code.file(params, this.texts.editsOf(params), this.#advice);
  }

  drawFlame({ thread, filter }: { readonly thread?: number | undefined; readonly filter?: StackFilter | undefined }): FlameDrawing | null {
    const { selection } = this.#selected;
    const threads = thread === undefined ? selection.threads : [thread];
    const drawn = this.#analysis.select({ ...selection, threads, filter: filter ?? selection.filter });
    return drawn === null ? null : this.flame.draw(drawn);
  }

  /** Null if the run has no times. */
  drawStrip(params: StripParams): StripAnswer | null {
    return this.#strip.draw(this.#selected.selection, params);
  }

  /** What blocked the selected threads' event loops, longest first. */
  longestBlocks(most: number): LongestBlocks {
    const { threads, spans } = this.#selected.selection;
    return longestBlocks(this.#timed, { threads, spans }, most);
  }

  /** Of the selected threads, and of all time: it is what one selects a time from. */
  slowestRequests(): SlowestAnswer | null {
    const { threads } = this.#selected.selection;
    const of = threads?.join(" ");
    if (this.#slowest?.of !== of || this.#slowest === undefined)
      this.#slowest = { of, found: slowestRequests(this.#timed, { threads, spans: null }) };
    return this.#slowest.found;
  }

  flameFrame(wanted: Parameters<CodeCosts["find"]>[0]): number | null {
    const cost = this.#code.find(wanted);
    return cost === undefined ? null : this.flame.frameOf(cost);
  }

  /** What both sides of a comparison with another run have of the selection. */
  get comparedPart(): ComparedPart {
    return comparedPart(this.#selected.selection, this.#analysis.profile.threads);
  }

  /** What a comparison needs of a part of this run. Throws a UserError if the run has none of its threads. */
  compared(part: ComparedPart = this.comparedPart): SelectedSide {
    return sideOfPart(this.#opened, part);
  }

  /** What a comparison of the selected spans with the rest of this run needs. Throws a UserError if either is nothing. */
  get spansAndRest(): ReturnType<typeof sidesOfSpans> {
    return sidesOfSpans(this.#opened, this.#selected.selection);
  }

  /** By index in the digest's sources. */
  syntaxOf(source: number): Syntax | undefined {
    return this.#analysis.syntaxOf(source);
  }

  get #requests(): number {
    const { selection } = this.#selected;
    const { routes } = this.#analysis;
    if (isWholeRun(selection)) return requestsOfAll(routes, this.#facts.run.load);
    return isWholeRun({ ...selection, routes: null }) ? answeredByRoutes(routes, selection.routes) : 0;
  }

  #advise(selected: Selected): readonly AdviceView[] {
    return this.#isAdvised ? runAdvice(this.#opened, selected) : [];
  }
}

/** What is selected of a run at first, and the names of what was to be, but is not in this run. */
export function firstSelection(
  kept: KeptSelection | undefined,
  opened: OpenedRun,
): { readonly selection: Selection; readonly dropped: readonly string[] } {
  if (kept === undefined) return { selection: everything, dropped: [] };
  const { threads, hasTimes, sampleTypes, analysis } = opened;
  const { functions, sources } = analysis.profile;
  const areRecorded = hasTimes && (kept.spans ?? []).every(({ from }) => from < recordedTime(opened).length);
  const pathOf = (func: number): string => sources[functions.source[func] as number]?.path ?? "";
  return selectionIn(areRecorded ? kept : { ...kept, spans: null }, {
    threads,
    measure: sampleTypes?.shown,
    routes: (knownRoutes(opened)?.routes ?? []).map(({ name }) => name),
    function: ({ name, path }) => functions.name.some((_, func) => functions.shownName(func) === name && pathOf(func) === path),
    group: (key) => analysis.all.whole.groups.groups.some((group) => groupKey(group) === key),
    file: (part) => sources.some((source) => source.path.toLowerCase().includes(part.toLowerCase())),
  });
}
