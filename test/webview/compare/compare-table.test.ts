import { expect, test } from "vitest";
import { browserAndSite, type Opened } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { addComparePage, comparison, openCompare } from "./compare-panel.ts";

const host = browserAndSite(
  () => bundle("compare"),
  (page) => addComparePage(page, "vscode-dark"),
);
let panel: Opened | undefined;

const timeout = 30_000;
const rows = () => panel!.page.getByRole("grid").locator("tbody tr:visible");

test("a change that is corrected is marked, and the mark says what it is to, so that the figures add up", { timeout }, async () => {
  const [row] = comparison.functions;
  const corrected = { ...row!, beforeMs: 10, afterMs: 20, changeMs: 5 };
  panel = await openCompare(host.browser, host.url, { ...comparison, functions: [corrected, { ...row!, name: "other", edited: false }] });
  const marks = panel.page.locator("td .edited", { hasText: "corrected" });
  expect(await marks.count()).toBe(1);
  expect(await marks.first().getAttribute("title")).toMatch(/^The change is to 15\.0\sms: the cost after, /);
});

test("long tables show their first rows and offer the rest", { timeout }, async () => {
  const [row] = comparison.functions;
  const many = Array.from({ length: 500 }, (_, index) => ({ ...row!, name: `f${index}`, changeMs: 500 - index }));
  panel = await openCompare(host.browser, host.url, { ...comparison, functions: many });
  expect(await rows().count()).toBe(300);
  await panel.page.getByRole("button", { name: "Show all 500" }).click();
  expect(await rows().count()).toBe(500);
  expect(await panel.page.evaluate(() => document.activeElement?.querySelector(".col-name")?.textContent)).toBe("f300");
});
