// @module-tag thorough

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProfile, openRunFolder, type OpenedRun } from "../../language-server/opening/opened-run.ts";
import { singleExecutableNode } from "../../language-server/platform/nodes/single-executable.ts";
import { DapClient } from "../drivers/adapter/dap-client.ts";
import { nodeOutput } from "../workbench/node-output.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { someOf } from "../workbench/some-of.mjs";

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "heatline-single-")));
const burn = `function burn() {
  let sum = 0;
  while (process.cpuUsage().user < 700_000) for (let i = 0; i < 10_000; i += 1) sum += Math.sqrt(i);
  return sum;
}
burn();
`;

beforeAll(() => writeFileSync(path.join(folder, "app.cjs"), burn));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds the application, as Node 26 does, perhaps with another Node inside. */
async function build(name: string, executable?: string): Promise<string> {
  const config = path.join(folder, `${name}.json`);
  writeFileSync(config, JSON.stringify({ main: "app.cjs", output: name, executable, disableExperimentalSEAWarning: true }));
  await nodeOutput(await nodeOf(26), [`--build-sea=${config}`], folder);
  return path.join(folder, name);
}

function ownShareOf({ analysis: { costs } }: OpenedRun): number {
  return costs.composition.own / costs.busyTicks;
}

test("the script of a single executable application is own code, and the run says why it is not exact", async () => {
  const app = await build("app");
  await using client = await DapClient.start("exact");
  await client.launch("", { runtimeExecutable: app, cwd: folder, workspaceFolders: [folder] });
  const run = await client.run();
  await client.stop();
  expect(run.recorder).toBe("inspector");
  expect(run.recorderNote).toEqual({ code: "exact.singleExecutable", values: { file: app } });
  const opened = await openRunFolder(path.join(client.runsFolder, run.id), run, {});
  expect(ownShareOf(opened)).toBeGreaterThan(0.5);
  const { sources, functions } = opened.analysis.costs;
  const burning = functions.find(({ name }) => name === "burn");
  expect(sources[burning?.source ?? -1]).toMatchObject({ path: path.join(folder, "app.cjs"), category: "own" });

  await nodeOutput(app, [], folder, { NODE_OPTIONS: "--cpu-prof --cpu-prof-name=app.cpuprofile" });
  const profile = await openProfile(path.join(folder, "app.cpuprofile"), { workspaceFolders: [folder] }, {});
  expect(ownShareOf(profile)).toBeGreaterThan(0.5);
  expect(profile.analysis.costs.sources.map((source) => source.path)).toContain(path.join(folder, "app.cjs"));
});

test.each(someOf(0, [20]))("a single executable of Node %i, which refuses options of the inspector, starts", async (major) => {
  const node = await nodeOf(major);
  const app = await build(`app-${major}`, node);
  expect([await singleExecutableNode(app), await singleExecutableNode(node)]).toEqual([major, undefined]);
  await using client = await DapClient.start("exact");
  // It ends at once: Node 20 cannot read what Node 26 put into it.
  await client.launch("", { runtimeExecutable: app, cwd: folder, workspaceFolders: [folder] }).catch(() => undefined);
  await client.stop();
  expect(client.output("stderr")).not.toContain("not allowed in NODE_OPTIONS");
});
