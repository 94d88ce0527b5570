import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PackageFiles } from "../../../language-server/history/imports/package-files.ts";

let root = "";

beforeEach(async () => {
  root = (await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-packages-")))).replaceAll("\\", "/");
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

async function write(folder: string, manifest: string): Promise<void> {
  await mkdir(path.join(root, folder), { recursive: true });
  await writeFile(path.join(root, folder, "package.json"), manifest);
}

test("a package is found as Node finds it: in the nearest folder, through links, and by its own name", async () => {
  await write("", '{ "name": "app", "exports": "./main.js" }');
  await write("node_modules/a", '{ "name": "a", "version": "1.0.0" }');
  await write("node_modules/b/node_modules/a", '{ "name": "a", "version": "2.0.0" }');
  await write("node_modules/b", '{ "name": "b" }');
  await write("store/@s/c", '{ "name": "@s/c" }');
  await mkdir(path.join(root, "node_modules/@s"));
  await symlink(path.join(root, "store/@s/c"), path.join(root, "node_modules/@s/c"), "junction");
  const packages = new PackageFiles();
  expect(packages.named("a", `${root}/src/deep`)?.folder).toBe(`${root}/node_modules/a`);
  expect(packages.named("a", `${root}/node_modules/b/lib`)?.manifest).toMatchObject({ version: "2.0.0" });
  expect(packages.named("@s/c", root)?.folder).toBe(`${root}/store/@s/c`);
  expect(packages.named("app", `${root}/src`)?.folder).toBe(root);
  expect(packages.around(`${root}/node_modules/b/lib`)?.manifest).toMatchObject({ name: "b" });
});

test.each(["{", "7", "null", ""])("a package.json that holds %j is none", async (manifest) => {
  await write("node_modules/a", manifest);
  expect(new PackageFiles().named("a", root)).toBeUndefined();
});

test("what is not there is not found", () => {
  const packages = new PackageFiles();
  expect(packages.named("none", root)).toBeUndefined();
  expect(packages.named("..", "")).toBeUndefined();
});
