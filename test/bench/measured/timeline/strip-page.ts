import type { Browser, Page } from "playwright-core";
import type { TimelineView } from "../../../../webview/timeline/incoming.ts";

/** Gives the page a message without delivering it. */
export function hold(page: Page, message: unknown): Promise<void> {
  return page.evaluate((each) => void Object.assign(window, { held: each }), message);
}

/** From the arrival of the data until they are on the canvas, in milliseconds. */
export function firstPaint(page: Page): Promise<number> {
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
export function answerFromNowOn(page: Page, timeline: TimelineView): Promise<void> {
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
export async function tasksOf(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<readonly number[]> {
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

export function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

const twoSeconds = 2000;

export async function drag(page: Page, from: number): Promise<void> {
  await page.mouse.move(200, 80);
  await page.mouse.down();
  for (let now = performance.now(); now - from < twoSeconds; now = performance.now()) await page.mouse.move(200 + (now - from) / 2.5, 80);
  await page.mouse.up();
}

export async function zoom(page: Page, from: number): Promise<void> {
  await page.mouse.move(640, 80);
  while (performance.now() - from < twoSeconds) await page.mouse.wheel(0, performance.now() - from < twoSeconds / 2 ? -40 : 30);
}

export async function pan(page: Page, from: number): Promise<void> {
  await page.mouse.move(640, 80);
  for (let now = performance.now(); now - from < twoSeconds; now = performance.now()) {
    await page.mouse.wheel(now - from < twoSeconds / 2 ? 40 : -40, 0);
  }
}
