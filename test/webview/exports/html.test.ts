import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCommandLine, type CommandLine } from "../../cli/command-line.ts";
import { drawRun } from "../../drivers/server/drawn-run.ts";
import { makeOrdersApp, type OrdersApp } from "../../drivers/server/orders-app.ts";
import { launchBrowser } from "../../drivers/workbench/browser.ts";
import { seriousProblems } from "../axe.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-html-"));
const artifacts = path.resolve(import.meta.dirname, "../../../.cache/artifacts");

let browser: Browser;
let context: BrowserContext;
let cli: CommandLine;
let app: OrdersApp;
const problems: string[] = [];
const requests: string[] = [];

beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true });
  [cli, app, browser] = await Promise.all([
    buildCommandLine(),
    makeOrdersApp(),
    launchBrowser("--use-gl=swiftshader", "--enable-unsafe-swiftshader"),
  ]);
  context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 720 } });
}, 120_000);

afterAll(async () => {
  await browser.close();
});

async function exported(name: string, args: readonly string[]): Promise<string> {
  const file = path.join(folder, name);
  const { code, err } = await cli.run(["export", ...args, "--format", "html", "-o", file], { cwd: folder });
  expect([code, err]).toEqual([0, ""]);
  return file;
}

async function opening(file: string): Promise<Page> {
  problems.length = 0;
  requests.length = 0;
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return page;
}

/** The page from disk and speedscope's frame, once it has drawn. */
async function opened(file: string): Promise<{ readonly page: Page; readonly frame: Frame }> {
  const page = await opening(file);
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  if (frame === null) throw new Error("The page has no frame.");
  await frame.waitForFunction(() => document.querySelectorAll("canvas").length >= 3);
  return { page, frame };
}

test("a run's page has its load figures, speedscope with the profile, and the hot lines; from disk, without a network", async () => {
  const file = await exported("run.html", [app.run]);
  const { page, frame } = await opened(file);
  expect(await page.locator("dl").textContent()).toContain("GET /test · 500 req/s · p50 1 ms · p99 2 ms · 10 connections");
  const lines = page.locator("section", { hasText: "Hottest lines of own code" });
  expect(await lines.locator("tbody tr").first().locator("td").allTextContents()).toEqual([
    "util.js:5",
    "74.5 %",
    "74.5 %",
    "74.5 %",
    "745",
  ]);
  await page.screenshot({ path: path.join(artifacts, "html-run.png"), fullPage: true });
  // speedscope's sandwich view is a table in HTML: its figures must be Heatline's.
  await frame.locator("body").click({ position: { x: 600, y: 300 } });
  await page.keyboard.press("3");
  const row = frame.locator("tr", { hasText: "hash" });
  await expect.poll(() => row.first().textContent()).toContain("75%");
  expect(problems).toEqual([]);
  expect(requests).toEqual([pathToFileURL(file).href]);
  expect(await seriousProblems(page)).toEqual([]);
  await page.close();
});

test("the policy allows the page's own scripts and styles alone", async () => {
  const file = await exported("strict.html", [app.run]);
  const html = readFileSync(file, "utf8");
  expect(html).toMatch(
    /content="default-src &#39;none&#39;; script-src(?: &#39;sha256-[\w+/=]+&#39;){2} &#39;wasm-unsafe-eval&#39;; style-src(?: &#39;sha256-[\w+/=]+&#39;){4}; font-src data:/,
  );
  const bad = "<script>window.ran = true</script><style>h1 { color: rgb(1, 2, 3) }</style><img src=x onerror='window.ran = true'>";
  writeFileSync(file, html.replace("<main>", `<main>${bad}`));
  const { page } = await opened(file);
  const seen = await page.evaluate(() => [(window as { ran?: boolean }).ran, getComputedStyle(document.querySelector("h1")!).color]);
  expect(seen).toEqual([undefined, "rgb(26, 26, 26)"]);
  expect(problems.length).toBeGreaterThan(2);
  await page.close();
});

const code = `function hash() {
  for (let i = 0; i < 1e9; i++);
}
function parse() {
  JSON.parse("{}");
}
`;

test("two runs are one page of what changed, with a red and blue graph by the width of either", async () => {
  const run = (day: number, hashed: number, requests: number): Promise<string> =>
    drawRun(app, {
      scripts: { "work.js": code },
      // Spread over the window: in one block, a function would seem to run only once.
      threads: [`\n${hashed} | work.js hash@1:14 2:3\n15 | work.js parse@4:15 5:8`.repeat(20)],
      load: { requests, requestsPerSecond: requests },
      run: { startedAt: `2026-01-0${day}T03:04:05.000Z`, cpuMs: 20 * (hashed + 15) },
    });
  const [before, after] = await Promise.all([run(3, 135, 100), run(4, 10, 100)]);
  const file = await exported("two.html", [before, after]);
  const page = await opening(file);
  expect(await page.locator("dl").textContent()).toContain("Busy time per request30 ms → 5 ms, −25 ms (−83.3 %)\n");
  const graphs = page.locator(".graph > svg");
  expect(await graphs.locator("> title").allTextContents()).toEqual(["Width by the new run", "Width by the old run"]);
  // 2 ms of 5, and 27 of 30.
  const boxes = graphs.locator(".box", { hasText: "hash" });
  expect(await boxes.evaluateAll((all) => all.map((box) => [box.getAttribute("width"), box.classList.item(1)]))).toEqual([
    ["40%", "much-faster"],
    ["90%", "much-faster"],
  ]);
  expect(await boxes.first().locator("title").textContent()).toBe(
    `▼ hash (${app.path("work.js")}:1) · 27 ms → 2 ms, −25 ms (−92.6 %), faster`,
  );
  const row = page.locator("section", { hasText: "Functions that changed" }).locator("tbody tr");
  expect(await row.allTextContents()).toEqual(["hash27 ms2 ms−25 ms (−92.6 %)▼ fasterwork.js:1"]);
  await page.screenshot({ path: path.join(artifacts, "html-two.png"), fullPage: true });
  await boxes.last().click();
  await page.locator("input").last().fill("hash");
  expect(await page.locator("output").allTextContents()).toEqual(["", "Matched: 90.0 %"]);
  expect(problems).toEqual([]);
  expect(requests).toEqual([pathToFileURL(file).href]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: path.join(artifacts, "html-two-dark.png"), fullPage: true });
  expect(await seriousProblems(page)).toEqual([]);
  await page.close();
  const svg = await cli.run(["export", before, after, "--format", "svg", "--static"]);
  expect(svg.out).toContain("▼ hash");
  expect(svg.out).not.toContain("<script");
  expect((await cli.run(["export", before, after, "--format", "pprof"])).err).toMatch(/Two runs are exported as svg, html only/);
});

test("names may hold anything; dark as the system is; narrow windows scroll", async () => {
  const name = `</script><!--<script></iframe>"'&lt;_ZN3foo3barEv`;
  const profile = path.join(folder, "odd.cpuprofile");
  const frame = (functionName: string): object => ({
    functionName,
    scriptId: "1",
    url: "file:///app/a.js",
    lineNumber: 1,
    columnNumber: 0,
  });
  const nodes = [
    { id: 1, callFrame: frame("(root)"), children: [2] },
    { id: 2, callFrame: frame(name), children: [3] },
    { id: 3, callFrame: frame("_ZN3foo3barEv"), children: [] },
  ];
  writeFileSync(profile, JSON.stringify({ nodes, startTime: 0, endTime: 3000, samples: [2, 3, 3], timeDeltas: [1000, 1000, 1000] }));
  const { page, frame: graph } = await opened(await exported("odd.html", [profile]));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 420, height: 700 });
  expect(await page.locator("td", { hasText: name }).first().textContent()).toBe(name);
  await graph.locator("body").click({ position: { x: 200, y: 200 } });
  await page.keyboard.press("3");
  // speedscope's demangler ran.
  await expect.poll(() => graph.locator("body").textContent()).toContain("foo::bar");
  expect(await graph.locator("body").textContent()).toContain(name);
  await page.screenshot({ path: path.join(artifacts, "html-dark.png"), fullPage: true });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(420);
  expect(problems).toEqual([]);
  await page.close();
});
