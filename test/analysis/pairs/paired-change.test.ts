import { array, assert, double, pre, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { PairedChange, type PairedCost } from "../../../language-server/analysis/pairs/paired-change.ts";

const cost = double({ min: 0.01, max: 100, noNaN: true });
const rounds = array(tuple(cost, cost), { minLength: 3, maxLength: 20 });

/** Of a whole app: nothing else has a cost. */
function paired(costs: readonly (readonly [number, number])[], variance = 0): readonly PairedCost[] {
  return costs.map(([base, head]) => ({
    base: { ms: base, variance },
    head: { ms: head, variance },
    level: Math.sqrt(base * head),
  }));
}

function saysOf(costs: readonly PairedCost[]) {
  const change = new PairedChange(costs);
  return {
    ratio: change.ratio ?? 0,
    interval: change.ratioInterval(0.05),
    isSure: change.isSure(0.01),
    hasGrown: change.hasGrownBy({ share: 0.1 }, 0.01),
  };
}

test("how fast the machine is in a round changes nothing", () => {
  assert(
    property(rounds, array(double({ min: 0.1, max: 10, noNaN: true }), { minLength: 20, maxLength: 20 }), (costs, factors) => {
      const plain = saysOf(paired(costs));
      const scaled = saysOf(paired(costs.map(([base, head], at) => [base * (factors[at] ?? 1), head * (factors[at] ?? 1)] as const)));
      expect(scaled.ratio).toBeCloseTo(plain.ratio, 6);
      expect(scaled.interval?.low ?? -1).toBeCloseTo(plain.interval?.low ?? -1, 6);
      expect(scaled.interval?.high ?? -1).toBeCloseTo(plain.interval?.high ?? -1, 4);
    }),
  );
});

test("swapped sides have the inverse ratio, and are as sure", () => {
  assert(
    property(rounds, (costs) => {
      const there = saysOf(paired(costs));
      const back = saysOf(paired(costs.map(([base, head]) => [head, base] as const)));
      expect(back.ratio * there.ratio).toBeCloseTo(1, 9);
      expect(back.isSure).toBe(there.isSure);
    }),
  );
});

test("the interval of the ratio has 1 exactly if that of the change has 0", () => {
  assert(
    property(rounds, double({ min: 0, max: 0.01, noNaN: true }), (costs, variance) => {
      const change = new PairedChange(paired(costs, variance));
      const [ratios, changes] = [change.ratioInterval(0.05), change.changeInterval(0.05)];
      pre(ratios !== null && [changes.low, changes.high].every((end) => Math.abs(end) > 1e-9));
      expect(ratios !== null && ratios.low <= 1 && ratios.high >= 1).toBe(changes.low <= 0 && changes.high >= 0);
    }),
  );
});

test("growth beyond a share is asked of that share, upwards only", () => {
  const costs = [1.2, 1.21, 1.19, 1.2, 1.22, 1.18].map((head) => [1, head] as const);
  const change = new PairedChange(paired(costs));
  expect(change.hasGrownBy({ share: 0.1 }, 0.001)).toBe(true);
  expect(change.hasGrownBy({ share: 0.2 }, 0.001)).toBe(false);
  expect(change.hasGrownBy({ ms: 0.1 }, 0.001)).toBe(true);
  expect(change.hasGrownBy({ ms: 0.3 }, 0.001)).toBe(false);
  expect(new PairedChange(paired(costs.map(([base, head]) => [head, base] as const))).hasGrownBy({}, 0.001)).toBe(false);
});

test("fewer than three rounds say nothing, however large the change", () => {
  const change = new PairedChange(
    paired([
      [1, 9],
      [1, 9],
    ]),
  );
  expect(change.ratio).toBeNull();
  expect(change.ratioInterval(0.05)).toBeNull();
  expect(change.isSure(0.5)).toBe(false);
  expect(change.hasGrownBy({}, 0.5)).toBe(false);
});

test("rounds that agree by chance are not surer than their samples", () => {
  const one = { base: { ms: 0, variance: 0.5 }, head: { ms: 1, variance: 1.5 }, level: 1000 };
  expect(new PairedChange([one, one, one]).isSure(0.05)).toBe(false);
  const many = { base: { ms: 0, variance: 0.5 }, head: { ms: 100, variance: 100 }, level: 1000 };
  expect(new PairedChange([many, many, many, many]).isSure(0.05)).toBe(true);
});

test("Student's t over pairs, as published", () => {
  // Student's own data (1908): hours of sleep gained by ten patients, mean 1.58, t = 4.0621 with nine degrees of freedom, P = 0.0028.
  const gains = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4];
  const change = new PairedChange(
    gains.map((gain) => ({ base: { ms: 10, variance: 0 }, head: { ms: 10 + gain, variance: 0 }, level: 10 })),
  );
  expect(change.headMs - change.baseMs).toBeCloseTo(1.58, 9);
  const { low, high } = change.changeInterval(0.05);
  expect([low, high].map((end) => Number(end.toFixed(2)))).toEqual([0.7, 2.46]);
  expect(change.isSure(0.0029)).toBe(true);
  expect(change.isSure(0.0028)).toBe(false);
});
