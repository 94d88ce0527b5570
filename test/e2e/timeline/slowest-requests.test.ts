// @module-tag thorough

import { expect, test } from "vitest";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { blockedRun, tailRun } from "../../drivers/server/tail-run.ts";
import { Heatline } from "../../drivers/workbench/heatline.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";

/** Of the pattern that backtracks. */
const guiltyLine = 8;

test("from a slow request to the line that it waited for in three actions; its time is selected on the way", async () => {
  const drawing = tailRun(2000);
  const app = await makeApp({ ...drawing.scripts, "other.js": "// nothing\n" });
  await using server = await WorkbenchServer.start({ folder: app.folder });
  await server.keepRun(app.folder, await drawRun(app, drawing));
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  const { page } = workbench;
  const rows = workbench.panel.locator(".monaco-list-row");
  await workbench.openFile("app.js");
  await workbench.runCommand("Heatline: Show Last Run");
  await expect.poll(() => heatline.heatedLines()).toContain(guiltyLine);
  await workbench.openFile("other.js");

  await workbench.runCommand("Heatline: Show Slowest Requests");
  await rows.filter({ hasText: "22 ms · 200" }).first().waitFor();
  await workbench.screenshot("slowest-requests");
  expect(await rows.nth(0).getAttribute("aria-label")).toMatch(/^p99 19 ms: app\.js:8 match ran more than usual/);
  expect(await rows.nth(1).getAttribute("aria-label")).toMatch(/^app\.js:8 match stands out: 95\.5 % /);
  await rows.filter({ hasText: "22 ms · 200" }).first().click();
  await workbench.statusBar(/app\.js:8 · .* · 0\.25 to 0\.272 s/).waitFor();
  const strip = await workbench.webview("Timeline");
  await expect.poll(() => strip.locator(".heatline-timeline .selected").innerText()).toMatch(/0\.2500–0\.2720\s/);
  await workbench.screenshot("slowest-request");
  await workbench.press("Control+Enter");
  await expect.poll(() => workbench.activeTab()).toBe("app.js");
  expect((await workbench.cursor()).line).toBe(guiltyLine);

  // The list stays: one goes on to the next.
  await workbench.runCommand("Heatline: Show Slowest Requests");
  const second = rows.filter({ hasText: "22 ms · 200" }).nth(1);
  await second.hover();
  await second.locator('.action-label[aria-label^="Go to Line"]').click();
  await workbench.ledToCode();
  await page.mouse.move(0, 0);

  const rate = rows.filter({ hasText: "Send 140 requests per second" });
  await rate.click();
  await workbench.toast("No app is ready for a load run.").waitFor();
});

test(
  "after a short load a slow request leads to the line that blocked the loop in three actions; its moment opens by key",
  { tags: "thorough" },
  async () => {
    const drawing = blockedRun();
    const app = await makeApp({ ...drawing.scripts, "other.js": "// nothing\n" });
    await using server = await WorkbenchServer.start({ folder: app.folder });
    await server.keepRun(app.folder, await drawRun(app, drawing));
    await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
    const heatline = new Heatline(workbench);
    const rows = workbench.panel.locator(".monaco-list-row");
    await workbench.openFile("app.js");
    await workbench.runCommand("Heatline: Show Last Run");
    await expect.poll(() => heatline.heatedLines()).toContain(guiltyLine);
    await workbench.openFile("other.js");

    await workbench.runCommand("Heatline: Show Slowest Requests");
    const moment = rows.filter({ hasText: "10 requests at 2.500 s" });
    await moment.waitFor();
    expect(await rows.nth(0).getAttribute("aria-label")).toContain(
      "app.js:8 match blocked the event loop while 10 of 10 slow requests waited",
    );
    expect(await moment.getAttribute("aria-expanded")).toBe("false");
    await moment.click();
    await workbench.statusBar(/2\.5 to 2\.73 s/).waitFor();
    await workbench.press("ArrowRight");
    await rows.filter({ hasText: "app.js:8 match blocked the loop for 212 ms" }).nth(1).waitFor();
    await workbench.screenshot("slow-moment");
    await workbench.press("Control+Enter");
    await expect.poll(() => workbench.activeTab()).toBe("app.js");
    expect((await workbench.cursor()).line).toBe(guiltyLine);
  },
);
