import * as vscode from "vscode";
import { everything, type Selection } from "../../language-server/analysis/selection/selection.ts";
import {
  type FilteredFunction,
  isSameFunction,
  noFilter,
  type StackFilter,
} from "../../language-server/analysis/selection/stack-filter.ts";
import { setContext } from "../commands.ts";
import type { Guard } from "../errors.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import { warn } from "../screen/notifications.ts";
import { keepViews, keptViews, type KeptViews } from "./selection-memory.ts";

/**
 * Which part of the shown run is looked at, by every view: thread picker, filter bar and lists are faces of it. The server has it, and notifies
 * of changes with the run.
 */
export class ShownSelection implements vscode.Disposable {
  readonly #memory: vscode.Memento;
  readonly #shownRun: Pick<ShownRun, "onDidChange" | "summary" | "select">;
  readonly #viewsChanged: () => Promise<void>;
  readonly #guard: Guard;
  readonly #subscription: vscode.Disposable;
  /** What was asked for last, until the server has answered: a change in the meantime changes this. */
  #asked: Selection | undefined;

  /** `viewsChanged`: sends the server what `keptViews` are now. */
  constructor(
    memory: vscode.Memento,
    shownRun: Pick<ShownRun, "onDidChange" | "summary" | "select">,
    viewsChanged: () => Promise<void>,
    guard: Guard,
  ) {
    [this.#memory, this.#shownRun, this.#viewsChanged, this.#guard] = [memory, shownRun, viewsChanged, guard];
    this.#subscription = shownRun.onDidChange(() => this.#notify());
    this.#notify();
  }

  get value(): Selection {
    return this.#asked ?? this.#shownRun.summary?.selection ?? everything;
  }

  /** As lists and the flame graph show it. */
  get filter(): StackFilter {
    const { filter } = this.value;
    return { ...filter, hiddenKinds: filter.hiddenKinds ?? this.#views.hiddenKinds };
  }

  /** Whether *Show Everything* changes anything. */
  get isActive(): boolean {
    const { threads, spans, routes } = this.value;
    const { hiddenKinds, hidden, below, group = "", file, mergesRecursion } = this.filter;
    return (
      [threads, spans, routes, hiddenKinds, below].some((each) => each !== null) ||
      [...hidden, group, file].some((each) => each !== "") ||
      mergesRecursion
    );
  }

  async change(changes: Partial<Selection>): Promise<void> {
    const wanted = { ...this.value, ...changes };
    const wasEmpty = this.#shownRun.summary?.isEmpty === true;
    this.#asked = wanted;
    try {
      await this.#shownRun.select(wanted);
    } finally {
      if (this.#asked === wanted) this.#asked = undefined;
      this.#notify();
    }
    // Not awaited: the notification may never be clicked.
    if (!wasEmpty) void this.#guard(() => this.#reportIfEmpty());
  }

  /** How stacks are drawn is kept for other runs, too. Kinds that earlier versions kept end with the first choice of kinds. */
  async changeFilter(changes: Partial<StackFilter>): Promise<void> {
    const filter = { ...this.value.filter, ...changes };
    const changed = this.change({ filter: { ...filter, hiddenKinds: filter.hiddenKinds?.length === 0 ? null : filter.hiddenKinds } });
    await this.#keep({ ...filter, hiddenKinds: "hiddenKinds" in changes ? null : this.#views.hiddenKinds });
    await changed;
  }

  async showOnlyBelow(below: FilteredFunction): Promise<void> {
    await this.changeFilter({ below, hidden: this.value.filter.hidden.filter((each) => !isSameFunction(each, below)) });
  }

  async hide(wanted: FilteredFunction): Promise<void> {
    const { below, hidden } = this.value.filter;
    const others = hidden.filter((each) => !isSameFunction(each, wanted));
    await this.changeFilter({ hidden: [...others, wanted], below: below !== null && isSameFunction(below, wanted) ? null : below });
  }

  /** The measure stays: it is of everything. */
  async showEverything(): Promise<void> {
    const changed = this.change({ ...everything, measure: this.value.measure });
    await this.#keep(noFilter);
    await changed;
  }

  async #reportIfEmpty(): Promise<void> {
    const { isEmpty = false, selectionText = "" } = this.#shownRun.summary ?? {};
    if (!isEmpty || selectionText === "") return;
    const all = vscode.l10n.t("Show Everything");
    if ((await warn(vscode.l10n.t("Nothing was measured here ({0}).", selectionText), all)) === all) await this.showEverything();
  }

  get #views(): KeptViews {
    return keptViews(this.#memory);
  }

  async #keep(views: KeptViews): Promise<void> {
    const before = this.#views.hiddenKinds;
    await keepViews(this.#memory, views);
    if (before !== null && views.hiddenKinds === null) await this.#viewsChanged();
  }

  #notify(): void {
    const { summary } = this.#shownRun;
    setContext("heatline.part", summary !== undefined && this.isActive);
    setContext("heatline.hasMeasures", summary?.measures !== undefined);
    setContext("heatline.hasRoutes", summary?.routes !== undefined);
    setContext("heatline.hasStartup", summary?.listenedAtMs !== undefined);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
