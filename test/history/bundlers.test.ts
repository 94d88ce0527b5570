import { execFileSync } from "node:child_process";
import { mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appText, expected, hottest, makeApp, opened } from "./mapped-app.ts";
import { lossesOf } from "../drivers/adapter/recorded-lines.ts";
import { someOf } from "../workbench/some-of.mjs";

const repository = path.join(import.meta.dirname, "../..");
let base = "";

beforeAll(async () => {
  base = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-bundlers-")));
});

afterAll(async () => rm(base, { recursive: true }));

test.each(
  someOf(1, [
    ["production", "source-map"],
    ["development", "eval-source-map"],
  ] as const),
)("webpack, %s, %s", async (mode, devtool) => {
  const folder = await makeApp(base, `webpack-${mode}-${devtool}`);
  execFileSync(process.execPath, [path.join(repository, "test/fixtures/webpack-build.cjs"), folder, mode, devtool]);
  const analysis = await opened(folder, ["dist/app.cjs"]);
  expect(lossesOf(analysis)).toEqual([]);
  expect(hottest(analysis, folder)).toBe(expected);
  const source = analysis.costs.sources.findIndex(({ path: file }) => file === path.join(folder, "src/app.ts"));
  expect(analysis.costs.sources[source]).toMatchObject({ category: "own", mapped: true });
  expect(analysis.textOf(source)).toBe(appText);
});

test("tsx's own maps, in memory", async () => {
  const folder = await makeApp(base, "tsx");
  await symlink(path.join(repository, "node_modules"), path.join(folder, "node_modules"));
  const analysis = await opened(folder, ["--import", "tsx", "src/app.ts"]);
  expect(hottest(analysis, folder)).toBe(expected);
  const source = analysis.costs.sources.findIndex(({ path: file }) => file === path.join(folder, "src/app.ts"));
  expect(analysis.costs.sources[source]).toMatchObject({ category: "own", mapped: true });
  expect(analysis.textOf(source)).toBe(appText);
});

test("webpack's default in development has no map: lines are those of the text that ran, which is stored", async () => {
  const folder = await makeApp(base, "webpack-eval");
  execFileSync(process.execPath, [path.join(repository, "test/fixtures/webpack-build.cjs"), folder, "development", "eval"]);
  const { costs, textOf } = await opened(folder, ["dist/app.cjs"]);
  const source = costs.sources.findIndex(({ path: file }) => file === path.join(folder, "src/app.ts"));
  expect(costs.sources[source]).toMatchObject({ category: "own", mapped: false });
  const [hot] = costs.lines.filter((line) => line.source === source).toSorted((a, b) => b.selfTicks - a.selfTicks);
  expect(textOf(source)).toContain("__webpack_require__");
  expect(textOf(source)?.split("\n")[(hot?.line ?? 0) - 1]).toContain("root)(i)");
});
