import * as fc from "fast-check";
import { expect, test } from "vitest";
import { culpritsOf } from "../../../language-server/analysis/marks/culprits.ts";
import { ExplainedThread } from "../../../language-server/analysis/marks/explained-thread.ts";
import { partKinds } from "../../../language-server/analysis/marks/part-kinds.ts";
import { partsOf, requestSpans, type RequestParts } from "../../../language-server/analysis/marks/request-parts.ts";
import type { SourceProfile } from "../../../language-server/analysis/sources/source-profile.ts";
import { SimulatedLoop, type SimulatedRequest, type Truth } from "./simulated-loop.ts";
import { someRequests } from "./some-requests.ts";

const noSamples = { threads: [] as SourceProfile["threads"] } as SourceProfile;
const none = { from: new Float64Array(), to: new Float64Array() };

function explained(requests: readonly SimulatedRequest[]): {
  readonly thread: ExplainedThread;
  readonly truths: readonly Truth[];
  readonly parts: readonly RequestParts[];
} {
  const loop = new SimulatedLoop([], () => -1, true);
  const { marks, truths } = loop.run(requests);
  const thread = new ExplainedThread(marks, noSamples, none);
  const parts = truths.map(({ came, ended }, index) =>
    partsOf(requestSpans(thread, { request: index + 1, client: { from: came, to: ended + 40 } })!),
  );
  return { thread, truths, parts };
}

test("the parts of a request are its latency, whatever happened", () => {
  fc.assert(
    fc.property(someRequests, (requests) => {
      const { parts, truths } = explained(requests);
      parts.forEach((each, index) => {
        const { came, begun, ended, own } = truths[index]!;
        expect(partKinds.reduce((sum, kind) => sum + each[kind], 0)).toBeCloseTo(ended + 40 - came, 3);
        expect(each.cpu).toBeCloseTo(own, 3);
        expect(each.before).toBeCloseTo(begun - came, 3);
        expect(each.after).toBeCloseTo(40, 3);
        expect(each.rest).toBeLessThan(1);
      });
    }),
    { numRuns: 200 },
  );
});

/** Two routes: one computes for 40 ms, now and then; the other queries for 2 ms each, eleven times. */
function busyServer(concurrency: number): readonly SimulatedRequest[] {
  const slow = Array.from({ length: 40 }, (_, index) => ({ at: index * 97_000 + 1000, route: 0, steps: [{ cpu: 40_000, line: 41 }] }));
  const query = { wait: 2000, site: 0 };
  const steps = [{ cpu: 100, line: 7 }, ...Array.from({ length: 11 }, () => query), { cpu: 150, line: 9 }];
  const orders = Array.from({ length: 1000 }, (_, index) => ({
    at: Math.floor(index / concurrency) * concurrency * 4000,
    route: 1,
    steps,
  }));
  return [...slow, ...orders].toSorted((one, other) => one.at - other.at);
}

/** So many clients, each of which sends its next request after the answer, as many as the server can take. */
function saturatedServer(clients: number): readonly SimulatedRequest[] {
  const query = { wait: 2000, site: 0 };
  const both = {
    all: [
      { wait: 3000, site: 1 },
      { wait: 5000, site: 1 },
    ],
  };
  const orders = [{ cpu: 800, line: 7 }, query, query, query, query, query, both, { cpu: 400, line: 9 }];
  return Array.from({ length: clients }, (_, client) => {
    let next: SimulatedRequest | undefined;
    for (let ordinal = Math.ceil(1000 / clients); ordinal > 0; ordinal--) {
      const isReport = (client * 7 + ordinal) % 25 === 0;
      const steps = isReport ? [{ cpu: 40_000, line: 41 }] : orders;
      next = { at: 150 + client * 13, route: isReport ? 0 : 1, steps, port: 40_000 + client, ordinal, ...(next && { following: next }) };
    }
    return next!;
  });
}

test.each([
  [1, "mostly idle", busyServer],
  [10, "mostly idle", busyServer],
  [100, "mostly idle", busyServer],
  [10, "saturated", saturatedServer],
  [100, "saturated", saturatedServer],
])("parts of requests and culprits are what they were, %i at a time, %s", (concurrency, _load, server) => {
  const { thread, truths, parts } = explained(server(concurrency));
  const orders = [...truths.keys()].filter((index) => thread.routeOf(index + 1) === 1);
  const sumOf = (value: (index: number) => number): number => orders.reduce((sum, index) => sum + value(index), 0);
  const [waiting, held] = [sumOf((index) => truths[index]!.waiting), sumOf((index) => truths[index]!.held)];
  expect(Math.abs(sumOf((index) => parts[index]!.waiting) / waiting - 1)).toBeLessThan(0.1);
  expect(Math.abs(sumOf((index) => parts[index]!.held) / held - 1)).toBeLessThan(0.1);
  const isNear = (index: number): boolean => {
    const error = Math.abs(parts[index]!.waiting - truths[index]!.waiting);
    return error <= Math.max(5000, (truths[index]!.ended - truths[index]!.came) / 10);
  };
  expect(orders.filter(isNear).length / orders.length).toBeGreaterThan(0.95);
  const wrong = orders.filter((index) => {
    const { heldBy } = truths[index]!;
    const [most] = [...heldBy].toSorted((one, other) => other[1] - one[1]);
    if (most === undefined || most[1] < 10_000) return false;
    const spans = requestSpans(thread, { request: index + 1, client: undefined })!;
    return culpritsOf(thread, spans.held, index + 1)[0]?.route !== most[0];
  });
  expect(wrong.length / orders.length).toBeLessThan(0.05);
});
