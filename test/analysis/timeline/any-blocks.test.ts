import * as fc from "fast-check";
import { expect, test } from "vitest";
import { blocksOf, shortestBlock } from "../../../language-server/analysis/timeline/blocks.ts";
import { noCpuSpans } from "../../../language-server/analysis/timeline/no-cpu.ts";
import type { LateTurns } from "../../../language-server/analysis/timeline/tracks.ts";
import type { Block } from "../../../language-server/analysis/timeline/strip.ts";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { analysed } from "../costs/drawn-costs.ts";
import { type Doing, timedStacks } from "./timed-stacks.ts";

const stacks = [
  "none",
  "(idle)",
  "(garbage collector)",
  "on@node:http:1",
  "on@node:http:1 serve@app.js:2",
  "on@node:http:1 serve@app.js:3 hash@app.js:9",
  "on@node:http:1 serve@app.js:3 each@lib!each.js:1 hash@app.js:10",
  "hash@app.js:9",
  "on@node:http:1 other@app.js:20",
];

const doing = fc.tuple(fc.integer({ min: 1, max: 120 }), fc.constantFrom(...stacks));
/** What a thread does, and its late turns in milliseconds: waits between two, then how long one is. */
const watched = fc.record({
  doings: fc.array(doing, { minLength: 1, maxLength: 30 }),
  turns: fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 400 })), { maxLength: 12 }),
  answers: fc.option(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 30 }), { nil: undefined }),
});

function lengthOf(doings: readonly Doing[]): number {
  return doings.reduce((sum, [milliseconds]) => sum + milliseconds, 0) * 1000;
}

/** Within the window. */
function lateTurns(turns: readonly (readonly [number, number])[], length: number): LateTurns {
  const spans: (readonly [number, number])[] = [];
  let at = 0;
  for (const [wait, long] of turns) {
    const [from, to] = [at + wait * 1000, at + (wait + long) * 1000];
    if (to > length) break;
    spans.push([from, to]);
    at = to;
  }
  return { from: Float64Array.from(spans, ([from]) => from), to: Float64Array.from(spans, ([, to]) => to) };
}

function found(profile: Profile, late: LateTurns, answers: readonly number[] | undefined): readonly Block[] {
  return blocksOf(analysed(profile).profile, 0, late, answers && Float64Array.from(answers, (ms) => ms * 1000).sort());
}

test("blocks of a thread are in order, apart, over 50 ms long, and each is in a late turn", () => {
  fc.assert(
    fc.property(watched, ({ doings, turns, answers }) => {
      const late = lateTurns(turns, lengthOf(doings));
      let end = 0;
      for (const { from, to, withoutCpu = 0, kind, hottest } of found(timedStacks(doings), late, answers)) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to - from).toBeGreaterThan(shortestBlock);
        expect(withoutCpu).toBeLessThanOrEqual(to - from);
        expect(late.from.some((start, turn) => start <= from && to <= (late.to[turn] as number))).toBe(true);
        expect(kind === "noCpu" && hottest !== undefined).toBe(false);
        expect((hottest?.ticks ?? 0) * 1000).toBeLessThanOrEqual(to - from + 1000);
        end = to;
      }
    }),
    { numRuns: 300 },
  );
});

test("the two parts of a run that is cut between two turns have its blocks", () => {
  fc.assert(
    fc.property(watched, fc.nat(), ({ doings, turns }, choice) => {
      const late = lateTurns(turns, lengthOf(doings));
      const profile = timedStacks(doings);
      const cut = late.to[choice % Math.max(1, late.to.length)] ?? 0;
      const part = (isIn: (time: number) => boolean): readonly Block[] => {
        const { stack, time } = profile.samples;
        const rows = Array.from(time.keys()).filter((row) => isIn(time[row] as number));
        const samples = {
          stack: Int32Array.from(rows, (row) => stack[row] as number),
          time: Float64Array.from(rows, (row) => time[row] as number),
        };
        const kept = Array.from(late.to.keys()).filter((turn) => isIn(((late.from[turn] as number) + (late.to[turn] as number)) / 2));
        const of = (column: Float64Array): Float64Array => Float64Array.from(kept, (turn) => column[turn] as number);
        return found({ ...profile, samples }, { from: of(late.from), to: of(late.to) }, []);
      };
      const shown = (blocks: readonly Block[]): readonly string[] =>
        blocks.map(({ from, to, kind, hottest }) => `${from} ${to} ${kind} ${hottest?.line}`);
      const parts = [...part((time) => time < cut), ...part((time) => time >= cut)];
      expect(shown(parts)).toEqual(shown(found(profile, late, [])));
    }),
    { numRuns: 200 },
  );
});

test("times without a processor are in order, apart, and hold no tick of work", () => {
  fc.assert(
    fc.property(watched, ({ doings, turns }) => {
      const { profile } = analysed(timedStacks(doings));
      const [thread] = profile.threads;
      if (thread === undefined) throw new Error("There is no thread.");
      const { from, to } = noCpuSpans(profile, thread, lateTurns(turns, lengthOf(doings)));
      const { stack, time } = thread.samples;
      const isWork = (sample: number): boolean =>
        profile.functions.name[thread.stacks.func[stack[sample] as number] as number] !== "(idle)";
      let end = 0;
      for (let row = 0; row < from.length; row++) {
        const [start, last] = [from[row] as number, to[row] as number];
        expect(start).toBeGreaterThanOrEqual(end);
        expect(last).toBeGreaterThan(start);
        expect(time.some((when, sample) => when > start && when < last && isWork(sample))).toBe(false);
        end = last;
      }
    }),
    { numRuns: 300 },
  );
});
