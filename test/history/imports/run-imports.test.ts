import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readImports, type ThreadImports } from "../../../language-server/history/imports/run-imports.ts";
import { readRun, writeRun } from "../../../language-server/history/run-store.ts";
import { draft } from "../small-draft.ts";

let runsFolder = "";

beforeEach(async () => {
  runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-imports-"));
});

afterEach(async () => {
  await rm(runsFolder, { recursive: true, force: true });
});

const imports: readonly ThreadImports[] = [
  {
    thread: 0,
    modules: [
      { url: "file:///app/cart.js", edges: [] },
      {
        url: "file:///app.js",
        edges: [
          { to: 0, line: 1, column: 0, kind: "static", isFirst: true },
          { to: 0, line: 9, column: 14, kind: "dynamic", isFirst: false, isInferred: true },
        ],
      },
    ],
    entries: [1],
  },
];

test("which module loaded which is read back as it was written", async () => {
  const { folder } = await writeRun(runsFolder, { ...draft("first"), imports });
  const run = await readRun(folder);
  expect(run.imports).toBe("imports.json");
  expect(await readImports(folder, run)).toEqual(imports);
});

test("a run without imports has none", async () => {
  const { folder } = await writeRun(runsFolder, draft("first"));
  expect(await readImports(folder, await readRun(folder))).toBeUndefined();
});

function withThread(change: object): string {
  return JSON.stringify({ threads: [{ ...imports[0], ...change }] });
}

const edge = { to: 0, line: 1, column: 0, kind: "static", isFirst: true };

test.each([
  ["no JSON", "{"],
  ["no list of threads", "{}"],
  ["a module that does not exist", withThread({ modules: [{ url: "a", edges: [{ ...edge, to: 1 }] }], entries: [] })],
  ["an entry that does not exist", withThread({ entries: [2] })],
  ["a thread of another run", withThread({ thread: 1 })],
  ["line 0", withThread({ modules: [{ url: "a", edges: [{ ...edge, line: 0 }] }], entries: [] })],
  ["too many edges", withThread({ modules: [{ url: "a", edges: Array.from({ length: 20_001 }, () => edge) }], entries: [] })],
])("imports with %s are damaged, and the run is not", async (_what, text) => {
  const { folder } = await writeRun(runsFolder, { ...draft("first"), imports });
  await writeFile(path.join(folder, "imports.json"), text);
  await expect(readImports(folder, await readRun(folder))).rejects.toThrow("is damaged");
});

test("missing imports are reported", async () => {
  const { folder, run } = await writeRun(runsFolder, { ...draft("first"), imports });
  expect(await readFile(path.join(folder, "imports.json"), "utf8")).toContain("cart.js");
  await rm(path.join(folder, "imports.json"));
  await expect(readImports(folder, run)).rejects.toThrow("imports.json is missing");
});
