import type { ComparedPart } from "../../analysis/selection/compared-part.ts";
import type { Selection } from "../../analysis/selection/selection.ts";
import type { Line } from "../../analysis/units.ts";
import type { OpenedRun } from "../../opening/opened-run.ts";
import { selectionInPass } from "../../opening/route-samples.ts";
import { AnalysedRun, firstSelection } from "../analysed-run.ts";
import type { SelectedSide } from "../compare/compared-sides.ts";
import type { HotParams, HotView } from "../hot-answers.ts";
import { PassLines } from "./pass-lines.ts";
import { type RouteCosts, routeCostsOf } from "./route-costs.ts";
import type { LineView, OpenParams, RunView } from "../run-answers.ts";

/**
 * An opened run and the pass that loaded each of its routes alone, if it has one. As long as routes are selected that only the pass has
 * measured, answers are of the pass, but those about time; the selection names the run's own threads.
 */
export class RunOrPass {
  readonly #run: AnalysedRun;
  readonly #pass: AnalysedRun | undefined;
  readonly #opened: OpenedRun;
  readonly #routes: RouteCosts | undefined;
  readonly #passLines: PassLines | undefined;
  #selection: Selection | undefined;

  constructor(opened: OpenedRun, params: Pick<OpenParams, "kept" | "advice">) {
    const { routesPass } = opened;
    this.#opened = opened;
    this.#run = new AnalysedRun(opened, params);
    this.#pass = routesPass && new AnalysedRun(routesPass, { advice: params.advice });
    this.#routes = routeCostsOf(opened);
    const isOfPass = opened.analysis.routes === undefined;
    this.#passLines = isOfPass && routesPass !== undefined ? new PassLines(opened.analysis, routesPass.analysis) : undefined;
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

  /** What happened over the run's own time. */
  get timed(): AnalysedRun {
    return this.#run;
  }

  /** As `AnalysedRun.select`. A span of the run is none of its pass: of routes of a pass and a span, what is new is selected. */
  select(wanted: Selection): RunView | null {
    const { routesPass } = this.#opened;
    if (routesPass === undefined || this.#pass === undefined) return this.#run.select(wanted);
    const isOfTime = JSON.stringify(wanted.spans) !== JSON.stringify(this.view.selection.spans);
    const selection = { ...wanted, ...(isOfTime && wanted.spans !== null ? { routes: null } : {}) };
    if (selection.routes === null) {
      const isKnown = this.#run.select(selection) !== null;
      if (isKnown) this.#selection = undefined;
      return isKnown ? this.view : null;
    }
    const ofPass = { ...selection, spans: null };
    const found = this.#pass.select(selectionInPass(ofPass, this.#opened, routesPass));
    if (found === null || this.#run.select({ ...ofPass, routes: null }) === null) return null;
    this.#selection = { ...ofPass, routes: found.selection.routes };
    return this.view;
  }

  line(place: { readonly path: string; readonly line: Line }): LineView | null {
    const found = this.shown.code.line(place);
    return found && { ...found, routes: this.#routes?.ofLine(place.path, this.#routedLine(place.path, place.line)) ?? [] };
  }

  hotFunctions(params: HotParams): HotView {
    const found = this.shown.hot.functions(params);
    const routes = this.#routes;
    if (routes === undefined) return found;
    return {
      ...found,
      rows: found.rows.map(({ identity, ...row }) => {
        const line = identity && this.#routedLine(identity.path, identity.line);
        return { ...row, identity, routes: identity === undefined || line === undefined ? [] : routes.ofFunction({ ...identity, line }) };
      }),
    };
  }

  /** As `AnalysedRun.compared`, of a part that may have routes. */
  compared(part: ComparedPart): SelectedSide {
    return this.#of(part.routes).compared(part);
  }

  /** A line of what is shown, in what has measured the routes. */
  #routedLine(path: string, line: Line): Line {
    return this.shown === this.#run ? (this.#passLines?.lineOf(path, line) ?? line) : line;
  }

  #of(routes: Selection["routes"]): AnalysedRun {
    return routes !== null && this.#pass !== undefined ? this.#pass : this.#run;
  }
}
