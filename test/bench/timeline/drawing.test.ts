import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Block } from "../../../language-server/analysis/timeline/strip.ts";
import type { TimelineView } from "../../../webview/timeline/incoming.ts";
import type { FromTimeline } from "../../../webview/timeline/outgoing.ts";
import { browserAndSite, open } from "../../webview/browser.ts";
import { bundle } from "../../webview/bundle.ts";
import { demoRun, type PlantedRun, stripOf } from "../../webview/timeline/planted-strip.ts";
import { addTimelinePage } from "../../webview/timeline/timeline-panel.ts";
import { median, publishTable } from "../bench-table.ts";

const host = browserAndSite(
  () => bundle("timeline"),
  (site) => addTimelinePage(site),
);

const rounds = 3;

/** A million samples of 1 ms, by so many threads, with as many blocks as a strip has at most. */
function largeRun(threads: number): PlantedRun {
  const length = 1e9 / threads;
  const blocks = Array.from({ length: 2000 }, (_, index): Block => {
    const from = Math.round((index * length) / 2000);
    const hottest = { path: "/app/src/sync.js", line: 12, name: "crunch", ticks: 60 };
    return { thread: index % threads, from, to: from + 60_000, kind: "block", hottest };
  });
  return { ...demoRun, length, threads, blocks, blockTexts: blocks.map(() => "sync.js:12 crunch, 0.06 s") };
}

const cases = [
  { name: "1280 × 200, 2 threads", width: 1280, height: 200, threads: 2 },
  { name: "4104 × 600, 8 threads: as many columns as cross a process", width: 4104, height: 600, threads: 8 },
] as const;

test(
  "the strip's first paint, and the longest task while it is dragged, zoomed and panned for two seconds each",
  async () => {
    const rows: string[][] = [];
    for (const { name, width, height, threads } of cases) {
      const strip = stripOf(largeRun(threads), width - 104);
      const [paints, times]: [number[], number[]] = [[], []];
      const tasks: number[][] = [];
      for (let round = 0; round < rounds; round += 1) {
        const opened = await open(host.browser, host.url, { width, height });
        const { page } = opened;
        await opened.posted<FromTimeline>("timelineReady");
        await opened.send({ type: "timelineRun", key: "run", spans: [] });
        const wanted = await opened.posted<Extract<FromTimeline, { type: "timelineWanted" }>>("timelineWanted");
        await hold(page, { type: "timelineData", id: wanted.id, timeline: strip });
        paints.push(sum(await tasksOf(page, async () => times.push(await firstPaint(page)))));
        await answerFromNowOn(page, strip);
        tasks.push([]);
        for (const act of [drag, zoom, pan]) tasks.at(-1)?.push(Math.max(...(await tasksOf(page, () => act(page, performance.now())))));
      }
      const longest = [0, 1, 2].map((action) => Math.max(...tasks.map((each) => each[action] ?? 0)).toFixed(0));
      rows.push([name, String(strip.columns), median(times).toFixed(0), median(paints).toFixed(0), ...longest]);
    }
    const head = [
      "window",
      "columns",
      "first paint, ms",
      "of it the page's CPU ms",
      "longest task of a drag, CPU ms",
      "of a zoom",
      "of a pan",
    ];
    await publishTable("timeline-drawing", head, rows);
    expect(rows).toHaveLength(cases.length);
  },
  10 * 60_000,
);

/** Gives the page a message without delivering it. */
function hold(page: Page, message: unknown): Promise<void> {
  return page.evaluate((each) => void Object.assign(window, { held: each }), message);
}

/** From the arrival of the data until they are on the canvas, in milliseconds. */
function firstPaint(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const began = performance.now();
    window.postMessage((window as unknown as { held: unknown }).held, "*");
    // It draws in the first frame after the data have come, and the frame after that comes when it is done.
    await new Promise((resolve) => window.addEventListener("message", resolve, { once: true }));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now() - began;
  });
}

/** As an extension whose server takes 20 ms. */
function answerFromNowOn(page: Page, timeline: TimelineView): Promise<void> {
  return page.evaluate((strip) => {
    const { posts } = window as unknown as { posts: unknown[] };
    posts.push = (...messages) => {
      for (const each of messages as { type: string; id: number; span?: { from: number; to: number } }[]) {
        if (each.type !== "timelineWanted") continue;
        setTimeout(() => window.postMessage({ type: "timelineData", id: each.id, timeline: { ...strip, ...each.span } }, "*"), 20);
      }
      return 0;
    };
  }, timeline);
}

/** Tasks of the page's main thread while something is done, each by its CPU time in milliseconds: other load of the machine does not count. */
async function tasksOf(page: Page, act: () => Promise<unknown>): Promise<readonly number[]> {
  const { browser } = host;
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as { traceEvents: readonly TraceEvent[] };
  const mainThreads = traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const tasks = traceEvents.filter(({ name, tdur }) => name.endsWith("RunTask") && tdur !== undefined);
  const each = mainThreads.map(({ pid, tid }) =>
    tasks.filter((task) => task.pid === pid && task.tid === tid).map(({ tdur = 0 }) => tdur / 1000),
  );
  return each.sort((one, other) => sum(other) - sum(one))[0] ?? [];
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** In the thread's own time, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

const twoSeconds = 2000;

async function drag(page: Page, from: number): Promise<void> {
  await page.mouse.move(200, 80);
  await page.mouse.down();
  for (let now = performance.now(); now - from < twoSeconds; now = performance.now()) await page.mouse.move(200 + (now - from) / 2.5, 80);
  await page.mouse.up();
}

async function zoom(page: Page, from: number): Promise<void> {
  await page.mouse.move(640, 80);
  while (performance.now() - from < twoSeconds) await page.mouse.wheel(0, performance.now() - from < twoSeconds / 2 ? -40 : 30);
}

async function pan(page: Page, from: number): Promise<void> {
  await page.mouse.move(640, 80);
  for (let now = performance.now(); now - from < twoSeconds; now = performance.now()) {
    await page.mouse.wheel(now - from < twoSeconds / 2 ? 40 : -40, 0);
  }
}
