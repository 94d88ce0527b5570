import { expect, test } from "vitest";
import type { FromFlame } from "../../../webview/flame/outgoing.ts";
import type { ToTimeline } from "../../../webview/timeline/incoming.ts";
import { speedscopeFiles } from "../../drivers/speedscope-files.ts";
import { browserAndSite } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { addFlamePage, flameRow, openFlame, rows } from "../flame-panel.ts";
import { demoRun } from "../timeline/planted-strip.ts";
import { answered, fromRun, type Panel } from "../timeline/timeline-panel.ts";

const host = browserAndSite(
  async () => new Map([...(await bundle("flame")), ...(await speedscopeFiles())]),
  (page) => addFlamePage(page, "/flame"),
);

async function openIn(height: number, message: Partial<Extract<ToTimeline, { type: "timelineRun" }>> = {}): Promise<Panel> {
  const panel = await answered(await openFlame(host.browser, host.url, height), fromRun(demoRun));
  await panel.send({ type: "timelineRun", key: "run-1", isLive: false, spans: [], ...message } satisfies ToTimeline);
  await panel.settled();
  return panel;
}

const posts = async (panel: Panel) => (await panel.posts()) as readonly FromFlame[];

/** Clicks the frame of a row below the strip, and returns the frames that were reported until then. */
async function clickRow(panel: Panel, depth: number): Promise<readonly number[]> {
  const { page } = panel;
  const above = await page.locator(".heatline-above").evaluate((each) => each.getBoundingClientRect().height);
  const y = flameRow(depth) - 32 + above;
  await page.mouse.move(149, y);
  await page.mouse.move(150, y);
  await page.mouse.click(150, y);
  return (await posts(panel)).flatMap((each) => (each.type === "frameClicked" ? [each.frame] : []));
}

test("in a low panel the strip starts closed as a line with a summary, and leaves the graph its room when it is opened", async () => {
  const panel = await openIn(330);
  const { page } = panel;
  const plot = page.getByRole("application", { name: "Timeline of the run" });
  const title = page.getByRole("button", { name: "Timeline", exact: true });
  expect(await title.getAttribute("aria-expanded")).toBe("false");
  const summary = await page.locator(".heatline-timeline .selected").innerText();
  expect(summary.replaceAll("\u00a0", " ")).toMatch(/^10 s · 6 blocks, longest 700 ms · \d+ req\/s · p99 \d+ ms$/);
  expect((await panel.wanted()).map(({ columns }) => columns)).toEqual([1]);
  expect(await clickRow(panel, 2)).toEqual([rows.hash]);
  await page.screenshot({ path: ".cache/artifacts/flame-low-closed.png" });
  await title.click();
  await panel.settled();
  await expect.poll(() => plot.evaluate((each) => each.clientHeight)).toBe(64);
  await page.screenshot({ path: ".cache/artifacts/flame-low-open.png" });
  expect(await clickRow(panel, 1)).toEqual([rows.hash, rows.handler]);
  expect((await panel.reported()).filter(({ type }) => type === "timelineLayout")).toEqual([
    { type: "timelineLayout", layout: { isOpen: true, height: 144 } },
  ]);
});

test("a panel that is too low for a graph has one when it is made higher", async () => {
  const panel = await openIn(150, { layout: { isOpen: true, height: 144 } });
  // Longer than the bridge waits for a graph.
  await panel.page.evaluate(async () => {
    for (let frame = 0; frame < 130; frame += 1) await new Promise(requestAnimationFrame);
  });
  await panel.page.setViewportSize({ width: 1000, height: 600 });
  await panel.settled();
  expect(await clickRow(panel, 2)).toEqual([rows.hash]);
  expect((await posts(panel)).filter(({ type }) => type === "bridgeBroken")).toEqual([]);
});
