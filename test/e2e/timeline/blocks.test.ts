import type { Frame, Locator } from "playwright-core";
import { expect, test } from "vitest";
import { everything } from "../../../language-server/analysis/selection/selection.ts";
import type { Block } from "../../../language-server/analysis/timeline/strip.ts";
import { StripView } from "../../../language-server/answers/timeline/strip-view.ts";
import { readRun } from "../../../language-server/history/run-store.ts";
import { openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { recordService } from "../../drivers/server/recorded-load.ts";
import { Heatline } from "../../drivers/workbench/heatline.ts";
import { ScratchFolder } from "../../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { fixtureApps } from "../fixture-apps.ts";

/** \`crunch\` holds the event loop for 150 ms, twice a second. */
const service = `const http = require("node:http");

function crunch(end) {
  let text = "";
  while (performance.now() < end) text = JSON.stringify({ at: end, text: "x".repeat(40) });
  return text;
}

setInterval(() => crunch(performance.now() + 150), 500);
http.createServer((request, response) => response.end("ok")).listen(Number(process.env.PORT), "127.0.0.1");
`;
const crunchLine = 5;

/** Where the drawing has its first column, in pixels. */
const gutter = 104;

/** A service with planted blocks that was recorded under load, and what was found in it. */
async function recorded(folder: string, runsFolder: string) {
  const load = { path: "/", connections: 2, durationSeconds: 6, warmupSeconds: 0, ratePerSecond: 40 };
  const run = await recordService({ folder, program: "blocks.js", runsFolder, load });
  const strip = new StripView(await openRunFolder(run, await readRun(run), {})).draw(everything, { columns: 1 });
  if (strip === null) throw new Error("The run has no times.");
  return { run, length: strip.length, blocks: strip.blocks.filter(({ kind }) => kind === "block") };
}

/** The middle of a block in the drawing of the whole run. */
async function placeOf(strip: Frame, { from, to }: Block, length: number): Promise<{ readonly x: number; readonly y: number }> {
  const box = await strip.locator(".plot").boundingBox();
  if (box === null) throw new Error("The strip is not drawn.");
  return { x: gutter + ((from + to) / 2 / length) * (box.width - gutter), y: 40 };
}

/** The words on the selected time. */
function selectedIn(strip: Frame): Locator {
  return strip.locator(".heatline-timeline .selected").filter({ hasText: /^Selected: / });
}

test("from a block to its line in two actions, by mouse and by keys; what is selected in the strip is shown everywhere", async () => {
  await using folder = await fixtureApps({ "blocks.js": service });
  await using runs = await ScratchFolder.make("runs");
  const { run, length, blocks } = await recorded(folder.path, runs.path);
  const [first, second] = blocks;
  if (first === undefined || second === undefined) throw new Error("Fewer than two blocks were found.");
  await using server = await WorkbenchServer.start({ folder: folder.path });
  await server.keepRun(folder.path, run);
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const { page } = workbench;
  const heatline = new Heatline(workbench);
  const status = (words: RegExp) => page.locator(".statusbar-item").filter({ hasText: words });
  await workbench.openFile("service.js");
  await workbench.runCommand("Heatline: Show Last Run");
  await expect.poll(() => heatline.heatedLines()).toContain(crunchLine);
  await workbench.openFile("service.js");

  // Two actions.
  await workbench.runCommand("Heatline: Show Timeline");
  const strip = await workbench.webview("Timeline");
  await strip.locator(".plot canvas").waitFor();
  await workbench.screenshot("timeline");
  await strip.locator(".plot").click({ position: await placeOf(strip, second, length) });
  await expect.poll(() => workbench.activeTab()).toBe("blocks.js");
  expect(await workbench.shownPosition()).toBe(`blocks.js:${crunchLine}`);

  await strip.locator(".plot").dblclick({ position: await placeOf(strip, first, length) });
  await status(new RegExp(`blocks\\.js:${crunchLine} · .* s$`)).waitFor();
  await expect.poll(() => heatline.heatedLines()).toContain(crunchLine);
  await workbench.screenshot("timeline-block");
  await workbench.runCommand("Heatline: Open Flame Graph");
  await page
    .locator(".tab.active")
    .filter({ hasText: /Flame Graph: blocks\.js · .* s$/ })
    .waitFor();
  const flame = await heatline.flamePanel();
  // Between the other panels it is low, so its strip starts closed.
  await flame
    .locator(".heatline-timeline .selected")
    .filter({ hasText: / blocks, longest .* · Selected: / })
    .waitFor();
  await workbench.screenshot("timeline-flame");
  await flame.getByRole("button", { name: "Timeline", exact: true }).click();
  await flame.locator(".heatline-timeline .plot canvas").waitFor();
  await selectedIn(flame).waitFor();
  await workbench.screenshot("timeline-flame-open");
  await flame.getByRole("button", { name: "Show Everything" }).click();
  await selectedIn(strip).waitFor({ state: "hidden" });
  await workbench.runCommand("View: Close Editor");

  // The next block is the one after that which was clicked last.
  await workbench.openFile("service.js");
  await workbench.press("Alt+F11");
  await expect.poll(() => workbench.activeTab()).toBe("blocks.js");
  const block = status(new RegExp(`^Block \\d+ of \\d+: blocks\\.js:${crunchLine} crunch, `));
  const next = await block.innerText();
  // It is selected, too.
  const nextTime = await selectedIn(strip).innerText();
  await workbench.screenshot("timeline-next-block");
  await workbench.press("Shift+Alt+F11");
  await expect.poll(() => block.innerText()).not.toBe(next);
  await expect.poll(() => selectedIn(strip).innerText()).not.toBe(nextTime);
  await workbench.ledToCode();

  const blockTime = await selectedIn(strip).innerText();
  const box = await strip.locator(".plot").boundingBox();
  if (box === null) throw new Error("The strip is not drawn.");
  await page.mouse.move(box.x + gutter + 50, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + gutter + 150, box.y + 40, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => selectedIn(strip).innerText()).not.toBe(blockTime);
  const selected = await selectedIn(strip).innerText();
  const times = selected.slice("Selected: ".length).replace("–", " to ");
  await status(/blocks\.js:\d+ · .* s$/)
    .filter({ hasText: times })
    .waitFor();
  await workbench.reload();
  await status(/blocks\.js:\d+ · .* s$/)
    .filter({ hasText: times })
    .waitFor();
  // The bottom panel shows it again by itself.
  const again = await workbench.webview("Timeline");
  await expect.poll(() => selectedIn(again).innerText()).toBe(selected);
  await page.setViewportSize({ width: 720, height: 600 });
  await workbench.screenshot("timeline-narrow");
  await workbench.press("Control+F9");
  await selectedIn(again).waitFor({ state: "hidden" });
});
