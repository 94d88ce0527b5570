import type { CountedStart } from "../../analysis/counts/counted-script.ts";
import { splitLines } from "../../analysis/syntax/line-ends.ts";
import type { Line } from "../../analysis/units.ts";
import type { OpenedCounts } from "../../opening/counts-pass.ts";
import { pathKey } from "../../platform/path-key.ts";
import type { FunctionKey } from "../function-key.ts";
import type { PassLines } from "../routes/pass-lines.ts";
import { RunTexts } from "../run-texts.ts";
import { runCounts, type RunCounts, type SourceCounts } from "./run-counts.ts";

/** How often something ran. */
export interface Counted {
  /** For a request, or in all: what ran less often than there were requests, or when its script was loaded. */
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
}

export interface FileCountsParams {
  /** Of the file (`pathKey`). */
  readonly keys: readonly string[];
  readonly text: string;
}

export type CountedStartOf = Pick<FunctionKey, "path" | "line" | "column" | "name">;

/** What a counts pass counted, by the current texts of its files. */
export class ShownCounts {
  readonly #texts: RunTexts;
  readonly #counts: RunCounts;
  readonly #lines: PassLines | undefined;
  readonly #byKey: ReadonlyMap<string, SourceCounts>;
  readonly #byPath: ReadonlyMap<string, SourceCounts>;

  /** `lines`: where those of the run that is shown are in the pass; undefined if both ran the same text. */
  constructor(pass: OpenedCounts, lines: PassLines | undefined) {
    [this.#texts, this.#counts, this.#lines] = [new RunTexts(pass.analysis), runCounts(pass), lines];
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
      return line < 1 || line > count || edits?.isEdited(start.line) === true ? [] : [{ line, ...this.#lineCount(start) }];
    });
  }

  /** Of a line of the run that is shown; null if it was not counted. */
  line(path: string, line: Line): Omit<LineCount, "line"> | null {
    const at = this.#lines?.lineOf(path, line) ?? line;
    const start = this.#byPath.get(path)?.lines.find((each) => each.line === at);
    return start === undefined ? null : this.#lineCount(start);
  }

  /** How often functions of the run that is shown were called; null for those that were not counted. */
  functions(starts: readonly CountedStartOf[]): readonly (Counted | null)[] {
    return starts.map(({ path, line, column, name }) => {
      const at = this.#lines?.lineOf(path, line) ?? line;
      const onLine = (this.#byPath.get(path)?.functions ?? []).filter((each) => each.line === at);
      const named = onLine.filter((each) => each.name === name);
      const [nearest] = (named.length === 0 ? onLine : named).toSorted(
        (one, other) => Math.abs(one.column - column) - Math.abs(other.column - column),
      );
      return nearest === undefined ? null : this.#counted(nearest.count, false);
    });
  }

  #lineCount({ count, most, isTopLevel }: CountedStart): Omit<LineCount, "line"> {
    const counted = this.#counted(count, isTopLevel);
    return { ...counted, most: counted.isPerRequest ? most / counted.requests : most };
  }

  #counted(count: number, isTopLevel: boolean): Counted {
    const { requests } = this.#counts;
    const isPerRequest = !isTopLevel && requests > 0 && count >= requests;
    return { count: isPerRequest ? count / requests : count, isPerRequest, requests };
  }
}
