import assert from "node:assert/strict";
import { measureCallKinds } from "../../recording/ground-truth.ts";
import { test } from "./windows-test.ts";

const major = Number.parseInt(process.versions.node, 10);

// The bars are those of Linux and 0.02; a tick comes every 2 to 5 ms here, so that it takes longer to have enough of them.
test("every kind of call has its line's true total, and its column's", async () => {
  const { lineTotal, placeTotal } = await measureCallKinds(major, 30_000);
  assert.ok(lineTotal < 0.08 && placeTotal < 0.1, `lines ${lineTotal}, places ${placeTotal}`);
});
