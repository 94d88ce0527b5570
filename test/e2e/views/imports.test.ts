import { expect, test } from "vitest";
import { importsRun } from "../../drivers/server/imports-run.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";

/** The smallest width of a side bar in VS Code. */
const narrow = 170;
const activityBar = 48;

test("from the shown run to the dearest import in three actions, and why it is loaded, by keyboard alone", async () => {
  const { app, run } = await importsRun();
  await using server = await WorkbenchServer.start({ folder: app.folder });
  await server.keepRun(app.folder, run);
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const rows = workbench.treeRows("Imports");
  const labels = (): Promise<readonly (string | null)[]> => rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-label")));
  await workbench.openFile("cli.js");
  await workbench.runCommand("Heatline: Show Last Run");
  await workbench.statusBar(/render\.js:1 · 90 % attributed/).waitFor();
  await expect.poll(() => workbench.activeTab()).toBe("render.js");

  await workbench.runCommand("Heatline: Show Imports");
  await workbench.view("Imports").locator(".monaco-list.element-focused:focus").waitFor();
  await rows.filter({ hasText: "colors.js" }).first().waitFor();
  expect(await labels()).toEqual([
    "All modules: their code 478 ms · finding, reading and compiling them 22 ms",
    expect.stringMatching(/^500 ms · cli\.js · 100\.0 % ± 0\.4 · its own code 23 ms/),
    expect.stringMatching(/^475 ms · render\.js · cli\.js:1 · 95\.0 % ± 1\.9 · /),
    expect.stringMatching(/^450 ms · ui\/index\.js · render\.js:1 · 90\.0 % ± 2\.6 · its own code 300 ms · its imports 135 ms · /),
    expect.stringMatching(/^135 ms · ui\/colors\.js · index\.js:1 · /),
    expect.stringMatching(/^2\.0 ms · ui\/index\.js \(already loaded\) · cli\.js:2 · /),
  ]);
  await workbench.screenshot("imports");
  for (const _row of ["render.js", "ui/index.js"]) await workbench.press("ArrowDown");
  await workbench.press("Enter");
  await expect.poll(() => workbench.activeTab()).toBe("render.js");
  expect((await workbench.cursor()).line).toBe(1);

  await workbench.runCommand("Heatline: Show Imports");
  await workbench.view("Imports").locator(".monaco-list:focus").waitFor();
  await workbench.press("Control+Enter");
  const why = workbench.page.locator(".quick-input-widget");
  await why.getByText("Why ui/index.js is loaded").waitFor();
  await workbench.screenshot("imports-why");
  await workbench.quickPick("cli.js:2");
  await expect.poll(() => workbench.activeTab()).toBe("cli.js");
  expect((await workbench.cursor()).line).toBe(2);

  await workbench.openFile("render.js");
  const hover = await workbench.editor.hover(1);
  await expect.poll(() => hover.innerText()).toContain("also imported by cli.js:2");
  await workbench.screenshot("imports-hover");
  await workbench.press("Escape");

  const { page } = workbench;
  const bar = await page.locator(".part.sidebar").boundingBox();
  await page.mouse.move((bar?.x ?? 0) + (bar?.width ?? 0), 300);
  await page.mouse.down();
  await page.mouse.move(activityBar + narrow, 300, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await page.locator(".part.sidebar").boundingBox())?.width ?? 0)).toBeLessThanOrEqual(narrow);
  await workbench.openView("Heatline");
  await rows.filter({ hasText: "colors.js" }).first().waitFor();
  await workbench.screenshot("imports-narrow");
});
