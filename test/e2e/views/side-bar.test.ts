// @module-tag thorough

import { expect, test } from "vitest";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";

const file = "server-with-a-name.js";
const long = "sum += JSON.stringify({ i, text: 'x'.repeat(40), options: { ...options, nested: data } }).length;";
const text = `const http = require("node:http");

function hash(data, options) {
  let sum = 0;
  for (let i = 0; i < 300; i++) ${long}
  return sum;
}

http.createServer((request, response) => response.end(String(hash([1, 2], {})))).listen(0, "127.0.0.1");
`;
const stacks = `540 | ${file} (top)@1:0 9:60 > ${file} hash@3:13 5:40\n460 | ${file} (top)@1:0 9:60 > ${file} hash@3:13 6:2`;
const size = { width: 1280, height: 720 };
/** The smallest width of a side bar in VS Code. */
const narrow = 170;
const activityBar = 48;

/** Oldest first, a minute apart: a good run, a failed start, a faster run, one that was cancelled, and one of another request. */
async function keepRuns(app: DrawnApp, server: WorkbenchServer): Promise<void> {
  const runs = [
    ["load-ended", { requestsPerSecond: 285 }],
    ["crashed", undefined],
    ["load-ended", { requestsPerSecond: 9975 }],
    ["cancelled", { requestsPerSecond: 5100 }],
    ["load-ended", { requestsPerSecond: 123_456, label: "GET /api/v1/customers/27/orders" }],
  ] as const;
  for (const [at, [end, load]] of runs.entries()) {
    const startedAt = new Date(Date.now() - (runs.length - at) * 60_000).toISOString();
    const drawing = { scripts: { [file]: text }, threads: [stacks], run: { end, startedAt } };
    await server.keepRun(app.folder, await drawRun(app, load === undefined ? drawing : { ...drawing, load }));
  }
}

/** The figures with which the rows of *Runs* begin, each with how many pixels of it are cut off. */
function figuresOfRuns(workbench: Workbench): Promise<readonly (readonly [string, number])[]> {
  return workbench.treeRows("Runs").evaluateAll((rows) =>
    rows.flatMap((row): (readonly [string, number])[] => {
      const name = row.querySelector(".label-name");
      const label = document.createTreeWalker(name ?? row, NodeFilter.SHOW_TEXT).nextNode();
      const [figures] = /^[\d,.]+\/s(?: [×÷][\d,.]+| =)?/.exec(label?.textContent ?? "") ?? [];
      if (label === null || figures === undefined) return [];
      const range = document.createRange();
      range.setStart(label, 0);
      range.setEnd(label, figures.length);
      const ellipsis = document.createElement("span");
      ellipsis.textContent = "…";
      name?.append(ellipsis);
      const needed = range.getBoundingClientRect().right + ellipsis.getBoundingClientRect().width;
      ellipsis.remove();
      const edge = row.querySelector(".monaco-icon-label")?.getBoundingClientRect().right ?? 0;
      return [[figures, Math.max(0, Math.ceil(needed - edge))] as const];
    }),
  );
}

test("at 1280 × 720, and with the narrowest side bar, figures of runs are whole, and those of a long line are in the gutter", async () => {
  const app = await makeApp({ [file]: text });
  await using server = await WorkbenchServer.start({ folder: app.folder });
  await keepRuns(app, server);
  await using workbench = await Workbench.open(server, { viewport: size });
  const { page } = workbench;
  await workbench.openFile(file);
  await workbench.runCommand("Heatline: Show Last Run");
  await workbench.openView("Heatline");
  await workbench.view("Runs").locator(".pane-header").click();
  await workbench.treeRows("Runs").nth(2).waitFor();
  await page.mouse.move(size.width / 2, size.height - 60);
  const whole = ["123,456/s", "5,100/s ÷2.0", "9,975/s ×35", "285/s"].map((figures) => [figures, 0]);
  await expect.poll(() => figuresOfRuns(workbench)).toEqual(whole);
  expect(await workbench.treeRows("Runs").nth(3).innerText()).toMatch(/^failed to start · /);

  const status = page.locator(".statusbar-item").filter({ hasText: `${file}:5 · 54 % self` });
  await status.waitFor();
  const share = async (): Promise<string> => {
    const marks = await workbench.editor.gutterMarks();
    return atob(/base64,([^"]+)/.exec(marks.find(({ line }) => line === 5)?.backgroundImage ?? "")?.[1] ?? "");
  };
  await expect.poll(share).toContain(">54</text>");
  await workbench.screenshot("side-bar-1280");

  const bar = await page.locator(".part.sidebar").boundingBox();
  const edge = (bar?.x ?? 0) + (bar?.width ?? 0);
  await page.mouse.move(edge, 300);
  await page.mouse.down();
  await page.mouse.move(activityBar + narrow, 300, { steps: 8 });
  await page.mouse.up();
  await page.mouse.move(size.width / 2, size.height - 60);
  await expect.poll(async () => Math.round((await page.locator(".part.sidebar").boundingBox())?.width ?? 0)).toBeLessThanOrEqual(narrow);
  await expect.poll(() => figuresOfRuns(workbench)).toEqual(whole);
  await workbench.screenshot("side-bar-170");
  await workbench.changeSettings({ "workbench.colorTheme": "Dark 2026" });
  await workbench.openView("Heatline");
  await workbench.screenshot("side-bar-170-dark");
});
