import { expect, test } from "vitest";
import { namesRequest, proposalsFrom, UsedRequests, withLikeliestRoute } from "../../../extension/load/request-proposals.ts";
import { planFrom } from "../../../language-server/analysis/load/load.ts";
import type { SourceRoute } from "../../../language-server/analysis/routes/source-routes.ts";

const route = (method: string, path: string, line: number, isCompared = false): SourceRoute => ({
  method,
  path,
  file: "src/app.js",
  line,
  isCompared,
});
const routes = [route("GET", "/orders/:id", 1), route("POST", "/orders", 2), route("GET", "/broken", 3, true), route("GET", "/orders", 4)];

test("used requests come first, then GET routes, then those with a parameter; each once", () => {
  const used = [
    { method: "GET", path: "/orders/17" },
    { method: "POST", path: "/orders" },
  ];
  expect(proposalsFrom(used, routes).map(({ method, path, from }) => `${method} ${path} ${from}`)).toEqual([
    "GET /orders/17 ",
    "POST /orders app.js:2",
    "GET /orders app.js:4",
    "GET /broken app.js:3",
    "GET /orders/:id app.js:1",
  ]);
});

test("a plan for / gets the first GET route without a parameter, unless / is a route", () => {
  const path = (all: readonly SourceRoute[]): string | undefined => withLikeliestRoute(planFrom({}), all).requests[0]?.path;
  expect(path(routes)).toBe("/orders");
  expect(path([...routes, route("GET", "/", 9)])).toBe("/");
  expect(path([route("GET", "/broken", 3, true), route("GET", "/:id", 4), route("POST", "/a", 5)])).toBe("/");
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
