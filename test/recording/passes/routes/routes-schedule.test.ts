import { expect, test } from "vitest";
import { type LoadDefaults, planFrom } from "../../../../language-server/analysis/load/load.ts";
import { routesOfPlan } from "../../../../language-server/recording/passes/routes/plan-routes.ts";
import { routesSchedule, scheduledSeconds } from "../../../../language-server/recording/passes/routes/routes-schedule.ts";

const two: LoadDefaults = {
  requests: [
    { path: "/orders/17", weight: 3 },
    { method: "POST", path: "/login" },
  ],
  warmupSeconds: 2,
};

function drawn(defaults: LoadDefaults): readonly string[] | undefined {
  return routesSchedule(planFrom(defaults))?.map(
    ({ route, plan }) => `${route?.name ?? "mixed"} ${plan.warmupSeconds}+${plan.durationSeconds}`,
  );
}

test("each route is loaded alone in turns, beside all of them mixed, within the time of the plan", () => {
  const [orders, login] = ["GET /orders/:id", "POST /login"];
  expect(drawn({ ...two, durationSeconds: 13 })).toEqual([
    "mixed 2+2.1",
    `${orders} 0+2.1`,
    `${login} 0+2.1`,
    "mixed 0+2.1",
    `${login} 0+2.1`,
    `${orders} 0+2.1`,
  ]);
  expect(drawn({ ...two, durationSeconds: 90 })).toHaveLength(12);
  expect(drawn({ ...two, durationSeconds: 10 })?.at(-1)).toBe(`${orders} 0+1.6`);
  expect(drawn({ ...two, durationSeconds: 1 })?.at(-1)).toBe(`${orders} 0+1`);
  expect(drawn({ ...two, durationSeconds: 10, tool: "wrk" })?.at(-1)).toBe(`${orders} 0+1`);
  expect(scheduledSeconds(routesSchedule(planFrom({ ...two, durationSeconds: 18 })) ?? [])).toBeCloseTo(18 + 12 * 0.7);
});

test.each<readonly [string, LoadDefaults]>([
  ["of one request", { path: "/orders" }],
  ["whose requests differ in ids alone", { requests: [{ path: "/orders/1" }, { path: "/orders/2?full=1" }] }],
  ["of a command", { ...two, tool: "command", command: "k6 run load.js" }],
  ["that the user sends", { ...two, tool: "manual" }],
])("a load %s has no schedule", (_what, defaults) => {
  expect(drawn(defaults)).toBeUndefined();
});

test.each<readonly [path: string, body: string, name: string]>([
  ["/orders/17/items?page=2", "", "POST /orders/:id/items"],
  ["http://127.0.0.1:3000/a#b", "", "POST /a"],
  ["a", "", "POST /a"],
  ["/reset/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9abc123", "", "POST /reset/:token"],
  ["/graphql", '{"operationName":"Orders","query":"query Other { a }"}', "POST /graphql Orders"],
  ["/api/graphql", '{"query":"mutation Login($a: Int) { a }"}', "POST /api/graphql Login"],
  ["/graphql", '{"query":"{ a }"}', "POST /graphql"],
  ["/graphql", "null", "POST /graphql"],
  ["/graphql", "not JSON", "POST /graphql"],
  ["/orders", '{"operationName":"Orders"}', "POST /orders"],
])("%s with the body %s is its route by name", (path, body, name) => {
  expect(routesOfPlan(planFrom({ method: "POST", path, body })).map((route) => route.name)).toEqual([name]);
});

test("requests of one route are loaded together, with their part of the load", () => {
  const plan = planFrom({ requests: [{ path: "/orders/1", weight: 2 }, { path: "/" }, { path: "/orders/2" }] });
  expect(routesOfPlan(plan).map(({ name, requests, share }) => [name, requests.length, share])).toEqual([
    ["GET /orders/:id", 2, 0.75],
    ["GET /", 1, 0.25],
  ]);
});
