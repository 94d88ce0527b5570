import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { foldersUp, readPackage } from "../../language-server/starting/package-facts.ts";
import { parseLoadDefaults } from "../../extension/load/load-plan.ts";

vi.mock("vscode", () => import("../extension/vscode.ts"));

let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "heatline-packages-"));
});
afterAll(async () => await rm(root, { recursive: true, force: true }));

/** A folder with these files; objects are written as JSON. */
async function folder(name: string, files: Readonly<Record<string, unknown>>): Promise<string> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name, file)), { recursive: true });
    await writeFile(path.join(root, name, file), typeof content === "string" ? content : JSON.stringify(content));
  }
  return path.join(root, name);
}

test("start script, load and package manager are read", async () => {
  const at = await folder("shop", {
    "package.json": { name: "@acme/shop", scripts: { start: "node ." }, heatline: { load: { path: "/a" } } },
    "yarn.lock": "",
  });
  expect(await readPackage(at, root, parseLoadDefaults)).toMatchObject({
    name: "@acme/shop",
    scripts: { start: "node ." },
    packageManager: "yarn",
    load: { path: "/a" },
  });
});

test("a lock file counts from any folder up to the workspace's; the packageManager field has priority", async () => {
  await folder("mono", {
    "pnpm-lock.yaml": "",
    "a/package.json": { main: "a.js" },
    "a/a.js": "",
    "b/package.json": { packageManager: "npm@11.0.0" },
  });
  expect((await readPackage(path.join(root, "mono/a"), path.join(root, "mono"), parseLoadDefaults))?.packageManager).toBe("pnpm");
  expect((await readPackage(path.join(root, "mono/b"), path.join(root, "mono"), parseLoadDefaults))?.packageManager).toBe("npm");
});

test("main is resolved as Node does, also without extension or index, and only if it exists", async () => {
  const main = async (name: string, files: Readonly<Record<string, unknown>>): Promise<string | undefined> => {
    const at = await folder(name, files);
    return (await readPackage(at, at, parseLoadDefaults))?.main;
  };
  expect(await main("m1", { "package.json": { main: "./lib/app" }, "lib/app.js": "" })).toBe("lib/app.js");
  expect(await main("m2", { "package.json": { main: "lib" }, "lib/index.js": "" })).toBe("lib/index.js");
  expect(await main("m3", { "package.json": { main: "dist/app.js" } })).toBeUndefined();
  expect(await main("m4", { "package.json": {}, "server.js": "" })).toBe("server.js");
});

test("bin is one or several files, without those that were not built", async () => {
  const one = await folder("bin1", { "package.json": { name: "@acme/tool", bin: "./cli.js" }, "cli.js": "" });
  expect((await readPackage(one, one, parseLoadDefaults))?.bins).toEqual([{ name: "tool", file: "cli.js" }]);
  const two = await folder("bin2", { "package.json": { bin: { a: "a.js", b: "b.js" } }, "b.js": "" });
  expect((await readPackage(two, two, parseLoadDefaults))?.bins).toEqual([{ name: "b", file: "b.js" }]);
});

test("values of wrong types count as absent; without a package.json there is no package", async () => {
  const odd = await folder("odd", { "package.json": { name: 7, main: [], bin: 3, scripts: { start: {} }, heatline: "x" } });
  expect(await readPackage(odd, odd, parseLoadDefaults)).toEqual({
    folder: odd,
    name: "odd",
    scripts: {},
    main: undefined,
    bins: [],
    packageManager: "npm",
  });
  expect(await readPackage(path.join(root, "missing"), root, parseLoadDefaults)).toBeUndefined();
});

test("wrong load settings are reported with their file", async () => {
  const at = await folder("wrong", { "package.json": { heatline: { load: { connections: "many" } } } });
  await expect(readPackage(at, at, parseLoadDefaults)).rejects.toThrow(
    `The load settings of ${path.join(at, "package.json")} have an error at “connections”: it must be a number.`,
  );
});

test("parent folders are searched up to the workspace folder, or one level outside of it", () => {
  expect(foldersUp("/projects/a/b", "/projects")).toEqual(["/projects/a/b", "/projects/a", "/projects"]);
  expect(foldersUp("/projects", "/projects")).toEqual(["/projects"]);
  expect(foldersUp("/tmp/x", "/projects")).toEqual(["/tmp/x"]);
});
