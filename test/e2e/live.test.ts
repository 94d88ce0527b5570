// @module-tag thorough

import { expect } from "vitest";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { hotLine } from "./fixture-apps.ts";
import { journeysWith } from "./journeys-with.ts";

const test = journeysWith();

test("heat appears and grows while the load still runs; afterwards the details say how it was measured", async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  await heatline.pressButton();
  await heatline.startLoad({ durationSeconds: 12, warmupSeconds: 0 });
  const status = workbench.page.locator('.statusbar-item[aria-label*="busy samples so far"]');
  expect(await heatline.inlineText(hotLine)).toMatch(/% self/);
  // Its file might not be open.
  await (await heatline.form()).getByRole("button", { name: `Go to the hottest line, service.js:${hotLine}` }).waitFor();
  const early = await status.getAttribute("aria-label");
  await workbench.screenshot("live");
  // The strip grows with it.
  await workbench.runCommand("Heatline: Show Timeline");
  const strip = await workbench.webview("Timeline");
  const notYet = strip.getByText("Time can be selected when the recording has ended.");
  await notYet.first().waitFor();
  await strip.getByRole("button", { name: "Show as List" }).click();
  const lastPart = strip.getByRole("table", { name: "The shown time in parts" }).locator("tbody tr").last();
  const before = await lastPart.innerText();
  await expect.poll(() => lastPart.innerText()).not.toBe(before);
  await workbench.screenshot("live-timeline");
  await expect.poll(() => status.getAttribute("aria-label")).not.toBe(early);
  expect(await workbench.toast("hottest:").count()).toBe(0);

  expect(await heatline.hottest()).toBe(`service.js:${hotLine}`);
  await expect.poll(() => status.count()).toBe(0);
  await lastPart.getByRole("button", { name: "Select" }).click();
  await strip
    .locator(".selected")
    .filter({ hasText: /^Selected: / })
    .waitFor();
  await workbench.press("Control+F9");
  await workbench.page.locator('.statusbar-item[aria-label*="lines measured, not inferred"]').hover();
  const details = workbench.page.locator(".monaco-hover a").filter({ hasText: "Details" });
  await details.waitFor();
  await workbench.screenshot("status-hover");
  // Not the notification's button: VS Code hides the notification after some seconds, and a second run has another button there.
  await details.click();
  await workbench.page.locator(".tab.active").filter({ hasText: "Run Details" }).waitFor();
  const shown = async (): Promise<string> =>
    (await workbench.page.locator(".editor-instance .view-lines").innerText()).replaceAll(/\s+/g, " ");
  await expect.poll(shown).toContain("Recorder: exact: V8's tick log");
  const text = await shown();
  expect(text).toMatch(/Samples: [\d,]+ in all, [\d,]+ busy/);
  expect(text).toMatch(/Repaired samples: [\d,]+ \(/);
  expect(text).toMatch(/Disk used by the log: [\d.,]+ [kM]B/);
  await workbench.page.locator(".view-line").filter({ hasText: "Error bar" }).locator("span span").first().hover();
  await workbench.page.locator(".monaco-hover:not(.hidden)").filter({ hasText: "as in a poll" }).first().waitFor();
  await workbench.screenshot("run-details");
  await workbench.press("Escape");
  await heatline.stopApp();
});
