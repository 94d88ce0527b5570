// @module-tag thorough

import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { ScratchFolder } from "../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { fixtureApps } from "./fixture-apps.ts";

/** The app that the load form is for, as the form shows it. */
async function formOf(heatline: Heatline, app: string): Promise<Frame> {
  const form = await heatline.readyForm();
  await form.getByText(app).first().waitFor();
  return form;
}

test("with several launch configurations the user chooses one, once; load for another machine is sent only when confirmed", async () => {
  await using folder = await fixtureApps();
  const configuration = (name: string, env: object): object => ({
    type: "node",
    request: "launch",
    name,
    program: "${workspaceFolder}/service.js",
    env,
  });
  await mkdir(path.join(folder.path, ".vscode"));
  const launch = {
    version: "0.2.0",
    configurations: [configuration("with a cache", { CACHE: "1" }), configuration("without a cache", {})],
  };
  await writeFile(path.join(folder.path, ".vscode/launch.json"), JSON.stringify(launch));
  await using server = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  await heatline.pressButton();
  await workbench.quickPickRow("with a cache").first().waitFor();
  await workbench.screenshot("which-configuration");
  await workbench.quickPick("without a cache");
  await formOf(heatline, "without a cache");
  await heatline.stopApp();
  await heatline.pressButton();
  const form = await formOf(heatline, "without a cache");

  // A documentation address (RFC 5737), which no host has.
  await form.getByRole("textbox", { name: "Address" }).fill("http://192.0.2.1:8080");
  await heatline.button(form, "Start Load").click();
  const dialog = workbench.dialog("Send load to 192.0.2.1, which is not this machine?");
  await dialog.waitFor();
  await workbench.screenshot("foreign-host");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await heatline.button(form, "Start Load").waitFor();
  expect(await workbench.statusBar("Ready for load").count()).toBe(1);
  await heatline.stopApp();
});

test("files that cannot be run are reported: one that was never saved, one that is not a program", async () => {
  await using folder = await ScratchFolder.make("no-app");
  await writeFile(path.join(folder.path, "notes.txt"), "nothing to run\n");
  await using server = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(server);
  await workbench.openFile("notes.txt");
  await workbench.runCommand("Heatline: Profile Current App");
  await workbench.toast("Node.js cannot run notes.txt, and no package.json near it").first().waitFor();
  await workbench.runCommand("File: New Untitled Text File");
  await workbench.runCommand("Heatline: Profile Current App");
  await workbench.toast("was never saved, so there is no file to run.").first().waitFor();
  await workbench.screenshot("nothing-to-run");
});

test("if the setting is on, the hottest lines are marked in the minimap, through diagnostics", async () => {
  await using folder = await fixtureApps();
  const settings = { "heatline.heatInMinimap": true, "editor.minimap.enabled": true };
  await using server = await WorkbenchServer.start({ folder: folder.path, settings });
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("script.js");
  const layer = workbench.page.locator(".minimap canvas.minimap-decorations-layer").first();
  const painted = (): Promise<number> =>
    layer.evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return data.reduce((count, value, index) => count + (index % 4 === 3 && value > 0 ? 1 : 0), 0);
    });
  await heatline.pressButton();
  expect(await heatline.hottest()).toBe("script.js:3");
  await workbench.runCommand("Problems: Focus on Problems View");
  await workbench.panel
    .getByText(/^Hot line: .*% self/)
    .first()
    .waitFor();
  await expect.poll(painted).toBeGreaterThan(0);
  const marked = await painted();
  await workbench.screenshot("minimap");
  await workbench.runCommand("Heatline: Clear Annotations");
  await workbench.panel.getByText("Hot line:").first().waitFor({ state: "detached" });
  // What VS Code itself marks, such as the word at the cursor, comes and goes.
  await expect.poll(painted).toBeLessThan(marked);
  await workbench.screenshot("minimap-cleared");
});
