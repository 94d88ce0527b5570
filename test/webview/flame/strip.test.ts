import { beforeEach, expect, test } from "vitest";
import { speedscopeFiles } from "../../drivers/speedscope-files.ts";
import type { FromFlame } from "../../../webview/flame/outgoing.ts";
import type { ToTimeline } from "../../../webview/timeline/incoming.ts";
import { seriousProblems } from "../axe.ts";
import { browserAndSite } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { addFlamePage, flameRow, openFlame, rows } from "../flame-panel.ts";
import { demoRun } from "../timeline/planted-strip.ts";
import { someOf } from "../../workbench/some-of.mjs";
import { answered, fromRun, type Panel } from "../timeline/timeline-panel.ts";

const host = browserAndSite(
  async () => new Map([...(await bundle("flame")), ...(await speedscopeFiles())]),
  (page) => addFlamePage(page, "/flame"),
);
let panel: Panel;
beforeEach(async () => {
  panel = await answered(await openFlame(host.browser, host.url), fromRun(demoRun));
  await show({});
});

async function show(message: Partial<Extract<ToTimeline, { type: "timelineRun" }>>): Promise<void> {
  await panel.send({ type: "timelineRun", key: "run-1", isLive: false, spans: [], ...message } satisfies ToTimeline);
  await panel.settled();
}

const height = (): Promise<number> => panel.page.locator(".heatline-above").evaluate((each) => each.getBoundingClientRect().height);
const plot = () => panel.page.getByRole("application", { name: "Timeline of the run" });
const reported = async (type: string) => (await panel.reported()).filter((each) => each.type === type);

test("the strip stands above the graph, whose frames are met below it; without a run it is gone", async () => {
  const above = await height();
  expect(above).toBeGreaterThan(150);
  const { page } = panel;
  const y = flameRow(2) - 32 + above;
  await page.mouse.move(149, y);
  await page.mouse.move(150, y);
  await page.mouse.click(150, y);
  const clicked = (await panel.posts()) as readonly FromFlame[];
  expect(clicked.filter((each) => each.type === "frameClicked").map(({ frame }) => frame)).toEqual([rows.hash]);
  await page.mouse.move(300, 90);
  await page.mouse.down();
  await page.mouse.move(500, 90);
  await page.mouse.up();
  expect(await reported("selectSpans")).toHaveLength(1);
  await show({ key: null });
  await expect.poll(height).toBe(33);
});

test("it is closed and opened by its title, which is kept and restored", async () => {
  const title = panel.page.getByRole("button", { name: "Timeline", exact: true });
  await title.click();
  expect(await title.getAttribute("aria-expanded")).toBe("false");
  await expect.poll(height).toBeLessThan(70);
  expect(await reported("timelineLayout")).toEqual([{ type: "timelineLayout", layout: { isOpen: false, height: 144 } }]);
  await panel.page.keyboard.press("Enter");
  await plot().waitFor();
  await show({ layout: { isOpen: false, height: 100 } });
  expect(await plot().isVisible()).toBe(false);
  await title.click();
  await expect.poll(() => plot().evaluate((each) => each.clientHeight)).toBe(100);
});

test("its height is changed by drag and by keys, within bounds, and kept when that is over", async () => {
  const sash = panel.page.getByRole("separator", { name: "Height of the timeline" });
  const box = (await sash.boundingBox())!;
  const { mouse, keyboard } = panel.page;
  // Not in the middle, where speedscope opens its list of threads under the pointer.
  await mouse.move(300, box.y + 4);
  await mouse.down();
  await mouse.move(300, box.y + 30);
  await mouse.move(300, box.y + 44);
  expect(await reported("timelineLayout")).toEqual([]);
  await mouse.up();
  await sash.focus();
  await keyboard.press("ArrowDown");
  expect((await reported("timelineLayout")).map((each) => (each.type === "timelineLayout" ? each.layout.height : 0))).toEqual([184, 200]);
  for (let press = 0; press < 12; press += 1) await keyboard.press("ArrowUp");
  await expect.poll(() => plot().evaluate((each) => each.clientHeight)).toBe(64);
});

test("its keys do not reach speedscope, and Escape is its own while the focus is in it", async () => {
  const { page } = panel;
  await plot().focus();
  for (const key of ["3", "r", "0", "+", "]"]) await page.keyboard.press(key);
  await panel.settled();
  expect(await page.getByText("Symbol Name").count()).toBe(0);
  expect(await reported("revealBlock")).toHaveLength(1);
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  expect((await reported("selectSpans")).map((each) => (each.type === "selectSpans" ? each.spans.length : -1))).toEqual([1, 1, 0]);
});

test.each(someOf(1, ["vscode-dark", "vscode-light"]))(
  "axe finds nothing serious with a strip in %s",
  { timeout: 60_000 },
  async (theme) => {
    panel = await answered(await openFlame(host.browser, addFlamePage(host.site, `/flame-${theme}`, undefined, theme)), fromRun(demoRun));
    await show({ spans: [{ from: 1_000_000, to: 3_000_000 }] });
    expect(await seriousProblems(panel.page)).toEqual([]);
  },
);
