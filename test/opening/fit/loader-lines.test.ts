import { utimes } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { DapClient } from "../../drivers/adapter/dap-client.ts";
import { makeApp } from "../../drivers/server/drawn-run.ts";

/** Adds lines in memory, without a map, as tools that instrument code do. */
const hook = `const { Module } = require("node:module");
const compile = Module.prototype._compile;
Module.prototype._compile = function (text, file) {
  const own = file.endsWith("job.js");
  return compile.call(this, own ? "// added\\n/* in memory */ const added = 1;\\n" + text.replace("const half", "globalThis.added = 2;\\nconst half") : text, file);
};
require("./job.js");
`;
const job = `function burn(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum += Math.sqrt(i) % 7;
  return sum;
}
const half = burn(1000) / 2;
const from = process.cpuUsage();
while (process.cpuUsage(from).user < 600e3) burn(200000);
`;

test("a loader that changed a text in memory: lines are those of the file", async () => {
  const app = await makeApp({ "app.js": hook, "job.js": job });
  const before = new Date(Date.now() - 60_000);
  await utimes(app.path("job.js"), before, before);
  await using client = await DapClient.start("exact");
  await client.launch("", { program: app.path("app.js"), cwd: app.folder, workspaceFolders: [app.folder] });
  const run = await client.run();
  await client.stop();
  const { analysis } = await openRunFolder(path.join(client.runsFolder, run.id), run, {});
  const { lines, functions, sources, busyTicks } = analysis.costs;
  const [hottest] = lines;
  expect([sources[hottest?.source ?? -1]?.path, hottest?.line, hottest?.inferredTicks]).toEqual([app.path("job.js"), 3, 0]);
  expect(hottest?.selfTicks).toBeGreaterThan(busyTicks / 2);
  expect(functions.find(({ name }) => name === "burn")).toMatchObject({ line: 1, source: hottest?.source });
  expect(analysis.textOf(hottest?.source ?? -1)).toBe(job);
});
