import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import type { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { hotLine } from "../fixture-apps.ts";
import { journeysWith } from "../journeys-with.ts";

const test = journeysWith();

test(
  "a language server that dies is started again, its messages are logged at level Trace, and a renamed file keeps its heat",
  { tags: "thorough" },
  async ({ server, recorded }) => {
    await using workbench = await Workbench.open(server, { folder: recorded.path });
    const heatline = new Heatline(workbench);
    await workbench.openFile("service.js");
    const measured = await heatline.inlineText(hotLine);
    expect(await (await workbench.editor.hover(hotLine)).innerText()).toContain("samples");
    await workbench.press("Escape");

    const [died = 0] = await languageServers(server);
    process.kill(died, "SIGKILL");
    await expect.poll(() => server.logs(/Heatline\.log$/)).toContain("Server process exited with signal SIGKILL");
    await expect.poll(async () => (await languageServers(server)).filter((pid) => pid !== died)).toHaveLength(1);
    // The new server has the run and the document.
    await workbench.goToLine(hotLine, 100);
    await workbench.type("unused");
    await expect.poll(() => heatline.inlineText(hotLine)).toContain("edited since the run");
    await workbench.press("ControlOrMeta+z");
    await expect.poll(() => heatline.inlineText(hotLine)).toBe(measured);

    await workbench.runCommand("Developer: Set Log Level...");
    await workbench.quickPick("Heatline");
    await workbench.quickPick("Trace");
    await workbench.goToLine(1, 1);
    await workbench.type("\n");
    await expect.poll(() => server.logs(/Heatline\.log$/)).toContain("Sending notification 'textDocument/didChange'");
    await workbench.press("ControlOrMeta+z");
    await expect.poll(() => heatline.inlineText(hotLine)).toBe(measured);

    await workbench.focusExplorer();
    await workbench.press("F2");
    await workbench.type("renamed");
    await workbench.press("Enter");
    await expect.poll(() => workbench.activeTab()).toBe("renamed.js");
    await expect.poll(() => server.logs(/Heatline\.log$/)).toContain("Sending notification 'workspace/didRenameFiles'");
    await expect.poll(() => heatline.inlineText(hotLine), { timeout: runPatienceMs }).toBe(measured);
  },
);

/** Process ids of the language servers of its windows. */
async function languageServers({ userData }: WorkbenchServer): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,args="]);
  const home = userData.slice(0, userData.lastIndexOf("/"));
  return stdout.split("\n").flatMap((line) => (line.includes(home) && line.includes("/out/server.js") ? [Number.parseInt(line, 10)] : []));
}
