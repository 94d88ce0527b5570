import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { exportSvg, type SvgTexts } from "../../../../language-server/analysis/exporters/svg/svg.ts";
import { sharedBrowser } from "../../../drivers/workbench/browser.ts";
import { analysed } from "../../costs/drawn-costs.ts";
import { drawnProfile, profileOfStacks } from "../../drawn-profile.ts";

const texts: SvgTexts = {
  title: "shop & co",
  facts: "Load: GET /<test>",
  categories: {
    own: "own code",
    dependency: "dependencies",
    node: "Node core",
    native: "native",
    gc: "gc",
    program: "program",
    compile: "compiling",
  },
  cost: (ticks, share) => `${(share * 100).toFixed(0)} % · ${ticks} ticks`,
  functionName: (name) => name,
  deeper: "Deeper frames are left out.",
};

let page: Page;

beforeAll(async () => {
  page = await (await sharedBrowser()).newPage({ viewport: { width: 1240, height: 700 } });
});

afterAll(async () => {
  await page.context().close();
});

interface Shown {
  readonly tip: string;
  readonly row: number;
  readonly left: number;
  readonly width: number;
  readonly top: number;
}

/** The boxes as a browser lays them out. A browser shows nothing if the file is not well-formed XML. */
async function shown(svg: string): Promise<readonly Shown[]> {
  await page.goto(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
  expect(await page.evaluate(() => document.querySelector("parsererror")?.textContent)).toBeUndefined();
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<SVGSVGElement>(".box"), (group) => {
      const { left, width, top } = group.querySelector("rect")!.getBoundingClientRect();
      return { tip: group.querySelector("title")?.textContent ?? "", row: Number(group.dataset["row"]), left, width, top };
    }),
  );
}

test("functions are boxes with their places, callers below, as wide as their busy ticks, the most expensive on the left", async () => {
  const boxes = await shown(
    exportSvg(
      analysed(
        drawnProfile(`
          main@app.js:1  main@app.js:1  main@app.js:2  main@app.js:2  (idle)  (idle)
          read           f@app.js:5     f@app.js:6     f@app.js:6     -       -
        `),
      ).profile,
      texts,
    ),
  );
  expect(boxes.map(({ row, tip }) => `${row} ${tip}`)).toEqual([
    "0 main (/app/app.js:1) · 100 % · 4 ticks",
    "1 f (/app/app.js:1) · 75 % · 3 ticks",
    "1 read · 25 % · 1 ticks",
  ]);
  const [main, f, read] = boxes as [Shown, Shown, Shown];
  expect(f.width / read.width).toBeCloseTo(3, 1);
  expect([f.left, read.left > f.left + f.width - 1]).toEqual([main.left, true]);
  expect(main.top).toBeGreaterThan(f.top);
  const text = await page.evaluate(() => document.documentElement.textContent);
  expect(text).toContain("Load: GET /<test>");
  expect(text).toContain("own code");
  expect(text).not.toContain("dependencies");
});

test("names may contain any characters; each thread has a box", async () => {
  const odd = drawnProfile("odd@app.js:1");
  const renamed = { ...odd, functions: { ...odd.functions, name: odd.functions.name.map(() => `</title><script>&\u0001"\uD800]]>`) } };
  const svg = exportSvg(analysed([renamed, drawnProfile("a@app.js:1")]).profile, texts);
  const boxes = await shown(svg);
  expect(boxes.map(({ tip }) => tip)).toEqual([
    "thread 0 · 50 % · 1 ticks",
    "thread 1 · 50 % · 1 ticks",
    `</title><script>&\uFFFD"\uFFFD]]> (/app/app.js:1) · 50 % · 1 ticks`,
    "a (/app/app.js:1) · 50 % · 1 ticks",
  ]);
  expect(svg).not.toContain("<script");
  expect(svg).not.toContain("data-name");
});

test("recursion that is deeper than the picture is cut off with a note; without busy samples the picture has no boxes", async () => {
  const deep = profileOfStacks([Array.from({ length: 5000 }, (_, depth) => `f${depth % 2}@app.js:1`)]);
  const boxes = await shown(exportSvg(analysed(deep).profile, texts));
  expect(boxes).toHaveLength(600);
  expect(await page.evaluate(() => document.documentElement.textContent)).toContain(texts.deeper);
  expect(await shown(exportSvg(analysed(drawnProfile("(idle)")).profile, texts))).toEqual([]);
});
