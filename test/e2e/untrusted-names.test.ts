// @module-tag thorough

import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { runPatienceMs } from "../drivers/workbench/heatline.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { fixtureApps } from "./fixture-apps.ts";

/** As a link it would open the user's settings. */
const name = "[Show details](command:workbench.action.openSettingsJson).cpuprofile";

test("in Restricted Mode, a profile whose name is a command link is opened without a link in its notification", async () => {
  await using folder = await fixtureApps();
  await promisify(execFile)(process.execPath, ["--cpu-prof", "--cpu-prof-name=made.cpuprofile", "script.js"], { cwd: folder.path });
  const made = await readFile(path.join(folder.path, "made.cpuprofile"));
  await writeFile(path.join(folder.path, name), made);
  const settings = { "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never" };
  await using server = await WorkbenchServer.start({ folder: folder.path, settings, trusted: false });
  await using workbench = await Workbench.open(server);
  await workbench.openFile("script.js");
  await workbench.titleButton("Profile Current App").waitFor();
  await workbench.runCommand("Heatline: Open Profile…");
  await workbench.chooseFile(path.join(folder.path, name));
  const toast = workbench.toast("Show details");
  await toast.first().waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("untrusted-name");
  expect(await toast.getByText("[Show details] (command:workbench.action.openSettingsJson).cpuprofile").count()).toBe(1);
  expect(await toast.locator(".notification-list-item-message a").count()).toBe(0);
  await toast.locator(".notification-list-item-message").click();
  expect(await workbench.activeTab()).toBe("script.js");
});
