import type { Analysis } from "../analysis/analyse.ts";
import type { Costs, FunctionCost, LineCost, LinkedCost } from "../analysis/costs/costs.ts";
import { heatTicks } from "../analysis/costs/heat.ts";
import { tierTicks, type TierTicks } from "../analysis/costs/tier-ticks.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import type { Line, Share, Ticks } from "../analysis/units.ts";
import { FileLines } from "./file-lines.ts";
import { fileView } from "./file-view.ts";
import { type FunctionKey, keyOf, partsOf } from "./parts.ts";
import type {
  AdviceView,
  FileParams,
  FileView,
  FunctionView,
  HotLinesParams,
  LinePlace,
  LineView,
  PlaceView,
  FunctionAroundView,
} from "./run-answers.ts";
import type { TextEdits } from "./text-edits.ts";
import { madeOnce, picked } from "../analysis/collections.ts";
import { noiseTicks } from "../analysis/costs/sampling-error.ts";
import type { SourceProfile } from "../analysis/sources/source-profile.ts";

const mostExpressions = 6;

/** V8's compilers, most optimising first. */
const shownTiers = ["turbofan", "maglev", "baseline", "interpreted"] as const;

/** By the compiler of the code that ran, largest first; empty if the recorder does not know, or for too few samples to judge. */
function tierParts(ticks: TierTicks | undefined): FunctionAroundView["tiers"] {
  const all = ticks === undefined ? 0 : shownTiers.reduce((sum, tier) => sum + ticks[tier], 0);
  return ticks === undefined || all < noiseTicks ? [] : partsOf(ticks, shownTiers, all);
}

/** Parts of a line with ticks of their own, by their text as it ran; empty unless there are several. */
function expressionsOf({ line, columns }: LineCost, lines: FileLines): LineView["expressions"] {
  const known = columns.filter(({ column, endColumn, totalTicks }) => column >= 0 && endColumn > column && totalTicks > 0);
  const text = known.length < 2 ? "" : lines.text(line);
  if (text === "") return [];
  return known
    .map(({ column, endColumn, totalTicks }) => ({ text: text.slice(column, endColumn), ticks: totalTicks }))
    .toSorted((a, b) => b.ticks - a.ticks)
    .slice(0, mostExpressions);
}

/** Why code was deoptimised on a line, summed over a profile's threads. */
function deoptsAt({ threads }: SourceProfile, source: number, line: Line): LineView["deopts"] {
  const counts = new Map<string, number>();
  for (const { deopts } of threads)
    for (const deopt of deopts)
      if (deopt.source === source && deopt.line === line) counts.set(deopt.reason, (counts.get(deopt.reason) ?? 0) + deopt.count);
  return [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
}

const mostPlaces = 10;

/** The costs of one source, when they are asked for. */
class CostedFile {
  /** Index in Costs.sources. */
  readonly row: number;
  readonly #costs: Costs;
  #lines: readonly LineCost[] | undefined;
  #functions: readonly FunctionCost[] | undefined;

  constructor(row: number, costs: Costs) {
    [this.row, this.#costs] = [row, costs];
  }

  get lines(): readonly LineCost[] {
    this.#lines ??= this.#costs.linesOf(this.row);
    return this.#lines;
  }

  get functions(): readonly FunctionCost[] {
    this.#functions ??= this.#costs.functionsOf(this.row);
    return this.#functions;
  }
}

/** What is selected of a run, by the code of its sources. Of several versions of a file, the first counts. */
export class CodeCosts {
  readonly #analysis: Analysis;
  readonly #selected: Selected;
  readonly #files: ReadonlyMap<string, CostedFile>;
  readonly #facts = new Map<CostedFile, FileLines>();
  #tiers: ReadonlyMap<number, TierTicks> | undefined;

  constructor(analysis: Analysis, selected: Selected) {
    [this.#analysis, this.#selected] = [analysis, selected];
    const { costs } = selected;
    this.#files = new Map(costs.sources.map(({ path }, row) => [path, new CostedFile(row, costs)] as const).toReversed());
  }

  hotLines({ heatBy, threshold, limit }: HotLinesParams): readonly LinePlace[] {
    const { lines, sources } = this.#selected.costs;
    const smallest = this.#smallestTicks(threshold);
    return lines
      .filter((line) => sources[line.source]?.category === "own" && heatTicks(line, heatBy, true) >= smallest)
      .toSorted((a, b) => heatTicks(b, heatBy, true) - heatTicks(a, heatBy, true) || b.totalTicks - a.totalTicks)
      .slice(0, limit)
      .map((cost) => ({
        ...picked(cost, "line", "selfTicks", "withLibrariesTicks", "totalTicks"),
        path: sources[cost.source]?.path ?? "",
      }));
  }

  /** `advice` is that of the run; `edits`: see `fileView`. */
  file({ path, text, heatBy, threshold, limit }: FileParams, edits: TextEdits | undefined, advice: readonly AdviceView[]): FileView | null {
    const file = this.#files.get(path);
    const source = this.#selected.costs.sources[file?.row ?? -1];
    if (file === undefined || source === undefined) return null;
    const here = advice.flatMap((each) => {
      if (each.place?.path !== path) return [];
      const around = this.find(each.place);
      return [{ advice: each, around: around && keyOf(around, path) }];
    });
    const options = { text, heatBy, smallestTicks: this.#smallestTicks(threshold), limit };
    return fileView(
      { source, lines: file.lines, functions: file.functions, advice: here },
      edits,
      this.#analysis.syntaxOf(file.row),
      options,
    );
  }

  line({ path, line }: { readonly path: string; readonly line: Line }): LineView | null {
    const file = this.#files.get(path);
    const cost = file === undefined ? undefined : this.#factsOf(file).cost(line);
    if (file === undefined || cost === undefined) return null;
    const { source, columns: _columns, callees, ...figures } = cost;
    const around = this.#factsOf(file).functionAround(line);
    return {
      ...figures,
      own: this.isOwn(path),
      callees: this.#places(callees),
      expressions: expressionsOf(cost, this.#factsOf(file)),
      deopts: deoptsAt(this.#selected.whole.profile, source, line),
      around:
        around === undefined
          ? undefined
          : { key: keyOf(around, path), callers: this.#places(around.callers), tiers: this.#tiersOf(around) },
    };
  }

  function(key: FunctionKey): FunctionView | null {
    const cost = this.find(key);
    if (cost === undefined) return null;
    const { selfTicks, totalTicks } = cost;
    return { key: keyOf(cost, key.path), selfTicks, totalTicks, callers: this.#places(cost.callers), callees: this.#places(cost.callees) };
  }

  isOwn(path: string): boolean {
    return this.#selected.costs.sources[this.#files.get(path)?.row ?? -1]?.category === "own";
  }

  /** A function by its key, or the hottest one on a line. If the column is uncertain, the hottest of that name on its line. */
  find(wanted: FunctionKey | { readonly path: string; readonly line: Line }): FunctionCost | undefined {
    const { path, line } = wanted;
    const file = this.#files.get(path);
    if (file === undefined || !("name" in wanted)) return file === undefined ? undefined : this.#factsOf(file).functionAround(line);
    const there = file.functions.filter((cost) => cost.line === line && cost.name === wanted.name);
    return there.find(({ column }) => column === wanted.column) ?? there[0];
  }

  #factsOf(file: CostedFile): FileLines {
    return madeOnce(this.#facts, file, () => new FileLines(file, this.#analysis.textOf(file.row), this.#analysis.syntaxOf(file.row)));
  }

  #tiersOf({ source, line, column, name }: FunctionCost): ReturnType<typeof tierParts> {
    const { functions } = this.#analysis.profile;
    this.#tiers ??= tierTicks(this.#selected.tables.profile);
    for (const [row, ticks] of this.#tiers) {
      const isMeant = functions.source[row] === source && functions.line[row] === line && functions.column[row] === column;
      if (isMeant && functions.shownName(row) === name) return tierParts(ticks);
    }
    return tierParts(undefined);
  }

  #places(costs: readonly LinkedCost[]): readonly PlaceView[] {
    const { sources } = this.#selected.costs;
    return costs.slice(0, mostPlaces).map(({ source, ...cost }) => ({ ...cost, path: sources[source]?.path }));
  }

  #smallestTicks(threshold: Share): Ticks {
    return Math.max(threshold * this.#selected.costs.busyTicks, 1);
  }
}
