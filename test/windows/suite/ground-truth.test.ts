import assert from "node:assert/strict";
import { measureBuiltins, measureCallKinds } from "../../recording/accuracy/ground-truth.ts";
import { test, thoroughTest } from "./windows-test.ts";

const major = Number.parseInt(process.versions.node, 10);
const milliseconds = 10_000;

/**
 * The limits are Linux's plus 0.02, if there are enough ticks: here they come every 2 to 5 ms and, on a busy machine, less often or at one
 * place. With few ticks chance alone makes an error of that size, but seldom one that is 1.5 times as large.
 */
function assertWithin(error: number, limit: number, chance: number, ticks: number): void {
  assert.ok(ticks > 500 && error < Math.max(limit, 1.6 * chance), `error ${error}, by chance ${chance}, of ${ticks} ticks`);
}

thoroughTest("every kind of call has the true total of its line and column", async () => {
  const { lineTotal, placeTotal, lineChance, placeChance, ticks } = await measureCallKinds(major, milliseconds);
  assertWithin(lineTotal, 0.08, lineChance, ticks);
  assertWithin(placeTotal, 0.1, placeChance, ticks);
});

test("lines that spend their time in builtins have their true self and total", async () => {
  const { repaired, chance, ticks } = await measureBuiltins(major, milliseconds);
  assertWithin(repaired.lineSelf, 0.12, chance.lineSelf, ticks);
  assertWithin(repaired.lineTotal, 0.08, chance.lineTotal, ticks);
});
