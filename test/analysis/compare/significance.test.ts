import { expect, test } from "vitest";
import { sliceCount } from "../../../language-server/analysis/costs/cost-slices.ts";
import { errorOfTest } from "../../../language-server/analysis/compare/chance/students-t.ts";
import { isChange } from "../../../language-server/analysis/compare/chance/verdict.ts";
import { type Drift, driftOf, machineOf, unknownMachine } from "../../../language-server/analysis/compare/drift.ts";
import { type Difference, differenceOf, errorOf } from "../../../language-server/analysis/compare/significance.ts";
import { isTested, tickCount, type TickPair, type TickWorth } from "../../../language-server/analysis/compare/tick-pair.ts";

/** Uniform numbers from a seed (mulberry32): the same on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

function normalFrom(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

interface Machine {
  /** Standard deviation of the logarithm of the speed ratio between two runs of the same code. */
  readonly drift: number;
  /** The same for single functions, which may be optimised differently. */
  readonly spread: number;
  /** Ticks come in bursts of up to this size. */
  readonly burst: number;
}

/** Ticks of one run of functions with these costs, by time slice, and its number of requests. */
function runOf(costs: readonly number[], { drift, spread, burst }: Machine, random: () => number) {
  const pace = Math.exp(drift * normalFrom(random));
  const paces = costs.map((cost) => cost * pace * Math.exp(spread * normalFrom(random)));
  const perRequest = paces.reduce((sum, cost) => sum + cost, 0);
  const slices = paces.map(() => new Float32Array(sliceCount));
  const ticks = 10_000;
  for (let done = 0; done < ticks;) {
    let at = random() * perRequest;
    let row = 0;
    while (row < paces.length - 1 && at >= (paces[row] as number)) at -= paces[row++] as number;
    const length = Math.ceil(random() * burst);
    const slice = Math.min(sliceCount - 1, Math.floor((done / ticks) * sliceCount));
    (slices[row] as Float32Array)[slice] = ((slices[row] as Float32Array)[slice] as number) + length;
    done += length;
  }
  return { slices, requests: Math.round(ticks / perRequest) };
}

function compareRuns(before: ReturnType<typeof runOf>, after: ReturnType<typeof runOf>): readonly Difference[] {
  const worth = { base: 1 / before.requests, next: 1 / after.requests };
  const pairs = before.slices.map((base, row): TickPair => ({ base, next: after.slices[row] as Float32Array }));
  const sum = (slices: readonly Float32Array[]): number => slices.reduce((all, row) => all + tickCount(row).ticks, 0);
  const busy = { base: sum(before.slices) * worth.base, next: sum(after.slices) * worth.next };
  const family = { worth, busy, lost: { base: 0, next: 0 }, error: errorOfTest("functions", pairs.filter(isTested).length) };
  const cold = driftWithout(pairs, -1, worth, busy);
  return pairs.map((pair, row) => differenceOf(pair, { ...family, drift: row < 6 ? driftWithout(pairs, row, worth, busy) : cold }));
}

/** Each hot function is judged by the others. */
function driftWithout(
  pairs: readonly TickPair[],
  row: number,
  worth: TickWorth,
  busy: { readonly base: number; readonly next: number },
): Drift {
  const others = pairs.filter((_pair, at) => at !== row);
  return driftOf(others, worth, Math.log(busy.next / busy.base), machineOf(unknownMachine, busy).expected);
}

/** Two hundred functions, a few hot and many cold, as in real programs; in milliseconds per request. */
const costs = Array.from({ length: 200 }, (_none, row) => 1 / (row + 1));

test.each<[string, Machine]>([
  ["quiet", { drift: 0.02, spread: 0.02, burst: 1 }],
  ["bursts of ticks", { drift: 0.05, spread: 0.03, burst: 12 }],
  ["a busy machine", { drift: 0.4, spread: 0.05, burst: 3 }],
  ["code that is optimised otherwise in every run", { drift: 0.1, spread: 0.12, burst: 3 }],
])("property: in fifty comparisons of unchanged code at most five functions are called different (%s)", (_name, machine) => {
  const random = randomFrom(4711);
  const called = Array.from({ length: 50 }, () => {
    const differences = compareRuns(runOf(costs, machine, random), runOf(costs, machine, random));
    return differences.filter(({ verdict }) => isChange(verdict)).length;
  });
  expect(called.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(5);
});

test("property: a function that got twice as fast or slow is found, and no other, on quiet machines and busy ones", () => {
  const random = randomFrom(42);
  for (const drift of [0.02, 0.3]) {
    const machine: Machine = { drift, spread: 0.04, burst: 3 };
    for (const [factor, verdict] of [
      [0.4, "faster"],
      [2.5, "slower"],
    ] as const) {
      const changed = costs.map((cost, row) => (row === 2 ? cost * factor : cost));
      const differences = compareRuns(runOf(costs, machine, random), runOf(changed, machine, random));
      expect(differences.map((each, row) => `${row} ${each.verdict}`).filter((each) => !each.endsWith("noise"))).toEqual([`2 ${verdict}`]);
    }
  }
});

test("property: the 95 % interval contains the true difference in at least nine of ten runs", () => {
  const random = randomFrom(7);
  const machine: Machine = { drift: 0.02, spread: 0.03, burst: 4 };
  const changed = costs.map((cost, row) => (row % 3 === 0 ? cost * 1.3 : cost));
  let held = 0;
  let all = 0;
  for (let round = 0; round < 30; round++) {
    const differences = compareRuns(runOf(costs, machine, random), runOf(changed, machine, random));
    differences.slice(0, 30).forEach(({ low, high }, row) => {
      const truth = (changed[row] as number) - (costs[row] as number);
      held += low <= truth && truth <= high ? 1 : 0;
      all += 1;
    });
  }
  expect(held / all).toBeGreaterThan(0.9);
});

const ticks = (count: number): Float32Array => new Float32Array(sliceCount).fill(count / sliceCount);
const still = {
  drift: { log: 0, error: 0, spread: 0.05, stray: 0, isSeen: true },
  worth: { base: 1, next: 1 },
  busy: { base: 10_000, next: 10_000 },
  lost: { base: 0, next: 0 },
  error: errorOfTest("functions", 100),
};

test("code that had no cost is new, code that no longer has any is gone", () => {
  expect(differenceOf({ base: ticks(0), next: ticks(800) }, still)).toMatchObject({ verdict: "new", base: 0, next: 800 });
  expect(differenceOf({ base: ticks(800), next: ticks(0) }, still)).toMatchObject({ verdict: "vanished", delta: -800 });
});

test("a change that is significant but tiny, or small for its function, is not reported", () => {
  expect(differenceOf({ base: ticks(80), next: ticks(0) }, still).verdict).toBe("noise");
  const exact = { ...still, drift: { ...still.drift, spread: 0 } };
  expect(differenceOf({ base: ticks(500_000), next: ticks(540_000) }, exact).verdict).toBe("noise");
});

test("ticks from one moment prove less than the same number spread over the whole time", () => {
  const moment = new Float32Array(sliceCount);
  moment[3] = 300;
  expect(tickCount(ticks(300)).variance).toBe(300);
  expect(tickCount(moment).variance).toBeGreaterThan(50_000);
  expect(differenceOf({ base: ticks(0), next: ticks(300) }, still).verdict).toBe("new");
  expect(differenceOf({ base: ticks(0), next: moment }, still).verdict).toBe("noise");
});

test("a change that all functions have in common is drift, and a few functions that really changed do not affect it", () => {
  const pairs = Array.from({ length: 20 }, (_none, row): TickPair => ({ base: ticks(400), next: ticks(row < 3 ? 4000 : 600) }));
  const { expected } = machineOf(unknownMachine, still.busy);
  expect(Math.exp(driftOf(pairs, still.worth, 0, expected).log)).toBeCloseTo(1.5, 1);
  expect(driftOf(pairs.slice(0, 4), still.worth, 0, expected)).toMatchObject({ log: 0, isSeen: false });
});

test("of a short run, six other functions show what all have in common with a seventh, and which one has not", () => {
  const seven = Array.from({ length: 7 }, (): TickPair => ({ base: ticks(120), next: ticks(120) }));
  const verdictsOf = (pairs: readonly TickPair[], requests: { readonly base: number; readonly next: number }): readonly string[] => {
    const worth = { base: 1 / requests.base, next: 1 / requests.next };
    const busyOf = (side: "base" | "next"): number => pairs.reduce((sum, pair) => sum + tickCount(pair[side]).ticks, 0) * worth[side];
    const busy = { base: busyOf("base"), next: busyOf("next") };
    const family = { ...still, worth, busy, error: errorOfTest("functions", pairs.length) };
    return pairs.map((pair, row) => differenceOf(pair, { ...family, drift: driftWithout(pairs, row, worth, busy) }).verdict);
  };
  const same = Array.from({ length: 6 }, () => "noise");
  // A busy machine answered a third of the requests in as many ticks.
  expect(verdictsOf(seven, { base: 900, next: 300 })).toEqual(["noise", ...same]);
  const changed = seven.map((pair, row) => (row === 0 ? { ...pair, next: ticks(1200) } : pair));
  expect(verdictsOf(changed, { base: 900, next: 900 })).toEqual(["slower", ...same]);
});

test("property: code that a fix did not touch is not called different, even if some of it varies fivefold after a fix that saves nine tenths", () => {
  const random = randomFrom(99);
  const machine: Machine = { drift: 0.1, spread: 0.04, burst: 3 };
  const before = costs.map((cost, row) => (row === 0 ? 50 : cost));
  const called = Array.from({ length: 20 }, () => {
    const after = before.map((cost, row) => (row === 0 ? 0.05 : row % 7 === 1 ? cost * 5 : cost));
    const differences = compareRuns(runOf(before, machine, random), runOf(after, machine, random));
    return differences.flatMap(({ verdict }, row) => (isChange(verdict) ? [`${row} ${verdict}`] : []));
  });
  expect(new Set(called.flat())).toEqual(new Set(["0 faster"]));
});

test("edited code is judged by its own samples, however much unrelated code varies after a fix that saves nine tenths", () => {
  const gained = { ...still, drift: { ...still.drift, error: 0.02, spread: 0.08, stray: 0.9 }, busy: { base: 10_000, next: 1000 } };
  const pair = { base: ticks(840), next: ticks(210) };
  expect(differenceOf(pair, gained).verdict).toBe("load");
  const edited = differenceOf({ ...pair, isEdited: true }, gained);
  expect(edited).toMatchObject({ verdict: "faster", delta: -630 });
  expect(errorOf(edited)).toBeLessThan(150);
  // Less than rare code may gain from JIT warm-up, which is not the reason here.
  expect(differenceOf({ base: ticks(260), next: ticks(40), isEdited: true }, gained).verdict).toBe("faster");
  expect(differenceOf({ base: ticks(260), next: ticks(240), isEdited: true }, gained).verdict).toBe("noise");
});

test("code that ran in bursts, as in a test's runs, and runs no more has vanished; what ran once has not", () => {
  const bursts = (count: number): Float32Array => Float32Array.from({ length: sliceCount }, (_none, at) => (at < count ? 267 / count : 0));
  const test = { ...still, drift: { ...still.drift, spread: 0.1, error: 0.2 }, busy: { base: 432, next: 69 }, error: 0.003 };
  expect(differenceOf({ base: bursts(6), next: ticks(0), isEdited: true }, test).verdict).toBe("vanished");
  expect(differenceOf({ base: bursts(1), next: ticks(0), isEdited: true }, test).verdict).toBe("noise");
});

test("the ± of a difference is how far its interval reaches towards zero", () => {
  const slower = differenceOf({ base: ticks(400), next: ticks(4000) }, { ...still, drift: { ...still.drift, spread: 0.4 } });
  expect(slower).toMatchObject({ verdict: "slower", delta: 3600 });
  expect(errorOf(slower)).toBeCloseTo(3600 - slower.low);
  expect(errorOf(slower)).toBeLessThan(3600);
  const faster = differenceOf({ base: ticks(4000), next: ticks(400) }, still);
  expect(errorOf(faster)).toBeCloseTo(3600 + faster.high);
});
