// @module-tag thorough

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { comparePanel } from "../../drivers/workbench/compare-panel.ts";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { ScratchFolder } from "../../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { editLine } from "../again/edit-hot-line.ts";

const command = `const length = 300;
const once = (end) => {
  while (Date.now() < end) JSON.parse("[1]");
};
const twice = (end) => {
  while (Date.now() < end) JSON.stringify([end]);
};
(process.argv.includes("--twice") ? twice : once)(Date.now() + length);
`;
/** Only with its argument. */
const hotLine = 6;

test("starts of a command are measured again after a reload of the window, with its arguments", { timeout: 300_000 }, async () => {
  await using folder = await ScratchFolder.make("ship");
  await writeFile(path.join(folder.path, "package.json"), JSON.stringify({ name: "ship", bin: { ship: "cli.js" } }, undefined, 2));
  await writeFile(path.join(folder.path, "cli.js"), command);
  await using server = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("package.json");
  await workbench.editor.codeLenses.filter({ hasText: "Profile Start-Up" }).first().click();
  await expect.poll(() => workbench.quickInput.inputValue(), { timeout: runPatienceMs }).toBe("--help");
  await workbench.quickInput.fill("--twice --level 3");
  await workbench.press("Enter");
  await heatline.hottest();
  await workbench.reopen();
  await workbench.openFile("cli.js");
  await heatline.inlineText(hotLine);
  await editLine(workbench, 1, "const length = 60;");
  await workbench.titleButton("Measure Again").waitFor();
  await workbench.press("Control+Shift+F8");
  const panel = await comparePanel(workbench);
  await panel.getByRole("heading").first().waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("startup-again");
  expect(await panel.getByRole("heading").first().innerText()).toMatch(/Busy time per start: [\d.]+\sms\s→/);
  await workbench.statusBar(new RegExp(`cli\\.js:${hotLine} ·`)).waitFor();
});
