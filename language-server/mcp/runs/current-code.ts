import { splitLines } from "../../analysis/syntax/line-ends.ts";
import type { RunView } from "../../answers/run-answers.ts";
import type { Line } from "../../analysis/units.ts";
import { madeOnce } from "../../analysis/collections.ts";
import type { AnalysisRequestName, ParamsOf, ResultOf } from "../../lsp/worker/analysis-messages.ts";

/** Asks the worker that holds a run. Rejects with a UserError, or when the call is cancelled. */
export type Ask = <Name extends AnalysisRequestName>(name: Name, params: ParamsOf<Name>) => Promise<ResultOf<Name>>;

/** Where a line that ran is now; of what is outside of the project it is not known, and taken for unchanged. */
export interface CurrentLine {
  /** The line as it ran if its file is unchanged, unknown or gone; of an edited line the nearest one. */
  readonly line: Line;
  readonly state: "unchanged" | "moved" | "edited" | "fileGone";
}

/** Whether the code of a run was edited since, by the files as they are now: read once for each question. */
export class CurrentCode {
  readonly #ask: Ask;
  readonly #textOf: (file: string) => Promise<string | null | undefined>;
  readonly #files: ReadonlyMap<string, string>;
  readonly #states = new Map<string, Promise<FileState>>();

  constructor(ask: Ask, { versions }: RunView, textOf: (file: string) => Promise<string | null | undefined>) {
    [this.#ask, this.#textOf] = [ask, textOf];
    this.#files = new Map(versions.map(([path, { file }]) => [path, file]));
  }

  /** `code`: its text as it ran, without the blanks around it. */
  async now(path: string, ran: Line, code: string): Promise<CurrentLine> {
    const state = await this.#state(path);
    if (state.kind !== "changed") return { line: ran, state: state.kind };
    const line = state.nearest[ran] ?? ran;
    if (!isSame(state.lines[line - 1], code)) return { line, state: "edited" };
    return { line, state: line === ran ? "unchanged" : "moved" };
  }

  async isGone(path: string): Promise<boolean> {
    return (await this.#state(path)).kind === "fileGone";
  }

  /** The line as it ran that is at a line now; undefined if that was written or edited since. */
  async ran(path: string, now: Line): Promise<Line | undefined> {
    const state = await this.#state(path);
    if (state.kind !== "changed") return now;
    const near = Array.from(state.nearest.keys()).filter((ran) => ran > 0 && state.nearest[ran] === now);
    const codes = await this.#ask("lineTexts", { places: near.map((line) => ({ path, line })) });
    return near.find((_, index) => isSame(state.lines[now - 1], codes[index] ?? ""));
  }

  #state(path: string): Promise<FileState> {
    return madeOnce(this.#states, path, () => this.#find(path));
  }

  async #find(path: string): Promise<FileState> {
    const text = await this.#textOf(this.#files.get(path) ?? path);
    if (text === null) return { kind: "unchanged" };
    if (text === undefined) return { kind: "fileGone" };
    const nearest = await this.#ask("nearestLines", { path, text });
    return nearest === null ? { kind: "unchanged" } : { kind: "changed", nearest, lines: splitLines(text) };
  }
}

type FileState =
  | { readonly kind: "unchanged" }
  | { readonly kind: "fileGone" }
  /** `nearest`: of each line as it ran, its line now or that of the nearest before it. */
  | { readonly kind: "changed"; readonly nearest: Int32Array; readonly lines: readonly string[] };

/** The text as it ran may be cut. */
function isSame(now: string | undefined, ran: string): boolean {
  const text = now?.trim() ?? "";
  return text === ran || (ran.endsWith("…") && text.startsWith(ran.slice(0, -1)));
}
