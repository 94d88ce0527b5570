import type { FileView, RunView } from "../../answers/run-answers.ts";
import type { Line } from "../../analysis/units.ts";
import { madeOnce } from "../../analysis/made-once.ts";
import type { Ask } from "./ask.ts";

/** Where a line that ran is now; of what is outside of the project it is not known, and taken for unchanged. */
export interface CurrentLine {
  /** The line as it ran if its file is unchanged, unknown or gone. */
  readonly line: Line;
  readonly state: "unchanged" | "moved" | "edited" | "gone" | "fileGone";
}

/** Whether the code of a run was edited since, by the files as they are now: read once for each question. */
export class CurrentCode {
  readonly #ask: Ask;
  readonly #textOf: (file: string) => Promise<string | null | undefined>;
  readonly #files: ReadonlyMap<string, string>;
  readonly #views = new Map<string, Promise<FileState>>();

  constructor(ask: Ask, { versions }: RunView, textOf: (file: string) => Promise<string | null | undefined>) {
    [this.#ask, this.#textOf] = [ask, textOf];
    this.#files = new Map(versions.map(([path, { file }]) => [path, file]));
  }

  async now(path: string, ran: Line): Promise<CurrentLine> {
    const state = await this.#state(path);
    if (state.kind !== "changed") return { line: ran, state: state.kind };
    const line = state.lines.get(ran);
    if (line === undefined) return { line: ran, state: "gone" };
    return { line, state: state.edited.has(line) ? "edited" : line === ran ? "unchanged" : "moved" };
  }

  /** The line as it ran; undefined if it was written since. */
  async ran(path: string, now: Line): Promise<Line | undefined> {
    const state = await this.#state(path);
    if (state.kind !== "changed") return now;
    for (const [ran, line] of state.lines) if (line === now) return ran;
    return undefined;
  }

  async isChanged(path: string): Promise<boolean> {
    return (await this.#state(path)).kind === "changed";
  }

  #state(path: string): Promise<FileState> {
    return madeOnce(this.#views, path, () => this.#find(path));
  }

  async #find(path: string): Promise<FileState> {
    const text = await this.#textOf(this.#files.get(path) ?? path);
    if (text === null) return { kind: "unchanged" };
    if (text === undefined) return { kind: "fileGone" };
    const changed = await this.#ask("changedPaths", { texts: [{ path, text }] });
    if (!changed.includes(path)) return { kind: "unchanged" };
    const view = await this.#ask("file", { path, text, heatBy: "total", threshold: 0, limit: 0 });
    return view === null ? { kind: "fileGone" } : { kind: "changed", ...placesOf(view) };
  }
}

type FileState =
  | { readonly kind: "unchanged" }
  | { readonly kind: "fileGone" }
  | { readonly kind: "changed"; readonly lines: ReadonlyMap<Line, Line>; readonly edited: ReadonlySet<Line> };

function placesOf({ ranLines, editedLines }: FileView): { readonly lines: ReadonlyMap<Line, Line>; readonly edited: ReadonlySet<Line> } {
  const lines = new Map<Line, Line>();
  for (const [now, ran] of ranLines.entries()) if (ran > 0) lines.set(ran, now);
  return { lines, edited: new Set(editedLines) };
}
