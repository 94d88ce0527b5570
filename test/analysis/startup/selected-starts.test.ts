import { expect, test } from "vitest";
import { selectedStarts } from "../../../language-server/analysis/startup/startup-span.ts";

const threads = ["start 1", "start 2", "start 2 worker 1", "start 10"].map((name, id) => ({ id, name }));
const run = { startup: { starts: 3 }, threads };

test("all threads are of all starts, also of those without a sample", () => {
  expect(selectedStarts({ ...run, startup: { starts: 4 } }, null)).toBe(4);
});

test("of selected threads each start counts once", () => {
  expect(selectedStarts(run, [1, 2])).toBe(1);
  expect(selectedStarts(run, [0, 3])).toBe(2);
});

test("a run that is not of starts has none, whatever its threads are called", () => {
  expect(selectedStarts({ threads }, [0])).toBe(0);
});
