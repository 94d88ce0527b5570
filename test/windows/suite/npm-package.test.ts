import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { placeApps, runNode } from "./command.ts";
import { fitForWine } from "./npm-command.ts";
import { setting, test } from "./windows-test.ts";

const npmFolder = path.join(path.dirname(process.execPath), "node_modules/npm/bin");

test("the npm package installs in an empty project, npx heatline records there, and a page is made of the run", async (folder) => {
  const project = await placeApps(folder);
  await writeFile(path.join(project, "package.json"), '{"private":true}');
  const cache = path.join(folder, "npm-cache");
  await mkdir(cache);
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--cache", cache];
  const installing = await runNode(
    [path.join(npmFolder, "npm-cli.js"), "install", "--offline", ...quiet, setting("HEATLINE_NPM_PACKAGE")],
    project,
  );
  assert.equal(installing.code, 0, installing.err + installing.out);
  await fitForWine(path.join(project, "node_modules/.bin/heatline.cmd"));
  const npx = [path.join(npmFolder, "npx-cli.js"), ...quiet, "--", "heatline"];
  const recorded = await runNode([...npx, "record", "--out", "runs", "--", "node", "script.js"], project);
  assert.equal(recorded.code, 0, recorded.err);
  assert.match(recorded.out, / 5 │ /);
  // npx itself takes long here.
  const own = path.join(project, "node_modules/heatline/out/heatline.js");
  const exported = await runNode([own, "export", "runs", "--format", "html", "-o", "run.html"], project);
  assert.equal(exported.code, 0, exported.err);
  assert.match(await readFile(path.join(project, "run.html"), "utf8"), /speedscope/);
});
