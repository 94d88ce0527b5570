import { expect, test } from "vitest";
import { contrast } from "../../extension/contrast.ts";
import { browserAndSite, type Opened } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { addComparePage, openCompare, openCompareFlame } from "./compare-panel.ts";

const host = browserAndSite(
  () => bundle("compare"),
  (page) => addComparePage(page, "vscode-dark"),
);
let panel: Opened | undefined;

const timeout = 30_000;
const posts = async () => (await panel!.posts()).slice(1);
const bars = async () =>
  panel!.page.getByRole("treeitem").evaluateAll((all) => {
    const whole = all[0]?.parentElement?.getBoundingClientRect().width ?? 1;
    return all.map((each) => `${each.lastChild?.textContent} ${Math.round((100 * each.getBoundingClientRect().width) / whole)} %`);
  });

test("the flame graph is as wide as the new run, or as the old one with its vanished paths", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url);
  await openCompareFlame(panel);
  expect(await bars()).toEqual(["a 100 %", "b 83 %", "stringify 82 %", "fresh 17 %"]);
  await panel.page.getByRole("radio", { name: "old run" }).click();
  expect(await bars()).toEqual(["a 100 %", "b 40 %", "stringify 30 %", "gone 60 %"]);
  expect(await panel.page.getByRole("treeitem", { name: /^gone/ }).getAttribute("aria-label")).toBe(
    "gone, a.js:20: 6.00\u00a0ms before, 0\u00a0ms after, −6.00\u00a0ms, vanished",
  );
});

test("the flame graph by keyboard and by mouse: neighbours, code, zoom", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url);
  await openCompareFlame(panel);
  const { keyboard } = panel.page;
  const focused = () => panel!.page.evaluate(() => document.activeElement?.lastChild?.textContent);
  await panel.page.getByRole("treeitem", { name: /^a,/ }).focus();
  await keyboard.press("ArrowDown");
  expect(await focused()).toBe("b");
  await keyboard.press("ArrowRight");
  expect(await focused()).toBe("fresh");
  await keyboard.press("Enter");
  await keyboard.press("Space");
  expect(await bars()).toEqual(["a 100 %", "fresh 100 %"]);
  expect(await focused()).toBe("fresh");
  await keyboard.press("Escape");
  expect(await bars()).toHaveLength(4);
  await keyboard.press("ArrowUp");
  expect(await focused()).toBe("a");
  await panel.page.getByRole("treeitem", { name: /^stringify/ }).click();
  await panel.page.getByRole("treeitem", { name: /^b,/ }).click();
  expect((await posts()).slice(1)).toEqual([
    { type: "goToNode", key: "a:b", node: 3, to: "hottest" },
    { type: "goToNode", key: "a:b", node: 4, to: "hottest" },
    { type: "goToNode", key: "a:b", node: 1, to: "hottest" },
  ]);
});

test("the kinds of change differ in more than colour", { timeout }, async () => {
  panel = await openCompare(host.browser, host.url);
  await openCompareFlame(panel);
  const marks = await panel.page.locator(".legend li").allInnerTexts();
  expect(marks.map((each) => each.trim()[0])).toEqual(["▼", "▼", "·", "▲", "▲", "+", "×"]);
});

test.each(["vscode-dark", "vscode-light", "vscode-high-contrast"] as const)(
  "names can be read on every bar in %s",
  { timeout },
  async (theme) => {
    panel = await openCompare(host.browser, addComparePage(host.site, theme));
    await openCompareFlame(panel);
    const colours = await panel.page.locator(".legend .bar").evaluateAll((all) =>
      all.map((each) => {
        const draw = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
        const hex = (colour: string): string => {
          draw.fillStyle = colour;
          draw.fillRect(0, 0, 1, 1);
          return `#${Array.from(draw.getImageData(0, 0, 1, 1).data.subarray(0, 3), (part) => part.toString(16).padStart(2, "0")).join("")}`;
        };
        const { color, backgroundColor } = getComputedStyle(each);
        return [hex(color), hex(backgroundColor)] as const;
      }),
    );
    expect(new Set(colours.map(([, background]) => background)).size).toBeGreaterThanOrEqual(5);
    expect(colours.filter(([color, background]) => contrast(color, background) < 4.5)).toEqual([]);
  },
);
