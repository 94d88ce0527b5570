import { cp, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { LaunchArguments } from "../../extension/debug-adapter/launch-arguments.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { appsFolder, DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";
import { reportedProblems } from "../drivers/adapter/reported-problems.ts";
import { installPackages } from "../workbench/installed-packages.mjs";
import { hottestLine, lossesOf } from "../drivers/adapter/recorded-lines.ts";
import { someOf } from "../workbench/some-of.mjs";

const cwd = path.join(appsFolder, "ts-app");
const tsx = path.resolve(appsFolder, "../../../node_modules/.bin/tsx");
/** Line of the call that burns; it follows an interface, which type stripping removes. */
const hotLine = 11;

async function recorded(launch: Partial<LaunchArguments>): Promise<{ readonly hottest: string; readonly threads: readonly string[] }> {
  await using client = await DapClient.start();
  await client.launch("", { cwd, ...launch });
  await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort()) });
  const run = await client.run();
  await client.stop();
  expect(run.recorder).toBe("exact");
  // Seen occasionally with Node 24's own type stripping, cause unknown: V8's log moves a code object that it never created.
  expect(lossesOf({ problems: run.problems.filter(({ code }) => code !== "v8Log.movedUnknown") })).toEqual([]);
  expect(reportedProblems(client)).toEqual([]);
  expect(await client.processesLeft()).toEqual([]);
  // Loaders on a thread of their own are idle during the measurement.
  for (const { busyTicks, intervalUs } of run.threads.slice(1)) expect((busyTicks * intervalUs) / 1000).toBeLessThan(0.1 * run.durationMs);
  return { hottest: await hottestLine(path.join(client.runsFolder, run.id)), threads: run.threads.map(({ name }) => name) };
}

test.each<readonly [string, Partial<LaunchArguments>]>(
  someOf(1, [
    ["npm run dev with the tsx command", { runtimeExecutable: "npm", runtimeArgs: ["run", "dev"] }],
    ["node --import tsx, ES modules", { runtimeArgs: ["--import", "tsx"], program: "server.ts" }],
    ["node --import tsx, CommonJS", { runtimeArgs: ["--import", "tsx"], program: "server.cts" }],
    ["the tsx command, which starts the app by its own execPath", { runtimeExecutable: tsx, runtimeArgs: ["server.ts"] }],
    ["npm run watch with tsx watch", { runtimeExecutable: "npm", runtimeArgs: ["run", "watch"] }],
  ]),
)("%s: the hot line is the source's", async (_name, launch) => {
  const { hottest, threads } = await recorded(launch);
  expect(hottest).toBe(`${launch.program ?? "server.ts"}:${hotLine}`);
  expect(threads[0]).toBe("main");
});

test.each(someOf(1, [24, 22]))("Node %i strips the types itself: lines keep their numbers", async (major) => {
  const { hottest, threads } = await recorded({ runtimeExecutable: await nodeOf(major), program: "server.ts" });
  expect(hottest).toBe(`server.ts:${hotLine}`);
  expect(threads).toEqual(["main"]);
});

test.each<readonly [string, Partial<LaunchArguments>]>([
  ["node --require ts-node/register", { runtimeArgs: ["--require", "ts-node/register"], program: "server.ts" }],
  ["the ts-node command", { runtimeExecutable: "node_modules/.bin/ts-node", runtimeArgs: ["server.ts"] }],
  ["npm run dev with the ts-node command", { runtimeExecutable: "npm", runtimeArgs: ["run", "dev"] }],
])("%s: compiled in memory, the hot line is the source's", { tags: "thorough" }, async (_name, launch) => {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-ts-node-")));
  await cp(path.join(appsFolder, "ts-node-app"), folder, { recursive: true });
  await cp(path.join(cwd, "server.ts"), path.join(folder, "server.ts"));
  await symlink(await installPackages("ts-node"), path.join(folder, "node_modules"));
  const { hottest, threads } = await recorded({ cwd: folder, workspaceFolders: [folder], ...launch });
  expect(hottest).toBe(`server.ts:${hotLine}`);
  expect(threads).toEqual(["main"]);
  await rm(folder, { recursive: true });
});
