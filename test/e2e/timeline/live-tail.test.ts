import { expect, test } from "vitest";
import { Heatline } from "../../drivers/workbench/heatline.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { seriousProblems } from "../../webview/axe.ts";
import { fixtureApps } from "../fixture-apps.ts";

/** One request in a hundred backtracks for some 40 to 80 ms, as long as it takes on this machine; others take less than one. */
const service = `const http = require("node:http");

const pattern = /^(a+)+$/;

function isName(text) {
  return pattern.test(text);
}

function spentMs(length) {
  const before = process.cpuUsage();
  isName("a".repeat(length) + "!");
  return process.cpuUsage(before).user / 1000;
}

let length = 10;
while (spentMs(length) < 40) length += 1;

let count = 0;

function handle(request, response) {
  count += 1;
  const isKnown = isName(count % 100 === 0 ? "a".repeat(length) + "!" : "lamp");
  response.end(JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, isKnown }))));
}

http.createServer(handle).listen(0, "127.0.0.1");
`;
const guiltyLine = 6;
const place = `shop.js:${guiltyLine}`;

test(
  "after a load the line that backtracks is named, and three actions lead to it, by mouse and by keys",
  { tags: "thorough" },
  async () => {
    await using folder = await fixtureApps({ "shop.js": service });
    await using server = await WorkbenchServer.start({ folder: folder.path });
    await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 1100 } });
    const heatline = new Heatline(workbench);
    await workbench.openFile("shop.js");
    await heatline.pressButton();
    // With one connection nothing waits behind a slow request.
    await heatline.startLoad({ durationSeconds: 12, warmupSeconds: 1, connections: 1 });
    await heatline.hottest();
    await heatline.stopApp();
    await workbench.openFile("service.js");

    const rows = workbench.panel.locator(".monaco-list-row");
    const slow = rows.filter({ hasText: / ms · 200/ }).filter({ hasText: place });
    // One.
    await workbench.runCommand("Heatline: Show Slowest Requests");
    await slow.first().waitFor();
    expect(await rows.first().getAttribute("aria-label")).toContain(`${place} isName`);
    await workbench.screenshot("live-tail");
    // Two.
    await slow.first().click();
    const strip = await workbench.webview("Timeline");
    await strip
      .locator(".heatline-timeline .selected")
      .filter({ hasText: /^Selected: / })
      .waitFor();
    await workbench.statusBar(new RegExp(`${place} · .* s$`)).waitFor();
    await workbench.screenshot("live-tail-request");
    expect(await seriousProblems(strip)).toEqual([]);
    // Three.
    await slow.first().hover();
    await slow.first().locator('.action-label[aria-label^="Go to Line"]').click();
    await workbench.ledToCode();
    expect(await workbench.shownPosition()).toBe(place);

    await workbench.openFile("service.js");
    await workbench.runCommand("Heatline: Show Slowest Requests");
    const focused = workbench.panel.locator(".monaco-list.element-focused .monaco-list-row.focused");
    await workbench.press("Home");
    await expect
      .poll(async () => {
        const label = await focused.getAttribute("aria-label");
        if (label?.includes(" ms · 200") === true && label.includes(place)) return "a slow request";
        await workbench.press("ArrowDown");
        return label;
      })
      .toBe("a slow request");
    await workbench.press("Enter");
    await workbench.statusBar(new RegExp(`${place} · .* s$`)).waitFor();
    await workbench.press("Control+Enter");
    await workbench.ledToCode();
    expect(await workbench.shownPosition()).toBe(place);
  },
);
