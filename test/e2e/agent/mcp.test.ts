// @module-tag thorough

import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { AgentCaller, packedCaller } from "../../drivers/workbench/agent-caller.ts";
import { runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { fixtureApps, hotLine } from "../fixture-apps.ts";

const scripts = { start: "node service.js" };
const load = { path: "/", seconds: 2, warmupSeconds: 0, connections: 2 };

test("VS Code lists the MCP server, starts it on the user's Node.js, and has its tools", { timeout: 480_000 }, async () => {
  await using folder = await fixtureApps({ "package.json": JSON.stringify({ name: "shop", scripts }) });
  await using server = await WorkbenchServer.start({ folder: folder.path, settings: { "chat.disableAIFeatures": false } });
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  await workbench.runCommand("MCP: List Servers");
  await workbench.quickPickRow("Heatline").first().waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("mcp-servers");
  await workbench.quickPick("Heatline");
  await workbench.quickPick("Start Server");
  // VS Code's output of the server opens.
  const output = workbench.page.locator(".part.panel .view-lines");
  await expect
    .poll(async () => (await output.innerText()).replaceAll("\u00a0", " "), { timeout: runPatienceMs })
    .toContain("Discovered 11 tools");
  await workbench.screenshot("mcp-server");
});

test("the oldest VS Code has the tools, too", { timeout: 480_000 }, async () => {
  await using folder = await fixtureApps({ "package.json": JSON.stringify({ name: "shop", scripts }) });
  const beside = await packedCaller(folder.path);
  await using server = await WorkbenchServer.start({ folder: folder.path, beside, version: "oldest" });
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  await rm(beside);
  const agent = new AgentCaller(folder.path);
  expect(await agent.tools()).toHaveLength(11);
  const profiled = agent.text("profile", { script: "start", load });
  const question = workbench.dialog("Let an agent start and profile this?");
  await question.waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("oldest-agent-question");
  await question.getByRole("button", { name: /^(Yes|OK|Continue|Allow)/ }).click();
  await workbench.statusBar(/^ ?Stop agent: /).waitFor({ timeout: runPatienceMs });
  expect(await profiled).toContain(`service.js:${hotLine}`);
  expect(await agent.text("hot_lines")).toContain(`service.js:${hotLine}`);
});
