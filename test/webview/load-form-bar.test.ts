import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { cacheFolder } from "../workbench/installation.mjs";
import { anyProblems } from "./axe.ts";
import { browserAndSite, open, type Opened } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { everything, states } from "./load/form-states.ts";
import { addLoadPage, done, formState, openLoad, plan, readings } from "./load-form.ts";
import { allThemes, type Theme } from "./themes.ts";
import { isAll } from "../workbench/some-of.mjs";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);
const pictures = path.join(cacheFolder, "artifacts", "load-form");

/** The last two are 250 × 400 and 300 × 600 at 200 % zoom. */
const sizes = [
  [250, 400],
  [300, 600],
  [400, 900],
  [125, 200],
  [150, 300],
] as const;

type Size = (typeof sizes)[number];

/**
 * Every state in every theme, and one theme in all sizes, since what the size changes does not depend on the theme. `npm test` has each state
 * in one theme, at the first size and at one of the others, so that all pairs of a theme and a size are seen.
 */
function sizesOf(state: number, theme: Theme): readonly Size[] {
  if (isAll) return theme === "vscode-dark" ? sizes : sizes.slice(0, 1);
  if (allThemes[state % allThemes.length] !== theme) return [];
  const [first, ...others] = sizes;
  return [first, ...others.filter((_size, index) => index === Math.floor(state / allThemes.length) % others.length)];
}

/** Whether the button is fully visible at the current scroll position, with nothing over it. */
function isInSight({ page }: Opened, name: string): Promise<boolean> {
  return page.getByRole("button", { name, exact: true }).evaluate((button) => {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    const root = button.getRootNode();
    const shown = root instanceof ShadowRoot ? root.host : button;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && hit !== null && shown.contains(hit);
  });
}

/** The page may still be laying out what it was sent. */
async function comesInSight(form: Opened, name: string): Promise<boolean> {
  try {
    await expect.poll(() => isInSight(form, name), { timeout: 5_000, interval: 50 }).toBe(true);
    return true;
  } catch {
    return false;
  }
}

test.each(allThemes)(
  "the main action is in sight in every state, wherever it is scrolled to, in %s",
  { timeout: 240_000 },
  async (theme) => {
    await mkdir(pictures, { recursive: true });
    const form = await openLoad(host.browser, addLoadPage(host.site, theme), formState({ phase: "idle" }));
    const { page } = form;
    const wrong: string[] = [];
    for (const [index, [name, [state, action]]] of Object.entries(states).entries()) {
      for (const [width, height] of sizesOf(index, theme)) {
        await page.setViewportSize({ width, height });
        await form.send({ type: "state", state });
        await page.getByRole("button", { name: action, exact: true }).waitFor();
        if (name === "loading") for (const progress of readings(8)) await form.send({ type: "progress", progress });
        const place = `${name} at ${width} × ${height}`;
        for (const y of [0, 10_000]) {
          await page.evaluate((top) => scrollTo(0, top), y);
          if (!(await comesInSight(form, action))) wrong.push(`${place}: ${action} scrolled to ${y}`);
        }
        await page.evaluate(() => scrollTo(0, 0));
        if (width >= 170 && (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)))
          wrong.push(`${place} is too wide`);
        if (width >= 250) await page.screenshot({ path: path.join(pictures, `${theme}-${name}-${width}.png`) });
        if (width === 250 || width === 125) wrong.push(...(await anyProblems(page)).map((each) => `${place}: ${each}`));
      }
    }
    expect(wrong).toEqual([]);
  },
);

test("address, path and the plan come first and fit a small view; the plan follows what is typed", async () => {
  const form = await openLoad(host.browser, host.url, formState({ phase: "ready" }));
  const { page } = form;
  await page.setViewportSize({ width: 250, height: 400 });
  const line = page.locator(".plan-line");
  expect(await line.innerText()).toBe("GET /test · 10 connections · 10\u00a0s");
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(400);
  await page.getByRole("textbox", { name: "Path" }).fill("/orders");
  expect(await line.innerText()).toBe("GET /orders · 10 connections · 10\u00a0s");
  await form.send({ type: "state", state: formState({ phase: "ready", plan: { ...everything, tool: "wrk", connections: 1 } }) });
  await expect.poll(() => line.innerText()).toBe("2 requests · 1 connection · 10\u00a0s · wrk");
});

test("More is closed at first and stays as it was left, in the next window too", async () => {
  const state = formState({ phase: "ready" });
  const form = await openLoad(host.browser, host.url, state);
  const connections = form.page.getByRole("textbox", { name: "Connections" });
  expect(await connections.isVisible()).toBe(false);
  await form.page.locator("details.more > summary").click();
  await form.send({ type: "state", state: done });
  await form.page.getByText("Load settings").click();
  await connections.waitFor();
  await form.page.reload();
  await form.send({ type: "state", state });
  await connections.waitFor();
});

test("what is wrong in a closed More is shown where it stands", async () => {
  const form = await open(host.browser, host.url, { width: 250, height: 400 });
  await form.posted("ready");
  await form.send({ type: "state", state: formState({ phase: "ready", plan: { ...plan, connections: 0 } }) });
  await form.page.getByRole("button", { name: "Start Load", exact: true }).click();
  await form.page.getByText("Enter a whole number from 1 to 10000.").waitFor();
  expect(await form.page.getByRole("textbox", { name: "Connections" }).evaluate((input) => input.matches(":focus"))).toBe(true);
});
