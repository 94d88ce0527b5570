import { expect, test, vi } from "vitest";
import { everything } from "../../../language-server/analysis/selection/selection.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { routeItems } = await import("../../../extension/selection/routes.ts");

const routes = {
  by: "marks",
  isPass: false,
  routes: [
    { name: "GET /orders", share: 0.7, requests: 1200 },
    { name: "", share: 0.2, requests: 0 },
    { name: "POST /login", share: 0.1, requests: 1 },
  ],
} as const;

function labels(selected: readonly string[] | null): readonly string[] {
  return routeItems(routes, { ...everything, routes: selected }).map(
    ({ icon, label, description }) => `${icon === undefined ? "" : `(${icon}) `}${label}: ${description}`,
  );
}

test("first all routes, then each with its share and its requests; the current choice is marked", () => {
  expect(labels(null)).toEqual([
    "(check) All routes: shown now",
    "GET /orders: 70 % of the busy time · 1,200 requests",
    "No route: 20 % of the busy time",
    "POST /login: 10 % of the busy time · 1 request",
  ]);
  expect(labels([""])).toEqual([
    "All routes: ",
    "GET /orders: 70 % of the busy time · 1,200 requests",
    "(check) No route: 20 % of the busy time · shown now",
    "POST /login: 10 % of the busy time · 1 request",
  ]);
});
