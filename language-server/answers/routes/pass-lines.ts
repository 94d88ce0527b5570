import type { Analysis } from "../../analysis/analyse.ts";
import { madeOnce } from "../../analysis/collections.ts";
import type { Line } from "../../analysis/units.ts";
import { RunTexts } from "../run-texts.ts";
import type { TextEdits } from "../text-edits.ts";

/** Where the lines of a run are in a pass of it, before which its sources may have been edited. */
export class PassLines {
  readonly #texts: RunTexts;
  readonly #inPass: ReadonlyMap<string, string>;
  /** By path; undefined if it ran with the same text, or one of the two is not known. */
  readonly #edits = new Map<string, TextEdits | undefined>();

  constructor(run: Analysis, pass: Analysis) {
    this.#texts = new RunTexts(run);
    const texts = pass.costs.sources.map(({ path }, row) => [path, pass.textOf(row)] as const).toReversed();
    this.#inPass = new Map(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
  }

  /** 0 for a line that the pass does not have. */
  lineOf(path: string, line: Line): Line {
    const edits = madeOnce(this.#edits, path, () => this.#editsOf(path));
    return edits === undefined ? line : edits.nowLine(line);
  }

  #editsOf(path: string): TextEdits | undefined {
    const text = this.#inPass.get(path);
    if (text === undefined || this.#texts.changedPaths([{ path, text }]).length === 0) return undefined;
    return this.#texts.editsOf({ path, text });
  }
}
