import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openProfile, openRunFolder, type OpenedRun } from "../../language-server/opening/opened-run.ts";
import { DapClient } from "../drivers/adapter/dap-client.ts";
import { makeApp, type DrawnApp } from "../drivers/server/drawn-run.ts";
import { nodeOutput } from "../workbench/node-output.ts";
import { someOf } from "../workbench/some-of.mjs";

/** Evaluates a module, and once more with other text under the same name, which works on another line. */
const main = `
const { readFileSync, writeFileSync } = require("node:fs");
const file = require.resolve("./job.js");
require(file).first();
writeFileSync(file, readFileSync(__dirname + "/next.txt"));
delete require.cache[file];
require(file).second();
`;
const burn = (milliseconds: number): string =>
  `  const from = process.cpuUsage();\n  while (process.cpuUsage(from).user < ${milliseconds}e3) for (let i = 0; i < 2e5; i++) Math.sqrt(i);\n`;
const texts = {
  "app.js": main,
  "job.js": `exports.first = function first() {\n${burn(400)}};\n`,
  "next.txt": `\n\nexports.second = function second() {\n${burn(1000)}};\n`,
};
const [loopOfFirst, loopOfSecond] = [3, 5];

/** `job.js:3` → its self ticks and what of them is inferred. */
function linesOf({ analysis: { costs } }: OpenedRun, app: DrawnApp): Map<string, { readonly self: number; readonly inferred: number }> {
  const own = costs.lines.filter(
    ({ source, selfTicks }) => costs.sources[source]?.path.startsWith(app.path("job.js")) === true && selfTicks > 10,
  );
  return new Map(
    own.map((line) => [
      `${path.basename(costs.sources[line.source]?.path ?? "")}:${line.line}`,
      { self: line.selfTicks, inferred: line.inferredTicks },
    ]),
  );
}

test.each(someOf(1, ["exact", "inspector"] as const))(
  "two texts that ran under one file name have lines of their own: %s",
  async (recorder) => {
    const app = await makeApp(texts);
    await using client = await DapClient.start(recorder);
    await client.launch("", { program: app.path("app.js"), cwd: app.folder, workspaceFolders: [app.folder] });
    const run = await client.run();
    await client.stop();
    const opened = await openRunFolder(path.join(client.runsFolder, run.id), run, {});
    const lines = linesOf(opened, app);
    expect([...lines.keys()].toSorted()).toEqual([`job.js (text 2):${loopOfFirst}`, `job.js:${loopOfSecond}`]);
    expect(lines.get(`job.js:${loopOfSecond}`)?.self).toBeGreaterThan(lines.get(`job.js (text 2):${loopOfFirst}`)?.self ?? Infinity);
    const { sources } = opened.analysis.costs;
    const textOf = (name: string) => opened.analysis.textOf(sources.findIndex((source) => source.path === app.path(name)));
    expect([textOf("job.js"), textOf("job.js (text 2)")]).toEqual([texts["next.txt"], texts["job.js"]]);
    expect(opened.problems).toContainEqual({ code: "script.severalTexts", values: { file: "job.js" }, count: 1 });
  },
);

test("in a log of V8, which has the texts, they are told apart, too", async () => {
  const app = await makeApp(texts);
  const log = app.path("v8.log");
  await nodeOutput(process.execPath, [
    "--prof",
    "--log-source-position",
    "--no-sparkplug",
    `--logfile=${log}`,
    "--no-logfile-per-isolate",
    app.path("app.js"),
  ]);
  const lines = linesOf(await openProfile(log, { workspaceFolders: [app.folder] }, {}), app);
  expect([...lines.keys()].toSorted()).toEqual([`job.js (text 2):${loopOfFirst}`, `job.js:${loopOfSecond}`]);
});

test("a .cpuprofile has no texts: the lines of a file that ran with several are inferred", { tags: "thorough" }, async () => {
  const app = await makeApp({ ...texts, "same.js": `exports.third = function third() {\n${burn(200)}};\n` });
  const again = `${main}const same = require.resolve("./same.js");\nfor (let i = 0; i < 2; i++) {\n  delete require.cache[same];\n  require(same).third();\n}\n`;
  // In both texts, so that a place of one is not a place of the other.
  const both = (text: string): string => `${text}exports.shared = function shared() {\n${burn(100)}};\nexports.shared();\n`;
  await writeFile(app.path("app.js"), again);
  await writeFile(app.path("job.js"), both(texts["job.js"]));
  await writeFile(app.path("next.txt"), both(texts["next.txt"]));
  const folder = app.path("profiles");
  await mkdir(folder);
  await nodeOutput(process.execPath, ["--cpu-prof", `--cpu-prof-dir=${folder}`, app.path("app.js")]);
  const [file] = await readdir(folder);
  const opened = await openProfile(path.join(folder, file ?? ""), { workspaceFolders: [app.folder] }, {});
  const lines = linesOf(opened, app);
  expect(lines.size).toBeGreaterThan(1);
  for (const { self, inferred } of lines.values()) expect(inferred).toBeGreaterThanOrEqual(self);
  const { sources, lines: all } = opened.analysis.costs;
  const third = all.find(({ source, selfTicks }) => sources[source]?.path === app.path("same.js") && selfTicks > 10);
  expect(third).toMatchObject({ inferredTicks: 0 });
});
