import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { LaunchArguments } from "../../extension/debug-adapter/launch-arguments.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { appsFolder, DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";
import { packageManager } from "../drivers/adapter/package-managers.ts";
import { hottestLine, lossesOf } from "../drivers/adapter/recorded-lines.ts";
import { someOf } from "../workbench/some-of.mjs";

/** Yarn, pnpm and tsx start scripts with their own Node; the recorder's arguments must still reach the app. */
async function hottestOf(launch: Partial<LaunchArguments>): Promise<string> {
  await using client = await DapClient.start();
  await client.launch("", launch);
  await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort()) });
  const run = await client.run();
  expect(run.recorder).toBe("exact");
  expect(lossesOf(run)).toEqual([]);
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
  return await hottestLine(path.join(client.runsFolder, run.id));
}

test.each(someOf(1, ["pnpm", "yarn"] as const))(
  "%s run of a script with tsx: the app is recorded exactly, on its own lines",
  async (name) => {
    const runtimeExecutable = await packageManager(name);
    // The fixture has no packages installed.
    const env = { PATH: [path.resolve(appsFolder, "../../../node_modules/.bin"), process.env["PATH"]].join(path.delimiter) };
    const launch = { cwd: path.join(appsFolder, "ts-app"), env, runtimeExecutable, runtimeArgs: ["run", "dev"] };
    expect(await hottestOf(launch)).toBe("server.ts:11");
  },
);

test("yarn berry, which puts a node of its own in front of PATH", { tags: "thorough" }, async () => {
  const runtimeExecutable = await packageManager("yarn berry");
  const cwd = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-berry-")));
  await writeFile(path.join(cwd, "package.json"), JSON.stringify({ name: "app", private: true, scripts: { start: "node server.js" } }));
  await writeFile(path.join(cwd, "yarn.lock"), "");
  await copyFile(path.join(appsFolder, "server.js"), path.join(cwd, "server.js"));
  const env = { YARN_ENABLE_TELEMETRY: "0", YARN_NODE_LINKER: "node-modules", YARN_ENABLE_IMMUTABLE_INSTALLS: "0" };
  await promisify(execFile)(runtimeExecutable, ["install"], { cwd, env: { ...process.env, ...env } });
  expect(await hottestOf({ cwd, env, workspaceFolders: [cwd], runtimeExecutable, runtimeArgs: ["run", "start"] })).toBe("server.js:6");
  await rm(cwd, { recursive: true });
});

test.each(
  someOf(1, [
    ["npm run start", "."],
    ["pnpm -C app run start", ".."],
    ["npm run nested", "."],
    ["npx start-server", "."],
    ["pnpm run start", "."],
    ["npm --prefix app run start", ".."],
  ]),
)("%s (in %s) with the package “node” among the app's dependencies: that Node is recorded exactly", async (command, place) => {
  const [name = "", ...runtimeArgs] = command.split(" ");
  const around = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-own-node-")));
  const cwd = path.join(around, "app");
  const bin = path.join(cwd, "node_modules/.bin");
  await mkdir(bin, { recursive: true });
  await symlink(await nodeOf(26), path.join(bin, "node"));
  await writeFile(path.join(bin, "start-server"), "#!/usr/bin/env node\nrequire(process.cwd() + '/server.js');\n", { mode: 0o755 });
  await writeFile(
    path.join(cwd, "package.json"),
    JSON.stringify({ name: "app", scripts: { start: "node server.js", nested: "npm run start" } }),
  );
  await copyFile(path.join(appsFolder, "server.js"), path.join(cwd, "server.js"));
  const runtimeExecutable = name === "pnpm" ? await packageManager(name) : name;
  await using client = await DapClient.start();
  await client.launch("", { cwd: path.join(cwd, place), workspaceFolders: [cwd], runtimeExecutable, runtimeArgs });
  await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort()) });
  const run = await client.run();
  await client.stop();
  expect(run).toMatchObject({ recorder: "exact", app: { nodeVersion: expect.stringMatching(/^26\./) as string } });
  expect(lossesOf(run)).toEqual([]);
  expect(await hottestLine(path.join(client.runsFolder, run.id))).toBe("server.js:6");
  await rm(around, { recursive: true });
});

/** As `next dev` does. */
const devServer = `const { fork } = require("node:child_process");
const NODE_OPTIONS = [process.env.NODE_OPTIONS, ...process.execArgv].join(" ");
fork(process.cwd() + "/server.js", { execArgv: [], env: { ...process.env, NODE_OPTIONS } });
`;

test("a tool that passes its own Node arguments to the app in NODE_OPTIONS, where the recorder's are not allowed", async () => {
  const cwd = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-dev-server-")));
  await mkdir(path.join(cwd, "node_modules/dev-server"), { recursive: true });
  await writeFile(path.join(cwd, "node_modules/dev-server/cli.js"), devServer);
  await writeFile(
    path.join(cwd, "package.json"),
    JSON.stringify({ name: "app", scripts: { dev: "node --stack-trace-limit=20 node_modules/dev-server/cli.js" } }),
  );
  await copyFile(path.join(appsFolder, "server.js"), path.join(cwd, "server.js"));
  const hottest = await hottestOf({ cwd, workspaceFolders: [cwd], runtimeExecutable: "npm", runtimeArgs: ["run", "dev"] });
  expect(hottest).toBe("server.js:6");
  await rm(cwd, { recursive: true });
});
