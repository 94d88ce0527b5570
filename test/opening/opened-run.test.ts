import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { addPass } from "../../language-server/history/run-passes.ts";
import { readRun } from "../../language-server/history/run-store.ts";
import { openProfile, openRunFolder, type OpenedRun } from "../../language-server/opening/opened-run.ts";
import { type DrawnApp, draftOf, drawRun, makeApp } from "../drivers/server/drawn-run.ts";

const utilText = "exports.a = 1;\nexports.keep = () => {\n  for (;;) {}\n};\n";

function ownPaths({ analysis: { costs } }: OpenedRun): readonly string[] {
  return costs.sources.filter(({ category }) => category === "own").map((source) => source.path);
}

async function containerRun(app: DrawnApp, pathMappings?: Readonly<Record<string, string>>): Promise<string> {
  return drawRun(app, {
    scripts: { "file:///usr/src/app/util.js": utilText },
    threads: ["30 | file:///usr/src/app/util.js keep@2:0 3:2"],
    run: {
      app: {
        cwd: "/usr/src/app",
        workspaceFolders: [app.folder],
        argv: [],
        nodeVersion: "v20.0.0",
        v8Version: "",
        gitCommit: "",
        pathMappings,
      },
    },
  });
}

test("a path mapping that is given now wins over the one stored in the run; without one the stored one holds", async () => {
  const app = await makeApp({ "util.js": utilText, "now/util.js": utilText });
  const folder = await containerRun(app, { "/usr/src/app": app.folder });
  const run = await readRun(folder);
  expect(ownPaths(await openRunFolder(folder, run, {}))).toEqual([app.path("util.js")]);
  expect(ownPaths(await openRunFolder(folder, run, { pathMappings: { "/other": "/nowhere" } }))).toEqual([app.path("util.js")]);
  const now = { "/usr/src/app": path.join(app.folder, "now") };
  expect(ownPaths(await openRunFolder(folder, run, { pathMappings: now }))).toEqual([app.path("now/util.js")]);
});

test("code in folders given as own counts as own code, in addition to the run's", async () => {
  // Neither of the two matches alone.
  const app = await makeApp({ "a/util.js": utilText, "b/util.js": utilText });
  const folder = await containerRun(app);
  const run = await readRun(folder);
  expect(ownPaths(await openRunFolder(folder, run, {}))).toEqual([]);
  expect(ownPaths(await openRunFolder(folder, run, { ownFolders: ["/usr/src/app"] }))).toEqual(["/usr/src/app/util.js"]);
});

test("a profile's sources are read where path mappings say that they are", async () => {
  const app = await makeApp({ "util.js": utilText });
  const callFrame = { functionName: "keep", scriptId: "7", url: "file:///usr/src/app/util.js", lineNumber: 1, columnNumber: 15 };
  const root = { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 };
  const profile = {
    nodes: [
      { id: 1, callFrame: root, hitCount: 0, children: [2] },
      { id: 2, callFrame, hitCount: 20, positionTicks: [{ line: 3, ticks: 20 }] },
    ],
    startTime: 0,
    endTime: 20_000,
    samples: Array<number>(20).fill(2),
    timeDeltas: Array<number>(20).fill(1000),
  };
  await mkdir(app.folder, { recursive: true });
  const file = path.join(app.folder, "container.cpuprofile");
  await writeFile(file, JSON.stringify(profile));
  const opened = await openProfile(file, { workspaceFolders: [app.folder] }, { pathMappings: { "/usr/src/app": app.folder } });
  expect(ownPaths(opened)).toEqual([app.path("util.js")]);
  expect(opened.format).toBe(".cpuprofile");
  const source = opened.analysis.costs.sources.findIndex(({ category }) => category === "own");
  expect(opened.analysis.costs.lines.filter((line) => line.source === source).map(({ line }) => line)).toEqual([3]);
  const script = opened.run.scripts.find(({ url }) => url.endsWith("util.js"));
  expect(opened.textOf(script?.hash ?? "")).toBe(utilText);
});

test("what the marks of a waits pass lack is said of its run, and nothing else of the pass", async () => {
  const app = await makeApp({ "util.js": utilText });
  const drawing = { scripts: { "util.js": utilText }, threads: ["30 | util.js keep@2:0 3:2"] };
  const folder = await drawRun(app, drawing);
  const left = { code: "marks.left", values: { number: 3 }, count: 1 } as const;
  await addPass(folder, "waits", draftOf(app, { ...drawing, run: { problems: [{ code: "v8Log.lostTicks", count: 2 }, left] } }));
  expect((await openRunFolder(folder, await readRun(folder), {})).problems).toEqual([left]);
  // A pass that cannot be read is said where its waits are asked for.
  await rm(path.join(folder, "passes/waits/run.json"));
  expect((await openRunFolder(folder, await readRun(folder), {})).problems).toEqual([]);
});
