import { expect, test } from "vitest";
import type { FromFlame } from "../../webview/flame/outgoing.ts";
import { seriousProblems } from "./axe.ts";
import { speedscopeFiles } from "../drivers/speedscope-files.ts";
import { browserAndSite, type Opened } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { addFlamePage, demo, flameRow, openFlame, profileMessage, rows, unfiltered } from "./flame-panel.ts";
import { someOf } from "../workbench/some-of.mjs";

const host = browserAndSite(
  async () => new Map([...(await bundle("flame")), ...(await speedscopeFiles())]),
  (page) => addFlamePage(page, "/flame"),
);

/** What the page asked for since it was loaded. */
async function asked(panel: Opened): Promise<readonly FromFlame[]> {
  return ((await panel.posts()) as readonly FromFlame[]).filter(({ type }) => !/^(ready|loaded|timelineReady)$/.test(type));
}

async function clickFrame(panel: Opened, x: number, depth: number): Promise<void> {
  await panel.page.mouse.move(x - 1, flameRow(depth));
  await panel.page.mouse.move(x, flameRow(depth));
  await panel.page.mouse.click(x, flameRow(depth));
}

test(
  "kinds, recursion, colours and the file are chosen in the bar, by keyboard, and speedscope does not hear the keys",
  { timeout: 30_000 },
  async () => {
    const panel = await openFlame(host.browser, host.url);
    const { page } = panel;
    await page.getByText("Filter", { exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.getByLabel("Merge recursion").check();
    await page.getByRole("checkbox", { name: "Color by kind of code" }).check();
    await page.getByRole("checkbox", { name: "Native frames" }).check();
    await page.getByText("Filter", { exact: true }).click();
    await page.keyboard.press("Escape");
    expect(await page.getByLabel("Merge recursion").isVisible()).toBe(false);
    await page.getByPlaceholder("Only through file").focus();
    await page.keyboard.type("src/3r ");
    await page.keyboard.press("Enter");
    expect(await asked(panel)).toEqual([
      { type: "filter", change: { hiddenKinds: ["dependency"] } },
      { type: "filter", change: { mergesRecursion: true } },
      { type: "filter", change: { coloursByKind: true } },
      { type: "filter", change: { showsNative: true } },
      { type: "filter", change: { file: "src/3r" } },
    ]);
    expect(await page.getByText("Symbol Name").count()).toBe(0);
  },
);

test("only below, hide and the list are about the frame that was clicked", { timeout: 30_000 }, async () => {
  const panel = await openFlame(host.browser, host.url);
  const { page } = panel;
  const below = page.getByRole("button", { name: "Only Below This" });
  expect(await below.isDisabled()).toBe(true);
  await clickFrame(panel, 150, 2);
  await below.click();
  await page.getByRole("button", { name: "Hide This" }).click();
  await page.getByRole("button", { name: "Show as List" }).click();
  expect((await asked(panel)).slice(1)).toEqual([
    { type: "filterFrame", key: "run-1", frame: rows.hash, how: "below" },
    { type: "filterFrame", key: "run-1", frame: rows.hash, how: "hide" },
    { type: "showAsList" },
  ]);
  expect(await below.getAttribute("title")).toBe("Only Below This: hash");
});

test("what is hidden is said above the graph, and reset with one click", { timeout: 30_000 }, async () => {
  const panel = await openFlame(host.browser, host.url);
  const { page } = panel;
  const reset = page.getByRole("button", { name: "Show Everything" });
  expect(await reset.isVisible()).toBe(false);
  const filter = { ...unfiltered, hiddenKinds: ["dependency" as const], file: "u.js", isActive: true, text: "hidden: 12 % dependencies" };
  const count = (await panel.posts()).length;
  await panel.send(profileMessage("run-2", demo, { filter }));
  await panel.posted<FromFlame>("loaded", count);
  await page.getByText("hidden: 12 % dependencies", { exact: true }).waitFor();
  expect(await page.getByPlaceholder("Only through file").inputValue()).toBe("u.js");
  expect(await page.locator("input[type=checkbox]:not(:checked)").count()).toBe(4);
  await reset.click();
  expect(await asked(panel)).toEqual([{ type: "showEverything" }]);
});

test("when no sample passes, that is said instead of an empty graph, until some do", { timeout: 30_000 }, async () => {
  const panel = await openFlame(host.browser, host.url);
  const { page } = panel;
  const none = demo.profiles.map((each) => ({ ...each, endValue: 0, samples: [], weights: [] }));
  const filter = { ...unfiltered, file: "nowhere", isActive: true, text: "100 % left out" };
  await panel.send(profileMessage("run-2", { ...demo, profiles: none }, { filter }));
  await page.getByText("Nothing was measured in what is selected.").waitFor();
  await page.getByText("100 % left out", { exact: true }).waitFor();
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 308, height: 600 });
  const widths = page.locator(".heatline-notice").evaluate((notice) => [notice.scrollWidth, notice.clientWidth] as const);
  const [needed, given] = await widths;
  expect(needed).toBeLessThanOrEqual(given);
  await page.setViewportSize(size);
  await page.getByRole("status").getByRole("button", { name: "Show Everything" }).click();
  expect((await asked(panel)).at(-1)).toEqual({ type: "showEverything" });
  expect(await page.locator(".heatline-live").textContent()).toBe("The flame graph shows: 100 % left out");
  const count = (await panel.posts()).length;
  await panel.send(profileMessage("run-3", demo));
  await panel.posted<FromFlame>("loaded", count);
  expect(await page.getByText("Nothing was measured in what is selected.").count()).toBe(0);
  await clickFrame(panel, 150, 2);
  expect((await asked(panel)).slice(1)).toMatchObject([{ type: "frameClicked", key: "run-3", frame: rows.hash }]);
});

test("Escape first closes the menu, wherever the focus is, then zooms out", { timeout: 30_000 }, async () => {
  const panel = await openFlame(host.browser, host.url);
  const { page } = panel;
  const zoom = page.getByRole("button", { name: "Zoom to This" });
  await clickFrame(panel, 150, 2);
  await zoom.click();
  const whole = page.getByRole("button", { name: "Show Whole Graph" });
  await whole.waitFor();
  await page.getByText("Filter", { exact: true }).click();
  await page.keyboard.press("Escape");
  expect([await page.getByLabel("Merge recursion").isVisible(), await whole.isVisible()]).toEqual([false, true]);
  await page.keyboard.press("Escape");
  await zoom.waitFor();
});

test("a narrow bar wraps, and clicks still meet the frames", { timeout: 30_000 }, async () => {
  const panel = await openFlame(host.browser, host.url);
  const { page } = panel;
  await page.setViewportSize({ width: 330, height: 600 });
  const bar = page.getByRole("toolbar");
  const height = await bar.evaluate((each) => each.getBoundingClientRect().height);
  expect(height).toBeGreaterThan(40);
  expect(await bar.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.mouse.move(199, flameRow(2) - 32 + height);
  await page.mouse.move(200, flameRow(2) - 32 + height);
  await page.getByText("u.js:30").waitFor();
  await page.mouse.click(200, flameRow(2) - 32 + height);
  expect(await asked(panel)).toMatchObject([{ type: "frameClicked", key: "run-1", frame: rows.hash }]);
});

test.each(someOf(1, ["vscode-high-contrast", "vscode-dark", "vscode-light", "vscode-high-contrast-light"]))(
  "axe finds nothing serious in the bar and its menu in %s",
  { timeout: 60_000 },
  async (theme) => {
    const panel = await openFlame(host.browser, addFlamePage(host.site, `/axe-${theme}`, undefined, theme));
    await panel.page.getByText("Filter", { exact: true }).click();
    expect(await seriousProblems(panel.page)).toEqual([]);
  },
);

test(
  "by kind, neighbouring hues are of one kind, the legend says which, and names and places stay as they are",
  { timeout: 30_000 },
  async () => {
    const kinds = ["own", "dependency", "own", "native", "own", "own"] as const;
    const panel = await openFlame(host.browser, host.url);
    const { page } = panel;
    const count = (await panel.posts()).length;
    await panel.send(profileMessage("run-2", demo, { kinds, filter: { ...unfiltered, coloursByKind: true } }));
    await panel.posted<FromFlame>("loaded", count);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.locator(".heatline-legend li").allTextContents()).toEqual(["own code", "dependencies", "native code"]);
    const height = await page.getByRole("toolbar").evaluate((each) => each.getBoundingClientRect().height);
    const row = (depth: number): number => flameRow(depth) - 32 + height;
    const drawn = await pixels(page, [
      [170, row(0)],
      [170, row(1)],
      [170, row(2)],
    ]);
    const swatches = await page.locator(".heatline-swatch").evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundImage));
    const [own = [], dependency = []] = swatches.map((each) =>
      [...each.matchAll(/rgb\((\d+), (\d+), (\d+)\)/g)].map(([, ...rgb]) => rgb.map(Number)),
    );
    const distance = (one: readonly number[] | undefined, other: readonly number[] | undefined): number =>
      Math.max(...(one ?? []).map((each, index) => Math.abs(each - (other?.[index] ?? 255))));
    // main and hash are the two kinds' ends: bucket 0 and 1 of 4 are own code, 2 the dependency.
    expect(
      [distance(drawn[0], own[0]), distance(drawn[2], own.at(-1)), distance(drawn[1], dependency[0])].map((each) => each <= 8),
    ).toEqual([true, true, true]);
    await page.mouse.move(120, row(2));
    await page.mouse.move(121, row(2));
    await page.getByText("/app/u.js:30").waitFor();
  },
);

/** Colours of the picture at these places. */
async function pixels(page: Opened["page"], places: readonly (readonly [number, number])[]): Promise<readonly (readonly number[])[]> {
  const picture = (await page.screenshot()).toString("base64");
  return page.evaluate(
    async ([data, wanted]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      return wanted.map(([x, y]) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3));
    },
    [picture, places] as const,
  );
}
