// @module-tag thorough

import { expect } from "vitest";
import { Heatline, runPatienceMs } from "../drivers/workbench/heatline.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { hotLine, service } from "./fixture-apps.ts";
import { journeysWith } from "./journeys-with.ts";

/** Kills the recording process, under load. */
const recorderKiller = `${service.replace("http.createServer(handle)", "http.createServer(handleAndKill)")}
let handled = 0;
function handleAndKill(request, response) {
  handle(request, response);
  handled += 1;
  if (handled === 3000) process.kill(process.ppid, "SIGKILL");
}
`;

const test = journeysWith({ "recorder-killer.js": recorderKiller });

test("a run does not change the window's layout; Hot Functions opens with the first run; the app's output is one click away", async ({
  server,
}) => {
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  const { page } = workbench;
  const statusBarColor = (): Promise<string> => page.locator(".part.statusbar").evaluate((bar) => getComputedStyle(bar).backgroundColor);
  await workbench.openFile("service.js");
  const before = await statusBarColor();
  await heatline.pressButton();
  const form = await heatline.form();
  const start = heatline.button(form, "Start Load");
  await start.waitFor({ timeout: runPatienceMs });
  expect(await workbench.view("Hot Functions").locator(".pane-header").getAttribute("aria-expanded")).toBe("false");
  await workbench.screenshot("quiet-ready");
  await start.click();
  await heatline.summary();
  await expect.poll(() => workbench.treeRows("Hot Functions").count()).toBeGreaterThan(0);
  expect(await workbench.panel.isVisible()).toBe(false);
  expect(await page.locator(".debug-toolbar:visible").count()).toBe(0);
  expect(await statusBarColor()).toBe(before);
  await workbench.screenshot("quiet-done");
  await workbench.view("Load").locator(".pane-header").hover();
  await workbench.view("Load").locator('.action-label[aria-label^="Show the App"]').click();
  await workbench.panel.getByRole("tab", { name: "Debug Console", selected: true }).waitFor();
  await heatline.stopApp();
});

test("a recording process that is killed is reported at once, and its run still appears", async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("recorder-killer.js");
  await heatline.pressButton();
  await heatline.startLoad({ durationSeconds: 600, warmupSeconds: 0 });
  await workbench.toast("recording process ended unexpectedly").waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("recorder-killed");
  expect(await heatline.hottest()).toBe(`recorder-killer.js:${hotLine}`);
});

test("an app that fails shows its output by itself", async ({ server }) => {
  await using workbench = await Workbench.open(server);
  await workbench.openFile("crash.js");
  await new Heatline(workbench).pressButton();
  await workbench.panel.getByText("no configuration found").first().waitFor();
  await workbench.screenshot("quiet-failed");
});
