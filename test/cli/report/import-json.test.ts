import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonImports } from "../../../language-server/reports/imports-report.ts";
import { nodeOf, someNodeMajors } from "../../workbench/node-versions.mjs";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-import-json-")));
const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}`, tags: ["a", "b", String(id)], part: id / 3 }));
const files = {
  "big.json": JSON.stringify(rows),
  "entry.mjs": [
    'import data from "./big.json" with { type: "json" };',
    'import { readFileSync } from "node:fs";',
    'const again = JSON.parse(readFileSync(new URL("./big.json", import.meta.url), "utf8"));',
    "console.log(data.length === again.length);",
  ].join("\n"),
  "entry.cjs": [
    'const data = require("./big.json");',
    'const again = JSON.parse(require("fs").readFileSync(__dirname + "/big.json", "utf8"));',
    "console.log(data.length === again.length);",
  ].join("\n"),
};

beforeAll(async () => {
  cli = await buildCommandLine();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cases = someNodeMajors.flatMap((major) => ["entry.mjs", "entry.cjs"].map((entry): [number, string] => [major, entry]));

test.each(cases)("Node %i, %s: the line that imports JSON has what reading and parsing it took", async (major, entry) => {
  const out = path.join(folder, `${entry}-${major}`);
  const recorded = await cli.run(["record", "--out", out, "--", await nodeOf(major), entry], { cwd: folder });
  expect(recorded.code).toBe(0);
  const { imports } = JSON.parse((await cli.run(["report", "--imports", "--json", out], { cwd: folder })).out) as { imports: JsonImports };
  const own = imports.modules.find(({ name }) => path.basename(name) === entry)?.ownTicks ?? NaN;
  const json = imports.modules.filter(({ at, name }) => at?.line === 1 && path.basename(name) === "big.json");
  // The program does the same once more in its own code.
  const read = json.reduce((sum, { loadTicks }) => sum + loadTicks, 0) / own;
  expect(read).toBeGreaterThan(0.3);
  expect(read).toBeLessThan(3);
});
