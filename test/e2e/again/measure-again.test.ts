import { expect } from "vitest";
import { comparePanel } from "../../drivers/workbench/compare-panel.ts";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { hotLine, service } from "../fixture-apps.ts";
import { journeysWith } from "../journeys-with.ts";

const test = journeysWith({ "keys.js": service });

const numbers = { durationSeconds: 3, warmupSeconds: 0 };

test("by the keyboard: one key restarts the app, sends the same load and compares", async ({ server }) => {
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("keys.js");
  await heatline.profile(numbers);
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.press("Control+1");
  await fixHotLine(workbench, "keys.js");
  await workbench.titleButton("Measure Again").waitFor();
  await workbench.screenshot("again-offered");
  await workbench.press("Control+Shift+F8");
  await workbench.screenshot("again-running");
  const panel = await comparePanel(workbench);
  await panel.getByRole("heading").waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("again-compared");
  expect(await panel.getByRole("heading").innerText()).toMatch(/^[\d,.]+ → [\d,.]+ req\/s, ×[\d,.]+/);
  await heatline.stopApp();
});

/** Replaces the hot line by cheap code, and saves. */
async function fixHotLine(workbench: Workbench, file: string): Promise<void> {
  await workbench.goToLine(hotLine);
  await workbench.press("Home", "Shift+End");
  await workbench.type("for (let i = 0; i < rounds; i++) sum += i;");
  await workbench.press("Control+s");
  await workbench.page.locator(".tab.active:not(.dirty)").filter({ hasText: file }).waitFor();
}
