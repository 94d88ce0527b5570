import type { FunctionCost } from "../../analysis/costs/costs.ts";
import { answeredRequests } from "../../analysis/load/load.ts";
import { madeOnce } from "../../analysis/collections.ts";
import { splitLines } from "../../analysis/syntax/line-ends.ts";
import type { Bytes, Line, Share } from "../../analysis/units.ts";
import type { OpenedRun } from "../../opening/opened-run.ts";
import { pathKey } from "../../platform/paths.ts";
import { byHeat, ticksOf } from "../cost-rows.ts";
import { type FunctionKey, keyOf } from "../parts.ts";
import { PassLines } from "../routes/pass-lines.ts";
import { RunTexts } from "../run-texts.ts";
import type { FileWaitsParams, FunctionStart } from "../waits/shown-waits.ts";

/** What a function allocates. Bytes are those of a request, or of the whole window if it answered none. */
export interface Allocation {
  readonly isPerRequest: boolean;
  /** Of own code with what the libraries below it allocate, as time is attributed; of other code its own. */
  readonly bytes: Bytes;
  /** Of `bytes`, what it allocates itself. */
  readonly self: Bytes;
  /** `bytes` of all that was allocated. */
  readonly share: Share;
  readonly samples: number;
}

/** At a line where functions start: the sum of these. */
export interface LineAllocation extends Allocation {
  readonly line: Line;
  /** A function was edited since the pass. */
  readonly edited: boolean;
}

export interface AllocatingFunction extends Allocation {
  /** As the pass ran it. */
  readonly key: FunctionKey;
}

/** A run that may have such a pass. */
export type WithAllocations = Pick<OpenedRun, "analysis" | "allocationsPass">;

const known = new WeakMap<OpenedRun, RunAllocations>();

/** What the functions of a run allocate; undefined without a pass that has measured it. Computed once. */
export function allocationsOf(opened: WithAllocations): RunAllocations | undefined {
  const { allocationsPass: pass } = opened;
  return pass && madeOnce(known, pass, () => new RunAllocations(pass, opened));
}

/** V8 reports functions, no lines. Its buffers outside the heap are not counted. */
export class RunAllocations {
  readonly #pass: OpenedRun;
  readonly #texts: RunTexts;
  readonly #lines: PassLines;
  readonly #requests: number;
  /** By the key of their paths. */
  readonly #byKey = new Map<string, FunctionCost[]>();

  constructor(pass: OpenedRun, run: Pick<OpenedRun, "analysis">) {
    [this.#pass, this.#requests] = [pass, answeredRequests(pass.run.load)];
    this.#texts = new RunTexts(pass.analysis);
    this.#lines = new PassLines(run.analysis, pass.analysis);
    const { sources, functions } = pass.analysis.costs;
    for (const cost of functions) {
      const path = sources[cost.source]?.path;
      if (path !== undefined && cost.line > 0) madeOnce(this.#byKey, pathKey(path), (): FunctionCost[] => []).push(cost);
    }
  }

  /** Of all code together. */
  get total(): Allocation {
    const { busyTicks: ticks, busySamples } = this.#pass.analysis.costs;
    return this.#allocation(ticks, ticks, busySamples);
  }

  /** Own functions that allocate most first; of all code if there are none. */
  top(limit: number): readonly AllocatingFunction[] {
    const { sources, functions } = this.#pass.analysis.costs;
    const own = functions.filter(({ source, withLibrariesTicks }) => sources[source]?.category === "own" && withLibrariesTicks > 0);
    return (own.length > 0 ? own : functions)
      .toSorted(byHeat(sources))
      .slice(0, limit)
      .map((cost) => ({ key: keyOf(cost, sources[cost.source]?.path ?? ""), ...this.#ofFunctions([cost]) }));
  }

  /** Null for functions that allocate nothing. Places are those of the run. */
  functions(starts: readonly FunctionStart[]): readonly (Allocation | null)[] {
    return starts.map(({ path, line, column }) => {
      const there = this.#lines.lineOf(path, line);
      const onLine = this.#byKey.get(pathKey(path))?.filter((each) => each.line === there) ?? [];
      const nearest = onLine.toSorted((one, other) => Math.abs(one.column - column) - Math.abs(other.column - column))[0];
      const found = nearest && this.#ofFunctions([nearest]);
      return found !== undefined && found.bytes > 0 ? found : null;
    });
  }

  /** Lines of a file's current text where functions start that allocate at least `threshold` of all, by line. */
  file({ keys, text, threshold }: FileWaitsParams): readonly LineAllocation[] {
    const found = keys.map((key) => this.#byKey.get(key)).find((functions) => functions !== undefined) ?? [];
    const path = this.#pass.analysis.costs.sources[found[0]?.source ?? -1]?.path;
    if (path === undefined) return [];
    const edits = this.#texts.editsOf({ path, text });
    const count = splitLines(text).length;
    const byLine = new Map<Line, FunctionCost[]>();
    for (const cost of found) madeOnce(byLine, edits?.nowLine(cost.line) ?? cost.line, (): FunctionCost[] => []).push(cost);
    return [...byLine]
      .map(([line, costs]) => ({
        line,
        edited: costs.some((cost) => edits?.isEdited(cost.line) ?? false),
        ...this.#ofFunctions(costs),
      }))
      .filter(({ line, share }) => line >= 1 && line <= count && share > 0 && share >= threshold)
      .toSorted((one, other) => one.line - other.line);
  }

  #ofFunctions(costs: readonly FunctionCost[]): Allocation {
    const { sources } = this.#pass.analysis.costs;
    const sum = (of: (cost: FunctionCost) => number): number => costs.reduce((all, cost) => all + of(cost), 0);
    const ticks = sum((cost) => ticksOf(cost, sources));
    return this.#allocation(
      ticks,
      sum(({ selfTicks }) => selfTicks),
      ticks,
    );
  }

  #allocation(ticks: number, selfTicks: number, samples: number): Allocation {
    const { busyTicks, interval: unit } = this.#pass.analysis.costs;
    const requests = Math.max(1, this.#requests);
    return {
      isPerRequest: this.#requests > 0,
      bytes: (ticks * unit) / requests,
      self: (selfTicks * unit) / requests,
      share: busyTicks === 0 ? 0 : ticks / busyTicks,
      samples: Math.round(samples),
    };
  }
}
