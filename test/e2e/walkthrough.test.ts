// @module-tag thorough

import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { comparePanel } from "../drivers/workbench/compare-panel.ts";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { journeysWith } from "./journeys-with.ts";

const test = journeysWith();

test("each step is done by what it asks for: a run, the way to its line, a comparison", { timeout: 480_000 }, async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  const numbers = { durationSeconds: 2, warmupSeconds: 0 };
  const stepsDone = async (): Promise<readonly string[]> => {
    await workbench.runCommand("Welcome: Open Walkthrough...");
    await workbench.quickPick("Find the slow line with Heatline");
    await workbench.page.getByRole("heading", { name: "Read the hot line" }).waitFor();
    const boxes = await workbench.page.locator("[data-done-step-id*=heatline][aria-checked=true]").all();
    return Promise.all(boxes.map(async (box) => (await box.getAttribute("data-done-step-id"))?.split("#").at(-1) ?? ""));
  };
  expect(await stepsDone()).toEqual([]);
  await workbench.openFile("service.js");
  await heatline.profile(numbers);
  const summary = await heatline.summary();
  expect(await stepsDone()).toEqual(["profile"]);
  await summary.getByRole("button", { name: "Go to Line" }).click();
  await workbench.ledToCode();
  expect(await stepsDone()).toEqual(["profile", "read"]);
  await workbench.runCommand("Notifications: Clear All Notifications");
  await heatline.button(await heatline.form(), "Start Load Again").click();
  await (await heatline.summary()).getByRole("button", { name: "Compare" }).click();
  await comparePanel(workbench);
  await expect.poll(stepsDone).toEqual(["profile", "read", "compare"]);
  await workbench.screenshot("walkthrough-done");
  await heatline.stopApp();
});

test("the walkthrough has its three steps and pictures; its sample is written where the user says, and opens with what to do", async ({
  folder,
  server,
}) => {
  const place = path.join(folder.path, "projects");
  await mkdir(path.join(place, "heatline-sample"), { recursive: true });
  await using workbench = await Workbench.open(server, { viewport: { width: 1600, height: 800 } });
  await workbench.runCommand("Welcome: Open Walkthrough...");
  await workbench.quickPick("Find the slow line with Heatline");
  const { page } = workbench;
  for (const step of ["Profile an app", "Read the hot line", "Fix it, measure again, compare"])
    await page.getByRole("heading", { name: step }).waitFor();
  const shapes = async (): Promise<number> => {
    const counts = await Promise.all(page.frames().map((frame) => frame.locator("svg rect").count()));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  await expect.poll(shapes).toBeGreaterThan(0);
  await workbench.screenshot("walkthrough");
  const [opened] = await Promise.all([
    page.context().waitForEvent("page"),
    (async () => {
      await page.getByRole("button", { name: "Open a Sample App" }).click();
      await workbench.quickPickRow("..").waitFor();
      await workbench.quickInput.fill(`${place}/`);
      await workbench.quickPickRow("heatline-sample").waitFor();
      await page.getByRole("button", { name: "Write the Sample Here" }).click();
    })(),
  ]);
  await opened.waitForURL(/heatline-sample-2/);
  const sample = path.join(place, "heatline-sample-2");
  expect(await readdir(path.join(place, "heatline-sample"))).toEqual([]);
  expect((await readFile(path.join(sample, "framework/logger.js"), "utf8")).split("\n")[29]).toContain("new Error().stack");
  expect(await readFile(path.join(sample, "README.md"), "utf8")).toContain("`framework/logger.js:30`");
  await opened.locator(".tab.active").filter({ hasText: "README.md" }).waitFor();
  await opened.screenshot({ path: path.join(".cache/artifacts", "sample-opened.png") });
});
