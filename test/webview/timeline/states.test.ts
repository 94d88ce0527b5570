import { expect, test } from "vitest";
import type { ToTimeline } from "../../../webview/timeline/incoming.ts";
import { browserAndSite } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { demoRun, type PlantedRun, withoutLoad } from "./planted-strip.ts";
import { addTimelinePage, fromRun, openTimeline, type Panel } from "./timeline-panel.ts";

const host = browserAndSite(
  () => bundle("timeline"),
  (site) => addTimelinePage(site),
);

const run = (message: Partial<Extract<ToTimeline, { type: "timelineRun" }>>): ToTimeline => ({
  type: "timelineRun",
  key: "run-1",
  isLive: false,
  spans: [],
  ...message,
});

async function readAt(panel: Panel, x: number, y: number): Promise<string> {
  await panel.page.mouse.move(x, y);
  await panel.settled();
  return (await panel.page.locator(".read-out").innerText()).replaceAll("\u00a0", " ");
}

/** How much of a stretch of the drawing is not its ground, row of pixels by row. */
function painted(panel: Panel, y: number, from = 110, to = 1270): Promise<number> {
  return panel.page
    .locator(".plot canvas")
    .first()
    .evaluate(
      (canvas: HTMLCanvasElement, [row, left, right]) => {
        const { data } = canvas.getContext("2d")!.getImageData(left, row - 28, right - left, 1);
        return data.reduce((sum, value, index) => sum + (index % 4 === 3 && value > 100 ? 1 : 0), 0) / (right - left);
      },
      [y, from, to] as const,
    );
}

test("without a run, without times, and after an error a sentence stands there; the next data are drawn", async () => {
  const panel = await openTimeline(host.browser, host.url, undefined);
  const { page } = panel;
  await panel.send(run({ key: null }));
  await page.getByText("Record an app or open a profile to see when it was busy.").waitFor();
  expect(await page.getByRole("button", { name: "Zoom In" }).isVisible()).toBe(false);
  await panel.send(run({ key: "old" }));
  await page.getByText("This run has no times: it shows what took how long, but not when.").waitFor();
  panel.answerBy(({ id }) => ({ type: "timelineFailed", id, message: "The run was deleted." }));
  await panel.send(run({ key: "gone" }));
  await page.getByText("The timeline could not be read: The run was deleted.").waitFor();
  panel.answerBy(fromRun(demoRun));
  await panel.send(run({ key: "run-1" }));
  await panel.settled();
  expect(await readAt(panel, 500, 66)).toContain("main: busy");
});

test("without a load there is no row of it: threads have all of the height", async () => {
  const panel = await openTimeline(host.browser, host.url, fromRun(withoutLoad));
  expect(await readAt(panel, 500, 150)).toContain("worker 1: busy");
  expect(await readAt(panel, 500, 150)).not.toContain("req/s");
  await panel.page.getByText("This run has no load.").waitFor();
});

test("the bands are as high as the time in them, and full in a block", async () => {
  const panel = await openTimeline(host.browser, host.url, fromRun(withoutLoad), { width: 1280, height: 300 });
  // At the top of the bands are the blocks: 0.31, 0.12, 0.7 and 0.3 s, and 0.2 s without a processor, of which a quarter is lines.
  const atTop = await painted(panel, 64);
  expect([atTop > 0.145, atTop < 0.165]).toEqual([true, true]);
  // At their bottom something was done at all times but these 0.2 s.
  const atBottom = await painted(panel, 146);
  expect([atBottom > 0.975, atBottom < 0.995]).toEqual([true, true]);
});

test("of more than eight threads the busiest are drawn until all are asked for; the load stays in sight", async () => {
  const panel = await openTimeline(host.browser, host.url, fromRun({ ...demoRun, threads: 14 }));
  const { page } = panel;
  const tall = (): Promise<number> => page.getByRole("application").evaluate((each) => each.scrollHeight);
  const folded = await tall();
  expect(await readAt(panel, 500, 120)).toContain("req/s");
  await page.getByRole("button", { name: "Show All 14 Threads" }).click();
  await panel.settled();
  expect(await tall()).toBe(folded + 6 * 16);
  await page.getByRole("application").evaluate((each) => each.scrollTo(0, each.scrollHeight));
  await panel.settled();
  expect(await readAt(panel, 500, 102)).toContain("worker 13");
  await page.getByRole("button", { name: "Show Busiest 8 Threads" }).click();
  await panel.settled();
  expect(await tall()).toBe(folded);
});

test("a live run grows: the whole stays whole, zoom and selection stay", async () => {
  const growing = (seconds: number): PlantedRun => ({ ...demoRun, length: seconds * 1e6 });
  const panel = await openTimeline(host.browser, host.url, fromRun(growing(10)));
  const { page } = panel;
  const grow = async (seconds: number): Promise<void> => {
    const asked = (await panel.wanted()).length;
    panel.answerBy(fromRun(growing(seconds)));
    await panel.send(run({ spans: [{ from: 2_000_000, to: 4_000_000 }] }));
    await expect.poll(async () => (await panel.wanted()).length).toBe(asked + 1);
    await panel.settled();
  };
  await grow(20);
  expect(await readAt(panel, 104 + 588, 66)).toMatch(/^10\.\d+ s/);
  await page.getByRole("application").focus();
  await page.keyboard.press("+");
  await panel.settled();
  const { span } = (await panel.wanted()).at(-1)!;
  await grow(40);
  expect((await panel.wanted()).at(-1)!.span).toEqual(span);
  await page.locator(".selected").getByText("Selected: 2.00–4.00 s").waitFor();
  await page.keyboard.press("0");
  await panel.settled();
  expect(await readAt(panel, 104 + 588, 66)).toMatch(/^20\.\d+ s/);
  await panel.send(run({ key: "run-2" }));
  await panel.settled();
  expect(
    await page
      .locator(".selected")
      .getByText(/^Selected/)
      .isVisible(),
  ).toBe(false);
});

test("answers of a run that is shown no longer are dropped", async () => {
  const panel = await openTimeline(host.browser, host.url, fromRun(demoRun));
  let answer: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => (answer = resolve));
  panel.answerBy(async (wanted) => {
    if (wanted.key === "late") await gate;
    return await fromRun(wanted.key === "late" ? { ...demoRun, length: 5e7 } : demoRun)(wanted);
  });
  await panel.send(run({ key: "late" }));
  await expect.poll(async () => (await panel.wanted()).at(-1)?.key).toBe("late");
  await panel.send(run({ key: "run-3" }));
  answer!();
  await expect.poll(async () => (await panel.wanted()).at(-1)?.key).toBe("run-3");
  await panel.settled();
  expect(await readAt(panel, 104 + 588, 66)).toMatch(/^5\.\d+ s/);
});

test("as many columns are asked for as the screen has pixels", async () => {
  const panel = await openTimeline(host.browser, host.url, fromRun(demoRun));
  const devtools = await panel.page.context().newCDPSession(panel.page);
  const columns = async () => (await panel.wanted()).at(-1)!.columns;
  for (const [deviceScaleFactor, expected] of [
    [1.5, 1764],
    [2, 2352],
    [4, 4000],
  ] as const) {
    await devtools.send("Emulation.setDeviceMetricsOverride", {
      width: 1280,
      height: 200 + 10 * deviceScaleFactor,
      deviceScaleFactor,
      mobile: false,
    });
    await expect.poll(columns).toBe(expected);
    await panel.settled();
    expect(
      await panel.page
        .locator(".plot canvas")
        .first()
        .evaluate((each: HTMLCanvasElement) => each.width),
    ).toBe(1280 * deviceScaleFactor);
  }
  await devtools.send("Emulation.clearDeviceMetricsOverride");
  await panel.page.setViewportSize({ width: 700, height: 200 });
  await expect.poll(columns).toBe(596);
});

test.each([
  [170, 500],
  [240, 420],
  [300, 200],
  [700, 200],
  [1280, 200],
] as const)("in %i × %i pixels nothing is wider than its place, and targets have 24 pixels", async (width, height) => {
  const panel = await openTimeline(host.browser, addTimelinePage(host.site, "vscode-dark", "ru"), fromRun(demoRun), { width, height });
  await panel.send(run({ spans: [{ from: 1_000_000, to: 3_000_000 }] }));
  await panel.page.mouse.move(width * 0.7, height * 0.7);
  await panel.settled();
  expect(await panel.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  const outside = await panel.page.locator(".heatline-timeline button:visible, .read-out, .selected").evaluateAll(
    (all) =>
      all.map((each) => each.getBoundingClientRect()).filter(({ left, right, top, bottom }) => left < 0 || top < 0 || right > window.innerWidth || bottom > window.innerHeight).length, // prettier-ignore
  );
  expect(outside).toBe(0);
  const small = await panel.page
    .locator("button:visible, [role=slider]")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).filter((box) => box.width < 24 || box.height < 24).length);
  expect(small).toBe(0);
});

test("the time of a recording in progress cannot be selected, which is said; afterwards it can be at once", async () => {
  const panel = await openTimeline(host.browser, host.url, fromRun(demoRun));
  const { page } = panel;
  const drag = async (): Promise<void> => {
    await page.mouse.move(300, 66);
    await page.mouse.down();
    await page.mouse.move(400, 66);
    await page.mouse.up();
  };
  await panel.send(run({ isLive: true }));
  await page.locator(".selected").getByText("Time can be selected when the recording has ended.").waitFor();
  await drag();
  await page.getByRole("application").press("Space");
  await page.getByRole("status").getByText("Time can be selected when the recording has ended.").waitFor();
  await page.getByRole("application").press("]");
  expect((await panel.reported()).filter(({ type }) => type === "selectSpans")).toEqual([]);
  expect(await page.locator(".span").count()).toBe(0);
  await panel.send(run({}));
  await panel.settled();
  await drag();
  expect((await panel.reported()).filter(({ type }) => type === "selectSpans")).toHaveLength(1);
});

test("a zoom is reported when it is over, and that of another strip is shown", async () => {
  const panel = await openTimeline(host.browser, host.url, fromRun(demoRun));
  const { page } = panel;
  const zooms = async () => (await panel.posts()).filter((each) => (each as { type: string }).type === "timelineZoomed");
  await page.getByRole("application").press("+");
  await page.getByRole("application").press("+");
  const last = { type: "timelineZoomed", key: "run-1", span: { from: 3_750_000, to: 6_250_000 } };
  await expect.poll(async () => (await zooms()).at(-1)).toEqual(last);
  await panel.send({ type: "timelineZoom", span: { from: 2_000_000, to: 3_000_000 } });
  await panel.settled();
  expect((await panel.wanted()).at(-1)!.span).toEqual({ from: 2_000_000, to: 3_000_000 });
  await panel.send({ type: "timelineZoom", span: null });
  await panel.settled();
  await panel.send(run({ key: "run-2", zoom: { from: 5_000_000, to: 6_000_000 } }));
  await panel.settled();
  expect((await panel.wanted()).at(-1)!.span).toEqual({ from: 5_000_000, to: 6_000_000 });
  expect(await readAt(panel, 692, 66)).toMatch(/^5\.500 s/);
  expect((await zooms()).at(-1)).toEqual(last);
});
