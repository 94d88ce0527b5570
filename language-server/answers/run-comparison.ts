import { deserialize } from "node:v8";
import { matchedShare } from "../analysis/compare/comparability.ts";
import type { CostDigest } from "../analysis/compare/cost-digest.ts";
import { diffRuns, type LineDifference, type Place, type RunDifference } from "../analysis/compare/diff.ts";
import { unknownMachine } from "../analysis/compare/machine.ts";
import { flameDifference, type DifferenceTree } from "../analysis/compare/flame-difference.ts";
import { isChange } from "../analysis/compare/chance/verdict.ts";
import type { Difference } from "../analysis/compare/significance.ts";
import { functionAround, shownName, type Syntax } from "../analysis/syntax/syntax.ts";
import { parseSyntax } from "../analysis/syntax/syntax-parser.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import type { Line, Share } from "../analysis/units.ts";
import type { AnalysedRun, ComparedSelection } from "./analysed-run.ts";
import type { FlamePlaces } from "./flame-answers.ts";
import type { CompareParams, CompareView, FileDifference, FunctionChange } from "./compare-answers.ts";

interface ComparedDigests extends Omit<CompareParams, "base" | "limit"> {
  readonly base: CostDigest;
  readonly next: ComparedSelection;
}

/** Maximum number of annotated lines of one document. */
const mostLines = 1000;

/** A comparison of what is selected of a worker's run with a base. A later selection does not change it. */
export class RunComparison {
  readonly #run: AnalysedRun;
  readonly #units: CompareParams["units"];
  readonly #base: CostDigest;
  readonly #next: CostDigest;
  readonly #selected: Selected;
  readonly #difference: RunDifference;
  readonly #baseSyntax = new Map<number, Syntax | undefined>();
  readonly #linesByPath: ReadonlyMap<string, readonly LineDifference[]>;
  #flame: DifferenceTree | undefined;

  constructor(run: AnalysedRun, { base, next, units, by, machine }: ComparedDigests) {
    this.#run = run;
    this.#units = units;
    [this.#base, this.#next, this.#selected] = [base, next.digest, next.selected];
    const syntaxOf = { base: (source: number) => this.#syntaxOfBase(source), next: (source: number) => run.syntaxOf(source) };
    this.#difference = diffRuns(base, next.digest, syntaxOf, { units, by, machine });
    const byPath = new Map<string, LineDifference[]>();
    for (const line of this.#difference.lines) {
      const path = line.nextAt?.path;
      const known = path === undefined ? undefined : byPath.get(path);
      if (known !== undefined) known.push(line);
      else if (path !== undefined) byPath.set(path, [line]);
    }
    this.#linesByPath = byPath;
  }

  /** With what another run's worker sent. */
  static withRun(run: AnalysedRun, { base, ...params }: CompareParams): RunComparison {
    return new RunComparison(run, { ...params, base: deserialize(base) as CostDigest, next: run.compared() });
  }

  /** The selected spans with the rest of the run, per second. Throws a UserError if either is nothing. */
  static withRest(run: AnalysedRun, { by }: Pick<CompareParams, "by">): RunComparison {
    const { rest, spans } = run.restAndSpans;
    const units = { base: rest.length / 1e6, next: spans.length / 1e6 };
    return new RunComparison(run, { base: rest.digest, next: spans, units, by, machine: unknownMachine });
  }

  get units(): CompareParams["units"] {
    return this.#units;
  }

  view(limit: number): CompareView {
    const { busy, composition, drift, functions, lines, unclear } = this.#difference;
    const sideOf = ({ ticks, busyTicks, busySamples, interval }: CostDigest) => ({ ticks, busyTicks, busySamples, interval });
    return {
      sides: { base: sideOf(this.#base), next: sideOf(this.#next) },
      busy,
      composition,
      drift: Math.exp(drift.log),
      functions: functions.slice(0, limit),
      lines: lines.slice(0, limit).map((line) => ({ ...line, functionName: this.#functionAround(line) })),
      functionCounts: countVerdicts(functions),
      lineCounts: countVerdicts(lines),
      matched: matchedShare(functions),
      unclear: unclear.map(({ name }) => name),
      loadSlices: { base: this.#base.loadSlices, next: this.#next.loadSlices },
    };
  }

  file({ path, text, threshold }: { readonly path: string; readonly text: string; readonly threshold: Share }): readonly FileDifference[] {
    const { busy } = this.#difference;
    const lines = (this.#linesByPath.get(path) ?? []).filter(
      ({ verdict, base, next }) => isChange(verdict) || Math.max(base / (busy.base || 1), next / (busy.next || 1)) >= threshold,
    );
    const now = this.#run.texts.linesNow(
      { path, text },
      lines.map(({ nextAt }) => nextAt?.line ?? 0),
    );
    return lines
      .map(({ base, next, delta, low, high, verdict }, index) => ({ base, next, delta, low, high, verdict, line: now[index] ?? 0 }))
      .filter(({ line }) => line > 0)
      .slice(0, mostLines);
  }

  /** Functions that exist in this run's code. */
  functions(path: string): readonly FunctionChange[] {
    return this.#difference.functions.flatMap(({ name, nextAt, base, next, delta, low, high, verdict }) =>
      nextAt?.path === path ? [{ name, line: nextAt.line, column: nextAt.column, base, next, delta, low, high, verdict }] : [],
    );
  }

  /** By place in this run, as it ran. */
  line({ path, line }: { readonly path: string; readonly line: Line }): LineDifference | null {
    return this.#linesByPath.get(path)?.find(({ nextAt }) => nextAt?.line === line) ?? null;
  }

  flame(): DifferenceTree {
    this.#flame ??= flameDifference(this.#base, this.#next, this.#difference);
    return this.#flame;
  }

  /** Where a node of the flame graph leads in this run; null if there is no such node. */
  places(node: number, to: "hottest" | "declaration"): FlamePlaces | null {
    const { frames, frame, parent } = this.flame();
    const chain: DifferenceTree["frames"][number][] = [];
    for (let at = node; at !== -1; at = parent[at] ?? -1) {
      const found = frames[frame[at] ?? -1];
      if (found !== undefined) chain.unshift(found);
    }
    const clicked = chain.at(-1);
    if (clicked === undefined) return null;
    const { own, caller } = this.#run.flame.placesAlong(chain, this.#selected.tables.profile);
    const declared = chain.flatMap(({ nextAt }) => (nextAt === undefined || nextAt.line === 0 ? [] : [nextAt]));
    // What has vanished has no samples in this run: the innermost of its callers that this run has is the nearest place.
    const above = declared.findLast((each) => this.#run.code.isOwn(each.path));
    const here = clicked.nextAt === undefined ? [] : declared.slice(-1);
    return { own: to === "hottest" ? [...own, ...here] : here, caller: caller ?? above };
  }

  #syntaxOfBase(source: number): Syntax | undefined {
    if (!this.#baseSyntax.has(source)) {
      const { text, path } = this.#base.sources[source] ?? {};
      this.#baseSyntax.set(source, text === undefined || path === undefined ? undefined : parseSyntax(text, path, "editor"));
    }
    return this.#baseSyntax.get(source);
  }

  #functionAround({ nextAt, baseAt }: LineDifference): string {
    const { sources } = this.#next;
    if (nextAt !== undefined) return functionNameAt((source) => this.#run.syntaxOf(source), sources, nextAt);
    return baseAt === undefined ? "" : functionNameAt((source) => this.#syntaxOfBase(source), this.#base.sources, baseAt);
  }
}

/** "" if the text was not kept. */
function functionNameAt(syntaxOf: (source: number) => Syntax | undefined, sources: CostDigest["sources"], { path, line }: Place): string {
  const syntax = syntaxOf(sources.findIndex((source) => source.path === path));
  if (syntax === undefined) return "";
  const row = functionAround(syntax, line, -1);
  return row === 0 ? "(top level)" : shownName(syntax, row);
}

function countVerdicts(differences: readonly Difference[]): CompareView["functionCounts"] {
  const counts = { slower: 0, faster: 0, new: 0, vanished: 0, load: 0, noise: 0 };
  for (const { verdict } of differences) counts[verdict] += 1;
  return counts;
}
