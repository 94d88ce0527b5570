import type { ComparedPart } from "../../analysis/selection/compared-part.ts";
import type { Selection } from "../../analysis/selection/selection.ts";
import type { Line } from "../../analysis/units.ts";
import type { OpenedRun } from "../../opening/opened-run.ts";
import { selectionInPass } from "../../opening/route-samples.ts";
import { AnalysedRun } from "../analysed-run.ts";
import type { SelectedSide } from "../compared-sides.ts";
import { firstSelection } from "../first-selection.ts";
import type { HotParams, HotView } from "../hot-answers.ts";
import { type RouteCosts, routeCostsOf } from "./route-costs.ts";
import type { LineView, OpenParams, RunView } from "../run-answers.ts";

/**
 * An opened run and the pass that loaded each of its routes alone, if it has one. As long as routes are selected that only the pass has
 * measured, answers are of the pass; the selection names the run's own threads, and spans are of what is shown.
 */
export class RunOrPass {
  readonly #run: AnalysedRun;
  readonly #pass: AnalysedRun | undefined;
  readonly #opened: OpenedRun;
  readonly #routes: RouteCosts | undefined;
  #selection: Selection | undefined;

  constructor(opened: OpenedRun, params: Pick<OpenParams, "kept" | "advice">) {
    const { routesPass } = opened;
    this.#opened = opened;
    this.#run = new AnalysedRun(opened, params);
    this.#pass = routesPass && new AnalysedRun(routesPass, { advice: params.advice });
    this.#routes = routeCostsOf(opened);
    const { selection } = firstSelection(params.kept, opened);
    if (this.#pass !== undefined && selection.routes !== null) this.select(selection);
  }

  /** What has the samples of the selection. */
  get shown(): AnalysedRun {
    return this.#of(this.#selection?.routes ?? null);
  }

  get view(): RunView {
    const own = this.#run.view;
    const routes = this.#routes && { ...this.#routes.view, isPass: this.#pass !== undefined };
    if (this.#selection === undefined || this.shown === this.#run) return { ...own, routes };
    const { folder, isProfile, sampleTypes, run, problems, dropped } = own;
    return { ...this.shown.view, folder, isProfile, sampleTypes, run, problems, dropped, routes, selection: this.#selection };
  }

  /** As `AnalysedRun.select`; null also if the run has none of the routes. */
  select(wanted: Selection): RunView | null {
    const next = this.#of(wanted.routes);
    const spans = next === this.shown ? wanted.spans : null;
    const selection = { ...wanted, spans };
    const isPass = next === this.#pass && this.#opened.routesPass !== undefined;
    const view = next.select(isPass ? selectionInPass(selection, this.#opened, this.#opened.routesPass) : selection);
    if (view === null) return null;
    this.#selection = isPass ? { ...selection, routes: view.selection.routes, spans: view.selection.spans } : undefined;
    return this.view;
  }

  line(place: { readonly path: string; readonly line: Line }): LineView | null {
    const found = this.shown.code.line(place);
    return found && { ...found, routes: this.#routes?.ofLine(place.path, place.line) ?? [] };
  }

  hotFunctions(params: HotParams): HotView {
    const found = this.shown.hot.functions(params);
    const routes = this.#routes;
    if (routes === undefined) return found;
    return {
      ...found,
      rows: found.rows.map((row) => ({ ...row, routes: row.identity === undefined ? [] : routes.ofFunction(row.identity) })),
    };
  }

  /** As `AnalysedRun.compared`, of a part that may have routes. */
  compared(part: ComparedPart): SelectedSide {
    return this.#of(part.routes).compared(part);
  }

  #of(routes: Selection["routes"]): AnalysedRun {
    return routes !== null && this.#pass !== undefined ? this.#pass : this.#run;
  }
}
