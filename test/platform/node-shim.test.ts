import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { nodeShim, type NodeShimPlan } from "../../language-server/platform/node-shim.ts";

const plan: NodeShimPlan = {
  nodePath: process.execPath,
  nodeArgs: ["--no-warnings"],
  accessArgs: ["--title=allowed"],
  packageManagers: "npm-cli.js",
};

test.each(["linux", "darwin"] as const)(
  "on %s it adds arguments to all but package managers, more to a restricted app, and waits for no debugger",
  async (platform) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-it's $HOME-"));
    const shim = path.join(folder, "node");
    await writeFile(shim, nodeShim(plan, platform) ?? "", { mode: 0o755 });
    const print = "console.log(JSON.stringify([process.execArgv, process.argv.slice(2)]))";
    for (const file of ["app.js", "npm-cli.js"]) await writeFile(path.join(folder, file), print);
    const run = async (...args: string[]): Promise<unknown> => JSON.parse((await promisify(execFile)(shim, args, { cwd: folder })).stdout);
    expect(await run("app.js", "$HOME", "it's")).toEqual([["--no-warnings"], ["$HOME", "it's"]]);
    expect(await run("npm-cli.js", "start")).toEqual([[], ["start"]]);
    expect(await run("--experimental-permission", "--allow-fs-read=*", "app.js")).toEqual([
      ["--no-warnings", "--title=allowed", "--experimental-permission", "--allow-fs-read=*"],
      [],
    ]);
    await rm(folder, { recursive: true });
  },
);

test("on Windows there is none, since a command script would read its arguments once more", () => {
  expect(nodeShim(plan, "win32")).toBeUndefined();
});
