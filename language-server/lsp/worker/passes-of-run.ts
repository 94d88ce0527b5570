import { type HotCounts, hotCounts } from "../../answers/counts/hot-counts.ts";
import { ShownCounts } from "../../answers/counts/shown-counts.ts";
import { PassLines } from "../../answers/routes/pass-lines.ts";
import { ShownWaits } from "../../answers/waits/shown-waits.ts";
import { hasWaits } from "../../history/run-passes.ts";
import { type CountsPasses, openCountsPasses } from "../../opening/counts-pass.ts";
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

/** The same for its counts pass, and those of other runs of the same program. */
export class CountsOfRun {
  readonly #opened: OpenedRun;
  readonly #options: OpeningOptions;
  #found: Promise<CountsPasses | undefined> | undefined;
  #shown: ShownCounts | undefined;

  constructor(opened: OpenedRun, options: OpeningOptions) {
    [this.#opened, this.#options] = [opened, options];
  }

  async shown(): Promise<ShownCounts | undefined> {
    this.#found ??= this.#opened.format === undefined ? openCountsPasses(this.#opened, this.#options) : Promise.resolve(undefined);
    const found = await this.#found;
    return found && (this.#shown ??= new ShownCounts(this.#opened, found));
  }

  async hot(limit: number): Promise<HotCounts | null> {
    const shown = await this.shown();
    return shown === undefined ? null : hotCounts(this.#opened, shown, limit);
  }
}
