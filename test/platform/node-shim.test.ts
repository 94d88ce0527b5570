import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, rmdir, writeFile } from "node:fs/promises";
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
  description: "/missing",
  logs: "/missing",
};

test.each(["linux", "darwin"] as const)(
  "on %s it adds arguments to all but package managers, more to a restricted app, none where the log cannot be written",
  async (platform) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-it's $HOME-"));
    const shim = path.join(folder, "node");
    const [description, logs] = [path.join(folder, "it's.json"), path.join(folder, "it's logs")];
    await writeFile(shim, nodeShim({ ...plan, description, logs }, platform) ?? "", { mode: 0o755 });
    await writeFile(description, "");
    await mkdir(logs);
    const print = "console.log(JSON.stringify([process.execArgv, process.argv.slice(2)]))";
    for (const file of ["app.js", "npm-cli.js"]) await writeFile(path.join(folder, file), print);
    const run = async (...args: string[]): Promise<unknown> => JSON.parse((await promisify(execFile)(shim, args, { cwd: folder })).stdout);
    expect(await run("app.js", "$HOME", "it's")).toEqual([["--no-warnings"], ["$HOME", "it's"]]);
    expect(await run("npm-cli.js", "start")).toEqual([[], ["start"]]);
    expect(await run("--experimental-permission", "--allow-fs-read=*", "app.js")).toEqual([
      ["--no-warnings", "--title=allowed", "--experimental-permission", "--allow-fs-read=*"],
      [],
    ]);
    await rmdir(logs);
    expect(await run("app.js", "$HOME", "it's")).toEqual([[], ["$HOME", "it's"]]);
    await mkdir(logs);
    await rm(description);
    expect(await run("--experimental-permission", "--allow-fs-read=*", "app.js")).toEqual([
      ["--experimental-permission", "--allow-fs-read=*"],
      [],
    ]);
    await rm(folder, { recursive: true });
  },
);

test("on Windows there is none, since a command script would read its arguments once more", () => {
  expect(nodeShim(plan, "win32")).toBeUndefined();
});
