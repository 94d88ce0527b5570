import { readFile } from "node:fs/promises";
import path from "node:path";
import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportSvg, type SvgTexts } from "../../language-server/analysis/exporters/svg/svg.ts";
import type { SvgScript } from "../../language-server/analysis/exporters/svg/svg-drawing.ts";
import { analysed } from "../analysis/costs/drawn-costs.ts";
import { drawnProfile, profileOfStacks } from "../analysis/drawn-profile.ts";
import { buildExportedPages } from "../drivers/exported-pages.ts";
import { contrast } from "../extension/contrast.ts";
import { sharedBrowser } from "../drivers/workbench/browser.ts";

const out = path.resolve(import.meta.dirname, "../../.cache/test-out", `svg-${process.pid}`);
const artifacts = path.resolve(import.meta.dirname, "../../.cache/artifacts");

const texts: SvgTexts = {
  title: "shop",
  facts: "Load: GET /",
  categories: { own: "own", dependency: "deps", node: "Node", native: "native", gc: "gc", program: "V8", compile: "compiling" },
  cost: (ticks, share) => `${(share * 100).toFixed(1)} % · ${ticks} ticks`,
  functionName: (name) => name,
  deeper: "Deeper frames are left out.",
};

let page: Page;
let script: SvgScript;
const problems: string[] = [];

beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true });
  await buildExportedPages(out);
  script = {
    code: await readFile(path.join(out, "webview/svg.js"), "utf8"),
    locale: "de",
    texts: { search: "Search", reset: "Reset Zoom", matched: "Matched: {share}" },
  };
  page = await (await sharedBrowser()).newPage({ viewport: { width: 1000, height: 400 } });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => problems.push(message.text()));
}, 60_000);

afterAll(async () => {
  await page.context().close();
});

/** 80 % in `main`, of which half is `hot`; a tenth of it `tiny`; `other` beside. */
const graph = analysed(
  profileOfStacks([
    ...Array.from({ length: 380 }, () => ["main@app.js:1", "hot@app.js:5"]),
    ...Array.from({ length: 20 }, () => ["main@app.js:1", "hot@app.js:5", "sliver@app.js:9"]),
    ...Array.from({ length: 400 }, () => ["main@app.js:1"]),
    ...Array.from({ length: 200 }, () => ["other@app.js:20", "hot@app.js:5"]),
  ]),
).profile;

async function open(svg: string, width = 1000): Promise<void> {
  problems.length = 0;
  await page.setViewportSize({ width, height: 400 });
  await page.goto(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
}

/** Each shown box: its label and its width in whole pixels, callers first. */
async function boxes(): Promise<readonly string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<SVGSVGElement>(".box"))
      .filter((each) => each.style.display !== "none")
      .map(
        (each) =>
          `${each.querySelector("text")?.textContent ?? ""} ${Math.round(each.querySelector("rect")!.getBoundingClientRect().width)}`,
      ),
  );
}

const matched = (): Promise<string | null> => page.locator("output").textContent();

test("the picture is as wide as its window; slivers have no label, but a title", async () => {
  await open(exportSvg(graph, texts, script));
  expect(await boxes()).toEqual(["main 781", "other 195", "hot 390", "hot 195", " 20"]);
  expect(await page.locator(".box title").last().textContent()).toBe("sliver (/app/app.js:1) · 2.0 % · 20 ticks");
  await page.setViewportSize({ width: 500, height: 400 });
  await expect.poll(boxes).toEqual(["main 381", "other 95", "hot 190", "hot 95", " 10"]);
  await page.screenshot({ path: path.join(artifacts, "svg-narrow.png") });
  expect(problems).toEqual([]);
});

test("a click zooms to a box under its callers, Reset Zoom and Escape show everything again", async () => {
  await open(exportSvg(graph, texts, script));
  await page.locator(".box", { hasText: "hot (/app/app.js:1) · 40.0 %" }).click();
  expect(await boxes()).toEqual(["main 976", "hot 976", "sliver 49"]);
  await page.screenshot({ path: path.join(artifacts, "svg-zoomed.png") });
  await page.getByRole("button", { name: "Reset Zoom" }).click();
  expect(await boxes()).toHaveLength(5);
  expect(await page.getByRole("button", { name: "Reset Zoom" }).isVisible()).toBe(false);
  // The focus is on the box that was clicked: up is what it calls, down its caller.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  expect(await boxes()).toEqual(["main 976", "hot 976", "sliver 976"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  expect(await page.locator(".facts").textContent()).toBe("other (/app/app.js:1) · 20.0 % · 200 ticks");
  await page.locator("input").focus();
  expect(await page.locator(".facts").textContent()).toBe("Load: GET /");
});

test("a search colours what it finds and says its share, each sample once", async () => {
  await open(exportSvg(graph, texts, script));
  await page.keyboard.press("Control+f");
  await page.keyboard.type("HOT");
  expect(await matched()).toBe("Matched: 60,0 %");
  expect(await page.locator(".found").count()).toBe(2);
  await page.screenshot({ path: path.join(artifacts, "svg-search.png") });
  await page.locator("input").fill("main|other");
  expect(await matched()).toBe("Matched: 100,0 %");
  // No regular expression, but text.
  await page.locator("input").fill("hot (");
  expect(await matched()).toBe("Matched: 60,0 %");
  await page.locator("input").fill("");
  expect([await matched(), await page.locator(".found").count()]).toEqual(["", 0]);
});

test("names of functions and texts stay text, whatever they hold", async () => {
  const odd = drawnProfile("odd@app.js:1");
  const name = `</title></text></script><script>console.log("ran")</script>]]>"'&{share}$&`;
  const hostile = { ...odd, functions: { ...odd.functions, name: [name] } };
  const svg = exportSvg(
    analysed(hostile).profile,
    { ...texts, title: name, facts: name },
    { ...script, texts: { ...script.texts, search: name } },
  );
  await open(svg, 1400);
  expect(await boxes()).toEqual([`${name} 1376`]);
  expect(await page.locator("input").getAttribute("placeholder")).toBe(name);
  // As part of a page of HTML, too.
  await page.goto("about:blank");
  await page.setContent(`<!DOCTYPE html><title>page</title>${svg}`);
  expect(await boxes()).toEqual([`${name} ${await page.evaluate(() => document.body.clientWidth - 24)}`]);
  await page.locator(".box").click();
  expect(problems).toEqual([]);
});

/** `rgb(1, 2, 3)` as `#010203`. */
function hex(colour: string): string {
  return `#${(colour.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}

test.each(["light", "dark"] as const)("labels are readable in %s, also where the search found them", async (colorScheme) => {
  await page.emulateMedia({ colorScheme });
  await open(exportSvg(graph, texts, script));
  await page.screenshot({ path: path.join(artifacts, `svg-${colorScheme}.png`) });
  await page.locator("input").fill("other");
  const pairs = await page.evaluate(() => {
    const fill = (element: Element): string => getComputedStyle(element).fill;
    const own = Array.from(document.querySelectorAll(".box:has(> text)"), (box) => [
      fill(box.querySelector("text")!),
      fill(box.querySelector("rect")!),
    ]);
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    return [...own, ...Array.from(document.querySelectorAll("svg > text, .legend text"), (text) => [fill(text), paper])];
  });
  expect(pairs.length).toBeGreaterThan(5);
  for (const [text = "", paper = ""] of pairs) expect(contrast(hex(text), hex(paper))).toBeGreaterThan(4.5);
  await page.emulateMedia({ colorScheme: null });
});
