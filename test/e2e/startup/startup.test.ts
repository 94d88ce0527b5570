import type { ElementHandle, Locator } from "playwright-core";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { ScratchFolder } from "../../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";

/** Of `require("dear")`. */
const guilty = 3;

const burning = (ms: number): string => `const end = Date.now() + ${ms};\nwhile (Date.now() < end) JSON.stringify([end]);\n`;
const files = {
  "package.json": JSON.stringify({ name: "ship", bin: { ship: "cli.js" }, scripts: { lint: "node cli.js" } }, undefined, 2),
  "cli.js": `"use strict";
const cheap = require("cheap");
const dear = require("dear");
const usage = require("./usage.js");

console.log(usage(cheap, dear));
`,
  "usage.js": `module.exports = () => "usage: ship";\n`,
  "node_modules/cheap/index.js": `${burning(40)}module.exports = 1;\n`,
  "node_modules/dear/index.js": `module.exports = require("./table.js");\n`,
  "node_modules/dear/table.js": `${burning(250)}module.exports = () => 2;\n`,
};

const serverFiles = {
  "package.json": JSON.stringify({ name: "shop", scripts: { start: "node server.js" } }, undefined, 2),
  "server.js": `const http = require("node:http");
const { report } = require("./report.js");

http
  .createServer((request, response) => {
    if (request.url === "/report") response.end(report());
    else response.end("ok");
  })
  .listen(0, "127.0.0.1");
`,
  "report.js": `${burning(250)}exports.report = () => "report";\n`,
};

async function scratch(name: string, texts: Readonly<Record<string, string>>): Promise<ScratchFolder> {
  const folder = await ScratchFolder.make(name);
  for (const [name, text] of Object.entries(texts)) {
    await mkdir(path.dirname(path.join(folder.path, name)), { recursive: true });
    await writeFile(path.join(folder.path, name), text);
  }
  return folder;
}

async function topmost(elements: Locator): Promise<ElementHandle | undefined> {
  const places = (await elements.elementHandles()).map(async (element) => ({ element, y: (await element.boundingBox())?.y ?? 0 }));
  return (await Promise.all(places)).toSorted((a, b) => a.y - b.y)[0]?.element;
}

/** Clicks *Profile Start-Up* of the command, which stands above the scripts. */
async function profileCommand(workbench: Workbench): Promise<void> {
  await workbench.openFile("package.json");
  const lenses = workbench.editor.codeLenses.filter({ hasText: "Profile Start-Up" });
  await lenses.first().waitFor({ timeout: runPatienceMs });
  // VS Code has drawn them for good then.
  await workbench.screenshot("startup-lens");
  // VS Code may draw them once more, and a click then does nothing.
  await expect
    .poll(
      async () => {
        if (!(await workbench.quickInput.isVisible())) await (await topmost(lenses))?.click({ timeout: 1000 }).catch(() => undefined);
        return workbench.quickInput.isVisible();
      },
      { timeout: runPatienceMs },
    )
    .toBe(true);
  await expect.poll(() => workbench.quickInput.inputValue(), { timeout: runPatienceMs }).toBe("--help");
}

test(
  "a slow command: from the lens above its name to the require line that makes it slow in two actions",
  { timeout: 300_000 },
  async () => {
    await using folder = await scratch("ship", files);
    await using server = await WorkbenchServer.start({ folder: folder.path });
    await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
    const heatline = new Heatline(workbench);
    await profileCommand(workbench);
    await workbench.screenshot("startup-arguments");
    await workbench.press("Enter");
    await workbench.toast("Recording how ship · ship --help starts").first().waitFor({ timeout: runPatienceMs });
    await expect.poll(() => workbench.toast(/[3-9] starts, .* ± .* each/).count(), { timeout: runPatienceMs }).toBeGreaterThan(0);
    await workbench.screenshot("startup-progress");
    expect(await heatline.hottest()).toBe(`cli.js:${guilty}`);
    await expect.poll(() => workbench.activeTab()).toBe("cli.js");
    expect(await heatline.inlineText(guilty)).toMatch(/%/);
    await workbench.screenshot("startup-guilty");

    await workbench.runCommand("Notifications: Clear All Notifications");
    await workbench.openView("Heatline");
    await workbench.view("Runs").locator(".pane-header").click();
    const row = workbench.treeRows("Runs").first();
    await row.waitFor();
    expect(await row.innerText()).toMatch(/^[\d.]+ ± [\d.]+ m?s · \d+ starts/);
    const bar = await workbench.page.locator(".part.sidebar").boundingBox();
    await workbench.page.mouse.move((bar?.x ?? 0) + (bar?.width ?? 0), 300);
    await workbench.page.mouse.down();
    await workbench.page.mouse.move(220, 300, { steps: 8 });
    await workbench.page.mouse.up();
    await workbench.screenshot("startup-narrow");
  },
);

test(
  "what loading the dear import on first use would save is one click away, above the imports, and on its line",
  { timeout: 300_000, tags: "thorough" },
  async () => {
    await using folder = await scratch("ship", files);
    await using server = await WorkbenchServer.start({ folder: folder.path });
    await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
    await profileCommand(workbench);
    await workbench.press("Enter");
    expect(await new Heatline(workbench).hottest()).toBe(`cli.js:${guilty}`);
    await expect.poll(() => workbench.activeTab()).toBe("cli.js");
    await workbench.runCommand("Heatline: Show Imports");
    await workbench.treeRows("Imports").first().waitFor({ timeout: runPatienceMs });
    await workbench.view("Imports").hover();
    await workbench.screenshot("savings-button");
    await workbench.view("Imports").getByRole("button", { name: "Measure What Could Be Saved" }).click();
    await workbench
      .toast(/Measuring what .* could save/)
      .first()
      .waitFor({ timeout: runPatienceMs });
    await workbench.screenshot("savings-progress");
    await workbench
      .toast(/Load dear\/index\.js on first use \(cli\.js:3\): saves/)
      .first()
      .waitFor({ timeout: runPatienceMs });
    await workbench.screenshot("savings-reported");
    await workbench.runCommand("Notifications: Clear All Notifications");
    const rows = workbench.treeRows("Imports");
    await expect.poll(() => rows.first().innerText()).toMatch(/^Measured gains/);
    expect(await rows.nth(1).innerText()).toMatch(/^dear\/index\.js\s*saves [\d.]+ ms/);
    await workbench.screenshot("savings-rows");
    const bar = await workbench.page.locator(".part.sidebar").boundingBox();
    await workbench.page.mouse.move((bar?.x ?? 0) + (bar?.width ?? 0), 300);
    await workbench.page.mouse.down();
    await workbench.page.mouse.move(220, 300, { steps: 8 });
    await workbench.page.mouse.up();
    // The row would stay beneath the one that VS Code holds at the top.
    await workbench.view("Imports").locator(".monaco-list").hover();
    await workbench.page.mouse.wheel(0, -1000);
    await workbench.screenshot("savings-narrow");
    await rows.nth(1).click();
    await expect.poll(() => workbench.activeTab()).toBe("cli.js");
  },
);

test("of a server it is shown which of the proposed requests first needs the module", { timeout: 300_000, tags: "thorough" }, async () => {
  await using folder = await scratch("shop", serverFiles);
  await using server = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  await workbench.openFile("package.json");
  await workbench.editor.codeLenses.filter({ hasText: "Profile Start-Up" }).first().waitFor({ timeout: runPatienceMs });
  await workbench.runCommand("Heatline: Profile Start-Up…");
  expect(await new Heatline(workbench).hottest()).toBe("report.js:2");
  await workbench.runCommand("Heatline: Show Imports");
  await workbench.treeRows("Imports").first().waitFor({ timeout: runPatienceMs });
  await workbench.view("Imports").hover();
  await workbench.view("Imports").getByRole("button", { name: "Measure What Could Be Saved" }).click();
  await expect.poll(() => workbench.quickInput.inputValue(), { timeout: runPatienceMs }).toContain("/report");
  await workbench.screenshot("savings-requests");
  await workbench.press("Enter");
  await workbench
    .toast(/Load report\.js on first use \(server\.js:2\): saves .* first needed by GET \/report at server\.js:6/)
    .first()
    .waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("savings-request-reported");
});
