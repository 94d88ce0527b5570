import { rm, writeFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { changedCode } from "../../../language-server/protocol/stale-build.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

const work = `function work(list) {
  return list.map((each) => each * 2);
}
`;
const library = "exports.twice = (each) => each * 2;\n";

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

async function recorded(): Promise<{ readonly app: DrawnApp; readonly run: string }> {
  const texts = { "src/work.js": work, "src/other.js": work, "node_modules/lib/index.js": library };
  const app = await makeApp(texts);
  const run = await drawRun(app, {
    scripts: texts,
    threads: [
      "60 | src/work.js work@1:14 2:15\n30 | src/other.js work@1:14 2:15\n10 | src/work.js work@1:14 2:15 > node_modules/lib/index.js twice@1:16 1:26",
    ],
  });
  return { app, run };
}

test("code of the shown run that was saved with another text is something to measure again, until its old text is back", async () => {
  const { app, run } = await recorded();
  await using client = await LspClient.start(bundle);
  expect(await client.request(changedCode, {})).toEqual([]);
  await client.request(openRun, { folder: run });
  expect(await client.request(changedCode, {})).toEqual([]);
  await writeFile(app.path("src/work.js"), work.replace("* 2", "* 3"));
  expect(await client.request(changedCode, {})).toEqual([app.uri("src/work.js")]);
  await writeFile(app.path("src/other.js"), `// new\n${work}`);
  expect(new Set(await client.request(changedCode, {}))).toEqual(new Set([app.uri("src/work.js"), app.uri("src/other.js")]));
  await writeFile(app.path("src/other.js"), work);
  await writeFile(app.path("src/work.js"), `\uFEFF${work}`);
  expect(await client.request(changedCode, {})).toEqual([]);
});

test("what is not saved, is not own code or is gone is nothing to measure again", async () => {
  const { app, run } = await recorded();
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.open(app.uri("src/work.js"), work);
  await client.edit(app.uri("src/work.js"), 2, [0, 0], [0, 0], "// not saved\n");
  await writeFile(app.path("node_modules/lib/index.js"), library.replace("2", "3"));
  await rm(app.path("src/other.js"));
  expect(await client.request(changedCode, {})).toEqual([]);
  await writeFile(app.path("src/work.js"), `// not saved\n${work}`);
  expect(await client.request(changedCode, {})).toEqual([app.uri("src/work.js")]);
});
