import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { executableNames, findExecutable, pathFolders, pathVariable } from "../../language-server/platform/executables.ts";

test.each([
  ["linux", "PATH"],
  ["darwin", "PATH"],
  ["win32", "Path"],
] as const)("on %s the folders of programs are in %s", (platform, name) => {
  expect(pathVariable({ Path: "a" }, platform)).toBe(name);
  expect(pathVariable({}, platform)).toBe("PATH");
});

test("PATH is split by the platform's separator", () => {
  expect(pathFolders({ PATH: "/a b:/c;d" }, "linux")).toEqual(["/a b", "/c;d"]);
  expect(pathFolders({ PATH: "/a b:/c;d" }, "darwin")).toEqual(["/a b", "/c;d"]);
  expect(pathFolders({ Path: String.raw`C:\a b;"C:\c"` }, "win32")).toEqual([String.raw`C:\a b`, String.raw`C:\c`]);
  expect(pathFolders({}, "win32")).toEqual([""]);
});

test("Windows tries the extensions of PATHEXT, never the name alone, which beside npm.cmd is a shell script", () => {
  expect(executableNames("npm", {}, "win32")).toEqual(["npm.com", "npm.exe", "npm.bat", "npm.cmd"]);
  expect(executableNames("npm", { PathExt: ".EXE;.CMD;" }, "win32")).toEqual(["npm.exe", "npm.cmd"]);
  expect(executableNames("Node.EXE", {}, "win32")).toEqual(["Node.EXE"]);
  expect(executableNames("python3.11", { PATHEXT: ".EXE" }, "win32")).toEqual(["python3.11.exe"]);
  for (const platform of ["linux", "darwin"] as const) expect(executableNames("npm", { PATHEXT: ".CMD" }, platform)).toEqual(["npm"]);
});

test("a program is found in the folders of PATH, then among the app's own packages, by its path against the app's folder", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-programs-"));
  const [there, own] = [path.join(folder, "there"), path.join(folder, "node_modules/.bin")];
  for (const each of [there, own]) await mkdir(each, { recursive: true });
  await writeFile(path.join(there, "tool"), "", { mode: 0o755 });
  await writeFile(path.join(there, "unable"), "", { mode: 0o644 });
  await writeFile(path.join(own, "tool"), "", { mode: 0o755 });
  await writeFile(path.join(own, "other.cmd"), "", { mode: 0o755 });
  expect(await findExecutable("tool", folder, { PATH: there }, "linux")).toBe(path.join(there, "tool"));
  expect(await findExecutable("tool", folder, { PATH: "" }, "darwin")).toBe(path.join(own, "tool"));
  expect(await findExecutable("./there/tool", folder, {}, "linux")).toBe(path.join(there, "tool"));
  expect(await findExecutable("unable", folder, { PATH: there }, "linux")).toBeUndefined();
  expect(await findExecutable("other", folder, {}, "win32")).toBe(path.join(own, "other.cmd"));
  expect(await findExecutable("other", folder, {}, "linux")).toBeUndefined();
  await rm(folder, { recursive: true });
});
