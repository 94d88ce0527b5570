// @module-tag thorough

import { symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { ScratchFolder } from "../../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";

const packages = path.resolve(import.meta.dirname, "../../../node_modules");
const files = {
  "package.json": '{\n  "name": "typed",\n  "scripts": {\n    "check": "tsc --noEmit --ignoreConfig --pprofDir prof index.ts"\n  }\n}\n',
  "index.ts": "export const one: number = 1;\n",
};

test("a run of TypeScript 7 has the profile that tsc wrote of itself beneath it, and a click opens it", async () => {
  await using folder = await ScratchFolder.make("typed");
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder.path, name), text);
  await symlink(packages, path.join(folder.path, "node_modules"));
  await using server = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  await workbench.openFile("package.json");
  await workbench.editor.codeLenses.filter({ hasText: /Profile$/ }).click();
  const toast = workbench.toast("no hot line in your own code").first();
  await toast.waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("tool-profile-reported");
  await workbench.page.getByRole("button", { name: "Open tsc’s Profile" }).waitFor();
  await workbench.openView("Heatline");
  const header = workbench.view("Runs").locator(".pane-header");
  await header.waitFor({ timeout: runPatienceMs });
  if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
  const row = workbench.treeRows("Runs").filter({ hasText: "tsc’s own profile" });
  await row.waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("tool-profile-row");
  await row.click();
  await workbench.runCommand("Heatline: Show Hot Functions");
  const hot = workbench.treeRows("Hot Functions");
  await hot
    .filter({ hasText: /typescript-go|runtime/ })
    .first()
    .waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("tool-profile-opened");
  expect(await hot.count()).toBeGreaterThan(1);
});
