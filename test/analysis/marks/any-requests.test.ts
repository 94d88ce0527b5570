import * as fc from "fast-check";
import { expect, test } from "vitest";
import { servedRequests, slowestAndUsual } from "../../../language-server/analysis/marks/chosen-requests.ts";
import { ExplainedThread } from "../../../language-server/analysis/marks/explained-thread.ts";
import { lineSums } from "../../../language-server/analysis/marks/line-waits.ts";
import { matchRequests } from "../../../language-server/analysis/marks/matched-requests.ts";
import { requestSpans } from "../../../language-server/analysis/marks/request-parts.ts";
import { waterfall } from "../../../language-server/analysis/marks/waterfall.ts";
import type { SourceProfile } from "../../../language-server/analysis/sources/source-profile.ts";
import { inDueOrder } from "../../../language-server/analysis/timeline/due-order.ts";
import { SimulatedLoop } from "./simulated-loop.ts";
import { someRequests } from "./some-requests.ts";

const none = { from: new Float64Array(), to: new Float64Array() };
const threads = someRequests.map((requests) => {
  const { marks } = new SimulatedLoop([], () => -1, true).run(requests);
  return new ExplainedThread(marks, { threads: [] as SourceProfile["threads"] } as SourceProfile, none);
});

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly isReady: boolean;
}

/** A wait's time: until it was ready, then until it went on; of one that waits for own code what that waited. */
function piecesOf({ marks: { waits }, split, isOuter }: ExplainedThread, row: number): readonly Piece[] {
  const inner =
    isOuter[row] === 0 || waits.request[row] === 0
      ? [row]
      : [...waits.end.keys()].filter(
          (each) =>
            waits.request[each] === waits.request[row] &&
            isOuter[each] === 0 &&
            waits.end[each]! > waits.start[row]! &&
            waits.end[each]! <= waits.end[row]!,
        );
  return inner.flatMap((each) => {
    const ready = waits.start[each]! + split.waited[each]!;
    const within = (from: number, to: number, isReady: boolean): Piece => ({
      from: Math.max(from, waits.start[row]!),
      to: Math.min(to, waits.end[row]!),
      isReady,
    });
    return [within(waits.start[each]!, ready, true), within(ready, waits.end[each]!, false)];
  });
}

/** How long any was waiting, and how long any was held up while none was waiting. */
function lengths(pieces: readonly Piece[]): { readonly waited: number; readonly held: number } {
  const edges = [...new Set(pieces.flatMap(({ from, to }) => [from, to]))].toSorted((one, other) => one - other);
  let [waited, held] = [0, 0];
  edges.slice(1).forEach((to, index) => {
    const from = edges[index]!;
    const covering = pieces.filter((each) => each.from <= from && each.to >= to);
    if (covering.some(({ isReady }) => isReady)) waited += to - from;
    else if (covering.length > 0) held += to - from;
  });
  return { waited, held };
}

test("property: what a line waited and was held up is that of its waits, parallel ones of a request once", () => {
  fc.assert(
    fc.property(threads, fc.integer({ min: 1, max: 3 }), (thread, lines) => {
      const { site, request } = thread.marks.waits;
      const { served } = thread.marks;
      const lineOf = Int32Array.from({ length: Math.max(0, ...site) + 1 }, (_, each) => (each % (lines + 1)) - 1);
      const expected = new Map<number, { times: number; waited: number; held: number; requests: number; outer: number }>();
      for (let each = 0; each <= served.begin.length; each++) {
        for (const line of new Set(lineOf)) {
          const rows = [...site.keys()].filter((row) => request[row] === each && lineOf[site[row]!] === line);
          if (rows.length === 0 || line === -1) continue;
          const sums = expected.get(line) ?? { times: 0, waited: 0, held: 0, requests: 0, outer: 0 };
          const parts =
            each === 0 ? rows.map((row) => lengths(piecesOf(thread, row))) : [lengths(rows.flatMap((row) => piecesOf(thread, row)))];
          sums.times += rows.length;
          for (const { waited, held } of parts) [sums.waited, sums.held] = [sums.waited + waited, sums.held + held];
          const isWhole =
            each > 0 && served.begin[each - 1]! >= 0 && !Number.isNaN(served.end[each - 1]!) && served.aborted[each - 1] === 0;
          sums.requests += isWhole ? 1 : 0;
          sums.outer += rows.filter((row) => thread.isOuter[row] === 1).length;
          expected.set(line, sums);
        }
      }
      const found = lineSums(thread, lineOf);
      expect([...found.keys()].toSorted((one, other) => one - other)).toEqual([...expected.keys()].toSorted((one, other) => one - other));
      for (const [line, { times, waited, held, inRequests, outer, awaited }] of found) {
        const wanted = expected.get(line)!;
        expect([times, inRequests.requests, outer]).toEqual([wanted.times, wanted.requests, wanted.outer]);
        expect(waited).toBeCloseTo(wanted.waited, 3);
        expect(held).toBeCloseTo(wanted.held, 3);
        expect(awaited.reduce((sum, each) => sum + each.times, 0)).toBe(times);
      }
    }),
    { numRuns: 150 },
  );
});

test("property: the pieces of a request are in order, none is lost, and every wait is there", () => {
  fc.assert(
    fc.property(threads, fc.integer({ min: 1, max: 12 }), (thread, most) => {
      for (let request = 1; request <= thread.marks.served.begin.length; request++) {
        const spans = requestSpans(thread, { request, client: undefined });
        if (spans === undefined) continue;
        const all = waterfall(thread, spans, request, Number.POSITIVE_INFINITY);
        const { rows, more } = waterfall(thread, spans, request, most);
        expect(rows.length).toBe(Math.min(most, all.rows.length));
        expect(rows.length + more).toBe(all.rows.length + all.more);
        expect(rows.every(({ from, to }, at) => from <= to && (at === 0 || rows[at - 1]!.from <= from))).toBe(true);
        const waits = [...thread.waitsOf(request)].filter((row) => thread.isOuter[row] === 0 && thread.split.waited[row]! > 0);
        expect(all.rows.flatMap(({ wait = -1 }) => (wait === -1 ? [] : [wait])).toSorted((one, other) => one - other)).toEqual(
          waits.toSorted((one, other) => one - other),
        );
      }
    }),
    { numRuns: 100 },
  );
});

test("property: served requests are those with an end, the slowest first, and usual ones are of the slow ones' routes", () => {
  fc.assert(
    fc.property(fc.array(threads, { minLength: 1, maxLength: 3 }), (all) => {
      const rows = all.map(({ marks }) => new Int32Array(marks.served.begin.length).fill(-1));
      const found = servedRequests(all, undefined, { rows, matched: 0, unmatched: 0 }, undefined);
      const expected = all.flatMap(({ marks: { served } }) => [...served.end].map((end, at) => end - served.begin[at]!));
      expect(found.map(({ latency }) => latency)).toEqual(
        expected.filter((each) => !Number.isNaN(each)).toSorted((one, other) => other - one),
      );
      const { slowest, usual } = slowestAndUsual(all, found);
      const routes = new Set(slowest.map(({ thread, request }) => all[thread]!.routeOf(request)));
      expect(usual.every(({ thread, request }) => routes.has(all[thread]!.routeOf(request)))).toBe(true);
      expect(usual.every((each) => !slowest.includes(each))).toBe(true);
    }),
    { numRuns: 100 },
  );
});

const sentRow = fc.record({
  due: fc.integer({ min: 0, max: 20_000 }),
  takes: fc.integer({ min: 0, max: 5000 }),
  port: fc.integer({ min: 0, max: 2 }),
  ordinal: fc.integer({ min: 0, max: 2 }),
  status: fc.constantFrom(0, 200, 500),
  weight: fc.constantFrom(0, 1, 2, 300),
});
const servedRow = fc.record({
  begin: fc.integer({ min: 0, max: 25_000 }),
  port: fc.integer({ min: 0, max: 2 }),
  ordinal: fc.integer({ min: 0, max: 2 }),
});

test("property: a served request is the first of the load's on its connection that was under way when it began", () => {
  fc.assert(
    fc.property(
      fc.array(sentRow, { maxLength: 30 }),
      fc.array(fc.array(servedRow, { maxLength: 20 }), { maxLength: 3 }),
      (sent, served) => {
        const column = (value: (row: (typeof sent)[number]) => number): Float64Array => Float64Array.from(sent, value);
        const integers = (value: (row: (typeof sent)[number]) => number): Int32Array => Int32Array.from(sent, value);
        const table = {
          due: column(({ due }) => due),
          sent: column(({ due }) => due),
          end: column(({ due, takes }) => due + takes),
          status: integers(({ status }) => status),
          outcome: new Uint8Array(sent.length),
          port: integers(({ port }) => port),
          ordinal: integers(({ ordinal }) => ordinal),
        };
        const marks = served.map((rows) => ({
          served: {
            begin: Float64Array.from(rows, ({ begin }) => begin),
            port: Int32Array.from(rows, ({ port }) => port),
            ordinal: Int32Array.from(rows, ({ ordinal }) => ordinal),
          },
        }));
        const expected = served.map((rows) =>
          rows.map(({ begin, port, ordinal }) =>
            sent.findIndex(
              (each) =>
                port > 0 &&
                ordinal > 0 &&
                each.port === port &&
                each.ordinal === ordinal &&
                each.due - 2000 <= begin &&
                begin <= each.due + each.takes + 2000,
            ),
          ),
        );
        const found = matchRequests(table, marks as unknown as Parameters<typeof matchRequests>[1]);
        expect(found.rows.map((rows) => [...rows])).toEqual(expected);
        const rows = expected.flat().filter((row) => row !== -1);
        expect(found.matched).toBe(rows.length);
        const answered = sent.filter(({ status }) => status > 0).length;
        expect(found.unmatched).toBe(answered - rows.filter((row) => sent[row]!.status > 0).length);
      },
    ),
    { numRuns: 200 },
  );
});

test("property: requests in due order are the rows that stand for any, each with its own values", () => {
  fc.assert(
    fc.property(fc.array(sentRow, { maxLength: 40 }), (sent) => {
      const indices = Int32Array.from(sent.keys());
      const ordered = inDueOrder({
        due: Float64Array.from(sent, ({ due }) => due),
        sent: Float64Array.from(sent, ({ due }) => due + 1),
        end: Float64Array.from(sent, ({ due, takes }) => due + takes),
        weight: Float64Array.from(sent, ({ weight }) => weight),
        status: Int32Array.from(sent, ({ status }) => status),
        outcome: Uint8Array.from(sent, ({ ordinal }) => ordinal),
        request: indices,
        labels: [],
        port: Int32Array.from(sent, ({ port }) => port),
        ordinal: Int32Array.from(sent, ({ ordinal }) => ordinal),
      });
      const rows = [...ordered.request];
      expect(rows.toSorted((one, other) => one - other)).toEqual([...indices].filter((row) => sent[row]!.weight > 0));
      expect(ordered.due.every((due, at) => at === 0 || ordered.due[at - 1]! <= due)).toBe(true);
      const { due, sent: first, end, weight, status, outcome, port, ordinal } = ordered;
      expect(rows.map((_, at) => [due[at], first[at], end[at], weight[at], status[at], outcome[at], port?.[at], ordinal?.[at]])).toEqual(
        rows.map((row) => {
          const each = sent[row]!;
          return [each.due, each.due + 1, each.due + each.takes, each.weight, each.status, each.ordinal, each.port, each.ordinal];
        }),
      );
    }),
    { numRuns: 200 },
  );
});
