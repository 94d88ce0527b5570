import { grouped } from "../../../analysis/collections.ts";
import { weightOf, type LoadPlan, type LoadRequest } from "../../../analysis/load/load.ts";
import type { Share } from "../../../analysis/units.ts";
import { isGraphql, operationName } from "../../in-app/requests/route-names.ts";
import { requestGroup, requestPath } from "../../in-app/request-path.ts";

/** Requests of a plan that are one route. */
export interface PlanRoute {
  /** `GET /orders/:id`, as the app's own marks name it where no framework reports a pattern; without secrets. */
  readonly name: string;
  readonly requests: readonly LoadRequest[];
  /** Of the plan's requests. */
  readonly share: Share;
}

/** In the plan's order. */
export function routesOfPlan({ requests }: Pick<LoadPlan, "requests">): readonly PlanRoute[] {
  const all = requests.reduce((sum, request) => sum + weightOf(request), 0);
  const byName = grouped(requests, routeName);
  return [...byName].map(([name, own]) => ({
    name,
    requests: own,
    share: own.reduce((sum, request) => sum + weightOf(request), 0) / all,
  }));
}

function routeName({ method, path, body }: LoadRequest): string {
  const target = path.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  const bare = target.startsWith("/") ? target : `/${target}`;
  const group = requestGroup(requestPath(bare)?.path ?? "/…");
  const asked = isGraphql(group) ? operationName(parsed(body), /\?([^#]*)/.exec(path)?.[1] ?? "") : "";
  return asked === "" ? `${method} ${group}` : `${method} ${group} ${asked}`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
