import type { Column, Line, Microseconds, Share } from "../../analysis/units.ts";
import { functionAround } from "../../analysis/syntax/syntax.ts";
import { madeOnce } from "../../analysis/collections.ts";
import { splitLines } from "../../analysis/syntax/line-ends.ts";
import { pathKey } from "../../platform/paths.ts";
import type { FunctionKey } from "../parts.ts";
import type { PassLines } from "../routes/pass-lines.ts";
import { RunTexts } from "../run-texts.ts";
import {
  type Explained,
  type ExplainedSlowest,
  explainRequest,
  explainSlowest,
  type SlowRequest,
  type SlowRequests,
  slowRequests,
} from "./explained-request.ts";
import { type LineWaits, lineWaits, reportedCulprits, type WaitedLine } from "./line-waits.ts";
import type { WaitsPass } from "./waits-pass.ts";

/** A line of the current text that waited. Times are those of a request that waited here, or of the whole window if none did. */
export interface LineWait extends Pick<WaitedLine, "isOuter" | "sites"> {
  readonly line: Line;
  /** Its function was edited since the pass. */
  readonly edited: boolean;
  readonly isPerRequest: boolean;
  readonly waited: Microseconds;
  readonly held: Microseconds;
  readonly times: number;
  /** Of all waiting of own lines, but for outer ones, which have the time of others. */
  readonly share: Share;
  /** Requests that waited here. */
  readonly requests: number;
  /** Most time first, in a request or in all. */
  readonly heldBy: WaitedLine["heldBy"];
}

export interface FileWaitsParams {
  /** Of the file (`pathKey`). */
  readonly keys: readonly string[];
  readonly text: string;
  /** Share of all waiting below which lines are left out. */
  readonly threshold: Share;
}

export interface LongestWaitsParams extends Pick<FileWaitsParams, "threshold"> {
  readonly limit: number;
}

export interface LongestWait extends LineWait {
  readonly path: string;
}

/** Which request to explain; `like`: the one of that name that began then, or, in another window, the slowest of its name or route. */
export type WantedRequest =
  | { readonly kind: "id"; readonly id: number }
  | { readonly kind: "like"; readonly request: string; readonly from: Microseconds }
  | { readonly kind: "slowest" }
  | { readonly kind: "together" };

export type ExplainedAnswer = Pick<SlowRequests, "unmatched" | "open"> &
  (
    | {
        readonly kind: "one";
        readonly explained: Explained;
        /** It was asked for one of another window. */
        readonly isOther: boolean;
      }
    | { readonly kind: "together"; readonly slowest: ExplainedSlowest }
  );

/** What the lines of a waits pass waited for, by the current texts of their files. */
export class ShownWaits {
  readonly #pass: WaitsPass;
  readonly #texts: RunTexts;
  readonly #waits: LineWaits;
  readonly #isRun: boolean;
  readonly #lines: PassLines | undefined;
  readonly #total: Microseconds;
  #functions: ReadonlyMap<string, readonly (FunctionWait & { readonly column: Column })[]> | undefined;
  readonly #byKey = new Map<string, WaitedLine[]>();

  /** `lines`: where those of the run that is shown are in the pass; undefined if the pass itself is shown. */
  constructor(pass: WaitsPass, lines: PassLines | undefined) {
    [this.#isRun, this.#lines] = [lines === undefined, lines];
    [this.#pass, this.#texts, this.#waits] = [pass, new RunTexts(pass.analysis), lineWaits(pass)];
    this.#total = this.#waits.lines.reduce((sum, { isOuter, waitedUs }) => sum + (isOuter ? 0 : waitedUs), 0);
    for (const line of this.#waits.lines) madeOnce(this.#byKey, pathKey(line.path), (): WaitedLine[] => []).push(line);
  }

  /** Lines of a file that waited for at least `threshold` of all waiting, by line. */
  file({ keys, text, threshold }: FileWaitsParams): readonly LineWait[] {
    const found = keys.map((key) => this.#byKey.get(key)).find((lines) => lines !== undefined);
    const [first] = found ?? [];
    if (found === undefined || first === undefined) return [];
    const edits = this.#texts.editsOf({ path: first.path, text });
    const count = splitLines(text).length;
    return found
      .flatMap((waited) => {
        const line = edits === undefined ? waited.line : edits.nowLine(waited.line);
        const shown = this.#lineWait(waited, line, edits?.isEdited(waited.line) ?? false);
        return line < 1 || line > count || shown.share < threshold ? [] : [shown];
      })
      .toSorted((one, other) => one.line - other.line);
  }

  /** Lines whose waits count, in the text that ran: the longest waits first. */
  longest({ threshold, limit }: LongestWaitsParams): readonly LongestWait[] {
    return this.#waits.lines
      .filter(({ isOuter }) => !isOuter)
      .map((waited) => ({ path: waited.path, ...this.#lineWait(waited, waited.line, false) }))
      .filter(({ share }) => share >= threshold)
      .toSorted((one, other) => other.share - one.share)
      .slice(0, limit);
  }

  /** Null without requests. */
  explain(wanted: WantedRequest): ExplainedAnswer | null {
    const { rows, unmatched: all, open } = slowRequests(this.#pass, wanted.kind === "like" ? mostRequests : 1);
    const same = wanted.kind === "like" && this.#isRun ? rows.find((row) => isSame(row, wanted)) : undefined;
    const like = wanted.kind === "like" ? (same ?? rows.find((row) => isLike(row, wanted.request))) : undefined;
    const id = wanted.kind === "id" ? wanted.id : (like ?? rows[0])?.id;
    const explained = id === undefined ? null : explainRequest(this.#pass, id);
    // Where no request has its client's part, it is none of the load's that is missing.
    const unmatched = explained?.one.isMatched === true ? all : 0;
    if (wanted.kind !== "together")
      return explained && { kind: "one", explained, isOther: wanted.kind === "like" && same === undefined, unmatched, open };
    const slowest = explainSlowest(this.#pass);
    return slowest && { kind: "together", slowest, unmatched, open };
  }

  /** How long a request that waits in the own lines of each function waits there, and how often; null for those that do not wait. */
  functions(starts: readonly FunctionStart[]): readonly (FunctionWait | null)[] {
    this.#functions ??= this.#sumsOfFunctions();
    const byLine = this.#functions;
    return starts.map(({ path, line, column }) => {
      const found = byLine.get(`${this.#lines?.lineOf(path, line) ?? line} ${path}`) ?? [];
      const nearest = found.toSorted((one, other) => Math.abs(one.column - column) - Math.abs(other.column - column))[0];
      return nearest === undefined ? null : { waited: nearest.waited, times: nearest.times };
    });
  }

  /** By line and path of where they start. */
  #sumsOfFunctions(): ReadonlyMap<string, readonly (FunctionWait & { readonly column: Column })[]> {
    const { analysis } = this.#pass;
    const rows = new Map(analysis.costs.sources.map(({ path }, row) => [path, row] as const).toReversed());
    const found = new Map<string, { column: Column; waited: Microseconds; times: number }[]>();
    for (const { path, line, isOuter, sites, inRequests } of this.#waits.lines) {
      const syntax = analysis.syntaxOf(rows.get(path) ?? -1);
      const { requests, times, waitedUs } = inRequests;
      if (isOuter || requests === 0 || syntax === undefined) continue;
      const around = functionAround(syntax, line, sites[0]?.column ?? 0);
      const column = syntax.functions.column[around] ?? 0;
      const same = madeOnce(
        found,
        `${syntax.functions.line[around]} ${path}`,
        (): { column: Column; waited: Microseconds; times: number }[] => [],
      );
      const sums = same.find((each) => each.column === column);
      if (sums === undefined) same.push({ column, waited: waitedUs / requests, times: times / requests });
      else Object.assign(sums, { waited: sums.waited + waitedUs / requests, times: sums.times + times / requests });
    }
    return found;
  }

  #lineWait({ inRequests, waitedUs, heldUs, times, heldBy, isOuter, sites }: WaitedLine, line: Line, edited: boolean): LineWait {
    const { requests } = inRequests;
    const isPerRequest = requests > 0;
    const held = isPerRequest ? inRequests.heldUs / requests : heldUs;
    const culprits = heldBy.map((each) => ({ ...each, us: isPerRequest && heldUs > 0 ? (each.us / heldUs) * held : each.us }));
    return {
      line,
      edited,
      isOuter,
      sites,
      isPerRequest,
      requests,
      waited: isPerRequest ? inRequests.waitedUs / requests : waitedUs,
      held,
      times: isPerRequest ? inRequests.times / requests : times,
      share: this.#total === 0 ? 0 : waitedUs / this.#total,
      heldBy: reportedCulprits(culprits, held),
    };
  }
}

/** Of all requests of a load. */
const mostRequests = 1_000_000;

function isSame(row: SlowRequest, { request, from }: Extract<WantedRequest, { kind: "like" }>): boolean {
  return row.request === request && Math.abs(row.fromUs - from) < 1;
}

function isLike({ request: name, route }: SlowRequest, request: string): boolean {
  return name === request || route === request;
}

export type FunctionStart = Pick<FunctionKey, "path" | "line" | "column">;

export interface FunctionWait {
  readonly waited: Microseconds;
  readonly times: number;
}
