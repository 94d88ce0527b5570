// @module-tag thorough

import { expect, test } from "vitest";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { Heatline } from "../../drivers/workbench/heatline.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";

const text = "function serve() {\n  return render();\n}\n\nfunction render() {\n  return JSON.stringify({});\n}\n";
const file = "app.js";
const hotTitle = "Hot Functions";

test("a thread is shown everywhere, an empty selection offers everything, and the next window shows what this one did", async () => {
  const app = await makeApp({ [file]: text });
  await using server = await WorkbenchServer.start({ folder: app.folder });
  const threads = ["400 | app.js serve@1:14 2:9", "600 | app.js render@5:15 6:14 > stringify"];
  await server.keepRun(app.folder, await drawRun(app, { scripts: { [file]: text }, threads }));
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const { page } = workbench;
  const heatline = new Heatline(workbench);
  const status = (words: string) => page.locator(".statusbar-item").filter({ hasText: words }).waitFor();
  const description = workbench.view(hotTitle).locator(".pane-header .description");
  await workbench.openFile(file);
  await workbench.runCommand("Heatline: Show Last Run");
  await expect.poll(() => heatline.heatedLines()).toEqual([2, 6]);

  await workbench.runCommand("Heatline: Show Thread…");
  await workbench.quickPick("worker 1");
  await expect.poll(() => heatline.heatedLines()).toEqual([6]);
  await status("app.js:6 · 100 % self · worker 1");
  await workbench.runCommand("Heatline: Open Flame Graph");
  await page.locator(".tab.active").filter({ hasText: "Flame Graph: app · node server.js · worker 1" }).waitFor();
  const flame = await heatline.flamePanel();
  // Keys that are pressed while a page loads get lost.
  await flame.getByText("worker 1", { exact: true }).first().waitFor();
  await page.locator(".tab").filter({ hasText: file }).first().click();
  await workbench.runCommand("Heatline: Show Hot Functions");
  await expect.poll(() => description.textContent()).toBe("worker 1 · app · node server.js");
  await workbench.screenshot("selection-thread");

  await workbench.runCommand("Heatline: Only Samples Through a File…");
  await workbench.quickInput.fill("nowhere");
  await workbench.press("Enter");
  await status("Nothing measured · worker 1 · through nowhere");
  await workbench.view(hotTitle).getByText("Nothing was measured in what is selected").waitFor();
  await flame.getByText("Nothing was measured in what is selected.").waitFor();
  const toast = workbench.toast("Nothing was measured here (worker 1 · through nowhere).");
  await toast.waitFor();
  await workbench.screenshot("selection-empty");
  await page.locator(".tab").filter({ hasText: file }).first().click();
  await workbench.editor.codeLenses
    .filter({ hasText: "Nothing was measured here (worker 1 · through nowhere). Show Everything" })
    .waitFor();
  await toast.getByRole("button", { name: "Show Everything" }).click();
  await expect.poll(() => heatline.heatedLines()).toEqual([2, 6]);

  await workbench.runCommand("Heatline: Show Thread…");
  await workbench.quickPick("main");
  await expect.poll(() => heatline.heatedLines()).toEqual([2]);
  await workbench.reload();
  await status("app.js:2 · 100 % self · main");
  await workbench.openFile(file);
  await expect.poll(() => heatline.heatedLines()).toEqual([2]);
  await workbench.press("Control+F9");
  await expect.poll(() => heatline.heatedLines()).toEqual([2, 6]);
});
