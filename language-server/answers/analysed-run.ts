import { costDigest, type CostDigest } from "../analysis/compare/cost-digest.ts";
import type { Costs, FunctionCost, LinkedCost } from "../analysis/costs/costs.ts";
import { heatTicks } from "../analysis/costs/heat.ts";
import type { Analysis } from "../analysis/analyse.ts";
import { comparedPart, type ComparedPart, factsOfPart } from "../analysis/selection/compared-part.ts";
import { answeredRequests } from "../analysis/load/load.ts";
import { everything, isWholeRun, type Selection } from "../analysis/selection/selection.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import type { StackFilter } from "../analysis/selection/stack-filter.ts";
import type { Syntax } from "../analysis/syntax/syntax.ts";
import { tierTicks, type TierTicks } from "../analysis/costs/tier-ticks.ts";
import type { Line, Microseconds, Share, Ticks } from "../analysis/units.ts";
import { digestOptions, restAndSpans, selectedPart } from "../opening/compared-runs.ts";
import type { OpenedRun } from "../opening/opened-run.ts";
import type {
  AdviceView,
  FileParams,
  FileView,
  FunctionView,
  HotLinesParams,
  LinePlace,
  LineView,
  OpenParams,
  PlaceView,
  RunView,
} from "./run-answers.ts";
import type { FlameDrawing } from "./flame-answers.ts";
import { type FunctionKey, keyOf } from "./function-key.ts";
import { filesOf, type IndexedFile } from "./file-index.ts";
import { FileLines } from "./file-lines.ts";
import { fileView } from "./file-view.ts";
import { FlameView } from "./flame-view.ts";
import { HotFunctionsView } from "./hot-functions-view.ts";
import { deoptsAt, expressionsOf } from "./line-parts.ts";
import { runAdviceViews } from "./run-advice.ts";
import { splitLines } from "../analysis/syntax/line-ends.ts";
import { TextEdits } from "./text-edits.ts";

const mostPlaces = 10;

/** A part of a run that is compared. */
export interface ComparedSelection {
  readonly selected: Selected;
  readonly digest: CostDigest;
}

/** The run that a worker holds, and the answers to all requests about it. */
export class AnalysedRun {
  readonly hot: HotFunctionsView;
  readonly flame: FlameView;
  readonly #analysis: Analysis;
  readonly #facts: Pick<RunView, "folder" | "isProfile" | "sampleTypes" | "run" | "problems" | "hasTimes">;
  #selected: Selected;
  /** Of the selection. */
  #costs: Costs;
  #files: ReadonlyMap<string, IndexedFile>;
  readonly #lines = new WeakMap<IndexedFile, FileLines>();
  readonly #isAdvised: boolean;
  #advice: readonly AdviceView[];
  /** Edits of the text last asked about, per path. */
  readonly #edits = new Map<string, { readonly text: string; readonly edits: TextEdits | undefined }>();
  readonly #digests = new WeakMap<Selected, CostDigest>();
  #tiers: ReadonlyMap<number, TierTicks> | undefined;

  constructor(opened: OpenedRun, { threadNames = [], advice = true }: Pick<OpenParams, "threadNames" | "advice">) {
    const { folder, format, hasTimes, sampleTypes, run, threads, problems, analysis } = opened;
    const { scripts: _scripts, problems: _problems, ...facts } = run;
    this.#analysis = analysis;
    this.#selected = analysis.all;
    this.hot = new HotFunctionsView(analysis);
    this.flame = new FlameView(analysis, run.name);
    this.#costs = analysis.costs;
    this.#files = filesOf(analysis.costs);
    this.#facts = { folder, isProfile: format !== undefined, hasTimes, sampleTypes, run: facts, problems };
    this.#isAdvised = advice;
    this.#advice = this.#advise(this.#selected, this.#files);
    const chosen = threads.filter(({ name }) => threadNames.includes(name));
    if (chosen.length > 0) this.select({ ...everything, threads: chosen.map(({ id }) => id) });
  }

  get view(): RunView {
    const { ticks, busyTicks, samples, busySamples, interval, composition, sources } = this.#selected.whole.costs;
    return {
      ...this.#facts,
      selection: this.#selected.selection,
      effect: this.#selected.tables.effect,
      requests: isWholeRun(this.#selected.selection) ? answeredRequests(this.#facts.run.load) : 0,
      isEmpty: this.#selected.isEmpty,
      isIdleInferred: this.#selected.selection.spans !== null,
      ticks,
      busyTicks,
      samples,
      busySamples,
      interval,
      composition,
      paths: sources.map(({ path }) => path),
      versions: sources.flatMap(({ path, version }) => (version === undefined ? [] : [[path, version] as const])),
      advice: this.#advice,
    };
  }

  /** Null if the run has none of the threads; the selection is then unchanged. */
  select(wanted: Selection): RunView | null {
    const selected = this.#analysis.select(wanted);
    if (selected === null) return null;
    // All that takes long comes first: it may be stopped, and the selection is then unchanged.
    const files = filesOf(selected.costs);
    const advice = this.#advise(selected, files);
    [this.#selected, this.#costs, this.#files, this.#advice] = [selected, selected.costs, files, advice];
    this.#tiers = undefined;
    this.flame.select(selected);
    this.hot.select(selected);
    return this.view;
  }

  hotLines({ heatBy, threshold, limit }: HotLinesParams): readonly LinePlace[] {
    const { lines, sources } = this.#costs;
    const smallest = this.#smallestTicks(threshold);
    return lines
      .filter((line) => sources[line.source]?.category === "own" && heatTicks(line, heatBy, true) >= smallest)
      .toSorted((a, b) => heatTicks(b, heatBy, true) - heatTicks(a, heatBy, true) || b.totalTicks - a.totalTicks)
      .slice(0, limit)
      .map(({ source, line, selfTicks, withLibrariesTicks, totalTicks }) => ({
        path: sources[source]?.path ?? "",
        line,
        selfTicks,
        withLibrariesTicks,
        totalTicks,
      }));
  }

  file({ path, text, heatBy, threshold, limit }: FileParams): FileView | null {
    const file = this.#files.get(path);
    if (file === undefined) return null;
    const lineCount = splitLines(text).length;
    const options = { heatBy, smallestTicks: this.#smallestTicks(threshold), limit };
    const advice = this.#advice.filter(({ place }) => place?.path === path);
    return fileView({ ...file, advice }, this.#editsOf(path, file.row, text), this.#analysis.syntaxOf(file.row), lineCount, options);
  }

  pathsOfText(text: string): readonly string[] {
    return this.#own.filter(({ row }) => this.#analysis.textOf(row) === text).map(({ source }) => source.path);
  }

  get ownPaths(): readonly string[] {
    const files = this.#own.filter(({ row, source }) => source.version?.isFile !== false && this.#analysis.textOf(row) !== undefined);
    return files.map(({ source }) => source.path);
  }

  changedPaths(texts: readonly { readonly path: string; readonly text: string }[]): readonly string[] {
    const now = new Map(texts.map(({ path, text }) => [path, withoutMark(text)]));
    const isChanged = ({ row, source }: IndexedFile): boolean => {
      const [ran, saved] = [this.#analysis.textOf(row), now.get(source.path)];
      return ran !== undefined && saved !== undefined && withoutMark(ran) !== saved;
    };
    return this.#own.filter(isChanged).map(({ source }) => source.path);
  }

  /** For each line as it ran, its line in the text, or that of the nearest line before it; null if no line is known to have moved. */
  nearestLines({ path, text }: { readonly path: string; readonly text: string }): Int32Array | null {
    const file = this.#files.get(path);
    if (file === undefined || this.#analysis.textOf(file.row) === text) return null;
    return this.#editsOf(path, file.row, text)?.nearestLines ?? null;
  }

  /** Line numbers in the text, in the order of `lines`; 0 for deleted ones. */
  linesNow({ path, text, lines }: { readonly path: string; readonly text: string; readonly lines: readonly Line[] }): readonly Line[] {
    const file = this.#files.get(path);
    const edits = file === undefined ? undefined : this.#editsOf(path, file.row, text);
    return edits === undefined ? lines : lines.map((line) => edits.nowLine(line));
  }

  /** What both sides of a comparison with another run have of the selection. */
  get comparedPart(): ComparedPart {
    return comparedPart(this.#selected.selection, this.#analysis.profile.threads);
  }

  /** What a comparison needs of a part of this run; computed once. Throws a UserError if the run has none of its threads. */
  compared(part: ComparedPart = this.comparedPart): ComparedSelection {
    const { run } = this.#facts;
    return this.#compared(selectedPart({ run, analysis: this.#analysis }, part), factsOfPart(run, part));
  }

  /** What a comparison of the selected spans with the rest of this run needs. Throws a UserError if either is nothing. */
  get restAndSpans(): { readonly [Side in "rest" | "spans"]: ComparedSelection & { readonly length: Microseconds } } {
    const { run } = this.#facts;
    const { rest, spans } = restAndSpans({ run, analysis: this.#analysis }, this.#selected.selection);
    const facts = { ...run, load: undefined };
    return { rest: { ...rest, ...this.#compared(rest.selected, facts) }, spans: { ...spans, ...this.#compared(spans.selected, facts) } };
  }

  #compared(selected: Selected, facts: RunView["run"]): ComparedSelection {
    const { costs, tables } = selected;
    let digest = this.#digests.get(selected);
    digest ??= costDigest({ costs, profile: tables.profile, textOf: this.#analysis.textOf }, digestOptions(facts));
    this.#digests.set(selected, digest);
    return { selected, digest };
  }

  isOwn(path: string): boolean {
    return this.#files.get(path)?.source.category === "own";
  }

  /** By index in the digest's sources. */
  syntaxOf(source: number): Syntax | undefined {
    return this.#analysis.syntaxOf(source);
  }

  line({ path, line }: { readonly path: string; readonly line: Line }): LineView | null {
    const file = this.#files.get(path);
    const lines = file === undefined ? undefined : this.#linesOf(file);
    const cost = lines?.cost(line);
    if (file === undefined || lines === undefined || cost === undefined) return null;
    const { selfTicks, withLibrariesTicks, totalTicks, inferredTicks, candidateTicks, repairedTicks, composition, natives } = cost;
    const { selfSamples, withLibrariesSamples, totalSamples } = cost;
    const around = lines.functionAround(line);
    return {
      selfTicks,
      withLibrariesTicks,
      totalTicks,
      selfSamples,
      withLibrariesSamples,
      totalSamples,
      inferredTicks,
      candidateTicks,
      repairedTicks,
      composition,
      natives,
      own: file.source.category === "own",
      callees: this.#places(cost.callees),
      expressions: expressionsOf(cost, lines),
      deopts: deoptsAt(this.#selected.whole.profile, file.row, line),
      around:
        around === undefined
          ? undefined
          : { key: keyOf(around, path), callers: this.#places(around.callers), tiers: this.#tiersOf(around) },
    };
  }

  function(key: FunctionKey): FunctionView | null {
    const cost = this.#find(key);
    if (cost === undefined) return null;
    const { selfTicks, totalTicks } = cost;
    return { key: keyOf(cost, key.path), selfTicks, totalTicks, callers: this.#places(cost.callers), callees: this.#places(cost.callees) };
  }

  drawFlame({ thread, filter }: { readonly thread?: number | undefined; readonly filter?: StackFilter | undefined }): FlameDrawing | null {
    const { selection } = this.#selected;
    const threads = thread === undefined ? selection.threads : [thread];
    const drawn = this.#analysis.select({ ...selection, threads, filter: filter ?? selection.filter });
    return drawn === null ? null : this.flame.draw(drawn);
  }

  flameFrame(wanted: FunctionKey | { readonly path: string; readonly line: Line }): number | null {
    const file = this.#files.get(wanted.path);
    if (file === undefined) return null;
    const cost = "name" in wanted ? this.#find(wanted) : this.#linesOf(file).functionAround(wanted.line);
    return cost === undefined ? null : this.flame.frameOf(cost);
  }

  /** A function by its key; if the column is uncertain, the hottest of that name on its line. */
  #find({ path, name, line, column }: FunctionKey): FunctionCost | undefined {
    const there = this.#files.get(path)?.functions.filter((cost) => cost.line === line && cost.name === name) ?? [];
    return there.find((cost) => cost.column === column) ?? there[0];
  }

  #linesOf(file: IndexedFile): FileLines {
    let lines = this.#lines.get(file);
    if (lines === undefined) {
      lines = new FileLines(file, this.#analysis.textOf(file.row), this.#analysis.syntaxOf(file.row));
      this.#lines.set(file, lines);
    }
    return lines;
  }

  #advise(selected: Selected, files: ReadonlyMap<string, IndexedFile>): readonly AdviceView[] {
    if (!this.#isAdvised) return [];
    return runAdviceViews(this.#analysis, selected, this.#facts.run, (path, { line }) => {
      const file = files.get(path);
      const around = file === undefined ? undefined : this.#linesOf(file).functionAround(line);
      return around === undefined ? undefined : keyOf(around, path);
    });
  }

  get #own(): readonly IndexedFile[] {
    return [...this.#files.values()].filter(({ source }) => source.category === "own");
  }

  #tiersOf(cost: FunctionCost): TierTicks | undefined {
    const { functions } = this.#analysis.profile;
    this.#tiers ??= tierTicks(this.#selected.tables.profile);
    for (const [row, ticks] of this.#tiers) {
      const isMeant = functions.source[row] === cost.source && functions.line[row] === cost.line && functions.column[row] === cost.column;
      if (isMeant && functions.shownName(row) === cost.name) return ticks;
    }
    return undefined;
  }

  #places(costs: readonly LinkedCost[]): readonly PlaceView[] {
    return costs.slice(0, mostPlaces).map(({ name, source, line, column, ticks, inferred }) => ({
      name,
      path: this.#costs.sources[source]?.path,
      line,
      column,
      ticks,
      inferred,
    }));
  }

  #editsOf(path: string, row: number, text: string): TextEdits | undefined {
    const known = this.#edits.get(path);
    if (known?.text === text) return known.edits;
    const ran = this.#analysis.textOf(row);
    const edits = ran === undefined ? undefined : new TextEdits(ran, text, this.#analysis.syntaxOf(row));
    this.#edits.set(path, { text, edits });
    return edits;
  }

  #smallestTicks(threshold: Share): Ticks {
    return Math.max(threshold * this.#costs.busyTicks, 1);
  }
}

/** Node.js leaves a byte order mark out of what it runs. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}
