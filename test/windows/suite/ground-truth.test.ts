import assert from "node:assert/strict";
import { measureCallKinds } from "../../recording/ground-truth.ts";
import { test } from "./windows-test.ts";

const major = Number.parseInt(process.versions.node, 10);

// The limits are Linux's plus 0.02. Ticks come every 2 to 5 ms here, so collecting enough of them takes longer.
test("every kind of call has its line's true total, and its column's", async () => {
  const { lineTotal, placeTotal } = await measureCallKinds(major, 30_000);
  assert.ok(lineTotal < 0.08 && placeTotal < 0.1, `lines ${lineTotal}, places ${placeTotal}`);
});
