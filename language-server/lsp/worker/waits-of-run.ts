import { PassLines } from "../../answers/routes/pass-lines.ts";
import { ShownWaits } from "../../answers/waits/shown-waits.ts";
import { hasWaits } from "../../history/run-passes.ts";
import type { OpenedRun, OpeningOptions } from "../../opening/opened-run.ts";
import { openWaitsPass } from "../../opening/waits-pass.ts";

/** The waits pass of the opened run, read when something of it is first asked for. */
export class WaitsOfRun {
  readonly #opened: OpenedRun;
  readonly #options: OpeningOptions;
  #shown: Promise<ShownWaits | undefined> | undefined;

  constructor(opened: OpenedRun, options: OpeningOptions) {
    [this.#opened, this.#options] = [opened, options];
  }

  /** Undefined if the run has none that can be read. */
  shown(): Promise<ShownWaits | undefined> {
    this.#shown ??= this.#open();
    return this.#shown;
  }

  async #open(): Promise<ShownWaits | undefined> {
    if (this.#opened.format !== undefined || !hasWaits(this.#opened.run)) return undefined;
    const pass = await openWaitsPass(this.#opened, this.#options);
    const isShown = this.#opened.run.pass === "waits";
    return pass && new ShownWaits(pass, isShown ? undefined : new PassLines(this.#opened.analysis, pass.analysis));
  }
}
