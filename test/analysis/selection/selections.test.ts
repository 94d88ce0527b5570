import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Analysis } from "../../../language-server/analysis/analyse.ts";
import { everything, type Scope, type TimeSpan } from "../../../language-server/analysis/selection/selection.ts";
import type { Selected } from "../../../language-server/analysis/selection/selections.ts";
import { noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import type { SourceProfile } from "../../../language-server/analysis/sources/source-profile.ts";
import { analysed, lineTable } from "../costs/drawn-costs.ts";
import { drawnProfile } from "../drawn-profile.ts";
import { drawnThread, sums } from "./added-parts.ts";

/** A sample each millisecond from 0 ms on; the second thread's take 2 ms. */
const run = analysed([
  drawnProfile("f@app.js:1  f@app.js:1  g@app.js:2  (idle)  h@app.js:3"),
  drawnProfile("w@work.js:1  w@work.js:1  (idle)", { interval: 2000 }),
]);

function selected(of: Analysis, scope: Partial<Scope>): Selected {
  const found = of.select({ ...everything, ...scope });
  if (found === null) throw new Error("The run has no such thread.");
  return found;
}

/** `from` to `to` in milliseconds. */
function ms(...spans: readonly (readonly [from: number, to: number])[]): readonly TimeSpan[] {
  return spans.map(([from, to]) => ({ from: from * 1000, to: to * 1000 }));
}

test("a thread alone is a run of its own, whose ticks are worth what they were", () => {
  const { costs, whole } = selected(run, { threads: [1] });
  expect(lineTable(costs)).toEqual({ "work.js:1": "2 2 2" });
  expect(costs).toMatchObject({ ticks: 3, busyTicks: 2, interval: 2000 });
  expect(whole.profile.threads.map(({ id, name }) => [id, name])).toEqual([[1, "thread 1"]]);
});

test("a span has the samples from its start to before its end, and spans that overlap have them once", () => {
  const lines = (...spans: readonly (readonly [number, number])[]): Record<string, string> =>
    lineTable(selected(run, { threads: [0], spans: ms(...spans) }).costs);
  expect(lines([1, 3])).toEqual({ "app.js:1": "1 1 1", "app.js:2": "1 1 1" });
  expect(lines([4, 9], [0, 1])).toEqual({ "app.js:1": "1 1 1", "app.js:3": "1 1 1" });
  expect(lines([0, 2], [1, 3], [1, 2])).toEqual({ "app.js:1": "2 2 2", "app.js:2": "1 1 1" });
});

test("spans follow one another at once: what is between them takes no time", () => {
  const times = (...spans: readonly (readonly [number, number])[]): readonly number[] =>
    selected(run, { spans: ms(...spans) }).whole.profile.threads.flatMap(({ samples }) => [...samples.time]);
  expect(times([2, 4])).toEqual([0, 1000, 0]);
  expect(times([0, 1.5], [3, 5])).toEqual([0, 1000, 1500, 2500, 0, 2500]);
});

test("what has no busy sample is empty, and a thread that the run lacks is nothing", () => {
  expect(selected(run, { spans: ms([20, 30]) })).toMatchObject({ isEmpty: true, costs: { ticks: 0, lines: [] } });
  expect(selected(run, { threads: [0], spans: ms([3, 4]) })).toMatchObject({ isEmpty: true, costs: { ticks: 1 } });
  expect(run.select({ ...everything, filter: { ...noFilter, file: "nowhere" } })).toMatchObject({ isEmpty: true, costs: { busyTicks: 6 } });
  expect(run.all.isEmpty).toBe(false);
  expect(selected(run, { threads: [7, 0] }).selection.threads).toEqual([0]);
  expect(run.select({ ...everything, threads: [7] })).toBeNull();
});

test("the same selection is computed once, and the whole run never again", () => {
  const scope = { threads: [0], spans: ms([0, 2]) };
  expect(selected(run, scope)).toBe(selected(run, { ...scope, threads: [0, 0] }));
  expect(run.select({ ...everything })).toBe(run.all);
  const filtered = run.select({ ...everything, ...scope, filter: { ...noFilter, file: "app" } });
  expect(filtered?.whole).toBe(selected(run, scope).whole);
});

const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 150_000 }), { maxLength: 6 });

test("a partition into spans, threads or both adds up to the run, sample for sample", () => {
  fc.assert(
    fc.property(fc.array(drawnThread, { minLength: 1, maxLength: 3 }), cuts, fc.boolean(), (threads, times, isByThread) => {
      const of = analysed(threads);
      const edges = [0, ...times.toSorted((one, other) => one - other), Number.MAX_SAFE_INTEGER];
      const spans = edges.slice(1).map((to, at): TimeSpan => ({ from: edges[at] ?? 0, to }));
      const parts = spans.flatMap((span) =>
        isByThread ? threads.map((_, id) => selected(of, { threads: [id], spans: [span] })) : [selected(of, { spans: [span] })],
      );
      const samples = parts.flatMap(({ whole, selection }) => samplesOf(whole.profile, selection.spans?.[0]?.from));
      expect(samples.toSorted()).toEqual(samplesOf(of.profile).toSorted());
      expect(sums(parts.map(({ costs }) => costs))).toEqual(sums([of.costs]));
    }),
  );
});

/** `thread time stack weight` of each sample. */
function samplesOf({ threads }: SourceProfile, start = 0): readonly string[] {
  return threads.flatMap(({ id, samples: { stack, time, weight } }) =>
    Array.from(stack, (row, sample) => `${id} ${start + (time[sample] as number)} ${row} ${weight?.[sample] ?? 1}`),
  );
}
