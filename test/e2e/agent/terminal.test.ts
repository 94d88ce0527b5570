// @module-tag thorough

import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { repository } from "../../workbench/installation.mjs";
import { fixtureApps, hotLine } from "../fixture-apps.ts";

const scripts = { start: "node service.js" };
const load = { path: "/", warmupSeconds: 0, connections: 2 };

/** An agent in a terminal: a client that starts the server for a folder by itself. */
function terminalAgent(folder: string) {
  const server = spawn(process.execPath, [path.join(repository, "out/mcp.js"), "--root", folder], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map<number, (text: string) => void>();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const { id, result } = JSON.parse(line) as {
      readonly id: number;
      readonly result?: { readonly content?: readonly { readonly text: string }[] };
    };
    waiting.get(id)?.(result?.content?.[0]?.text ?? "");
  });
  let last = 0;
  const ask = (method: string, params: object): Promise<string> =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: last, method, params })}\n`);
    });
  void ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "Terminal Agent", version: "1" } });
  const profile = (seconds: number): Promise<string> =>
    ask("tools/call", { name: "heatline_profile", arguments: { script: "start", load: { ...load, seconds } } });
  return { profile, [Symbol.dispose]: () => server.stdin.end() };
}

test(
  "what an agent of a terminal records is in the status bar, can be stopped there, and is a row in Runs that shows nothing by itself",
  { timeout: 480_000 },
  async () => {
    await using folder = await fixtureApps({ "package.json": JSON.stringify({ name: "shop", scripts }) });
    await using server = await WorkbenchServer.start({ folder: folder.path });
    await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
    await workbench.openFile("service.js");
    await workbench.openView("Heatline");
    const header = workbench.view("Runs").locator(".pane-header");
    if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
    using agent = terminalAgent(folder.path);

    const stopped = agent.profile(60);
    const status = workbench.statusBar(/agent: Terminal Agent, \d+ s/);
    await status.waitFor({ timeout: runPatienceMs });
    await workbench.screenshot("terminal-agent-records");
    await status.click();
    expect(await stopped).toContain("The user stopped the recording.");
    await status.waitFor({ state: "detached" });

    expect(await agent.profile(2)).toContain(`service.js:${hotLine}`);
    const row = workbench.treeRows("Runs").filter({ hasText: "by agent Terminal Agent" });
    await row.waitFor();
    await workbench.screenshot("terminal-agent-run");
    expect(await workbench.editor.codeLenses.filter({ hasText: "% total" }).count()).toBe(0);
    await row.hover();
    await row.getByRole("button", { name: "Show" }).click();
    await workbench.editor.codeLenses.filter({ hasText: "% total" }).first().waitFor();
  },
);
