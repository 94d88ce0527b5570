import { expect, test } from "vitest";
import type { ToTimeline } from "../../../../webview/timeline/incoming.ts";
import { contrast } from "../../../extension/contrast.ts";
import { browserAndSite } from "../../browser.ts";
import { bundle } from "../../bundle.ts";
import { allThemes } from "../../themes.ts";
import { demoRun } from "../planted-strip.ts";
import { addTimelinePage, fromRun, openTimeline, type Panel } from "../timeline-panel.ts";

const host = browserAndSite(
  () => bundle("timeline"),
  (site) => addTimelinePage(site),
);

test.each(allThemes)("in %s kinds are told apart: by colour, in high contrast by pattern", async (theme) => {
  const panel = await openTimeline(host.browser, addTimelinePage(host.site, theme), fromRun(demoRun));
  const swatches = await panel.page
    .locator(".swatch.band")
    .evaluateAll((all) => all.map((each) => [...(each as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, 14, 12).data].join()));
  expect(swatches.length).toBe(9);
  expect(new Set(swatches).size).toBe(9);
  if (!theme.includes("high-contrast")) return;
  const pixels = swatches.flatMap((each) => each.match(/(?:\d+,){3}\d+/g) ?? []);
  expect(new Set(pixels.filter((each) => each.endsWith(",255"))).size).toBe(1);
});

/** Of what an item of the key shows: the colour of its most opaque pixel, and where it has any. */
async function sampleOf(panel: Panel, name: string): Promise<{ readonly colour: readonly number[]; readonly shape: string }> {
  const item = panel.page
    .getByRole("list", { name: "Colors" })
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`^${name}$`) });
  return item.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    const strengths = Array.from({ length: data.length / 4 }, (_, pixel) => data[pixel * 4 + 3] ?? 0);
    const at = strengths.indexOf(Math.max(...strengths));
    return { colour: Array.from(data.subarray(at * 4, at * 4 + 4)), shape: strengths.map((each) => (each > 20 ? "x" : " ")).join("") };
  });
}

test.each(allThemes)("in %s the key says what each colour and line is; lines are opaque, seen well, and differ in shape", async (theme) => {
  const panel = await openTimeline(host.browser, addTimelinePage(host.site, theme), fromRun(demoRun));
  const { page } = panel;
  const button = page.getByRole("button", { name: "Colors" });
  await button.click();
  const all = await page.getByRole("list", { name: "Colors" }).getByRole("listitem").allInnerTexts();
  expect(all.slice(0, 2)).toEqual(["own code", "dependencies"]);
  expect(all.slice(9)).toEqual(["block", "busy turn", "req/s", "Errors", "p50", "p99", "event loop", "delay p99", "heap"]);
  const ground = await page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--vscode-editor-background"));
  const shapes = new Set<string>();
  for (const name of ["req/s", "p50", "p99", "delay p99", "Errors"]) {
    const { colour, shape } = await sampleOf(panel, name);
    expect([name, colour[3], contrast(hexOf(colour), ground.trim()) >= 3]).toEqual([name, 255, true]);
    shapes.add(shape);
  }
  expect(shapes.size).toBe(5);
  await page.screenshot({ path: `.cache/artifacts/strip-key-${theme}.png` });
  await button.press("Escape");
  expect(await button.getAttribute("aria-expanded")).toBe("false");
});

test("colours of a theme that are faint are made opaque, and lighter or darker", async () => {
  const panel = await openTimeline(host.browser, host.url, undefined);
  await panel.page.evaluate(() => document.body.style.setProperty("--vscode-charts-orange", "#ea5c0055"));
  panel.answerBy(fromRun(demoRun));
  await panel.send({ type: "timelineRun", key: "run-1", isLive: false, spans: [] } satisfies ToTimeline);
  await panel.settled();
  await panel.page.getByRole("button", { name: "Colors" }).click();
  const { colour } = await sampleOf(panel, "p99");
  expect([colour[3], contrast(hexOf(colour), "#1f1f1f") >= 3]).toEqual([255, true]);
});

function hexOf(colour: readonly number[]): string {
  return `#${colour
    .slice(0, 3)
    .map((each) => each.toString(16).padStart(2, "0"))
    .join("")}`;
}
