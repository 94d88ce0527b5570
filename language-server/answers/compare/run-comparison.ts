import { cpuPerUnit } from "../../analysis/compare/compare-units.ts";
import { type CostDigest, keptSyntax } from "../../analysis/compare/cost-digest.ts";
import type { Place } from "../../analysis/compare/code-pairs.ts";
import type { LineDifference } from "../../analysis/compare/diff.ts";
import { flameDifference, type DifferenceTree } from "../../analysis/compare/flame-difference.ts";
import { isTooSmallToJudge } from "../../analysis/compare/chance/headline.ts";
import { isChange } from "../../analysis/compare/chance/verdict.ts";
import { heatStep } from "../../analysis/costs/heat.ts";
import type { Difference } from "../../analysis/compare/significance.ts";
import { functionAround, shownName, type Syntax } from "../../analysis/syntax/syntax.ts";
import type { Line, Share } from "../../analysis/units.ts";
import type { AnalysedRun } from "../analysed-run.ts";
import { compareSides, type ComparedSides, type SelectedSide, type Side } from "./compared-sides.ts";
import type { FlamePlaces } from "../flame-answers.ts";
import type { CompareView, FileDifference, FunctionChange, SideView } from "./compare-answers.ts";
import { grouped, picked } from "../../analysis/collections.ts";

/** Maximum number of annotated lines of one document. */
const mostLines = 1000;

/** A comparison of what is selected of a worker's run with a base. A later selection does not change it. */
export class RunComparison {
  readonly #run: AnalysedRun;
  readonly #base: Side;
  readonly #next: SelectedSide;
  readonly #compared: ComparedSides;
  readonly #syntaxOfBase: (source: number) => Syntax | undefined;
  readonly #linesByPath: ReadonlyMap<string | undefined, readonly LineDifference[]>;
  #flame: DifferenceTree | undefined;

  constructor(run: AnalysedRun, base: Side, next: SelectedSide, options: Parameters<typeof compareSides>[3]) {
    [this.#run, this.#base, this.#next] = [run, base, next];
    this.#syntaxOfBase = keptSyntax(base.digest.sources);
    const syntaxOf = { base: this.#syntaxOfBase, next: (source: number) => run.syntaxOf(source) };
    this.#compared = compareSides(base, next.side, syntaxOf, options);
    this.#linesByPath = grouped(this.#compared.difference.lines, ({ nextAt }) => nextAt?.path);
  }

  view(limit: number): CompareView {
    const { units, headline, difference } = this.#compared;
    const { busy, composition, drift, functions, lines, unclear } = difference;
    return {
      base: sideView(this.#base, units.base),
      next: sideView(this.#next.side, units.next),
      ...picked(this.#compared, "units", "loadRatio", "headline", "caveats", "needed"),
      busy,
      composition,
      drift: Math.exp(drift.log),
      functions: functions.slice(0, limit),
      lines: lines.slice(0, limit).map((line) => ({ ...line, functionName: this.#functionAround(line) })),
      functionCounts: countVerdicts(functions),
      lineCounts: countVerdicts(lines),
      isRepeatWorthwhile: isTooSmallToJudge(headline) || unclear.length > 0,
      effects: { base: this.#base.effect, next: this.#next.side.effect },
    };
  }

  file({ path, text, threshold }: { readonly path: string; readonly text: string; readonly threshold: Share }): readonly FileDifference[] {
    const { busy } = this.#compared.difference;
    const lines = (this.#linesByPath.get(path) ?? []).filter(
      ({ verdict, base, next }) => isChange(verdict) || Math.max(base / (busy.base || 1), next / (busy.next || 1)) >= threshold,
    );
    const now = this.#run.texts.linesNow(
      { path, text },
      lines.map(({ nextAt }) => nextAt?.line ?? 0),
    );
    const stepOf = (delta: number): number => {
      const whole = delta > 0 ? busy.next : busy.base;
      return whole === 0 ? 0 : Math.sign(delta) * (heatStep(Math.abs(delta) / whole) + 1);
    };
    return lines
      .map(({ base, next, delta, low, high, verdict }, index) => {
        const step = isChange(verdict) ? stepOf(delta) : 0;
        return { base, next, delta, low, high, verdict, step, line: now[index] ?? 0 };
      })
      .filter(({ line }) => line > 0)
      .slice(0, mostLines);
  }

  /** Functions that exist in this run's code. */
  functions(path: string): readonly FunctionChange[] {
    return this.#compared.difference.functions.flatMap(({ name, nextAt, base, next, delta, low, high, verdict }) =>
      nextAt?.path === path ? [{ name, line: nextAt.line, column: nextAt.column, base, next, delta, low, high, verdict }] : [],
    );
  }

  /** By place in this run, as it ran. */
  line({ path, line }: { readonly path: string; readonly line: Line }): LineDifference | null {
    return this.#linesByPath.get(path)?.find(({ nextAt }) => nextAt?.line === line) ?? null;
  }

  flame(): DifferenceTree {
    this.#flame ??= flameDifference(this.#base.digest, this.#next.side.digest, this.#compared.difference);
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
    const { own, caller } = this.#run.flame.placesAlong(chain, this.#next.selected.tables.profile);
    const declared = chain.flatMap(({ nextAt }) => (nextAt === undefined || nextAt.line === 0 ? [] : [nextAt]));
    // What has vanished has no samples in this run: the innermost of its callers that this run has is the nearest place.
    const above = declared.findLast((each) => this.#run.code.isOwn(each.path));
    const here = clicked.nextAt === undefined ? [] : declared.slice(-1);
    return { own: to === "hottest" ? [...own, ...here] : here, caller: caller ?? above };
  }

  #functionAround({ nextAt, baseAt }: LineDifference): string {
    const { sources } = this.#next.side.digest;
    if (nextAt !== undefined) return functionNameAt((source) => this.#run.syntaxOf(source), sources, nextAt);
    return baseAt === undefined ? "" : functionNameAt(this.#syntaxOfBase, this.#base.digest.sources, baseAt);
  }
}

/** "" if the text was not kept. */
function functionNameAt(syntaxOf: (source: number) => Syntax | undefined, sources: CostDigest["sources"], { path, line }: Place): string {
  const syntax = syntaxOf(sources.findIndex((source) => source.path === path));
  if (syntax === undefined) return "";
  const row = functionAround(syntax, line, -1);
  return row === 0 ? "(top level)" : shownName(syntax, row);
}

function sideView({ folder, part, digest }: Side, unitCount: number): SideView {
  return {
    ...picked(part, "id", "name", "startedAt", "recorder", "durationMs", "load"),
    ...picked(digest, "ticks", "busyTicks"),
    folder,
    commit: part.app.gitCommit,
    nodeVersion: part.app.nodeVersion,
    intervalUs: digest.interval,
    cpuMs: cpuPerUnit(part, unitCount),
  };
}

function countVerdicts(differences: readonly Difference[]): CompareView["functionCounts"] {
  const counts = { slower: 0, faster: 0, new: 0, vanished: 0, load: 0, noise: 0 };
  for (const { verdict } of differences) counts[verdict] += 1;
  return counts;
}
