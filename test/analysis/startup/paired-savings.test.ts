import { expect, test } from "vitest";
import {
  isWorthIt,
  leastRounds,
  mostRounds,
  needsRound,
  pairedSaving,
  roundsMs,
} from "../../../language-server/analysis/startup/paired-savings.ts";

test("differences of the same round have Student's interval: what all rounds have in common is in none", () => {
  expect(pairedSaving([300, 310], [200, 210])).toBeUndefined();
  expect(pairedSaving([300, 400, 500], [200, 300, 400])).toEqual({ savedMs: 100, marginMs: 0 });
  const { savedMs, marginMs } = pairedSaving([300, 310, 320], [210, 210, 210]) ?? { savedMs: 0, marginMs: 0 };
  expect(savedMs).toBe(100);
  // 4.303 × 10 ÷ √3
  expect(marginMs).toBeCloseTo(24.84, 1);
});

test("of many rounds, those that something else disturbed do not count", () => {
  const plain = [300, 301, 299, 300, 302, 298, 300, 301, 299, 900];
  const other = [200, 201, 200, 199, 200, 202, 198, 200, 700, 200];
  const { savedMs, marginMs } = pairedSaving(plain, other) ?? { savedMs: 0, marginMs: 0 };
  expect(Math.abs(savedMs - 100)).toBeLessThan(1);
  expect(marginMs).toBeLessThan(4);
});

test("worth it is what certainly saves something, and 2 % of the start", () => {
  expect(isWorthIt({ savedMs: 10, marginMs: 4 }, 400)).toBe(true);
  expect(isWorthIt({ savedMs: 10, marginMs: 11 }, 400)).toBe(false);
  expect(isWorthIt({ savedMs: 7, marginMs: 1 }, 400)).toBe(false);
});

test("rounds end in pairs once the intervals are small, or at a time or a number", () => {
  const [sure, unsure] = [
    { savedMs: 100, marginMs: 2 },
    { savedMs: 100, marginMs: 60 },
  ];
  expect(needsRound([sure], 400, { rounds: leastRounds - 1, elapsedMs: 0 })).toBe(true);
  expect(needsRound([sure], 400, { rounds: leastRounds, elapsedMs: 0 })).toBe(false);
  expect(needsRound([sure], 400, { rounds: leastRounds + 1, elapsedMs: 0 })).toBe(true);
  expect(needsRound([sure, unsure], 400, { rounds: leastRounds, elapsedMs: 0 })).toBe(true);
  expect(needsRound([unsure], 400, { rounds: 3, elapsedMs: roundsMs })).toBe(false);
  expect(needsRound([unsure], 400, { rounds: 2, elapsedMs: roundsMs })).toBe(true);
  expect(needsRound([unsure], 400, { rounds: mostRounds, elapsedMs: 0 })).toBe(false);
});
