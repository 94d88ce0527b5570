import { expect, test } from "vitest";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { fixtureApps } from "./fixture-apps.ts";

test("in an untrusted workspace nothing runs, and a message says how to trust it", async () => {
  await using folder = await fixtureApps();
  const settings = { "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never" };
  await using server = await WorkbenchServer.start({ folder: folder.path, settings, trusted: false });
  await using workbench = await Workbench.open(server);
  await workbench.openFile("service.js");
  await workbench.runCommand("Heatline: Profile Current App");
  await workbench.toast("In Restricted Mode Heatline runs no code").first().waitFor();
  await workbench.screenshot("untrusted");
  expect(await workbench.statusBar("Ready for load").count()).toBe(0);
});

test("the main journey works in the oldest supported VS Code", { tags: "thorough" }, async () => {
  await using folder = await fixtureApps();
  await using server = await WorkbenchServer.start({ folder: folder.path, version: "oldest" });
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  expect(await heatline.profile({ durationSeconds: 3, warmupSeconds: 1 })).toBe("service.js:5");
  expect(await heatline.inlineText(5)).toMatch(/% self · .*% total/);
  await expect.poll(() => heatline.heatedLines()).toContain(5);
  await workbench.editor.codeLenses.filter({ hasText: "% total" }).first().waitFor();
  await (
    await workbench.editor.hover(5)
  )
    .getByText(/samples/)
    .first()
    .waitFor();
  await workbench.screenshot("oldest-hover");
  // Not the notification's button: VS Code hides the notification after some seconds.
  await heatline.button(await heatline.form(), "Flame Graph").click();
  const flame = await heatline.flamePanel();
  await flame.getByText("Sandwich").first().click();
  await flame.getByText("Total", { exact: true }).first().click();
  await flame.getByText("hot", { exact: true }).first().click();
  await expect.poll(() => workbench.shownPosition()).toBe("service.js:5");
  await workbench.screenshot("oldest-journey");
});
