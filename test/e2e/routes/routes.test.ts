// @module-tag thorough

import { expect, test } from "vitest";
import { makeRoutesApp } from "../../drivers/server/routes-app.ts";
import { Heatline } from "../../drivers/workbench/heatline.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";

const file = "app.js";
const hotTitle = "Hot Functions";

test("what a run did for each route is in the hover and in Hot Functions, and one of them is shown alone, also in the next window", async () => {
  const app = await makeRoutesApp();
  await using server = await WorkbenchServer.start({ folder: app.folder });
  await server.keepRun(app.folder, app.run);
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const { page } = workbench;
  const heatline = new Heatline(workbench);
  const status = (words: string) => page.locator(".statusbar-item").filter({ hasText: words }).waitFor();
  await workbench.openFile(file);
  await workbench.runCommand("Heatline: Show Last Run");
  await expect.poll(() => heatline.heatedLines()).toEqual([2, 6, 10]);

  await workbench.runCommand("Heatline: Show Hot Functions");
  const rows = () => workbench.treeRows(hotTitle).allTextContents();
  await expect.poll(rows).toEqual(["render100 % self · GET /orders 55 % · app.js:10"]);
  const hover = await workbench.editor.hover(10);
  await expect.poll(() => hover.textContent()).toContain("By route: GET /orders 54.5 % · POST /login 45.5 %");
  await workbench.screenshot("routes-hover");
  await workbench.press("Escape");

  await workbench.runCommand("Heatline: Show Route…");
  await page.locator(".quick-input-list-row").filter({ hasText: "POST /login" }).filter({ hasText: "60 requests" }).waitFor();
  await workbench.screenshot("routes-picker");
  await workbench.quickPick("POST /login");
  await expect.poll(() => heatline.heatedLines()).toEqual([6, 10]);
  await status("app.js:10 · 100 % self · POST /login · measured in windows of its own");
  await workbench.editor.codeLenses.filter({ hasText: "5.0 ms per request" }).first().waitFor();
  const description = workbench.view(hotTitle).locator(".pane-header .description");
  await expect.poll(() => description.textContent()).toBe("POST /login · measured in windows of its own · app · node server.js");
  await workbench.screenshot("routes-one");

  await workbench.reload();
  await status("app.js:10 · 100 % self · POST /login · measured in windows of its own");
  await workbench.openFile(file);
  await expect.poll(() => heatline.heatedLines()).toEqual([6, 10]);
  await workbench.press("Control+F9");
  await expect.poll(() => heatline.heatedLines()).toEqual([2, 6, 10]);
});
