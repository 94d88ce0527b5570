import type * as vscode from "vscode";
import type { AnsweredRequest } from "../../language-server/analysis/load/request-schedule.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import type { LoadFormState } from "../../webview/load/incoming.ts";
import type { ProfiledApp } from "../debug/session-events.ts";
import { answeredProposals } from "./answered-proposals.ts";
import { AppRoutes, type FindRoutes } from "./app-routes.ts";
import { proposalsFrom, UsedRequests, withLikeliestRoute, withMostAnswered } from "./request-proposals.ts";

/** What could be requested of the app that runs: what was before, what it has answered, and the routes in its source. */
export class AppProposals {
  readonly #used: UsedRequests;
  /** In the app's source. */
  readonly routes: AppRoutes;
  /** Since its start. */
  answered: readonly AnsweredRequest[] = [];

  constructor(memory: vscode.Memento, findRoutes: FindRoutes) {
    this.#used = new UsedRequests(memory);
    this.routes = new AppRoutes(findRoutes);
  }

  /** Its requests were used for that app. */
  async use({ key }: ProfiledApp, { requests }: LoadPlan): Promise<void> {
    await this.#used.keep(key, requests);
  }

  of(app: ProfiledApp | undefined, plan: LoadPlan): LoadFormState["proposals"] {
    const used = app === undefined ? [] : this.#used.of(app.key);
    return proposalsFrom(used, this.routes.found, this.#answeredAt(plan));
  }

  /** The plan with the likeliest route, where nobody has said what to request. */
  withRoute(plan: LoadPlan): LoadPlan {
    return withLikeliestRoute(plan, this.routes.found);
  }

  /** The same with what the app has answered most. */
  withAnswered(plan: LoadPlan): LoadPlan {
    return withMostAnswered(plan, this.#answeredAt(plan).answered);
  }

  #answeredAt({ baseUrl }: LoadPlan): ReturnType<typeof answeredProposals> {
    return answeredProposals(this.answered, this.routes.found, baseUrl);
  }
}
