// @module-tag thorough

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { ScratchFolder } from "../../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";

const server = `const http = require("node:http");
const table = load();

http.createServer((_, response) => response.end(String(table))).listen(0, "127.0.0.1");
setInterval(work, 40);

function load() {
  const end = Date.now() + 700;
  while (Date.now() < end) JSON.stringify([end]);
  return end;
}

function work() {
  const end = Date.now() + 30;
  while (Date.now() < end) JSON.parse("[1]");
}
`;

test("a server is recorded from its first line, its start is shown alone, and everything again", { timeout: 300_000 }, async () => {
  await using folder = await ScratchFolder.make("shop");
  await writeFile(path.join(folder.path, "server.js"), server);
  await using host = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(host, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("server.js");
  await workbench.runCommand("Heatline: Profile Current App from Its First Line");
  await workbench.openView("Heatline");
  const form = await heatline.form();
  const stop = heatline.button(form, "Stop Recording");
  await stop.waitFor({ timeout: runPatienceMs });
  // It listens by then, and goes on.
  await expect.poll(() => heatline.heatedLines(), { timeout: runPatienceMs }).toContain(15);
  await workbench.screenshot("from-start-recording");
  await stop.click();
  await heatline.summary();
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.runCommand("Heatline: Show Timeline");
  await workbench.runCommand("Heatline: Show Start-Up");
  await workbench.statusBar(/server\.js:\d+ · .* · start-up$/).waitFor();
  await expect.poll(() => heatline.heatedLines()).not.toContain(15);
  await expect.poll(async () => (await workbench.editor.codeLenses.allInnerTexts()).join()).toMatch(/9\d\.\d % total/);
  await workbench.screenshot("from-start-selected");
  await workbench.press("Control+F9");
  await expect.poll(() => heatline.heatedLines()).toContain(15);
  await workbench.runCommand("Heatline: Show Thread…");
  await workbench.screenshot("from-start-picker");
  await workbench.quickPick("Start-up, until the first server listened");
  await workbench.statusBar(/start-up$/).waitFor();
});
