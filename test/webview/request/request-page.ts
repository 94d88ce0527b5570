import type { Browser } from "playwright-core";
import type { ExplainedView } from "../../../webview/request/incoming.ts";
import { open, type Opened, type Site } from "../browser.ts";
import { addPage, type Theme } from "../themes.ts";

/** An order that waited for a report's loop, beside one that did not. */
export const explained: ExplainedView = {
  title: "POST /orders",
  facts: ["status 201", "connection 53412, request 7", "process 4711"],
  notes: [],
  isMean: false,
  hasPrevious: false,
  hasNext: true,
  one: {
    title: "This request",
    ms: 2000,
    sum: "2,000 ms = 120 before the handler began + 40 own CPU (2 lines) + 310 waiting (2 lines) + 1,470 held up by GET /report (report.js:41) + 50 GC + 0 no CPU + 10 not explained",
    parts: [
      { kind: "before", ms: 120, text: "120 ms before the handler began" },
      { kind: "cpu", ms: 40, text: "40 ms own CPU (2 lines)" },
      { kind: "waiting", ms: 310, text: "310 ms waiting (2 lines)" },
      { kind: "held", ms: 1470, text: "1,470 ms held up by GET /report (report.js:41)" },
      { kind: "gc", ms: 50, text: "50 ms GC" },
      { kind: "noCpu", ms: 0, text: "0 ms no CPU" },
      { kind: "rest", ms: 10, text: "10 ms not explained" },
    ],
    rows: [
      { kind: "before", fromMs: 0, toMs: 120, what: "before the handler began", label: "", place: null },
      { kind: "cpu", fromMs: 120, toMs: 160, what: "own CPU", label: "orders.js:12", place: 0 },
      { kind: "waiting", fromMs: 160, toMs: 470, what: "SELECT * FROM stock WHERE id = ?", label: "orders.js:20", place: 1 },
      { kind: "held", fromMs: 470, toMs: 1940, what: "held up by GET /report", label: "report.js:41", place: 2 },
      { kind: "gc", fromMs: 1940, toMs: 1990, what: "garbage collection", label: "", place: null },
      { kind: "rest", fromMs: 1990, toMs: 2000, what: "not explained", label: "", place: null },
    ],
    moreRows: 0,
  },
  usual: {
    title: "A usual POST /orders",
    ms: 84,
    sum: "84 ms = 1 before the handler began + 38 own CPU (2 lines) + 45 waiting (1 line)",
    parts: [
      { kind: "before", ms: 1, text: "1 ms before the handler began" },
      { kind: "cpu", ms: 38, text: "38 ms own CPU (2 lines)" },
      { kind: "waiting", ms: 45, text: "45 ms waiting (1 line)" },
    ],
    rows: [
      { kind: "before", fromMs: 0, toMs: 1, what: "before the handler began", label: "", place: null },
      { kind: "cpu", fromMs: 1, toMs: 39, what: "own CPU", label: "orders.js:12", place: 3 },
      { kind: "waiting", fromMs: 39, toMs: 84, what: "SELECT * FROM stock WHERE id = ?", label: "orders.js:20", place: 4 },
    ],
    moreRows: 12,
  },
  differences: [
    { kind: "held", what: "held up", label: "", place: null, isLine: false, ms: 1470, usualMs: 0 },
    { kind: "held", what: "GET /report", label: "report.js:41", place: 2, isLine: true, ms: 1470, usualMs: 0 },
    { kind: "waiting", what: "waiting", label: "", place: null, isLine: false, ms: 310, usualMs: 45 },
    { kind: "waiting", what: "SELECT * FROM stock WHERE id = ?", label: "orders.js:20", place: 1, isLine: true, ms: 310, usualMs: 45 },
    { kind: "before", what: "before the handler", label: "", place: null, isLine: false, ms: 120, usualMs: 1 },
    { kind: "gc", what: "GC", label: "", place: null, isLine: false, ms: 50, usualMs: 0 },
    { kind: "cpu", what: "own CPU", label: "", place: null, isLine: false, ms: 40, usualMs: 38 },
  ],
};

export function addRequestPage(site: Site, theme: Theme, locale = "en"): string {
  return addPage(site, "request", theme, locale);
}

export async function openRequestPage(browser: Browser, url: string, shown: ExplainedView = explained, width = 1000): Promise<Opened> {
  const panel = await open(browser, url, { width, height: 800 });
  await panel.posted("ready");
  await panel.send({ type: "explained", key: "run 1", explained: shown });
  await panel.page.locator("header h1").waitFor();
  return panel;
}
