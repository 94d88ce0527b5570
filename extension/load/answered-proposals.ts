import type { AnsweredRequest } from "../../language-server/analysis/load/request-schedule.ts";
import type { SourceRoute } from "../../language-server/analysis/routes/source-routes.ts";
import { portOf } from "../../webview/load/fields/origins.ts";
import type { Answer, RequestProposal } from "../../webview/load/incoming.ts";

export interface AnsweredProposals {
  /** Worth a load, the most frequent first, and of those the latest; health checks after other requests. */
  readonly answered: readonly RequestProposal[];
  /** Answered with errors alone, preflights and static files. */
  readonly unlikely: readonly RequestProposal[];
}

const healthCheck = /^_?(?:health(?:[-_]?checks?|z)?|ready(?:z|ness)?|readiness|live(?:z|ness)|liveness|alive|heartbeat|ping|metrics)$/i;
const staticFile = /\.(?:css|js|mjs|map|ico|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|txt|webmanifest)(?:\?|$)/i;

/** `requests`: those answered last at the end. Of an app with several servers, those of the one at `address`. */
export function answeredProposals(
  requests: readonly AnsweredRequest[],
  routes: readonly SourceRoute[],
  address: string,
): AnsweredProposals {
  const groups = new Map<string, AnsweredRequest[]>();
  for (const request of atAddress(requests, address)) {
    const name = `${request.method} ${request.path}`;
    groups.set(name, [...(groups.get(name) ?? []), request]);
  }
  const ranked = [...groups.values()]
    .toReversed()
    .map((group) => ({ rank: rankOf(group), count: sumOf(group), proposal: proposalOf(group, routes) }))
    .toSorted((one, other) => one.rank - other.rank || other.count - one.count);
  const those = (likely: boolean): readonly RequestProposal[] =>
    ranked.filter(({ rank }) => rank < unlikely === likely).map(({ proposal }) => proposal);
  return { answered: those(true), unlikely: those(false) };
}

const unlikely = 3;

function atAddress(requests: readonly AnsweredRequest[], address: string): readonly AnsweredRequest[] {
  const wanted = portOf(address);
  if (wanted === undefined) return requests;
  const there = requests.filter((each) => each.port === wanted);
  // Another port may lead to the app's own, as a container's does.
  return there.length > 0 || new Set(requests.map((each) => each.port)).size > 1 ? there : requests;
}

function rankOf(group: readonly AnsweredRequest[]): number {
  const [first] = group;
  if (first === undefined || first.method === "OPTIONS" || isStaticFile(first.path)) return unlikely + 1;
  if (group.every(({ status }) => status >= 400)) return unlikely;
  if (isHealthCheck(first.path)) return 2;
  return group.some(isLoadable) ? 0 : 1;
}

/** Whether a path is, by its name, one that monitors poll: hardly what a user wants to see under load. */
export function isHealthCheck(path: string): boolean {
  const [bare = ""] = path.split(/[?#]/);
  return bare.split("/").some((each) => healthCheck.test(each));
}

/** Whether a path is, by its name, that of a file which browsers load beside a page. */
export function isStaticFile(path: string): boolean {
  return staticFile.test(path);
}

/** An answer that is neither an error nor a redirect. */
export function isLoadable({ status }: Pick<Answer, "status">): boolean {
  return status < 300 || status === 304;
}

function sumOf(group: readonly AnsweredRequest[]): number {
  return group.reduce((sum, { count, status }) => (status < 400 ? sum + count : sum), 0);
}

function proposalOf(group: readonly AnsweredRequest[], routes: readonly SourceRoute[]): RequestProposal {
  const { method = "", path = "", isWhole = true } = group[0] ?? {};
  const route = routeOf(method, path, routes);
  const answers = group
    .map(({ status, count, isAtLeast }): Answer => ({ status, count, isAtLeast }))
    .toSorted((one, other) => other.count - one.count);
  return { method, path, from: route === undefined ? "" : placeOf(route), answers, isWhole };
}

/** `server.js:12`. */
export function placeOf({ file, line }: SourceRoute): string {
  return `${file.split("/").at(-1) ?? file}:${line}`;
}

/** The route that answers a request: one without parameters before one with. */
function routeOf(method: string, path: string, routes: readonly SourceRoute[]): SourceRoute | undefined {
  const parts = partsOf(path.split("?")[0] ?? "");
  const fits = (route: SourceRoute, isSame: (part: string, index: number) => boolean): boolean => {
    const wanted = partsOf(route.path);
    return (
      (route.method === method || (method === "HEAD" && route.method === "GET")) && wanted.length === parts.length && wanted.every(isSame)
    );
  };
  return (
    routes.find((route) => fits(route, (part, index) => part === parts[index])) ??
    routes.find((route) => fits(route, (part, index) => part === parts[index] || part.includes(":")))
  );
}

function partsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}
