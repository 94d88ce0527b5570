import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { appFile } from "../workbench/app-file.mjs";

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "heatline-app-file-")));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

const sources = { "src/server.ts": "", "index.js": "" };

test.each([
  ["a usual name, the likeliest first", sources, "src/server.ts"],
  ["main of its package.json", { ...sources, "package.json": '{ "main": "index.js" }' }, "index.js"],
  ["a main that is not there", { ...sources, "package.json": '{ "main": "dist/index.js" }' }, "src/server.ts"],
  ["a package.json that cannot be read", { ...sources, "package.json": "{" }, "src/server.ts"],
])("the entry file of an app: %s", async (_what, files, expected) => {
  const folder = await folderOf(files);
  expect(await appFile(folder)).toBe(path.join(folder, expected));
});

test("a folder without an entry file", async () => {
  expect(await appFile(await folderOf({ "package.json": '{ "main": "." }', "lib/server.js": "" }))).toBeUndefined();
});
