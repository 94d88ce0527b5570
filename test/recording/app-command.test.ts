import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkScriptPrograms, mayRunOwnNode } from "../../language-server/recording/app/app-command.ts";

test.each([
  ["linux", "npm", true],
  ["linux", "/usr/bin/npx", true],
  ["linux", "pnpm", true],
  ["linux", "yarn", false],
  ["linux", "node", false],
  ["darwin", "npm", true],
  ["darwin", "/opt/homebrew/bin/npx", true],
  ["darwin", "pnpm", true],
  ["darwin", "yarn", false],
  ["darwin", "node", false],
  ["win32", "npm", false],
  ["win32", "npx", false],
  ["win32", "pnpm", false],
  ["win32", "yarn", false],
  ["win32", "node", false],
] as const)("on %s the Node of %s may be one of the app's packages: %s", (platform, runtime, may) => {
  expect(mayRunOwnNode(runtime, platform)).toBe(may);
});

const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-scripts-"));
afterAll(() => rm(folder, { recursive: true }));

/** An app in a folder of this name, with npm's command script for `tool`, and what its PATH then is. */
async function placeApp(name: string, packageJson: string): Promise<{ readonly cwd: string; readonly env: NodeJS.ProcessEnv }> {
  const cwd = path.join(folder, name);
  const bin = path.join(cwd, "node_modules/.bin");
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, "tool.cmd"), "@ECHO off\r\nSET dp0=%~dp0\r\n", { mode: 0o755 });
  await writeFile(path.join(cwd, "package.json"), packageJson);
  return { cwd, env: { PATH: bin } };
}

const scripts = { build: "cd x&&tool --a", prestart: "npm run build", start: "node server.js", check: "node check.js tools" };
const hostile = await placeApp("a & calc", JSON.stringify({ scripts }));

test.each([[["tool"]], [["run", "build"]], [["start"]], [["exec", "tool", "--", "b"]], [["run", "build", "--dir", "public"]]])(
  "on Windows what npm %j would run is refused in a folder of whose name it would run a part",
  async (args) => {
    const check = (platform: NodeJS.Platform): Promise<void> => checkScriptPrograms("npm", args, hostile.cwd, hostile.env, platform);
    await expect(check("win32")).rejects.toThrow(/^npm starts its script by cmd\.exe, .*: .*tool\.cmd\.$/);
    for (const platform of ["linux", "darwin"] as const) await check(platform);
  },
);

test("on Windows the scripts are those of the folder that npm --prefix names", async () => {
  const check = (args: readonly string[]): Promise<void> => checkScriptPrograms("npm", args, folder, hostile.env, "win32");
  await expect(check(["--prefix", "a & calc", "run", "build"])).rejects.toThrow(/tool\.cmd\.$/);
  await expect(check(["run", "build"])).resolves.toBeUndefined();
});

test("on Windows a script without such a program starts there, and any script in another folder", async () => {
  const check = (args: readonly string[], { cwd, env }: typeof hostile): Promise<void> =>
    checkScriptPrograms("npm", args, cwd, env, "win32");
  await expect(check(["run", "check"], hostile)).resolves.toBeUndefined();
  await expect(check(["start"], await placeApp("a b", JSON.stringify({ scripts })))).resolves.toBeUndefined();
  for (const text of ["{", "null", "{}", '{"scripts":1}'])
    await expect(check(["start"], await placeApp("b & calc", text))).resolves.toBeUndefined();
});
