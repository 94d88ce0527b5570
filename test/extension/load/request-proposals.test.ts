import { expect, test } from "vitest";
import {
  namesRequest,
  proposalsFrom,
  UsedRequests,
  withLikeliestRoute,
  withMostAnswered,
} from "../../../extension/load/request-proposals.ts";
import { answeredProposals, isHealthCheck } from "../../../extension/load/answered-proposals.ts";
import type { AnsweredRequest } from "../../../language-server/analysis/load/request-schedule.ts";
import { type LoadPlan, planFrom } from "../../../language-server/analysis/load/load.ts";
import type { RequestProposal } from "../../../webview/load/incoming.ts";
import type { SourceRoute } from "../../../language-server/analysis/routes/source-routes.ts";

const route = (method: string, path: string, line: number, isCompared = false): SourceRoute => ({
  method,
  path,
  file: "src/app.js",
  line,
  isCompared,
});
const routes = [route("GET", "/orders/:id", 1), route("POST", "/orders", 2), route("GET", "/broken", 3, true), route("GET", "/orders", 4)];

const nothing = { answered: [], unlikely: [] };
const lines = (proposals: readonly RequestProposal[]): readonly string[] =>
  proposals.map(({ method, path, from, answers = [] }) =>
    [method, path, ...answers.map(({ count, status }) => `${count}×${status}`), from].filter((part) => part !== "").join(" "),
  );
const answer = (path: string, status: number, count: number, { method = "GET", port = 3000 } = {}): AnsweredRequest => ({
  port,
  method,
  path,
  isWhole: true,
  status,
  count,
  isAtLeast: false,
});
const at = "http://localhost:3000";

test("what the app answered comes first, the most frequent on top, with the place of its route", () => {
  const requests = [
    answer("/favicon.ico", 200, 30),
    answer("/orders", 500, 1),
    answer("/", 302, 40),
    answer("/orders/17?full=1", 200, 2),
    answer("/orders", 200, 12),
    answer("/missing", 404, 90),
    answer("/orders", 204, 50, { method: "OPTIONS" }),
    answer("/once", 200, 2),
    answer("/broken", 500, 1),
    answer("/orders", 304, 3),
  ];
  const used = [
    { method: "GET", path: "/once" },
    { method: "GET", path: "/used" },
  ];
  expect(lines(proposalsFrom(used, routes, answeredProposals(requests, routes, at)))).toEqual([
    "GET /orders 12×200 3×304 1×500 app.js:4",
    "GET /once 2×200",
    "GET /orders/17?full=1 2×200 app.js:1",
    "GET / 40×302",
    "GET /used",
    "POST /orders app.js:2",
    "GET /broken 1×500 app.js:3",
    "GET /orders/:id app.js:1",
    "GET /missing 90×404",
    "OPTIONS /orders 50×204",
    "GET /favicon.ico 30×200",
  ]);
});

test("of an app with two servers, what the one at the address answered; a port that no server has may be a container's", () => {
  const two = [answer("/metrics", 200, 9, { port: 9090 }), answer("/orders", 200, 1)];
  const shown = (requests: readonly AnsweredRequest[], address: string): readonly string[] =>
    lines(answeredProposals(requests, [], address).answered);
  expect(shown(two, at)).toEqual(["GET /orders 1×200"]);
  expect(shown(two, "http://127.0.0.1:9090")).toEqual(["GET /metrics 9×200"]);
  expect(shown(two, "http://127.0.0.1:8080")).toEqual([]);
  expect(shown(two.slice(1), "http://127.0.0.1:8080")).toEqual(["GET /orders 1×200"]);
  expect(shown([answer("/a", 200, 1, { port: 443 })], "https://localhost")).toEqual(["GET /a 1×200"]);
  expect(shown(two, "no address")).toHaveLength(2);
});

test("with nothing answered, used requests come first, then GET routes, then those with a parameter; each once", () => {
  const used = [
    { method: "GET", path: "/orders/17" },
    { method: "POST", path: "/orders" },
  ];
  expect(lines(proposalsFrom(used, routes, nothing))).toEqual([
    "GET /orders/17",
    "POST /orders app.js:2",
    "GET /orders app.js:4",
    "GET /broken app.js:3",
    "GET /orders/:id app.js:1",
  ]);
});

test("of used requests, secrets in queries are kept as parameters, which the form asks for", async () => {
  const state = new Map<string, unknown>();
  const memory = {
    get: (key: string, otherwise: unknown) => state.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void state.set(key, value),
  };
  const used = new UsedRequests(memory as never);
  await used.keep("shop", planFrom({ requests: [{ path: "/login?token=t0k3n&page=2" }, { path: "/orders" }] }).requests);
  expect(used.of("shop").map(({ path }) => path)).toEqual(["/login?token=:token&page=2", "/orders"]);
});

test("a plan for / gets the first GET route without a parameter, unless / is a route", () => {
  const path = (all: readonly SourceRoute[]): string | undefined => withLikeliestRoute(planFrom({}), all).requests[0]?.path;
  expect(path(routes)).toBe("/orders");
  expect(path([...routes, route("GET", "/", 9)])).toBe("/");
  expect(path([route("GET", "/broken", 3, true), route("GET", "/:id", 4), route("POST", "/a", 5)])).toBe("/");
  // Of another program's routes, once it is known which one listens.
  const before = withLikeliestRoute(planFrom({}), routes);
  expect(withLikeliestRoute(before, [route("GET", "/", 9), route("GET", "/news", 8)]).requests[0]?.path).toBe("/");
});

test("a plan for / gets the GET that the app answered most often, unless with redirects or errors alone, or if it hides a secret", () => {
  const requests = [
    answer("/missing", 404, 90),
    answer("/", 302, 60),
    answer("/favicon.ico", 200, 50),
    answer("/orders", 201, 40, { method: "POST" }),
    { ...answer("/me?token=:token", 200, 30), isWhole: false },
    answer("/once", 200, 1),
    answer("/orders/17?full=1", 200, 3),
  ];
  const given = planFrom({ headers: { accept: "text/html" }, connections: 3 });
  const after = (all: readonly AnsweredRequest[]): unknown => withMostAnswered(given, answeredProposals(all, routes, at).answered);
  expect(after(requests)).toEqual({ ...given, requests: [{ ...given.requests[0], path: "/orders/17?full=1" }] });
  expect(after(requests.slice(0, 5))).toEqual(given);
  expect(after([])).toEqual(given);
});

test("static files of the source come last and are never filled in", () => {
  const found = [route("GET", "/favicon.ico", 1), route("GET", "/healthz", 2), route("GET", "/orders", 3)];
  expect(lines(proposalsFrom([], found, nothing))).toEqual(["GET /orders app.js:3", "GET /healthz app.js:2", "GET /favicon.ico app.js:1"]);
  const path = (all: readonly SourceRoute[]): string | undefined => withLikeliestRoute(planFrom({}), all).requests[0]?.path;
  expect([found, found.slice(0, 1)].map(path)).toEqual(["/orders", "/"]);
});

test("health checks come after other requests, and are filled in only where nothing else is known", () => {
  const checked = [route("GET", "/healthz", 1), route("GET", "/api/search", 2), route("GET", "/api/books/:isbn", 3)];
  const path = (plan: LoadPlan): string | undefined => plan.requests[0]?.path;
  expect(lines(proposalsFrom([], checked, nothing))).toEqual([
    "GET /api/search app.js:2",
    "GET /api/books/:isbn app.js:3",
    "GET /healthz app.js:1",
  ]);
  const filledIn = withLikeliestRoute(planFrom({}), checked);
  expect(path(filledIn)).toBe("/api/search");
  expect(path(withLikeliestRoute(planFrom({}), checked.slice(0, 1)))).toBe("/healthz");

  const requests = [answer("/healthz", 200, 90), answer("/metrics", 200, 60), answer("/api/books/12", 200, 1), answer("/old", 302, 1)];
  const { answered } = answeredProposals(requests, checked, at);
  expect(lines(answered)).toEqual([
    "GET /api/books/12 1×200 app.js:3",
    "GET /old 1×302",
    "GET /healthz 90×200 app.js:1",
    "GET /metrics 60×200",
  ]);
  expect(path(withMostAnswered(filledIn, answered))).toBe("/api/books/12");
  const polled = answeredProposals(requests.slice(0, 2), checked, at).answered;
  expect(path(withMostAnswered(filledIn, polled))).toBe("/api/search");
  expect(path(withMostAnswered(planFrom({}), polled))).toBe("/healthz");
});

test.each([
  [true, "/health /healthz /api/health /health/live /health-check /ready /readyz /livez?verbose /-/metrics /ping /_health /Heartbeat"],
  [false, "/ /healthy-recipes /live /readers /pinga /api/metrics-of-sales /status /already /healthcare"],
])("is a health check by its name: %s", (expected, paths) => {
  expect(paths.split(" ").filter((path) => isHealthCheck(path) !== expected)).toEqual([]);
});

test("settings that name a request are not changed", () => {
  expect([{}, { connections: 3 }, { path: "/" }, { method: "PUT" }, { requests: [] }].map(namesRequest)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});

test("requests are remembered per app, the newest first, eight at most", async () => {
  const values = new Map<string, unknown>();
  const used = new UsedRequests({
    keys: () => [...values.keys()],
    get: <Value>(key: string, fallback?: Value) => (values.get(key) as Value | undefined) ?? (fallback as Value),
    update: (key, value) => Promise.resolve(void values.set(key, value)),
  });
  for (const path of ["/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "/9", "/2"]) await used.keep("shop", planFrom({ path }).requests);
  expect(used.of("shop").map(({ path }) => path)).toEqual(["/2", "/9", "/8", "/7", "/6", "/5", "/4", "/3"]);
  expect(used.of("other")).toEqual([]);
});
