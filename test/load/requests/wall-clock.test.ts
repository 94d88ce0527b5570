import { expect, test } from "vitest";
import { offsetBetween, offsetOf, readClocks } from "../../../language-server/recording/load/requests/wall-clock.ts";

test("two readings of the clocks differ by less than a millisecond from one another, though one has whole milliseconds", () => {
  const offsets = Array.from({ length: 20 }, () => offsetOf(readClocks()));
  expect(Math.max(...offsets) - Math.min(...offsets)).toBeLessThan(1000);
});

test("between two readings a clock that is adjusted has its offset of the time; one that was set has none", () => {
  const began = { monotonicUs: 1_000_000, wallUs: 51_000_000 };
  const adjusted = offsetBetween(began, { monotonicUs: 11_000_000, wallUs: 61_004_000 })!;
  expect([51_000_000, 56_002_000, 61_004_000].map(adjusted)).toEqual([-50_000_000, -50_002_000, -50_004_000]);
  expect(offsetBetween(began, { monotonicUs: 11_000_000, wallUs: 62_000_000 })).toBeUndefined();
});
