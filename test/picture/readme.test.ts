import { copyFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { plantedLine, samples } from "../samples/samples.ts";
import { repository } from "../workbench/installation.mjs";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";

/** `npm run picture`: the README's picture, taken from a real run of the Koa sample in the real VS Code. */
test("the README's picture", async () => {
  const [koa] = samples;
  if (koa === undefined) throw new Error("There is no sample to take a picture of.");
  const folder = path.join(repository, "samples", koa.name, "before");
  const settings = { "debug.internalConsoleOptions": "neverOpen", "debug.toolBarLocation": "hidden", "editor.minimap.enabled": false };
  await using server = await WorkbenchServer.start({ folder, settings });
  await using workbench = await Workbench.open(server, { viewport: { width: 1720, height: 860 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile(koa.plantedFile);
  await heatline.profile({ durationSeconds: 8, warmupSeconds: 2 });
  await workbench.press("Escape");
  await workbench.runCommand("Heatline: Stop the Profiled App");
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.runCommand("Heatline: Open Flame Graph");
  const flame = await heatline.flamePanel();
  await flame.getByText("Left Heavy").first().click();
  const line = await plantedLine(koa);
  await expect.poll(() => workbench.shownPosition()).toBe(`${koa.plantedFile}:${line}`);
  await heatline.inlineText(line);
  await expect.poll(() => workbench.editor.codeLensLines()).not.toEqual([]);
  await copyFile(await workbench.screenshot("readme"), path.join(repository, "extension/media/readme.png"));
});
