import { expect, test } from "vitest";
import { anyProblems } from "../axe.ts";
import { browserAndSite, open, type Opened } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { allThemes } from "../themes.ts";
import { someOf } from "../../workbench/some-of.mjs";
import { addRequestPage, explained, openRequestPage } from "./request-page.ts";

const host = browserAndSite(
  () => bundle("request"),
  (page) => addRequestPage(page, "vscode-dark"),
);
let panel: Opened | undefined;

const timeout = 30_000;
const posts = async () => (await panel!.posts()).slice(1);
const button = (name: string) => panel!.page.getByRole("button", { name, exact: true });

test("the sum of a request, what differs from a usual one, and both in the order of time", { timeout }, async () => {
  panel = await openRequestPage(host.browser, host.url);
  expect(await panel.page.locator("h1").innerText()).toBe("POST /orders");
  expect(await panel.page.locator(".facts").innerText()).toMatch(
    /^measured while rewritten\s*status 201 · connection 53412, request 7 · process 4711$/,
  );
  expect(await panel.page.locator(".sum-text").allInnerTexts()).toEqual([explained.one.sum, explained.usual?.sum]);
  const table = panel.page.getByRole("grid", { name: "Parts of both requests" });
  const cells = await table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  expect(cells.slice(0, 4)).toEqual([
    ["held up", "–", "1.47\u00a0s", "0\u00a0ms", "+1.47\u00a0s"],
    ["GET /report", "report.js:41", "1.47\u00a0s", "0\u00a0ms", "+1.47\u00a0s"],
    ["waiting", "–", "310\u00a0ms", "45.0\u00a0ms", "+265\u00a0ms"],
    ["SELECT * FROM stock WHERE id = ?", "orders.js:20", "310\u00a0ms", "45.0\u00a0ms", "+265\u00a0ms"],
  ]);
  const shown = panel.page.locator(".waterfall");
  expect(await shown.locator("h2").allInnerTexts()).toEqual(["This request", "A usual POST /orders"]);
  expect(await shown.nth(1).locator(".help").innerText()).toBe("12 more, shorter ones");
  // Both sums are drawn to one scale, each waterfall to its own.
  const widths = (selector: string): Promise<number[]> =>
    panel!.page.locator(selector).evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
  const [first = 0, second = 0] = await widths(".sum-bar .kind-waiting");
  expect(first / second).toBeCloseTo(310 / 45, 0);
});

test("by the keyboard alone: rows are moved through and lead to their lines", { timeout }, async () => {
  panel = await openRequestPage(host.browser, host.url);
  const { page } = panel;
  await page.getByRole("grid", { name: "This request" }).locator("tr[tabindex='0']").focus();
  await page.keyboard.press("Enter");
  expect(await posts()).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect((await posts()).at(-1)).toEqual({ type: "goTo", key: "run 1", place: 1 });
  await page.keyboard.press("End");
  expect(await page.locator("tr:focus").innerText()).toContain("not explained");
  // One tab stop for each table.
  await page.keyboard.press("Tab");
  expect(await page.locator("table:has(tr:focus)").getAttribute("aria-label")).toContain("A usual POST /orders");
  await page.getByRole("grid", { name: "Parts of both requests" }).getByText("report.js:41").click();
  expect((await posts()).at(-1)).toEqual({ type: "goTo", key: "run 1", place: 2 });
});

test("goes to slower and faster requests with the focus kept, to all slow ones, and copies", { timeout }, async () => {
  panel = await openRequestPage(host.browser, host.url);
  expect(await button("Slower Request").count()).toBe(0);
  await button("Faster Request").focus();
  await panel.page.keyboard.press("Enter");
  expect((await posts()).at(-1)).toEqual({ type: "show", key: "run 1", which: "next" });
  await panel.send({ type: "explained", key: "run 2", explained: { ...explained, title: "GET /second", hasPrevious: true } });
  await panel.page.getByRole("heading", { name: "GET /second" }).waitFor();
  await expect.poll(() => panel!.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Faster Request");
  await button("Copy as Markdown").click();
  expect((await posts()).at(-1)).toEqual({ type: "copy", key: "run 2" });
  await button("The Slowest 1 %").click();
  expect((await posts()).at(-1)).toEqual({ type: "show", key: "run 2", which: "slowest" });
  await panel.send({ type: "explained", key: "run 3", explained: { ...explained, title: "The slowest 1 %", isMean: true } });
  await panel.page.getByRole("heading", { name: "The slowest 1 %" }).waitFor();
  expect(await panel.page.locator(".waterfall").count()).toBe(0);
  await button("The Slowest Request").click();
  expect((await posts()).at(-1)).toEqual({ type: "show", key: "run 3", which: "first" });
});

test("without a pass it says so, and offers to record one where that is possible", { timeout }, async () => {
  panel = await open(host.browser, host.url, { width: 600, height: 600 });
  await panel.posted("ready");
  const missing = { type: "missing", message: "Nothing was recorded.", remedy: "Run the pass." };
  await panel.send({ ...missing, canExplain: false });
  await panel.page.getByText("Run the pass.").waitFor();
  expect(await button("Explain…").count()).toBe(0);
  await panel.send({ ...missing, canExplain: true });
  await button("Explain…").click();
  expect((await posts()).at(-1)).toEqual({ type: "explain" });
});

test.for(someOf(2, allThemes))("axe finds nothing, wide and in 300 px: %s", { timeout }, async (theme) => {
  const url = addRequestPage(host.site, theme);
  for (const width of [1000, 300]) {
    panel = await openRequestPage(host.browser, url, explained, width);
    expect(await anyProblems(panel.page)).toEqual([]);
    // Nothing is cut off at the right.
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test.for(["en", "ru"])("beside the code each part has its name: %s", { timeout }, async (locale) => {
  const url = addRequestPage(host.site, "vscode-dark", locale);
  for (const width of [640, 585, 525, 400]) {
    panel = await openRequestPage(host.browser, url, explained, width);
    const cut = await panel.page
      .locator(".compared .whole .what, .compared .took, .compared th")
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent));
    expect([width, cut]).toEqual([width, []]);
  }
});

test.for(["ru", "zh-cn"])("in every language: %s", { timeout }, async (locale) => {
  panel = await openRequestPage(host.browser, addRequestPage(host.site, "vscode-light", locale), explained, 300);
  const words = await panel.page.locator("main").innerText();
  expect(words).not.toMatch(/Copy as Markdown|Difference|measured while/);
  expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(300);
});
