import type { Browser } from "playwright-core";
import type { ComparedRow, ComparisonView, DifferenceFlameView, Verdict } from "../../../webview/compare/incoming.ts";
import { open, type Opened, type Site } from "../browser.ts";
import { addPage, type Theme } from "../themes.ts";

const row = (
  name: string,
  place: string,
  beforeMs: number | undefined,
  afterMs: number | undefined,
  errorMs: number,
  verdict: Verdict,
): ComparedRow => ({
  name,
  place,
  beforeMs,
  afterMs,
  changeMs: (afterMs ?? 0) - (beforeMs ?? 0),
  errorMs,
  verdict,
  edited: name === "hashListener",
  hasCode: !place.startsWith("node:") && place !== "",
});

/** The Koa sample before and after its fix, in the format of a comparison. */
export const comparison: ComparisonView = {
  per: "request",
  canCompareSpan: false,
  isOfSpan: false,
  isOfThreads: false,
  selectionFacts: [],
  canBePerRequest: true,
  before: {
    name: "koa-listener-leak · GET /test",
    startedAt: "2026-11-21T10:00:00.000Z",
    commit: "4f2a9c1d0e7b",
    load: { requestsPerSecond: 33.7, p50Ms: 281, p99Ms: 2013 },
    busyMs: 29.2,
    cpuMs: 31.4,
  },
  after: {
    name: "koa-listener-leak · GET /test",
    startedAt: "2026-11-21T10:05:00.000Z",
    commit: "9b1c77e2a4d0",
    load: { requestsPerSecond: 5734, p50Ms: 1.6, p99Ms: 4.2 },
    busyMs: 0.171,
    cpuMs: 0.185,
  },
  figures: [
    { name: "requestsPerSecond", ratio: 170, error: 0.5, word: "better" },
    { name: "p50", ratio: 1 / 176, error: 0.5, word: "better" },
    { name: "p99", ratio: 1 / 479, error: 2, word: "noChange" },
    { name: "busy", ratio: 1 / 171, error: 0.5, word: "better" },
    { name: "cpu", ratio: 1 / 170 },
  ],
  starts: 0,
  canRepeat: false,
  warnings: [],
  functions: [
    row("hashListener", "util.js:24", 27.4, 0.021, 0.61, "faster"),
    row("emit", "node:events:458", 1.1, 0.004, 0.09, "faster"),
    row("addListenerPerRequest", "app.js:18", 0.31, undefined, 0.05, "vanished"),
    // Own code comes before the code it called, even if that changed slightly more.
    row("etag", "etag.js:12", 0.021, 0.088, 0.006, "slower"),
    row("(garbage collector)", "", 0.081, 0.013, 0.02, "faster"),
    row("cachedHash", "util.js:40", undefined, 0.052, 0.007, "new"),
    row("compose", "index.js:30", 0.011, 0.012, 0.004, "noise"),
  ],
  lines: [
    row(".update(JSON.stringify(ctx.body))", "util.js:26", 23.1, 0.019, 0.55, "faster"),
    row("return cache.get(key);", "util.js:42", undefined, 0.04, 0.006, "new"),
    row("const next = middleware[i];", "index.js:33", 0.009, 0.008, 0.004, "noise"),
  ],
};

/** `a` calls `b` and `gone` in the old run, `b` and `fresh` in the new one. */
const flame: DifferenceFlameView = {
  per: "request",
  frames: [
    { name: "a", place: "a.js:1" },
    { name: "b", place: "a.js:10" },
    { name: "gone", place: "a.js:20" },
    { name: "fresh", place: "a.js:30" },
    { name: "stringify", place: "" },
  ],
  frame: [0, 1, 2, 3, 4],
  parent: [-1, 0, 0, 0, 1],
  beforeMs: [10, 4, 6, 0, 3],
  afterMs: [6, 5, 0, 1, 4.9],
  verdict: ["faster", "slower", "vanished", "new", "noise"],
};

export function addComparePage(site: Site, theme: Theme, locale = "en"): string {
  return addPage(site, "compare", theme, locale);
}

/** Opens the panel with a comparison. */
export async function openCompare(browser: Browser, url: string, shown: ComparisonView = comparison, width = 900): Promise<Opened> {
  const panel = await open(browser, url, { width, height: 800 });
  await panel.posted("ready");
  await panel.send({ type: "comparison", key: "a:b", comparison: shown });
  await panel.page.locator(".headline").waitFor();
  return panel;
}

/** Opens the flame graph's tab, and waits for it. */
export async function openCompareFlame(panel: Opened): Promise<void> {
  await panel.page.getByRole("tab", { name: "Flame graph" }).click();
  await panel.posted("flameWanted");
  await panel.send({ type: "differenceFlame", key: "a:b", flame });
  await panel.page.getByRole("tree").waitFor();
}
