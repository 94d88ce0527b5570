import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import type { Location } from "../../language-server/protocol/place.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

const text = `function work(list) {
  return list.map((each) => each * 2);
}

function main() {
  return work([1, 2, 3]);
}
`;

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

async function recorded(): Promise<{ readonly app: DrawnApp; readonly run: string }> {
  const app = await makeApp({ "src/work.js": text });
  const run = await drawRun(app, {
    scripts: { "src/work.js": text },
    threads: ["100 | src/work.js main@5:14 6:10 > src/work.js work@1:14 2:15\n6 | src/work.js main@5:14 6:3"],
  });
  return { app, run };
}

/** `line step`, with a star if its function was edited. */
async function heatOf(client: LspClient, uri: string, version = 1): Promise<readonly string[]> {
  return (await client.heat(uri, version)).map(({ line, step, edited }) => `${line} ${step}${edited ? "*" : ""}`);
}

function renamed(client: LspClient, oldUri: string, newUri: string): Promise<void> {
  return client.connection.sendNotification("workspace/didRenameFiles", { files: [{ oldUri, newUri }] });
}

const measured = ["1 7", "5 4"];

test("annotations follow a file that is renamed in the editor, and places lead to its new name", async () => {
  const { app, run } = await recorded();
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.open(app.uri("src/work.js"), text);
  expect(await heatOf(client, app.uri("src/work.js"))).toEqual(measured);
  await rename(app.path("src/work.js"), app.path("src/job.js"));
  await client.close(app.uri("src/work.js"));
  await client.open(app.uri("src/job.js"), text);
  await renamed(client, app.uri("src/work.js"), app.uri("src/job.js"));
  await client.until(
    () => client.heatPushes.some(({ uri, lines }) => uri === app.uri("src/job.js") && lines.length > 0),
    "heat of the new name",
  );
  expect(await client.hoverText(app.uri("src/job.js"), 1)).toContain(encodeURIComponent(app.uri("src/job.js")));
  await client.edit(app.uri("src/job.js"), 2, [0, 0], [0, 0], "// new\n");
  expect(await heatOf(client, app.uri("src/job.js"), 2)).toEqual(["2 7", "6 4"]);
  // Another file under the old name does not belong to the run.
  await client.open(app.uri("src/work.js"), text);
  expect(await client.heat(app.uri("src/work.js"))).toEqual([]);
});

test("annotations follow a renamed folder, and come back with the old name", async () => {
  const { app, run } = await recorded();
  await using client = await LspClient.start(bundle);
  await rename(app.path("src"), app.path("lib"));
  await renamed(client, app.uri("src"), app.uri("lib"));
  expect((await client.request(openRun, { folder: run })).hotLines.map(({ location }) => location.uri)).toContain(app.uri("lib/work.js"));
  await client.open(app.uri("lib/work.js"), text);
  expect(await heatOf(client, app.uri("lib/work.js"))).toEqual(measured);
  await rename(app.path("lib"), app.path("src"));
  await renamed(client, app.uri("lib"), app.uri("src"));
  await client.open(app.uri("src/work.js"), text);
  expect(await heatOf(client, app.uri("src/work.js"))).toEqual(measured);
});

test("a file that was moved outside the editor is recognised by its text, unless another file is at its old place", async () => {
  const { app, run } = await recorded();
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  const copy = pathToFileURL(app.path("copy.js")).href;
  await writeFile(app.path("copy.js"), text);
  await client.open(copy, text);
  expect(await client.heat(copy)).toEqual([]);
  await mkdir(app.path("moved"));
  await rename(app.path("src/work.js"), app.path("moved/work.js"));
  const moved = app.uri("moved/work.js");
  await client.open(moved, text);
  expect(await heatOf(client, moved)).toEqual(measured);
  await client.edit(moved, 2, [1, 2], [1, 2], "  ");
  expect(await heatOf(client, moved, 2)).toEqual(measured);
});

test("a file that changes on disk, and is reverted by git, is matched again each time", async () => {
  const { app, run } = await recorded();
  const uri = app.uri("src/work.js");
  const other = text.replace("each * 2", "each * 3");
  await writeFile(app.path("src/work.js"), `// header\n${other}`);
  await using client = await LspClient.start(bundle);
  const summary = await client.request(openRun, { folder: run });
  expect(summary.hotLines[0]).toMatchObject({ label: "work.js:3" });
  // The editor reloads a document that changed on disk: one change of the whole text.
  await client.open(uri, text);
  expect(await heatOf(client, uri)).toEqual(measured);
  await client.edit(uri, 2, [0, 0], [7, 0], `// header\n${other}`);
  expect(await heatOf(client, uri, 2)).toEqual(["2 7*", "6 4"]);
  expect(
    (await client.lensTitles(uri)).filter((title) => title.includes("edited since the run")).map((title) => title.split(":")[0]),
  ).toEqual(["1"]);
  await client.edit(uri, 3, [0, 0], [8, 0], text);
  expect(await heatOf(client, uri, 3)).toEqual(measured);
});

test("no link leads to a deleted file, and its document keeps its heat while it is open", async () => {
  const { app, run } = await recorded();
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.open(app.uri("src/work.js"), text);
  expect(await heatOf(client, app.uri("src/work.js"))).toEqual(measured);
  await rm(app.path("src/work.js"));
  expect(await client.hoverText(app.uri("src/work.js"), 1)).toContain("main \\(work.js:6\\)");
});

test("a link leads to the current line: on disk, in an open document, and after that was closed unsaved and opened again", async () => {
  const main = 'const { work } = require("./work.js");\nwork([1]);\n';
  const app = await makeApp({ "src/main.js": main, "src/work.js": text });
  const run = await drawRun(app, {
    scripts: { "src/main.js": main, "src/work.js": text },
    threads: ["100 | src/main.js main@1:0 2:0 > src/work.js work@1:14 2:15"],
  });
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.open(app.uri("src/main.js"), main);
  const linkedLine = async (): Promise<number> => {
    const [, target = ""] =
      /\[work [^\]]*\]\(command:heatline\.goTo\?([^)]*)\)/.exec(await client.hoverText(app.uri("src/main.js"), 1)) ?? [];
    const [{ uri, range }] = JSON.parse(decodeURIComponent(target)) as [Location];
    expect(uri).toBe(app.uri("src/work.js"));
    return range.start.line + 1;
  };
  expect(await linkedLine()).toBe(1);
  await writeFile(app.path("src/work.js"), `// 1\n${text}`);
  expect(await linkedLine()).toBe(2);
  await client.open(app.uri("src/work.js"), `// 1\n// 2\n${text}`);
  expect(await linkedLine()).toBe(3);
  await client.close(app.uri("src/work.js"));
  await client.open(app.uri("src/work.js"), text);
  expect(await linkedLine()).toBe(1);
  await client.edit(app.uri("src/work.js"), 2, [0, 0], [0, 0], "// 1\n// 2\n// 3\n");
  expect(await linkedLine()).toBe(4);
  await client.close(app.uri("src/work.js"));
  expect(await linkedLine()).toBe(2);
  await rm(app.path("src/work.js"));
  expect(await client.hoverText(app.uri("src/main.js"), 1)).toContain("Calls from here: work 100.0 %");
});
