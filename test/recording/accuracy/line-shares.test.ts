import { expect, test } from "vitest";
import { chanceError, independentTicks, shareError } from "./line-shares.ts";

test("successive ticks at one place count as fewer independent ticks", () => {
  expect(independentTicks(["a", "b", "a", "b"])).toBe(4);
  expect(independentTicks(["a", "a", "b", "b"])).toBe(2);
  expect(independentTicks(["a", "a", "a", "b"])).toBeCloseTo(1.6);
});

test("the random error equals that of randomly drawn ticks", () => {
  const truth = new Map(Array.from({ length: 40 }, (_, line) => [String(line), line + 1] as const));
  const whole = [...truth.values()].reduce((sum, cost) => sum + cost, 0);
  const drawn = [...truth].flatMap(([line, cost]) => Array.from({ length: cost }, () => line));
  let seed = 1;
  const errors = Array.from({ length: 50 }, () => {
    const counts = new Map<string, number>();
    for (let tick = 0; tick < 1000; tick += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      const line = drawn[seed % drawn.length] ?? "";
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
    return shareError(truth, whole, counts, 1000);
  });
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  expect(mean / chanceError(truth, whole, 1000)).toBeCloseTo(1, 1);
});
