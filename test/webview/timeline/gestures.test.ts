import { beforeEach, expect, test } from "vitest";
import { browserAndSite } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { demoRun } from "./planted-strip.ts";
import { addTimelinePage, fromRun, openTimeline, type Panel } from "./timeline-panel.ts";

const host = browserAndSite(
  () => bundle("timeline"),
  (site) => addTimelinePage(site),
);
let panel: Panel;
beforeEach(async () => {
  panel = await openTimeline(host.browser, host.url, fromRun(demoRun));
});

/** Ten seconds are 1176 pixels, right of the names. */
const x = (seconds: number): number => 104 + 117.6 * seconds;
/** In the bands of the main thread, and in its lane of blocks. */
const [bands, lane] = [66, 50];
const readOut = (): Promise<string> => panel.page.locator(".read-out").innerText();

async function drag(from: number, to: number, y = bands): Promise<void> {
  const { mouse } = panel.page;
  await mouse.move(x(from), y);
  await mouse.down();
  await mouse.move(x((from + to) / 2), y);
  await mouse.move(x(to), y);
  await mouse.up();
}

/** Spans of the last selection, in tenths of a second. */
async function selected(): Promise<readonly (readonly [number, number])[] | undefined> {
  const last = (await panel.reported()).findLast((each) => each.type === "selectSpans");
  return last?.spans.map(({ from, to }) => [Math.round(from / 1e5) / 10, Math.round(to / 1e5) / 10] as const);
}

/** The part that the page asked for last, in seconds. */
async function shown(): Promise<readonly [number, number]> {
  await panel.settled();
  const { span } = (await panel.wanted()).at(-1)!;
  return span === undefined ? [0, 10] : [span.from / 1e6, span.to / 1e6];
}

test("a drag selects, and is reported once, at its end", async () => {
  const { mouse } = panel.page;
  await mouse.move(x(1), bands);
  await mouse.down();
  await mouse.move(x(2), bands);
  await panel.settled();
  expect(await panel.page.locator(".span").evaluate((each) => each.getBoundingClientRect().width)).toBeCloseTo(118, -1);
  await mouse.move(x(3), bands);
  expect(await selected()).toBeUndefined();
  await mouse.up();
  expect(await selected()).toEqual([[1, 3]]);
  expect(await panel.reported()).toHaveLength(1);
  await panel.page.locator(".selected").getByText("Selected: 1.00–3.00 s").waitFor();
});

test("both edges move by drag, also past each other; with Ctrl a drag adds a span", async () => {
  await drag(2, 4);
  await drag(4, 5);
  expect(await selected()).toEqual([[2, 5]]);
  await drag(2, 6);
  expect(await selected()).toEqual([[5, 6]]);
  await panel.page.keyboard.down("Control");
  await drag(8, 9);
  await panel.page.keyboard.up("Control");
  expect(await selected()).toEqual([
    [5, 6],
    [8, 9],
  ]);
  await panel.page.keyboard.down("Control");
  await drag(5.5, 8.5);
  await panel.page.keyboard.up("Control");
  expect(await selected()).toEqual([[5, 9]]);
});

test("the wheel zooms about the pointer, a pinch too, and Shift with a drag pans", async () => {
  const { page } = panel;
  await page.mouse.move(x(4), bands);
  await page.mouse.wheel(0, -350);
  const [from, to] = await shown();
  expect(to - from).toBeCloseTo(10 * Math.exp(-0.7), 1);
  expect((4 - from) / (to - from)).toBeCloseTo(0.4, 1);
  expect(await readOut()).toContain("4.0");
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -50);
  await page.keyboard.up("Control");
  const [pinched, end] = await shown();
  expect(end - pinched).toBeCloseTo(10 * Math.exp(-1.2), 1);
  await page.keyboard.down("Shift");
  await drag(4, 2);
  await page.keyboard.up("Shift");
  const [panned] = await shown();
  expect(panned - pinched).toBeCloseTo(2 * Math.exp(-1.2), 1);
  expect(await selected()).toBeUndefined();
  await page.getByRole("button", { name: "Show Whole Run" }).click();
  expect(await shown()).toEqual([0, 10]);
});

test("while data come one request is under way, then the newest is asked", async () => {
  const asked = (await panel.wanted()).length;
  let answer: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => (answer = resolve));
  panel.answerBy(async (wanted) => {
    await gate;
    return await fromRun(demoRun)(wanted);
  });
  await panel.page.mouse.move(x(4), bands);
  for (let turn = 0; turn < 12; turn += 1) await panel.page.mouse.wheel(0, -60);
  expect(await panel.wanted()).toHaveLength(asked + 1);
  answer!();
  await panel.settled();
  const all = await panel.wanted();
  expect(all).toHaveLength(asked + 2);
  const { span, columns } = all.at(-1)!;
  expect((span!.to - span!.from) / 1e6).toBeCloseTo(10 * Math.exp(-1.44), 1);
  expect(columns).toBe(1176);
});

test("a click on a block goes to its line, a double click selects it", async () => {
  await panel.page.mouse.click(x(2.1), lane);
  const crunch = { type: "revealBlock", key: "run-1", block: { thread: 0, from: 2_000_000, to: 2_310_000 } };
  expect(await panel.reported()).toEqual([crunch]);
  await panel.page.mouse.dblclick(x(6.5), lane);
  expect((await panel.reported()).slice(1).map(({ type }) => type)).toEqual(["revealBlock", "selectSpans"]);
  expect(await selected()).toEqual([[6.2, 6.9]]);
  await panel.page.mouse.click(x(9.1), lane);
  expect(await panel.reported()).toHaveLength(3);
});

test("a double click before the server listened selects the start: on the axis, and where no block is", async () => {
  const { page } = (panel = await openTimeline(host.browser, host.url, fromRun({ ...demoRun, listenedAt: 2_600_000 })));
  const axis = 36;
  await page.mouse.dblclick(x(2.1), axis);
  expect(await selected()).toEqual([[0, 2.6]]);
  await page.locator(".selected").getByText("Selected: 0.00–2.60 s").waitFor();
  await page.mouse.dblclick(x(2.1), lane);
  expect(await selected()).toEqual([[2, 2.3]]);
  await page.mouse.dblclick(x(1), bands);
  expect(await selected()).toEqual([[0, 2.6]]);
  const before = (await panel.reported()).length;
  await page.mouse.dblclick(x(3.8), bands);
  expect(await panel.reported()).toHaveLength(before);
  await page.screenshot({ path: ".cache/artifacts/timeline-startup.png" });
});

test("the pointer reads out time, ticks × interval, kinds, line, load and loop", async () => {
  await panel.page.mouse.move(x(6.55), lane);
  await panel.settled();
  expect((await readOut()).split("\n").map((line) => line.replaceAll("\u00a0", " "))).toEqual([
    "6.55 s",
    "sync.js:12 crunch, 0.70 s",
    "main: busy 8 ms (8 × 1 ms)",
    "own code 92 % · garbage collection 5 % · idle 3 %",
    "Hottest: sync.js:12 crunch",
    "0 req/s · 12 under way",
    "Loop 50 % · delay p99 8.3 ms · heap 62.5 MB",
  ]);
  await panel.page.mouse.move(x(7), 100);
  await panel.settled();
  expect((await readOut()).replaceAll("\u00a0", " ")).toMatch(
    /^7\.00 s\nworker 1: busy [^\n]+\n[^\n]+\n[^\n]+\n\d+ req\/s · p50 \d+ ms · p99 \d+ ms · 3 errors\nLoop/,
  );
  await panel.page.mouse.move(600, 10);
  await panel.settled();
  expect(await panel.page.locator(".read-out").isVisible()).toBe(false);
});

test("what is selected elsewhere is shown, but not in the middle of a drag", async () => {
  await panel.send({ type: "timelineSpans", spans: [{ from: 1_000_000, to: 2_000_000 }] });
  await panel.page.locator(".selected").getByText("Selected: 1.00–2.00 s").waitFor();
  const { mouse } = panel.page;
  await mouse.move(x(5), bands);
  await mouse.down();
  await mouse.move(x(6), bands);
  await panel.send({ type: "timelineSpans", spans: [] });
  await mouse.move(x(7), bands);
  await mouse.up();
  expect(await selected()).toEqual([[5, 7]]);
  await panel.page.locator(".selected").getByText("Selected: 5.00–7.00 s").waitFor();
});

test("a span that is revealed comes into view and is marked", async () => {
  await panel.send({ type: "timelineReveal", span: { from: 7_000_000, to: 7_020_000 } });
  const [from, to] = await shown();
  expect([from < 7, to > 7.02, to - from < 0.2]).toEqual([true, true, true]);
  const mark = await panel.page.locator(".mark").boundingBox();
  expect(mark!.width).toBeGreaterThan(100);
});
