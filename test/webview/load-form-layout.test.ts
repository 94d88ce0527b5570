import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserAndSite } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { addLoadPage, done, formState, openLoad, plan, report } from "./load-form.ts";
import { allThemes } from "./themes.ts";
import { someOf } from "../workbench/some-of.mjs";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);

/** The smallest width of a side bar in VS Code. */
const narrow = 170;
const tools = ["autocannon (built in)", "wrk", "ab (ApacheBench)", "Command line", "I will drive it myself"];

/** All parts of the form that overflow or are cut off. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const isWide = (each: Element): boolean =>
      each.getBoundingClientRect().right > innerWidth + 0.5 || (each.matches("dd") && each.scrollWidth > each.clientWidth);
    const wide = [...document.querySelectorAll("main *")].filter(isWide);
    return [...(root.scrollWidth > innerWidth ? ["the page"] : []), ...wide.map((each) => `${each.localName}.${each.className}`)];
  });
}

test("a path of usual length is shown whole in a narrow side bar", async () => {
  const requests = [{ method: "GET", path: "/api/customers/12/orders", headers: {}, body: "" }];
  const state = formState({ phase: "ready", plan: { ...plan, requests } });
  const { page } = await openLoad(host.browser, addLoadPage(host.site, "vscode-light"), state, 220);
  const path = page.getByRole("textbox", { name: "Path" });
  expect(await path.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 400, height: 600 });
  const tops = await page
    .locator(".method-and-path .field")
    .evaluateAll((fields) => fields.map((each) => each.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test.each(someOf(1, allThemes))("the form fits a narrow side bar with every tool that is chosen in it, in %s", async (theme) => {
  const { page } = await openLoad(host.browser, addLoadPage(host.site, theme), formState({ phase: "ready" }), narrow);
  await page.locator("details.more > summary").click();
  const found: Record<string, readonly string[]> = {};
  for (const tool of tools) {
    await page.getByRole("combobox", { name: "Load" }).click();
    await page.getByRole("option", { name: tool, exact: true }).click();
    await page.getByRole("option", { name: tool, exact: true }).waitFor({ state: "hidden" });
    found[tool] = await overflowing(page);
  }
  expect(found).toEqual(Object.fromEntries(tools.map((tool) => [tool, []])));
});

test("the figures of a load fit a narrow side bar, during it and at its end", async () => {
  const form = await openLoad(host.browser, addLoadPage(host.site, "vscode-light"), formState({ phase: "loading" }), narrow);
  const figures = { requests: 123_456, requestsPerSecond: 12_345, p50Ms: 888, p97_5Ms: 888, p99Ms: 888, errors: 1234 };
  await form.send({ type: "progress", progress: { phase: "measuring", elapsedSeconds: 1, remainingSeconds: 9, figures } });
  const busiest = { thread: "child 4711 worker 12", of: 1000, busy: 1, delayP99Ms: 8888, heapUsed: 888_800_000 };
  await form.send({ type: "loop", busiest });
  await form.page.getByText("12,345").first().waitFor();
  await form.page.getByText("888.8").waitFor();
  expect(await overflowing(form.page)).toEqual([]);
  const latency = { ...report.latency, p99Ms: 888 };
  await form.send({ type: "state", state: { ...done, report: { ...report, requestsPerSecond: 54_321, latency } } });
  await form.page.getByText("54,321").waitFor();
  expect(await overflowing(form.page)).toEqual([]);
});
