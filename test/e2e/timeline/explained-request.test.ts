import { expect, test } from "vitest";
import { makeApp } from "../../drivers/server/drawn-run.ts";
import { drawWaits, serverText } from "../../drivers/server/waits-run.ts";
import { Heatline } from "../../drivers/workbench/heatline.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { seriousProblems } from "../../webview/axe.ts";

const [userLine, itemLine, reportLine] = [4, 6, 12];

test("a waiting line says for how long; a slow request is explained by a click and leads to who held it up", async () => {
  const app = await makeApp({ "server.js": serverText, "other.js": "// nothing\n" });
  await using server = await WorkbenchServer.start({ folder: app.folder });
  const { run } = await drawWaits(app);
  await server.keepRun(app.folder, run);
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  const rows = workbench.panel.locator(".monaco-list-row");
  await workbench.openFile("server.js");
  await workbench.runCommand("Heatline: Show Last Run");
  await expect.poll(() => heatline.heatedLines()).toContain(userLine);
  await expect.poll(() => heatline.inlineText(userLine)).toContain("waited 4.0 ms per request · held up 2.6 ms by server.js:12");
  await workbench.screenshot("waiting-lines");

  await workbench.openFile("other.js");
  await workbench.runCommand("Heatline: Show Slowest Requests");
  await rows.filter({ hasText: "POST /orders" }).first().click();
  const page = await workbench.webview("Request");
  await page.getByRole("heading", { name: "POST /orders, 69 ms" }).waitFor();
  expect(await page.locator(".sum-text").first().innerText()).toMatch(/^69 ms = .* \+ 58 held up by GET \/report \(server\.js:12\) \+ /);
  expect(await seriousProblems(page)).toEqual([]);
  await workbench.screenshot("explained-request");

  // By the keyboard alone: what differs most, then its line.
  const differences = page.getByRole("grid", { name: "Parts of both requests" });
  await differences.locator("tr[tabindex='0']").focus();
  await workbench.press("ArrowDown");
  await workbench.press("Enter");
  await expect.poll(() => workbench.activeTab()).toBe("server.js");
  expect((await workbench.cursor()).line).toBe(reportLine);
  await page.getByRole("button", { name: "Faster Request", exact: true }).click();
  await page.getByRole("button", { name: "Slower Request", exact: true }).waitFor();
  await page.getByRole("button", { name: "The Slowest 1 %", exact: true }).click();
  await page.getByRole("heading", { name: "The slowest 1 %: 1 request" }).waitFor();
  await workbench.screenshot("explained-together");

  // A reload of the window brings the page back.
  await page.getByRole("button", { name: "The Slowest Request", exact: true }).click();
  await page.getByRole("button", { name: "Faster Request", exact: true }).click();
  await page.getByRole("button", { name: "Slower Request", exact: true }).waitFor();
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  await workbench.reload();
  const restored = await workbench.webview("Request");
  await restored.getByRole("heading", { name: title }).waitFor();
  await restored.getByRole("button", { name: "Slower Request", exact: true }).waitFor();
  await workbench.screenshot("explained-restored");
});

test("heat follows what lines waited for: chosen in a list, it is in the status bar, and the keys for hot lines go there", async () => {
  const app = await makeApp({ "server.js": serverText });
  await using server = await WorkbenchServer.start({ folder: app.folder });
  const { run } = await drawWaits(app);
  await server.keepRun(app.folder, run);
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("server.js");
  await workbench.runCommand("Heatline: Show Last Run");
  await workbench.statusBar("server.js:12 · 67 % self").waitFor();
  await workbench.editor.codeLenses.filter({ hasText: "waited 10 ms per request" }).first().waitFor();

  await workbench.runCommand("Heatline: Heat By…");
  await workbench.quickPickRow("Waiting").first().waitFor();
  await workbench.screenshot("heat-by-list");
  await workbench.quickPick("Waiting");
  await workbench.statusBar("server.js:6 · waited 6.0 ms per request, 3 times").waitFor();
  await expect.poll(() => heatline.heatedLines()).toEqual([userLine, itemLine]);
  const go = async (key: string, line: number): Promise<void> => {
    await workbench.press(key);
    await expect.poll(async () => (await workbench.cursor()).line).toBe(line);
  };
  await workbench.press("Control+Home");
  await go("Alt+F9", userLine);
  await go("Alt+F9", itemLine);
  await go("Alt+F9", userLine);
  await go("Shift+Alt+F9", itemLine);
  await workbench.statusBar("server.js:6").hover();
  await workbench.page.getByText("Heat in the code is what lines waited for.").waitFor();
  await workbench.screenshot("heat-by-waiting");
});
