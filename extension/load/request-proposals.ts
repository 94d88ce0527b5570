import * as v from "valibot";
import type * as vscode from "vscode";
import type { SourceRoute } from "../../language-server/analysis/routes/source-routes.ts";
import type { LoadDefaults, LoadPlan, LoadRequest } from "../../language-server/analysis/load/load.ts";
import type { RequestProposal } from "../../webview/load/incoming.ts";
import { type AnsweredProposals, isHealthCheck, isLoadable, isStaticFile, placeOf } from "./answered-proposals.ts";

const key = "heatline.usedRequests";
const mostUsed = 8;
const mostProposed = 100;
const kept = v.record(v.string(), v.array(v.object({ method: v.string(), path: v.string() })));

type Used = Pick<LoadRequest, "method" | "path">;

/** The requests used for each app, newest first; secrets of their queries are parameters, which the form asks for. */
export class UsedRequests {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  of(app: string): readonly Used[] {
    return this.#all()[app] ?? [];
  }

  async keep(app: string, requests: readonly LoadRequest[]): Promise<void> {
    const { openPathOf } = await import("./load-secrets.js");
    const all = [...requests.map(({ method, path }) => ({ method, path: openPathOf(path) })), ...this.of(app)];
    await this.#memory.update(key, { ...this.#all(), [app]: unique(all).slice(0, mostUsed) });
  }

  #all(): Readonly<Record<string, readonly Used[]>> {
    const found = v.safeParse(kept, this.#memory.get(key, {}));
    return found.success ? found.output : {};
  }
}

/**
 * Requests to choose from: what the app has answered, used ones, then routes of the source, with GETs without parameters first. Paths that are
 * only compared with the URL come after real routes, then health checks, then static files; what is hardly worth a load comes last.
 */
export function proposalsFrom(
  used: readonly Used[],
  routes: readonly SourceRoute[],
  { answered, unlikely }: AnsweredProposals,
): readonly RequestProposal[] {
  const rank = ({ method, path, isCompared }: SourceRoute): number =>
    (isStaticFile(path) ? 16 : 0) +
    (isHealthCheck(path) ? 8 : 0) +
    (path.includes(":") ? 4 : 0) +
    (isCompared ? 2 : 0) +
    (method === "GET" ? 0 : 1);
  const sorted = routes
    .toSorted((one, other) => rank(one) - rank(other))
    .map((route): RequestProposal => ({ method: route.method, path: route.path, from: placeOf(route) }));
  const known = new Map([...sorted, ...unlikely, ...answered].map((each) => [nameOf(each), each]));
  const before = used.map(({ method, path }): RequestProposal => ({ method, path, from: "" }));
  const all = [...answered, ...before, ...sorted, ...unlikely];
  return unique(all.map((each) => known.get(nameOf(each)) ?? each)).slice(0, mostProposed);
}

/** The plan for an app whose requests no one has specified: uses `/` if the app has a route for it, else the likeliest. */
export function withLikeliestRoute(plan: LoadPlan, routes: readonly SourceRoute[]): LoadPlan {
  const readable = routes.filter(
    ({ method, path, isCompared }) => method === "GET" && !isCompared && !path.includes(":") && !isStaticFile(path),
  );
  const root = readable.find(({ path }) => path === "/");
  const likeliest = root ?? readable.find(({ path }) => !isHealthCheck(path)) ?? readable[0];
  const [first] = plan.requests;
  if (likeliest === undefined || first === undefined || likeliest.path === first.path) return plan;
  return { ...plan, requests: [{ ...first, path: likeliest.path }, ...plan.requests.slice(1)] };
}

/**
 * The same, once the app has answered requests: uses the GET that it answered most often, unless with redirects alone or hidden secrets. A
 * health check, which something may poll, only replaces `/`.
 */
export function withMostAnswered(plan: LoadPlan, answered: readonly RequestProposal[]): LoadPlan {
  const most = answered.find(({ method, isWhole, answers = [] }) => method === "GET" && isWhole === true && answers.some(isLoadable));
  const [first] = plan.requests;
  if (most === undefined || first === undefined || nameOf(first) === nameOf(most)) return plan;
  if (isHealthCheck(most.path) && first.path !== "/") return plan;
  return { ...plan, requests: [{ ...first, method: most.method, path: most.path }, ...plan.requests.slice(1)] };
}

/** Whether the settings specify what to request. */
export function namesRequest(given: LoadDefaults): boolean {
  return given.path !== undefined || given.method !== undefined || given.requests !== undefined || given.tool === "command";
}

function unique<Request extends Used>(requests: readonly Request[]): readonly Request[] {
  return [...new Map(requests.map((each) => [nameOf(each), each])).values()];
}

function nameOf({ method, path }: Used): string {
  return `${method} ${path}`;
}
