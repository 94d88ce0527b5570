import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { onlyFigures } from "../figures.mjs";
import { heatline } from "./command.ts";
import { setting, test } from "./windows-test.ts";

async function figuresHere(args: readonly string[]): Promise<unknown> {
  const { code, out, err } = await heatline([...args, "--json"], setting("HEATLINE_FIGURES"));
  assert.equal(code, 0, err);
  return onlyFigures(out);
}

interface Expected {
  readonly args: readonly string[];
  readonly figures: unknown;
}

test("reports and comparisons have the figures that they have on Linux", async () => {
  const text = await readFile(path.join(setting("HEATLINE_FIGURES"), "expected.json"), "utf8");
  for (const { args, figures } of JSON.parse(text) as readonly Expected[])
    assert.deepEqual(await figuresHere(args), figures, args.join(" "));
});

test("a run is recorded, and its figures are kept, which the driver looks for on Linux", async () => {
  const folder = setting("HEATLINE_FIGURES");
  const { code, out, err } = await heatline(["record", "--out", "windows-runs", "--", "node", "script.js"], folder);
  assert.equal(code, 0, err + out);
  await writeFile(path.join(folder, "windows-runs.json"), JSON.stringify(await figuresHere(["report", "windows-runs"])));
});
