import { expect } from "vitest";
import { Heatline } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { hotLine } from "../fixture-apps.ts";
import { journeysWith } from "../journeys-with.ts";

const test = journeysWith();

test("a bottom panel that showed the timeline shows it again after the window was reloaded", async ({ server, recorded }) => {
  await using workbench = await Workbench.open(server, { folder: recorded.path, viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  await workbench.runCommand("Heatline: Show Last Run");
  await expect.poll(() => heatline.heatedLines()).toContain(hotLine);
  // Showing the run puts the focus there, which closes a palette.
  await workbench.openFile("service.js");
  await workbench.runCommand("Heatline: Show Timeline");
  await (await workbench.webview("Timeline")).locator(".plot canvas").waitFor();
  await workbench.reload();
  await (await workbench.webview("Timeline")).locator(".plot canvas").waitFor();
  await workbench.screenshot("timeline-reloaded");
});
