import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readCounts, type RunThreadCounts } from "../../../language-server/history/counts/run-counts.ts";
import { readRun, writeRun } from "../../../language-server/history/run-store.ts";
import { draft } from "../small-draft.ts";

let runsFolder = "";

beforeEach(async () => {
  runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-counts-"));
});

afterEach(async () => {
  await rm(runsFolder, { recursive: true, force: true });
});

const functions = [{ name: "hot", ranges: [0, 90, 12, 20, 40, 5_000_000_000] }];
const counts: readonly RunThreadCounts[] = [{ thread: 0, requests: 12, scripts: [{ script: 0, functions }] }];

test("how often code ran is read back as it was written; a run without it has none", async () => {
  const { folder } = await writeRun(runsFolder, { ...draft("first"), counts });
  const run = await readRun(folder);
  expect(run.counts).toBe("counts.json");
  expect(await readCounts(folder, run)).toEqual(counts);
  const other = await writeRun(runsFolder, draft("second", "2026-01-03T12:00:00.000Z"));
  expect(await readCounts(other.folder, await readRun(other.folder))).toBeUndefined();
});

test.each([
  ["no JSON", "{"],
  ["another run's thread", JSON.stringify({ threads: [{ ...counts[0], thread: 7 }] })],
  [
    "a negative count",
    JSON.stringify({ threads: [{ ...counts[0], scripts: [{ script: 0, functions: [{ name: "", ranges: [0, 1, -1] }] }] }] }),
  ],
  [
    "a range that is cut short",
    JSON.stringify({ threads: [{ ...counts[0], scripts: [{ script: 0, functions: [{ name: "", ranges: [0, 1] }] }] }] }),
  ],
  ["a function without ranges", JSON.stringify({ threads: [{ ...counts[0], scripts: [{ script: 0, functions: [{ name: "" }] }] }] })],
  ["no requests", JSON.stringify({ threads: [{ thread: 0, scripts: [] }] })],
])("counts with %s are damaged", async (_what, text) => {
  const { folder } = await writeRun(runsFolder, { ...draft("first"), counts });
  const file = path.join(folder, "counts.json");
  expect(await readFile(file, "utf8")).toContain("requests");
  await writeFile(file, text);
  await expect(readCounts(folder, await readRun(folder))).rejects.toThrow("damaged");
});
