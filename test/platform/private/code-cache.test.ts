import { chmod, mkdir, mkdtemp, readdir, realpath, stat, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { codeCachePath } from "../../../language-server/platform/private/code-cache.ts";
import { buildCommandLine } from "../../cli/command-line.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";

test.each<readonly [NodeJS.Platform, Readonly<Record<string, string>>, string, string | undefined]>([
  ["linux", {}, "/home/me", "/home/me/.cache/heatline"],
  ["linux", { XDG_CACHE_HOME: "/cache" }, "/home/me", "/cache/heatline"],
  ["linux", { XDG_CACHE_HOME: "cache" }, "/home/me", "/home/me/.cache/heatline"],
  ["linux", {}, "", undefined],
  ["darwin", { XDG_CACHE_HOME: "/cache" }, "/Users/me", "/Users/me/Library/Caches/heatline"],
  ["win32", { LOCALAPPDATA: "D:\\Data" }, "C:\\Users\\me", "D:\\Data\\heatline-cache"],
  ["win32", {}, "C:\\Users\\me", "C:\\Users\\me\\AppData\\Local\\heatline-cache"],
])("on %s with %j compiled code is kept in the user's folder for caches", (platform, env, home, folder) => {
  expect(codeCachePath({ platform, env, home })).toBe(folder);
});

/** What Node says of its compile cache, in a run of the command. */
async function said(caches: string, major = 22): Promise<string> {
  const { file } = await buildCommandLine();
  const env = { ...process.env, NODE_OPTIONS: "", NODE_DEBUG_NATIVE: "COMPILE_CACHE", XDG_CACHE_HOME: caches, HOME: caches };
  return (await promisify(execFile)(await nodeOf(major), [file, "--version"], { env })).stderr;
}

test("the code that a Node has compiled once is used in its next run, and there is an end to what is kept", async () => {
  const caches = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-caches-")));
  const folder = path.join(caches, process.platform === "darwin" ? "Library/Caches/heatline" : "heatline");
  expect(await said(caches)).not.toContain("was accepted");
  expect((await stat(folder)).mode & 0o077).toBe(0);
  const [node = ""] = await readdir(folder);
  expect(await said(caches)).toMatch(/command-line\.js was accepted/);
  for (let file = 0; file < 13; file++) await writeFile(path.join(folder, node, `old-${file}`), "");
  expect(await said(caches)).not.toContain("was accepted");
  expect((await readdir(path.join(folder, node))).filter((name) => name.startsWith("old-"))).toEqual([]);
});

test("a folder that others can write to is left alone, and so is everything where Node has no such cache", async () => {
  const caches = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-caches-")));
  expect(await said(caches, 20)).toBe("");
  expect(await readdir(caches)).toEqual([]);
  const folder = path.join(caches, "heatline");
  await mkdir(folder);
  await chmod(folder, 0o777);
  await said(caches);
  expect(await readdir(folder)).toEqual([]);
});
