import * as fc from "fast-check";
import { expect, test } from "vitest";
import { loopIdle } from "../../../language-server/analysis/marks/loop-idle.ts";
import { loopPolls } from "../../../language-server/analysis/marks/loop-polls.ts";
import type { Awaited, ThreadMarks } from "../../../language-server/analysis/marks/marks.ts";
import { type SplitWaits, splitWaits } from "../../../language-server/analysis/marks/split-waits.ts";
import { SimulatedLoop, type SimulatedRequest, type Step } from "./simulated-loop.ts";
import { someRequests } from "./some-requests.ts";

interface Split extends SplitWaits {
  readonly marks: ThreadMarks;
  readonly ready: readonly number[];
}

function split(requests: readonly SimulatedRequest[], awaited: readonly Awaited[] = [], whatOf = (_site: number) => -1): Split {
  const loop = new SimulatedLoop(awaited, whatOf, true);
  const { marks } = loop.run(requests);
  return { ...splitWaits(marks.waits, loopPolls(marks, loopIdle(marks, undefined))), marks, ready: loop.readyTimes };
}

/** Of one site, in milliseconds. */
function meanOf({ marks, waited, held }: Split, site: number): { readonly waited: number; readonly held: number } {
  const rows = [...marks.waits.site.keys()].filter((row) => marks.waits.site[row] === site);
  const mean = (column: Float64Array): number => rows.reduce((sum, row) => sum + column[row]!, 0) / rows.length / 1000;
  return { waited: mean(waited), held: mean(held) };
}

const stall: Step = { cpu: 40_000, line: 1 };

test("timers of 2 ms behind stalls of 40 ms waited 2 ms, and were held up for the rest", () => {
  const stalls = Array.from({ length: 50 }, (_, index) => ({ at: index * 41_000, route: 0, steps: [stall] }));
  const sleeper = { at: 500, route: 1, steps: Array.from({ length: 40 }, () => ({ wait: 2000, site: 0 })) };
  const found = split([...stalls, sleeper], [{ kind: "timer", text: "2 ms", delayMs: 2 }], () => 0);
  expect(meanOf(found, 0).waited).toBeCloseTo(2, 6);
  expect(meanOf(found, 0).held).toBeGreaterThan(30);
});

test("a wait that a timer ended was ready when that was due, but not while the loop was still idle: then it was set again", () => {
  const stalls = Array.from({ length: 50 }, (_, index) => ({ at: index * 41_000, route: 0, steps: [stall] }));
  const sleeper = { at: 500, route: 1, steps: Array.from({ length: 20 }, () => ({ wait: 7000, site: 0 })) };
  const quiet = { at: 5_000_000, route: 1, steps: [{ wait: 300_000, site: 1 }] };
  const { marks } = new SimulatedLoop([], () => -1, true).run([...stalls, sleeper, quiet]);
  const due = marks.waits.start.map((start) => start + 7000);
  const found = splitWaits({ ...marks.waits, due }, loopPolls(marks, loopIdle(marks, undefined)));
  const mean = (site: number): number => meanOf({ ...found, marks, ready: [] }, site).waited;
  expect(mean(0)).toBeCloseTo(7, 6);
  expect(mean(1)).toBeCloseTo(300, 1);
});

test("a query of 2 ms that is mostly held up waited what it takes where nothing holds it up", () => {
  const stalls = Array.from({ length: 50 }, (_, index) => ({ at: 100_000 + index * 41_000, route: 0, steps: [stall] }));
  const query = { wait: 2000, site: 0 };
  const early = Array.from({ length: 5 }, (_, index) => ({ at: index * 10_000, route: 1, steps: [query] }));
  const late = Array.from({ length: 50 }, (_, index) => ({ at: 100_000 + index * 40_000, route: 1, steps: [query] }));
  const found = split([...early, ...stalls, ...late]);
  expect(meanOf(found, 0).waited).toBeCloseTo(2, 1);
});

test("a query of 20 ms while others run in short turns is not held up by them", () => {
  const query = { at: 0, route: 1, steps: [{ wait: 20_000, site: 0 }] };
  const turns = Array.from({ length: 15 }, (_, index) => ({ at: 300 + index * 1300, route: 0, steps: [{ cpu: 1000, line: 1 }] }));
  const found = split([query, ...turns]);
  expect(meanOf(found, 0).waited).toBeGreaterThan(19);
  expect(meanOf(found, 0).held).toBeLessThan(1);
});

test("what is waited and held up is the length of each wait; nothing is ready after its end, or while the loop was idle before it", () => {
  fc.assert(
    fc.property(someRequests, fc.boolean(), (requests, marksIdle) => {
      const loop = new SimulatedLoop([], () => -1, marksIdle);
      const { marks } = loop.run(requests);
      const idle = loopIdle(marks, undefined);
      const { waited, held } = splitWaits(marks.waits, loopPolls(marks, idle));
      const { start, end } = marks.waits;
      for (let row = 0; row < start.length; row++) {
        expect(waited[row]! + held[row]!).toBeCloseTo(end[row]! - start[row]!, 3);
        expect(Math.min(waited[row]!, held[row]!)).toBeGreaterThanOrEqual(0);
      }
      if (!marksIdle) return;
      const readyTimes = loop.readyTimes;
      for (let row = 0; row < start.length; row++) {
        const last = [...idle.to.keys()].filter((at) => idle.to[at]! <= end[row]! + 0.001).at(-1);
        if (last === undefined) continue;
        expect(start[row]! + waited[row]!).toBeGreaterThanOrEqual(Math.min(idle.to[last]!, end[row]!) - 0.001);
        expect(readyTimes[row]!).toBeGreaterThanOrEqual(idle.to[last]! - 0.001);
      }
    }),
    { numRuns: 200 },
  );
});

test("the idle time between two turns is as long as it was, wherever it is", () => {
  fc.assert(
    fc.property(someRequests, fc.boolean(), (requests, marksIdle) => {
      const { marks } = new SimulatedLoop([], () => -1, marksIdle).run(requests);
      const { at, idle } = marks.turns;
      const { from, to } = loopIdle(marks, undefined);
      for (let turn = 1; turn < at.length; turn++) {
        const within = from.reduce(
          (sum, start, row) => sum + Math.max(0, Math.min(to[row]!, at[turn]!) - Math.max(start, at[turn - 1]!)),
          0,
        );
        const reported = idle[turn]! - idle[turn - 1]!;
        expect(Math.abs(within - reported)).toBeLessThan(1.001);
      }
    }),
    { numRuns: 200 },
  );
});
