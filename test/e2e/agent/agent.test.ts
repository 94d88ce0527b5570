import { execFile } from "node:child_process";
import { readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { AgentCaller, packedCaller } from "../../drivers/workbench/agent-caller.ts";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { storedRuns } from "../../drivers/workbench/stored-runs.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { fixtureApps, hotLine, service } from "../fixture-apps.ts";

const scripts = { start: "node service.js", work: "node script.js" };
/** VS Code's own button. */
const yes = /^(?:Yes|OK|Continue|Allow)/;
/** Has a fault that a rule knows, however fast the machine is: its hot line reads a file synchronously. */
const readingService = service
  .replace('JSON.stringify({ i, text: "x".repeat(40) }).length', 'require("node:fs").readFileSync(__filename).length')
  .replace("hot(2000)", "hot(50)");
const load = { path: "/", seconds: 2, warmupSeconds: 0, connections: 2 };

test(
  "an agent in VS Code measures a script: it is asked about, stands in the status bar with Stop, is a marked row in Runs, and moves nothing of the user's",
  { timeout: 480_000 },
  async () => {
    await using folder = await fixtureApps({
      "package.json": JSON.stringify({ name: "shop", scripts }),
      "service.js": readingService,
    });
    const beside = await packedCaller(folder.path);
    await using server = await WorkbenchServer.start({ folder: folder.path, beside });
    await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
    await rm(beside);
    const { page } = workbench;
    const heatline = new Heatline(workbench);
    const agent = new AgentCaller(folder.path);

    // The user's own run, which stays what is shown.
    await workbench.openFile("service.js");
    expect(await heatline.profile({ durationSeconds: 2, warmupSeconds: 0, connections: 2 })).toBe(`service.js:${hotLine}`);
    await heatline.stopApp();
    await workbench.runCommand("Notifications: Clear All Notifications");
    const measured = await heatline.inlineText(hotLine);

    const tools = await agent.tools();
    expect(tools.map(({ name }) => name)).toContain("heatline_profile");
    expect((await agent.call("hot_lines", { lines: 3 })).error).toContain("There is no argument “lines”.");
    expect(await agent.text("runs")).toContain("shop · npm start");
    expect(await agent.text("hot_lines")).toContain(`service.js:${hotLine}`);
    for (const [name, input] of [
      ["line", { at: `service.js:${hotLine}` }],
      ["function", { function: "hot" }],
      ["callers", { function: "hot" }],
    ] as const)
      expect(await agent.text(name, input)).toContain("hot");
    expect(await agent.text("advice")).toContain(`service.js:${hotLine}`);

    const profiled = agent.call("profile", { script: "start", load });
    const question = workbench.dialog("Let an agent start and profile this?");
    await question.waitFor({ timeout: runPatienceMs });
    expect(await question.innerText()).toContain("Starts the script “start” of package.json.");
    await workbench.screenshot("agent-question");
    await question.getByRole("button", { name: yes }).click();
    const status = workbench.statusBar(/^ ?Stop agent: /);
    await status.waitFor({ timeout: runPatienceMs });
    await workbench.screenshot("agent-records");
    const { text = "", error } = await profiled;
    expect(error).toBeUndefined();
    expect(text).toContain(`service.js:${hotLine}`);
    await status.waitFor({ state: "detached" });

    const [own, theirs] = await storedRuns(server, folder.path);
    expect([own?.agent, theirs?.agent]).toEqual([undefined, expect.stringMatching(/\w/)]);
    await workbench.openView("Heatline");
    const header = workbench.view("Runs").locator(".pane-header");
    if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
    const row = workbench.treeRows("Runs").filter({ hasText: "by agent" });
    await row.waitFor();
    await expect.poll(() => workbench.treeRows("Runs").count()).toBe(2);
    expect(await row.getAttribute("aria-label")).not.toContain("shown");
    expect(await heatline.inlineText(hotLine)).toBe(measured);
    expect(await workbench.toast("hottest:").count()).toBe(0);
    await workbench.screenshot("agent-run");

    expect(await agent.text("compare")).toMatch(/no significant change|faster|slower/);
    const stopped = agent.call("profile", { script: "start", load: { ...load, seconds: 60 } });
    await question.waitFor({ timeout: runPatienceMs });
    await question.getByRole("button", { name: yes }).click();
    await status.waitFor({ timeout: runPatienceMs });
    expect(await status.locator("a").first().getAttribute("aria-label")).toMatch(
      /Heatline: .* measures shop .* as an agent\. Click to stop it/,
    );
    await status.click();
    expect((await stopped).error).toContain("The user stopped the recording.");
    await status.waitFor({ state: "detached" });
    expect(await storedRuns(server, folder.path)).toHaveLength(2);

    const aborting = new AbortController();
    const cancelled = agent.call("profile", { script: "start", load: { ...load, seconds: 60 } }, aborting.signal);
    await question.getByRole("button", { name: yes }).click({ timeout: runPatienceMs });
    await status.waitFor({ timeout: runPatienceMs });
    aborting.abort();
    await expect(cancelled).rejects.toThrow("abort");
    await status.waitFor({ state: "detached" });
    expect(await storedRuns(server, folder.path)).toHaveLength(2);

    const exported = agent.text("export", { format: "svg" });
    await workbench.dialog("Let an agent write a file?").getByRole("button", { name: yes }).click({ timeout: runPatienceMs });
    const [, file = ""] = /Written: (\S+\.svg)\./.exec(await exported) ?? [];
    expect(await readdir(folder.path)).toContain(file);

    await row.hover();
    await row.getByRole("button", { name: "Show" }).click();
    await expect.poll(() => row.getAttribute("aria-label")).toContain("shown");
    await page.setViewportSize({ width: 700, height: 720 });
    await workbench.screenshot("agent-run-narrow");
  },
);

test(
  "a command of an agent's is run only after a yes to a question of Heatline's own; a server that dies is started again, and none outlives the window",
  { timeout: 480_000, tags: "thorough" },
  async () => {
    await using folder = await fixtureApps({
      "package.json": JSON.stringify({ name: "shop", scripts }),
      "service.js": readingService,
    });
    await writeFile(path.join(folder.path, "mark.js"), 'require("node:fs").writeFileSync("ran", "");');
    const beside = await packedCaller(folder.path);
    await using server = await WorkbenchServer.start({ folder: folder.path, beside });
    await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
    await rm(beside);
    const agent = new AgentCaller(folder.path);
    const call = async (answer: "Cancel" | "Run"): Promise<string | undefined> => {
      const called = agent.call("profile", { command: ["node", "mark.js"] });
      const first = workbench.dialog("Let an agent start and profile this?");
      await first.waitFor({ timeout: runPatienceMs });
      await first.getByRole("button", { name: yes }).click();
      const second = workbench.dialog("May an agent run a command on this machine?");
      await second.waitFor({ timeout: runPatienceMs });
      expect(await second.innerText()).toContain("node mark.js");
      await workbench.screenshot("agent-command");
      await second.getByRole("button", { name: answer }).click();
      return (await called).error;
    };
    expect(await call("Cancel")).toContain("The user did not allow");
    expect(await readdir(folder.path)).not.toContain("ran");

    const [started = 0, ...others] = await agentServers(folder.path);
    expect(others).toEqual([]);
    process.kill(started, "SIGKILL");
    await expect.poll(() => agentServers(folder.path)).toEqual([]);
    await call("Run");
    expect(await readdir(folder.path)).toContain("ran");
    expect(await agentServers(folder.path)).toHaveLength(1);
    await workbench.closeWindow();
    await expect.poll(() => agentServers(folder.path)).toEqual([]);
  },
);

/** Processes of the MCP server for a folder. */
async function agentServers(folder: string): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,args="]);
  return stdout.split("\n").flatMap((line) => (line.includes("/out/mcp.js") && line.includes(folder) ? [Number.parseInt(line, 10)] : []));
}
