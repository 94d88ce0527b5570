import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Analysis } from "../../../language-server/analysis/analyse.ts";
import type { Marks } from "../../../language-server/analysis/marks/marks.ts";
import { keptSelection } from "../../../language-server/analysis/selection/kept-selection.ts";
import { noRoute } from "../../../language-server/analysis/selection/no-route.ts";
import { routesIn } from "../../../language-server/analysis/selection/run-routes.ts";
import { everything, type Scope } from "../../../language-server/analysis/selection/selection.ts";
import type { Selected } from "../../../language-server/analysis/selection/selections.ts";
import type { RouteWindows } from "../../../language-server/analysis/timeline/tracks.ts";
import { analysed, lineTable } from "../costs/drawn-costs.ts";
import { drawnProfile } from "../drawn-profile.ts";
import { drawnThread, sums } from "./added-parts.ts";
import * as v from "valibot";

const [orders, login] = ["GET /orders/:id", "POST /login"];

/** A sample each millisecond from 0 ms on. */
const profile = drawnProfile("f@app.js:1  f@app.js:1  g@app.js:2  g@app.js:2  h@app.js:3  h@app.js:3");

/** `turns` of a thread: when it turned to which request (0: none); request n has the n-th of these routes. */
function marksOf(
  thread: number,
  turns: readonly (readonly [at: number, request: number])[],
  served: readonly number[],
): Marks["threads"][number] {
  const zeros = Float64Array.from(served, () => 0);
  const none = Int32Array.from(served, () => 0);
  const empty = new Float64Array(0);
  return {
    thread,
    turns: {
      at: Float64Array.from(turns, ([at]) => at),
      idle: Float64Array.from(turns, () => 0),
      request: Int32Array.from(turns, ([, request]) => request),
    },
    served: {
      begin: zeros,
      end: zeros,
      status: none,
      aborted: Uint8Array.from(none),
      port: none,
      ordinal: none,
      route: Int32Array.from(served),
    },
    waits: {
      start: empty,
      end: empty,
      request: new Int32Array(0),
      site: new Int32Array(0),
      what: new Int32Array(0),
      rejected: new Uint8Array(0),
      due: empty,
      sites: [],
      awaited: [],
    },
    lost: 0,
  };
}

function marked(threads: Marks["threads"]): Marks {
  return { routes: [orders, login], threads };
}

function selected(run: Analysis, scope: Partial<Scope>): Selected {
  const found = run.select({ ...everything, ...scope });
  if (found === null) throw new Error("The run has none of it.");
  return found;
}

test("a sample belongs to the route of the last turn before it in its thread", () => {
  const turns = [
    [1000, 1],
    [2500, 2],
    [4000, 0],
  ] as const;
  const run = analysed([profile, profile], {}, { routes: routesIn(undefined, marked([marksOf(0, turns, [0, 1])])) });
  const lines = (...routes: readonly string[]): unknown => lineTable(selected(run, { routes, threads: [0] }).costs);
  expect(lines(orders)).toEqual({ "app.js:1": "1 1 1", "app.js:2": "1 1 1" });
  expect(lines(login)).toEqual({ "app.js:2": "1 1 1" });
  expect(lines(noRoute)).toEqual({ "app.js:1": "1 1 1", "app.js:3": "2 2 2" });
  expect(lines(login, orders)).toEqual({ "app.js:1": "1 1 1", "app.js:2": "2 2 2" });
  expect(selected(run, { routes: [orders], threads: [1] }).isEmpty).toBe(true);
  expect(selected(run, { routes: [noRoute], threads: [1] }).costs.ticks).toBe(6);
  expect(run.routes?.routes.map(({ name, requests }) => [name, requests])).toEqual([
    [orders, 1],
    [login, 1],
  ]);
});

test("requests of one route, one after the other, are one turn; one without a route is of none", () => {
  const turns = [
    [0, 1],
    [1000, 2],
    [2000, 3],
  ] as const;
  const routes = routesIn(undefined, marked([marksOf(0, turns, [0, 0, -1])]));
  expect([...(routes?.turnsOf(0)?.at ?? [])]).toEqual([0, 2000]);
  expect([...(routes?.turnsOf(0)?.route ?? [])]).toEqual([0, -1]);
});

test("windows of a route hold for every thread, and come before marks", () => {
  const windows: readonly RouteWindows[] = [
    {
      name: login,
      spans: [
        { from: 0, to: 1000 },
        { from: 4000, to: 5000 },
      ],
      requests: 20,
      share: 0.25,
    },
    { name: orders, spans: [{ from: 1000, to: 3000 }], requests: 5, share: 0.75 },
  ];
  const run = analysed([profile, profile], {}, { routes: routesIn(windows, marked([])) });
  expect(lineTable(selected(run, { routes: [login] }).costs)).toEqual({ "app.js:1": "2 2 2", "app.js:3": "2 2 2" });
  expect(lineTable(selected(run, { routes: [orders], threads: [1] }).costs)).toEqual({ "app.js:1": "1 1 1", "app.js:2": "1 1 1" });
  const both = selected(run, { routes: [orders], threads: [0], spans: [{ from: 1500, to: 9000 }] });
  expect(lineTable(both.costs)).toEqual({ "app.js:2": "1 1 1" });
});

test("a run without routes has none to select, and what runs for none is all of it", () => {
  const run = analysed([profile]);
  expect(routesIn(undefined, undefined)).toBeUndefined();
  expect(run.select({ ...everything, routes: [orders] })).toBeNull();
  expect(selected(run, { routes: [noRoute] }).costs.ticks).toBe(6);
});

test("a selection that was kept before there were routes is of all of them", () => {
  const { routes: _routes, ...before } = everything;
  expect(v.parse(keptSelection, before).routes).toBeNull();
});

test("a partition into routes adds up to the run, sample for sample", () => {
  const turn = fc.tuple(fc.integer({ min: 0, max: 150_000 }), fc.integer({ min: 0, max: 4 }));
  const turnsOfThread = fc.array(turn, { maxLength: 12 }).map((all) => all.toSorted(([one], [other]) => one - other));
  fc.assert(
    fc.property(fc.array(fc.tuple(drawnThread, turnsOfThread), { minLength: 1, maxLength: 3 }), (threads) => {
      const marks = marked(threads.map(([, turns], id) => marksOf(id, turns, [0, 1, 0, -1])));
      const run = analysed(
        threads.map(([drawn]) => drawn),
        {},
        { routes: routesIn(undefined, marks) },
      );
      const parts = [[orders], [login], [noRoute]].map((routes) => selected(run, { routes }).costs);
      expect(sums(parts)).toEqual(sums([run.costs]));
    }),
  );
});
