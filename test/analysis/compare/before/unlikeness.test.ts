import { expect, test } from "vitest";
import { unlikenesses, unlikenessText } from "../../../../language-server/analysis/compare/before/unlikeness.ts";
import type { RunFacts } from "../../../../language-server/analysis/compare/before/program.ts";
import { localised } from "../../../../language-server/texts/localised.ts";
import { crashedStart, load, ran, runOf, script } from "./history.ts";

const share = (value: number): string => `${Math.round(value * 100)} %`;

/** What is said of a run, and then the usual one. */
function said(base: Partial<RunFacts>, next: Partial<RunFacts> = {}): readonly string[] {
  return unlikenesses(runOf(base), runOf(next), share).map((unlike) => localised(unlikenessText(unlike), "en"));
}

const sent = { requests: "a1", setup: "", ratePerSecond: 0, pipelining: 1 };

test("equal runs differ in nothing", () => {
  expect(said({})).toEqual([]);
  expect(said(script, script)).toEqual([]);
});

test("programs of one name in two folders: the folders are named, from where they differ", () => {
  const at = (cwd: string): Partial<RunFacts> => ({ app: { cwd, argv: ["node", `${cwd}/bin/www`] } });
  expect(said(at("/home/me/shop"), at("/home/me/blog"))).toEqual(["The runs are of apps in different folders (shop, then blog)."]);
  expect(said(at("/old/shop"), at("/new/shop"))).toEqual(["The runs are of apps in different folders (old/shop, then new/shop)."]);
  expect(said(at("/shop"), at("/shop/api"))).toEqual(["The runs are of apps in different folders (shop, then shop/api)."]);
});

test("what was run, how it was loaded, and with which figures", () => {
  expect(said(ran("/shop/worker.js", "8"))).toEqual(["The runs are of different commands (worker.js 8, then server.js)."]);
  expect(said(script)).toEqual(["Only one of the runs had load (no load, then GET /slow)."]);
  expect(said({ load: { ...load, label: "GET /a" } })).toEqual(["The loads sent different requests (GET /a, then GET /slow)."]);
  expect(said({ load: { ...load, url: "http://stage:3000/slow" } })).toEqual([
    "The loads sent different requests (GET /slow @ stage:3000, then GET /slow).",
  ]);
  expect(said({ load: { ...load, tool: "wrk" } })).toEqual(["The loads were sent by different tools (wrk, then autocannon)."]);
  expect(said({ load: { ...load, connections: 50 } })).toEqual(["The loads had different numbers of connections (50, then 10)."]);
  const [rated, usual] = [{ load: { ...load, sent: { ...sent, ratePerSecond: 200 } } }, { load: { ...load, sent } }];
  expect(said(rated, usual)).toEqual(["The loads had different rates, in requests per second (200, then as fast as possible)."]);
  expect(said({ load: { ...load, sent: { ...sent, requests: "b2", setup: "c3" } } }, usual)).toEqual([
    "The requests of the loads (GET /slow, then GET /slow) had different headers, bodies or weights.",
    "The loads had different setup requests.",
  ]);
  expect(said({ load: { ...load, sent: { ...sent, pipelining: 4 } } }, usual)).toEqual(["The loads had different pipelining (4, then 1)."]);
  expect(said({ load: { ...load, non2xx: 42 } })).toEqual(["The runs did not both complete (4 % failed, then complete)."]);
  const unit = (name: string): Partial<RunFacts> => ({ ...script, test: { runner: "Vitest", file: "/shop/cart.test.ts", name } });
  expect(said(unit("adds"), unit("removes"))).toEqual(["The runs are of different tests (adds, then removes)."]);
});

test("the heaviest difference comes first: a start that failed, else what ran, else its load, else its end", () => {
  const other = { ...ran("/shop/worker.js"), load: { ...load, connections: 50, cancelled: true }, end: "cancelled" } as const;
  expect(unlikenesses(runOf(other), runOf(), share).map(({ kind }) => kind)).toEqual(["command", "connections", "standing"]);
  const [loaded, failed] = [runOf(), runOf({ ...crashedStart, lacksLoad: true })];
  expect(unlikenesses(failed, loaded, share).map(({ kind }) => kind)).toEqual(["standing", "loaded"]);
});
