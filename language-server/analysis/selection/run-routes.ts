import { inSteps } from "../budget.ts";
import { answeredRequests, type LoadReport } from "../load/load.ts";
import type { Marks, ThreadMarks } from "../marks/marks.ts";
import type { RouteWindows } from "../timeline/tracks.ts";
import type { Milliseconds, Share } from "../units.ts";
import { noRoute } from "./no-route.ts";
import type { TimeSpan } from "./selection.ts";

/** When a thread's loop turned to which route: from `at` (µs since the start of the window, ascending) on to `route`; -1 is none. */
interface RouteTurns {
  readonly at: Float64Array;
  /** Index in `routes`. */
  readonly route: Int32Array;
}

/** A route of a run. */
export interface RunRoute {
  /** `GET /orders/:id`; never `noRoute`. */
  readonly name: string;
  /** That were measured, and so answered. */
  readonly requests: number;
  /** Of the load's requests, where it had windows of its own, which are longer or shorter than its part of the load. */
  readonly share?: Share | undefined;
  /** CPU time in these windows; undefined if that is not known. */
  readonly cpuMs?: Milliseconds | undefined;
}

/** The routes of a run, and when which of them ran. */
export interface RunRoutes {
  readonly routes: readonly RunRoute[];
  /** `windows`: each was loaded alone for some time; `marks`: the app marked its requests. */
  readonly by: "windows" | "marks";
  /** By the id of a thread; undefined: it has run for no route. */
  readonly turnsOf: (thread: number) => RouteTurns | undefined;
}

export const noRoutes: RunRoutes = { routes: [], by: "marks", turnsOf: () => undefined };

/** Requests of the load that a whole run's busy time was for; 0 if that was also for others, as windows of single routes have requests of their own. */
export function requestsOfAll(routes: RunRoutes | undefined, load: LoadReport | undefined): number {
  return routes?.by === "windows" ? 0 : answeredRequests(load);
}

/** What a run's own tracks and marks show; undefined if that is nothing. Windows come first, as they have the smaller error. */
export function routesIn(windows: readonly RouteWindows[] | undefined, marks: Marks | undefined): RunRoutes | undefined {
  if (windows !== undefined && windows.length > 0) return routesOfWindows(windows);
  return marks === undefined || marks.routes.length === 0 ? undefined : routesOfMarks(marks);
}

/** All threads work for the route that is loaded. */
function routesOfWindows(windows: readonly RouteWindows[]): RunRoutes {
  const edges = windows
    .flatMap(({ spans }, route) => spans.map(({ from, to }) => ({ from, to, route })))
    .toSorted((one, other) => one.from - other.from)
    .flatMap(({ from, to, route }) => [
      { at: from, route },
      { at: to, route: -1 },
    ]);
  const turns = { at: Float64Array.from(edges, ({ at }) => at), route: Int32Array.from(edges, ({ route }) => route) };
  const routes = windows.map(({ name, requests, share, cpuMs }) => ({ name, requests, share, cpuMs }));
  return { routes, by: "windows", turnsOf: () => turns };
}

function routesOfMarks({ routes: names, threads }: Marks): RunRoutes {
  const requests = new Float64Array(names.length);
  for (const { served } of threads)
    for (const [request, route] of served.route.entries())
      if (route !== -1 && (served.begin[request] as number) >= 0) requests[route] = (requests[route] ?? 0) + 1;
  const turns = new Map(threads.map((marked) => [marked.thread, turnsOfMarks(marked)]));
  const routes = names.map((name, route) => ({ name, requests: requests[route] as number }));
  return { routes, by: "marks", turnsOf: (thread) => turns.get(thread) };
}

/** Turns from one request to another of the same route are none. */
function turnsOfMarks({ turns, served }: ThreadMarks): RouteTurns {
  const [at, route] = [new Float64Array(turns.at.length), new Int32Array(turns.at.length)];
  let count = 0;
  let last = -1;
  inSteps(turns.at.length, (from, to) => {
    for (let turn = from; turn < to; turn++) {
      const request = turns.request[turn] as number;
      const next = request === 0 ? -1 : (served.route[request - 1] ?? -1);
      if (next === last) continue;
      at[count] = turns.at[turn] as number;
      route[count++] = last = next;
    }
  });
  return { at: at.slice(0, count), route: route.slice(0, count) };
}

/** When a thread ran for one of these routes, by name, apart and in order, from its first sample's time on. */
export function spansOfRoutes(
  { routes, turnsOf }: RunRoutes,
  thread: number,
  wanted: readonly string[],
  first: number,
): readonly TimeSpan[] {
  const turns = turnsOf(thread);
  const [at, route] = [turns?.at ?? [], turns?.route ?? []];
  const chosen = new Uint8Array(routes.length + 1);
  if (wanted.includes(noRoute)) chosen[0] = 1;
  for (const [index, { name }] of routes.entries()) if (wanted.includes(name)) chosen[index + 1] = 1;
  const spans: TimeSpan[] = [];
  // Before its first turn it runs for none.
  let from = chosen[0] === 1 ? Math.min(0, first) : undefined;
  inSteps(at.length, (start, end) => {
    for (let turn = start; turn < end; turn++) {
      const [isChosen, when] = [chosen[(route[turn] as number) + 1] === 1, at[turn] as number];
      if (isChosen) from ??= when;
      else if (from !== undefined) {
        if (when > from) spans.push({ from, to: when });
        from = undefined;
      }
    }
  });
  return from === undefined ? spans : [...spans, { from, to: Number.MAX_VALUE }];
}

/** How many requests some routes answered, by name. */
export function answeredByRoutes(ran: RunRoutes | undefined, wanted: readonly string[] | null): number {
  return (ran?.routes ?? []).reduce((sum, { name, requests }) => (wanted?.includes(name) === false ? sum : sum + requests), 0);
}
