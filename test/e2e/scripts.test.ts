// @module-tag thorough

import { expect } from "vitest";
import { Heatline, runPatienceMs } from "../drivers/workbench/heatline.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { journeysWith } from "./journeys-with.ts";
import { hotLine as hotLineOfServer, rootLessApps } from "./root-less-apps.ts";

const packageJson = `{
  "name": "jobs",
  "scripts": {
    "report": "node -e 1",
    "serve": "node plain.js",
    "work": "node script.js"
  }
}
`;

const test = journeysWith({ "package.json": packageJson, "plain.js": rootLessApps["plain.js"] });

/** In `script.js` of the fixture apps. */
const hotLine = 3;

test("a script of package.json is profiled from the lens above the scripts", async ({ server }) => {
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  await workbench.openFile("package.json");
  const lens = workbench.editor.codeLenses.filter({ hasText: /Profile$/ });
  await lens.waitFor();
  expect((await workbench.editor.codeLensLines()).filter(({ text }) => text.includes("Profile")).map(({ line }) => line)).toEqual([3]);
  await workbench.screenshot("script-lens");
  await lens.click();
  await workbench.quickPickRow("report").first().waitFor();
  await workbench.quickPick("work");
  const heatline = new Heatline(workbench);
  expect(await heatline.hottest()).toBe(`script.js:${hotLine}`);
  expect(await heatline.inlineText(hotLine)).toMatch(/%/);
});

test("a script of package.json is profiled from its menu in the NPM Scripts view", async ({ server }) => {
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const showView = "Explorer: Focus on NPM Scripts View";
  const offersView = async (): Promise<number> => {
    await workbench.press("Escape");
    await workbench.press("F1");
    await workbench.quickInput.fill(`>${showView}`);
    await workbench.quickPickRows.first().waitFor();
    return workbench.quickPickRow(showView).count();
  };
  // VS Code adds the view when it has found a package.json.
  await expect.poll(offersView, { timeout: runPatienceMs }).toBe(1);
  await workbench.quickPick(showView);
  const row = workbench.treeRows("NPM Scripts").filter({ hasText: "work" });
  await row.click({ button: "right" });
  const entry = workbench.page.getByRole("menuitem", { name: "Profile Script", exact: true });
  await entry.waitFor();
  await workbench.screenshot("script-menu");
  await entry.click();
  const heatline = new Heatline(workbench);
  expect(await heatline.hottest()).toBe(`script.js:${hotLine}`);
});

test("a script that starts a server: only the routes of that server are proposed", async ({ server }) => {
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  await workbench.openFile("package.json");
  await workbench.editor.codeLenses.filter({ hasText: /Profile$/ }).click();
  await workbench.quickPick("serve");
  const heatline = new Heatline(workbench);
  const form = await heatline.form();
  await form.getByText("GET /report · 10 connections").waitFor({ timeout: runPatienceMs });
  const proposals = form.getByRole("list", { name: "Proposed requests" }).getByRole("button");
  await expect.poll(() => proposals.allInnerTexts()).toEqual([expect.stringMatching(/^GET \/report\s+plain\.js:\d+$/)]);
  await workbench.screenshot("script-server");
  await heatline.button(form, "Start Load").click();
  expect(await heatline.hottest()).toBe(`plain.js:${hotLineOfServer}`);
  await heatline.stopApp();
});
