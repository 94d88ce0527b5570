import type { CountedStart } from "../../analysis/counts/counted-script.ts";
import { splitLines } from "../../analysis/syntax/line-ends.ts";
import type { Line, Share } from "../../analysis/units.ts";
import { type QuadraticLoop, quadraticLoops } from "../../analysis/counts/count-findings.ts";
import type { CountsPasses, OpenedCounts } from "../../opening/counts-pass.ts";
import type { OpenedRun } from "../../opening/opened-run.ts";
import { pathKey } from "../../platform/paths.ts";
import type { FunctionKey } from "../parts.ts";
import { PassLines } from "../routes/pass-lines.ts";
import { RunTexts } from "../run-texts.ts";
import { runCounts, type RunCounts, type SourceCounts } from "./run-counts.ts";

/** How often something ran. */
export interface Counted {
  /** For a request, or in all: what ran too seldom for that, or when its script was loaded. */
  readonly count: number;
  readonly isPerRequest: boolean;
  /** Requests since the start of the app, over all of which it was counted. */
  readonly requests: number;
}

/** A line of the current text. */
export interface LineCount extends Counted {
  readonly line: Line;
  /** The largest count of all that begins on the line. */
  readonly most: number;
  /** A loop begins here that grows too fast. */
  readonly quadratic?: QuadraticLoop;
}

export interface FoundQuadratic extends QuadraticLoop {
  readonly path: string;
}

export interface FileCountsParams {
  /** Of the file (`pathKey`). */
  readonly keys: readonly string[];
  readonly text: string;
}

export type CountedStartOf = Pick<FunctionKey, "path" | "line" | "column" | "name">;

/** Of the requests, for a count to be given for each. A function with time in the run works for requests: perhaps for one route of several. */
const leastOfHot: Share = 0.1;
/** Some requests end before a line. Of code that ran at the start, too, nothing else is known. */
const leastOfLines: Share = 0.9;

/** What a counts pass counted, by the current texts of its files. */
export class ShownCounts {
  readonly #texts: RunTexts;
  readonly #counts: RunCounts;
  readonly #lines: PassLines;
  /** In the text that ran. */
  readonly quadratic: readonly FoundQuadratic[];
  readonly #byKey: ReadonlyMap<string, SourceCounts>;
  readonly #byPath: ReadonlyMap<string, SourceCounts>;

  /** `shown`: the run that is shown, before whose pass its sources may have been edited. */
  constructor(shown: Pick<OpenedRun, "analysis">, { pass, others }: CountsPasses) {
    [this.#texts, this.#counts] = [new RunTexts(pass.analysis), runCounts(pass)];
    this.#lines = new PassLines(shown.analysis, pass.analysis);
    this.quadratic = quadraticIn(pass, this.#counts, others);
    const { sources } = this.#counts;
    this.#byKey = new Map(sources.map((source) => [pathKey(source.path), source]));
    this.#byPath = new Map(sources.map((source) => [source.path, source]));
  }

  get requests(): number {
    return this.#counts.requests;
  }

  /** Lines of a file that have code and were not edited since, by line. */
  file({ keys, text }: FileCountsParams): readonly LineCount[] {
    const source = keys.map((key) => this.#byKey.get(key)).find((each) => each !== undefined);
    if (source === undefined) return [];
    const edits = this.#texts.editsOf({ path: source.path, text });
    const count = splitLines(text).length;
    return source.lines.flatMap((start) => {
      const line = edits === undefined ? start.line : edits.nowLine(start.line);
      if (line < 1 || line > count || edits?.isEdited(start.line) === true) return [];
      const loop = this.quadratic.find((each) => each.path === source.path && each.line === start.line);
      const quadratic = loop && { ...loop, line, outerLine: edits?.nowLine(loop.outerLine) ?? loop.outerLine };
      return [{ line, ...this.#lineCount(start), ...(quadratic && { quadratic }) }];
    });
  }

  /** Of a line of the run that is shown; null if it was not counted. */
  line(path: string, line: Line): Omit<LineCount, "line"> | null {
    const at = this.#lines.lineOf(path, line);
    const start = this.#byPath.get(path)?.lines.find((each) => each.line === at);
    return start === undefined ? null : this.#lineCount(start);
  }

  /** How often functions of the run that is shown were called; null for those that were not counted. */
  /** Of functions that have time in the run. */
  functions(starts: readonly CountedStartOf[]): readonly (Counted | null)[] {
    return starts.map(({ path, line, column, name }) => {
      const at = this.#lines.lineOf(path, line);
      const onLine = (this.#byPath.get(path)?.functions ?? []).filter((each) => each.line === at);
      const named = onLine.filter((each) => each.name === name);
      const [nearest] = (named.length === 0 ? onLine : named).toSorted(
        (one, other) => Math.abs(one.column - column) - Math.abs(other.column - column),
      );
      return nearest === undefined ? null : this.#counted(nearest.count, leastOfHot);
    });
  }

  #lineCount({ count, most, isTopLevel }: CountedStart): Omit<LineCount, "line"> {
    const counted = this.#counted(count, isTopLevel ? Infinity : leastOfLines);
    return { ...counted, most: counted.isPerRequest ? most / counted.requests : most };
  }

  #counted(count: number, least: Share): Counted {
    const { requests } = this.#counts;
    const isPerRequest = requests > 0 && count >= least * requests;
    return { count: isPerRequest ? count / requests : count, isPerRequest, requests };
  }
}

/** Loops that grow with the square of another one, of files that ran with the same text at both sizes. */
function quadraticIn(pass: OpenedCounts, { sources }: RunCounts, others: readonly OpenedCounts[]): readonly FoundQuadratic[] {
  const textNow = textsOf(pass);
  const before = others.map((each) => ({ sources: runCounts(each).sources, textOf: textsOf(each) }));
  return sources.flatMap(({ path, loops }) => {
    const same = before.filter(({ textOf }) => textOf(path) !== undefined && textOf(path) === textNow(path));
    const found = same.map((each) => quadraticLoops(loops, each.sources.find((source) => source.path === path)?.loops ?? []));
    return (found.find((each) => each.length > 0) ?? []).map((loop) => ({ ...loop, path }));
  });
}

function textsOf({ analysis }: OpenedCounts): (path: string) => string | undefined {
  const rows = new Map(analysis.profile.sources.map((source, row) => [source.path, row] as const).toReversed());
  return (path) => analysis.textOf(rows.get(path) ?? -1);
}
