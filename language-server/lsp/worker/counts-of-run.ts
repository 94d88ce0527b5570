import { ShownCounts } from "../../answers/counts/shown-counts.ts";
import { PassLines } from "../../answers/routes/pass-lines.ts";
import { openCountsPass } from "../../opening/counts-pass.ts";
import type { OpenedRun, OpeningOptions } from "../../opening/opened-run.ts";

/** The counts pass of the opened run, read when something of it is first asked for. */
export class CountsOfRun {
  readonly #opened: OpenedRun;
  readonly #options: OpeningOptions;
  #shown: Promise<ShownCounts | undefined> | undefined;

  constructor(opened: OpenedRun, options: OpeningOptions) {
    [this.#opened, this.#options] = [opened, options];
  }

  /** Undefined if the run has none that can be read. */
  shown(): Promise<ShownCounts | undefined> {
    this.#shown ??= this.#open();
    return this.#shown;
  }

  async #open(): Promise<ShownCounts | undefined> {
    const pass = this.#opened.format === undefined ? await openCountsPass(this.#opened, this.#options) : undefined;
    return pass && new ShownCounts(pass, new PassLines(this.#opened.analysis, pass.analysis));
  }
}
