import { expect, test } from "vitest";
import type { ComparisonView } from "../../../webview/compare/incoming.ts";
import { seriousProblems } from "../axe.ts";
import { browserAndSite, type Opened } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { addComparePage, comparison, openCompare, openCompareFlame } from "./compare-panel.ts";
import type { Theme } from "../themes.ts";
import { someOf } from "../../workbench/some-of.mjs";

const host = browserAndSite(
  () => bundle("compare"),
  (page) => addComparePage(page, "vscode-dark"),
);
let panel: Opened | undefined;

const timeout = 30_000;
const rows = () => panel!.page.getByRole("grid").locator("tbody tr:visible");
const names = () => rows().locator(".col-name").allInnerTexts();
const header = (name: string) => panel!.page.getByRole("columnheader", { name, exact: true }).locator("visible=true");
const posts = async () => (await panel!.posts()).slice(1);

test(
  "the load figures are side by side with their ratio, and those that chance cannot explain say what that means",
  { timeout },
  async () => {
    panel = await openCompare(host.browser, host.url);
    expect(await panel.page.getByRole("heading").innerText()).toBe("33.7 → 5,734 req/s, ×170");
    const figures = await panel.page.locator(".load-figures tbody tr").allInnerTexts();
    expect(figures.map((each) => each.replaceAll(/\s+/g, " ").trim())).toEqual([
      "Requests per second 33.7 5,734 ×170 better (±50 %)",
      "p50 281 ms 1.6 ms ÷176 better (±50 %)",
      "p99 2.0 s 4.2 ms ÷479 no significant change (±×3.0)",
      "Busy time per request 29.2 ms 171 µs ÷171 better (±50 %)",
      "CPU of all threads per request 31.4 ms 185 µs ÷170",
    ]);
    expect(await panel.page.locator(".said").allInnerTexts()).toEqual(["Requests per second: better (±50\u00a0%)"]);
    expect(await panel.page.locator(".headline strong.faster, .headline h1 .faster").count()).toBe(4);
    await panel.page.getByText("taken to differ by 15 %").waitFor();
  },
);

test("what both runs have in common is said once, and the rest of it in tooltips", { timeout }, async () => {
  const heads = async (): Promise<readonly string[]> => await panel!.page.locator(".load-figures thead th").allInnerTexts();
  panel = await openCompare(host.browser, host.url);
  const [name, before = "", after] = await heads();
  expect(name).toContain("koa-listener-leak · GET /test");
  expect(before).toMatch(/^Before\s+\d+:00:00 [AP]M · commit 4f2a9c1d0$/);
  expect(after).toMatch(/^After\s+\d+:05:00 [AP]M · commit 9b1c77e2a$/);
  expect(await panel.page.locator(".run-detail").first().getAttribute("title")).toContain("11/21/26, ");
  await panel.page.close();

  const other = { ...comparison.after, name: "other", startedAt: "2026-11-23T10:05:00.000Z", commit: comparison.before.commit };
  panel = await openCompare(host.browser, host.url, { ...comparison, after: other });
  const [corner, first, second] = await heads();
  expect(corner).not.toContain("koa");
  expect(first).toMatch(/^Before\s+koa-listener-leak · GET \/test\s+11\/21\/26, \d+:00:00 [AP]M$/);
  expect(second).toMatch(/^After\s+other\s+11\/23\/26, \d+:05:00 [AP]M$/);
});

test("the identical program, measured without slices: plain ratios, and no word anywhere in the headline", { timeout }, async () => {
  const plain = comparison.figures.map(({ name, ratio }) => ({ name, ratio }));
  panel = await openCompare(host.browser, host.url, { ...comparison, figures: plain });
  expect(await panel.page.locator(".headline").innerText()).not.toMatch(/better|worse|no significant/);
  expect(await panel.page.locator(".headline .faster, .headline .slower, .headline strong").count()).toBe(0);
  expect(await panel.page.getByRole("heading").innerText()).toBe("33.7 → 5,734 req/s, ×170");
});

test("a change that is too small to judge offers to measure both again, where somebody does that", { timeout }, async () => {
  const figures: ComparisonView["figures"] = [
    { name: "requestsPerSecond", ratio: 1.06, error: 0.2, word: "noChange" },
    { name: "cpu", ratio: 0.75, error: 0.1, word: "better" },
  ];
  panel = await openCompare(host.browser, host.url, { ...comparison, figures, canRepeat: true });
  expect(await panel.page.locator(".said").allInnerTexts()).toEqual([
    "Requests per second: no significant change (±20\u00a0%)",
    "CPU of all threads per request: better (±10\u00a0%)",
  ]);
  await panel.page.getByRole("button", { name: "Repeat 3 Times" }).click();
  expect((await posts()).at(-1)).toMatchObject({ type: "repeat" });
  await panel.send({ type: "comparison", key: "x", comparison });
  await expect.poll(() => panel!.page.getByRole("button", { name: "Repeat 3 Times" }).count()).toBe(0);
});

test("a selected span is compared with the rest of its run on request, and the sides are then called so", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url, { ...comparison, canCompareSpan: true });
  await panel.page.getByRole("button", { name: "Compare This Span with the Rest of the Run" }).click();
  expect((await posts()).at(-1)).toMatchObject({ type: "compareSpan" });
  await panel.send({ type: "comparison", key: "x", comparison: { ...comparison, isOfSpan: true } });
  await panel.page.getByText("Rest of the run").first().waitFor();
  expect(await panel.page.locator(".which").allInnerTexts()).toEqual(["Rest of the run", "This span"]);
  expect(await panel.page.getByRole("button", { name: "Compare This Span with the Rest of the Run" }).count()).toBe(0);
});

test("a slower run, and one without a load, are described in words", { timeout }, async () => {
  const figures: ComparisonView["figures"] = [{ name: "requestsPerSecond", ratio: 1 / 170, error: 0.08, word: "worse" }];
  const slower: ComparisonView = { ...comparison, before: comparison.after, after: comparison.before, figures, starts: 12 };
  panel = await openCompare(host.browser, host.url, slower);
  expect(await panel.page.locator(".load-figures tbody tr").first().innerText()).toMatch(/÷170\s+worse \(±8\s%\)/);
  await panel.page.getByText("measured from 12 runs of this app").waitFor();
  const { load: _before, ...before } = comparison.before;
  const { load: _after, ...after } = comparison.after;
  await panel.send({ type: "comparison", key: "x", comparison: { ...comparison, before, after, per: "second", canBePerRequest: false } });
  const unloaded = panel.page.getByText("These runs have no load figures");
  await unloaded.waitFor();
  expect(await panel.page.getByRole("radiogroup").getAttribute("aria-label")).toContain("one of the runs counted no requests");
  // Heatline sent load: its figures are of all threads.
  const some: ComparisonView = { ...comparison, before, after, per: "second", canBePerRequest: false, isOfThreads: true };
  await panel.send({ type: "comparison", key: "y", comparison: some });
  await unloaded.waitFor({ state: "detached" });
});

test("a figure that a load tool did not report is not 0", { timeout }, async () => {
  const after = { ...comparison.after, load: { p50Ms: 1.6 } };
  panel = await openCompare(host.browser, host.url, { ...comparison, after });
  const figures = await panel.page.locator(".load-figures tbody tr").allTextContents();
  expect(figures[0]).toBe("Requests per second33.7–not in this run–");
  expect(await panel.page.getByRole("heading").innerText()).toBe("Busy time per request: 29.2\u00a0ms → 171\u00a0µs");
});

test("warnings come before all figures", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url, {
    ...comparison,
    warnings: ["Connections differ: 10 before, 100 after."],
    selectionFacts: ["Filter: 12 % left out: only through app.js"],
  });
  const text = await panel.page.locator("main").innerText();
  expect(text.indexOf("Connections differ: 10 before, 100 after.")).toBeLessThan(text.indexOf("5,734"));
  expect(text.indexOf("Connections differ")).toBeGreaterThan(-1);
  expect(text).toContain("12 % left out: only through app.js");
});

test("rows are in the order received, with noise marked at the end; headers sort and announce it", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url);
  expect(await names()).toEqual(["hashListener", "emit", "addListenerPerRequest", "etag", "(garbage collector)", "cachedHash", "compose"]);
  expect(await rows().locator(".col-verdict").allInnerTexts()).toEqual([
    expect.stringContaining("faster"),
    expect.stringContaining("faster"),
    expect.stringContaining("vanished"),
    expect.stringContaining("slower"),
    expect.stringContaining("faster"),
    expect.stringContaining("new"),
    expect.stringContaining("noise"),
  ]);
  expect(await header("Change").getAttribute("aria-sort")).toBe("descending");
  await header("Change").getByRole("button").press("Enter");
  expect(await header("Change").getAttribute("aria-sort")).toBe("ascending");
  expect((await names()).at(-1)).toBe("compose");
  await header("Before").getByRole("button").click();
  expect(await header("Change").getAttribute("aria-sort")).toBe("none");
  expect(await header("Before").getAttribute("aria-sort")).toBe("descending");
  expect((await names()).slice(0, 2)).toEqual(["hashListener", "emit"]);
  await header("Name").getByRole("button").click();
  expect((await names())[0]).toBe("(garbage collector)");
});

test("code that was edited is named as such, with what that means for its verdict", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url);
  const marks = panel.page.locator("td.col-verdict .edited");
  expect(await marks.count()).toBe(1);
  expect(await rows().first().locator(".col-verdict").innerText()).toMatch(/faster\s+edited/);
  expect(await marks.getAttribute("title")).toContain("its own samples decide");
});

test("screen readers announce what one run does not have", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url);
  const cells = panel.page.getByRole("row", { name: /addListenerPerRequest/ }).getByRole("gridcell");
  expect((await cells.allTextContents())[3]).toBe("–not in this run");
});

test("by keyboard: one row is in the tab order, arrows move the focus, Enter shows its code", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url);
  const { keyboard } = panel.page;
  await header("Verdict").getByRole("button").press("Enter");
  await keyboard.press("Tab");
  const focused = () => panel!.page.evaluate(() => document.activeElement?.querySelector(".col-name")?.textContent);
  expect(await focused()).toBe("hashListener");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  expect(await focused()).toBe("(garbage collector)");
  await keyboard.press("Enter");
  await keyboard.press("End");
  expect(await focused()).toBe("compose");
  await keyboard.press("Home");
  await keyboard.press("Enter");
  expect(await posts()).toEqual([
    { type: "goToRow", key: "a:b", list: "functions", row: 4 },
    { type: "goToRow", key: "a:b", list: "functions", row: 0 },
  ]);
  expect(await panel.page.locator("tbody tr[tabindex='0']:visible").count()).toBe(1);
  await panel.page.getByRole("tab", { name: "Functions" }).focus();
  await keyboard.press("ArrowRight");
  await rows().first().click();
  expect((await posts()).at(-1)).toEqual({ type: "goToRow", key: "a:b", list: "lines", row: 0 });
});

test("a row without a file in the workspace opens nothing when clicked", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url);
  await panel.page.getByRole("row", { name: /garbage collector/ }).click();
  expect(await posts()).toEqual([]);
});

test("the filter box and Hide noise reduce the table, and the number of rows is announced", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url);
  await panel.page.getByRole("textbox", { name: "Filter" }).fill("UTIL");
  expect(await names()).toEqual(["hashListener", "cachedHash"]);
  await panel.page.getByText("2 of 7").waitFor();
  await panel.page.getByRole("textbox", { name: "Filter" }).fill("nothing like it");
  await panel.page.getByText("Nothing matches the filter.").locator("visible=true").waitFor();
  await panel.page.getByRole("textbox", { name: "Filter" }).fill("");
  await panel.page.getByRole("checkbox", { name: "Hide noise" }).press("Space");
  expect(await names()).not.toContain("compose");
});

test("tab, order, filter and Hide noise are kept for another comparison and after a reload of the page", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url);
  await panel.page.getByRole("textbox", { name: "Filter" }).fill("util");
  await panel.page.getByRole("checkbox", { name: "Hide noise" }).press("Space");
  await header("Name").getByRole("button").click();
  expect(await names()).toEqual(["cachedHash", "hashListener"]);
  await panel.send({ type: "comparison", key: "c:d", comparison: { ...comparison, per: "second" } });
  await panel.page.getByText("Busy time per second").first().waitFor();
  expect(await names()).toEqual(["cachedHash", "hashListener"]);
  await panel.page.getByRole("tab", { name: "Lines" }).click();
  expect(await header("Change").getAttribute("aria-sort")).toBe("descending");

  await panel.page.reload();
  await panel.posted("ready");
  await panel.send({ type: "comparison", key: "a:b", comparison });
  await panel.page.locator(".headline").waitFor();
  expect(await panel.page.getByRole("tab", { name: "Lines" }).getAttribute("aria-selected")).toBe("true");
  expect(await names()).toEqual([".update(JSON.stringify(ctx.body))", "return cache.get(key);"]);
  expect(await panel.page.getByRole("checkbox", { name: "Hide noise" }).getAttribute("aria-checked")).toBe("true");
  await panel.page.getByRole("tab", { name: "Functions" }).click();
  expect(await names()).toEqual(["cachedHash", "hashListener"]);
  expect(await header("Name").getAttribute("aria-sort")).toBe("ascending");
});

test("the switches send requests to the extension: per second, and changes in the code", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url);
  await panel.page.getByRole("radio", { name: "second" }).click();
  await panel.page.getByRole("checkbox", { name: "Show changes in the code" }).click();
  expect(await posts()).toEqual([
    { type: "normalise", key: "a:b", per: "second" },
    { type: "showInCode", changes: false },
  ]);
  await panel.send({ type: "codeShows", changes: true });
  await expect
    .poll(() => panel!.page.getByRole("checkbox", { name: "Show changes in the code" }).getAttribute("aria-checked"))
    .toBe("true");
  expect(await posts()).toHaveLength(2);
});

test("errors are shown in the panel with what to do", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url);
  await panel.send({ type: "failed", message: "The baseline was deleted.", remedy: "Choose another run." });
  await panel.page.getByText("Choose another run.").waitFor();
  expect(await panel.page.getByRole("alert").locator("visible=true").innerText()).toContain("The baseline was deleted.");
  expect(await panel.page.getByRole("grid").locator("visible=true").count()).toBe(0);
});

test.each([
  ["en", 500],
  ["zh-cn", 500],
  ["ru", 500],
  ["en", 310],
  ["ru", 310],
] as const)("in %s nothing overflows a panel of %i px, no figure is cut off, and no word is broken", { timeout }, async (locale, width) => {
  const shown: ComparisonView = { ...comparison, isOfSpan: width === 310, canCompareSpan: true };
  panel = await openCompare(host.browser, addComparePage(host.site, "vscode-light", locale), shown, width);
  expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(
    await rows()
      .locator("td:not(.col-name, .col-place)")
      .evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)),
  ).toEqual([]);
  expect(await panel.page.locator(".headline, .rows thead").evaluateAll(brokenWords)).toEqual([]);
  expect(await panel.page.locator(".headline .button-label").evaluate((label) => label.getBoundingClientRect().right)).toBeLessThan(width);
});

/** Words that are on two lines, in what is seen. */
function brokenWords(places: readonly Element[]): readonly string[] {
  const words: string[] = [];
  for (const place of places) {
    const texts = document.createNodeIterator(place, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement?.closest(".spoken") !== null) continue;
      for (const { 0: word, index } of text.textContent?.matchAll(/[^ \n]+/g) ?? []) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) words.push(word);
      }
    }
  }
  return words;
}

test.each(someOf(1, ["vscode-light", "vscode-dark", "vscode-high-contrast"] as const))(
  "axe finds nothing serious in %s",
  { timeout: 60_000 },
  async (theme: Theme) => {
    panel = await openCompare(host.browser, addComparePage(host.site, theme), { ...comparison, warnings: ["Connections differ."] });
    const found = { functions: await seriousProblems(panel.page), lines: [""], flame: [""], failed: [""] };
    await panel.page.getByRole("tab", { name: "Lines" }).click();
    found.lines = await seriousProblems(panel.page);
    await openCompareFlame(panel);
    found.flame = await seriousProblems(panel.page);
    await panel.send({ type: "failed", message: "The baseline was deleted.", remedy: "Choose another run." });
    await panel.page.getByText("Choose another run.").waitFor();
    found.failed = await seriousProblems(panel.page);
    expect(found).toEqual({ functions: [], lines: [], flame: [], failed: [] });
  },
);
