// @module-tag thorough

import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { ScratchFolder } from "../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { hotLine, service } from "./fixture-apps.ts";

/** Two packages in separate folders, opened together by a workspace file. */
async function twoFolders(): Promise<ScratchFolder> {
  const scratch = await ScratchFolder.make("shop");
  for (const name of ["api", "front"]) {
    await mkdir(path.join(scratch.path, name));
    await writeFile(path.join(scratch.path, name, `${name}.js`), service);
    await writeFile(path.join(scratch.path, name, "package.json"), JSON.stringify({ name, version: "1.0.0", main: `${name}.js` }));
  }
  const workspace = { folders: [{ path: "api" }, { path: "front" }] };
  await writeFile(path.join(scratch.path, "shop.code-workspace"), JSON.stringify(workspace));
  return scratch;
}

test("with several folders the app of the open file is profiled, in its own folder, and only its lines have heat", async () => {
  await using scratch = await twoFolders();
  await using server = await WorkbenchServer.start({ folder: path.join(scratch.path, "shop.code-workspace") });
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("front/front.js");
  expect(await heatline.profile({ durationSeconds: 2, warmupSeconds: 0 })).toBe(`front.js:${hotLine}`);
  expect(await heatline.inlineText(hotLine)).toMatch(/%/);
  await workbench.screenshot("several-folders");
  await heatline.stopApp();
  // The same text in a file that did not run. It was requested before the other one, so its answer has also arrived.
  await workbench.openFile("api/api.js");
  await workbench.openFile("front/front.js");
  expect(await heatline.inlineText(hotLine)).toMatch(/%/);
  await workbench.openFile("api/api.js");
  expect(await workbench.editor.afterTexts()).toEqual([]);

  await workbench.runCommand("Notifications: Clear All Notifications");
  // Without an open file both are offered.
  await workbench.runCommand("View: Close All Editors");
  await workbench.runCommand("Heatline: Profile Current App");
  await workbench.quickPickRow("front.js").first().waitFor();
  await workbench.quickPick("api.js");
  await heatline.startLoad({ durationSeconds: 2, warmupSeconds: 0 });
  expect(await heatline.hottest()).toBe(`api.js:${hotLine}`);
  await workbench.screenshot("several-folders-second");
  await heatline.stopApp();
});
