import * as v from "valibot";
import * as vscode from "vscode";
import {
  type FilteredFunction,
  isSameFunction,
  noFilter,
  type StackFilter,
} from "../../language-server/analysis/selection/stack-filter.ts";
import { stackFilter } from "../../language-server/analysis/selection/stack-filter.ts";
import { setContext } from "../commands.ts";
import type { ShownRun } from "./shown-run.ts";

const memoryKey = "heatline.filter";

/**
 * The filter of Hot Functions, the flame graph and exports. Remembered per workspace; what names functions or files lasts until another run
 * is shown.
 */
export class ShownFilter implements vscode.Disposable {
  readonly #memory: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #filter: StackFilter;
  #run: string | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: vscode.Memento, shownRun: Pick<ShownRun, "onDidChange" | "summary">) {
    this.#memory = memory;
    this.#filter = ofAnyRun(v.parse(v.fallback(stackFilter, noFilter), memory.get<unknown>(memoryKey) ?? noFilter));
    this.#subscription = shownRun.onDidChange(() => {
      const run = shownRun.summary?.id;
      if (run === undefined || run === this.#run) return;
      if (this.#run !== undefined) this.#filter = ofAnyRun(this.#filter);
      this.#run = run;
      this.#tell();
    });
    this.#tell();
  }

  get value(): StackFilter {
    return this.#filter;
  }

  /** Whether anything is hidden, left out or merged. */
  get isActive(): boolean {
    const { hiddenKinds, hidden, below, file, mergesRecursion } = this.#filter;
    return hiddenKinds !== null || hidden.length > 0 || below !== null || file !== "" || mergesRecursion;
  }

  /** Without what names functions or files of the shown run, for any other run. */
  valueFor(run: string): StackFilter {
    return run === this.#run ? this.#filter : ofAnyRun(this.#filter);
  }

  async change(changes: Partial<StackFilter>): Promise<void> {
    this.#filter = { ...this.#filter, ...changes };
    this.#tell();
    this.#changed.fire();
    await this.#memory.update(memoryKey, ofAnyRun(this.#filter));
  }

  async showOnlyBelow(below: FilteredFunction): Promise<void> {
    await this.change({ below, hidden: this.#filter.hidden.filter((each) => !isSameFunction(each, below)) });
  }

  async hide(wanted: FilteredFunction): Promise<void> {
    const { below, hidden } = this.#filter;
    const others = hidden.filter((each) => !isSameFunction(each, wanted));
    await this.change({ hidden: [...others, wanted], below: below !== null && isSameFunction(below, wanted) ? null : below });
  }

  async reset(): Promise<void> {
    await this.change(noFilter);
  }

  #tell(): void {
    setContext("heatline.filtered", this.isActive);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function ofAnyRun(filter: StackFilter): StackFilter {
  return { ...filter, hidden: [], below: null, file: "" };
}
