import { expect, test } from "vitest";
import type { FromFlame } from "../../../webview/flame/outgoing.ts";
import { seriousProblems } from "../axe.ts";
import { speedscopeFiles } from "../../drivers/speedscope-files.ts";
import { browserAndSite, type Opened } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { addFlamePage, demo, flameRow, openFlame, profileMessage, rows } from "../flame-panel.ts";

const host = browserAndSite(
  async () => new Map([...(await bundle("flame")), ...(await speedscopeFiles())]),
  (page) => addFlamePage(page, "/flame"),
);
let panel: Opened | undefined;

const posted = async (type: FromFlame["type"]): Promise<readonly FromFlame[]> =>
  ((await panel?.posts()) ?? []).filter((each) => each.type === type) as FromFlame[];

/** Keys of the profile and rows of the frames that were clicked. */
async function clicked(): Promise<readonly unknown[]> {
  return (await posted("frameClicked")).map((each) => each.type === "frameClicked" && [each.key, each.frame]);
}

/** Selects the view's tab and waits for the new layout of the flame graph. */
async function showView(tab: string): Promise<void> {
  await panel!.page.getByText(tab).click();
  await panel!.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

async function clickAt(x: number, y: number): Promise<void> {
  await panel!.page.mouse.move(x - 1, y);
  await panel!.page.mouse.move(x, y);
  await panel!.page.mouse.click(x, y);
}

test("a click says by which callers the frame was reached, and with Alt that the declaration is wanted", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  const paths = async (): Promise<readonly unknown[]> => {
    const all = await posted("frameClicked");
    return all.map(
      (each) => each.type === "frameClicked" && (each.path === undefined ? each.frame : [each.path.part, ...each.path.frames]),
    );
  };
  await clickAt(150, flameRow(2));
  await panel.page.keyboard.down("Alt");
  await clickAt(150, flameRow(2));
  await panel.page.keyboard.up("Alt");
  await showView("Left Heavy");
  await clickAt(50, flameRow(2));
  await showView("Sandwich");
  await panel.page.locator("td", { hasText: "handler" }).click();
  await panel.page.getByText("Callees", { exact: true }).waitFor();
  await panel.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const panes = panel.page.locator("canvas");
  const callers = (await panes.nth(1).boundingBox())!;
  const callees = (await panes.nth(2).boundingBox())!;
  await clickAt(callers.x + 60, callers.y + callers.height - 50);
  await clickAt(callees.x + 200, callees.y + 50);
  expect(await paths()).toEqual([
    ["whole", rows.main, rows.handler, rows.hash],
    rows.hash,
    ["whole", rows.main, rows.handler, rows.hash],
    ["callees", rows.handler],
    ["callers", rows.main, rows.handler],
    ["callees", rows.handler, rows.hash],
  ]);
  const timelines = (await posted("frameClicked")).flatMap((each) =>
    each.type === "frameClicked" ? [each.path?.timeline, each.path?.mergesRecursion] : [],
  );
  expect(new Set(timelines)).toEqual(new Set([0, false, undefined]));
});

test(
  "the path is that of the thread that is shown, and of stacks without recursion if speedscope leaves it out",
  { timeout: 30_000 },
  async () => {
    panel = await openFlame(host.browser, host.url);
    await panel.send({ type: "reveal", key: "run-1", frame: rows.work });
    await panel.page.getByText("worker 1 (2/2)").waitFor();
    await panel.page.keyboard.press("r");
    await panel.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await clickAt(700, flameRow(1));
    await clickAt(200, flameRow(0));
    const all = await posted("frameClicked");
    expect(all.map((each) => each.type === "frameClicked" && each.path)).toContainEqual({
      timeline: 1,
      part: "whole",
      frames: [rows.work],
      mergesRecursion: true,
    });
  },
);

test("the graph opens whole with the wanted frame selected, and a button zooms to it and back", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  const zoom = panel.page.getByRole("button", { name: /Zoom to This|Show Whole Graph/ });
  expect(await zoom.isDisabled()).toBe(true);
  const settled = () => panel!.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await panel.send({ type: "reveal", key: "run-1", frame: rows.mangled });
  await panel.page.getByText("(/app/z.js:40:3)").waitFor();
  await settled();
  expect(await zoom.getAttribute("title")).toBe("Zoom to This: _Z3foov");
  // Whole: handler, left of it, has its 80 %.
  await clickAt(400, flameRow(1));
  expect(await clicked()).toEqual([["run-1", rows.handler]]);
  await panel.send({ type: "reveal", key: "run-1", frame: rows.mangled });
  await panel.page.getByText("(/app/z.js:40:3)").waitFor();
  await zoom.click();
  await settled();
  expect(await zoom.textContent()).toBe("Show Whole Graph");
  await clickAt(400, flameRow(1));
  expect((await clicked()).at(-1)).toEqual(["run-1", rows.mangled]);
  await zoom.click();
  await settled();
  await zoom.click();
  await settled();
  expect(await zoom.textContent()).toBe("Zoom to This");
  await clickAt(400, flameRow(1));
  expect((await clicked()).at(-1)).toEqual(["run-1", rows.handler]);
});

test("the search is in sight: it highlights and counts what is found, by keyboard too", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  const { page } = panel;
  const field = page.getByRole("searchbox", { name: "Search functions" });
  expect(await field.isVisible()).toBe(true);
  await page.keyboard.press("Control+f");
  expect(await field.evaluate((each) => document.activeElement === each)).toBe(true);
  await page.keyboard.type("hash");
  await page.getByText("?/2", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("1/2", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("2/2", { exact: true }).waitFor();
  await page.keyboard.press("Shift+Enter");
  await page.getByText("1/2", { exact: true }).waitFor();
  expect(await page.locator("input:visible").count()).toBe(3);
  expect(await seriousProblems(page)).toEqual([]);
  const count = (await panel.posts()).length;
  await panel.send(profileMessage("run-2", demo));
  await panel.posted<FromFlame>("loaded", count);
  await page.getByText("?/2", { exact: true }).waitFor();
  await field.focus();
  await page.keyboard.press("Escape");
  await page.getByText("?/2", { exact: true }).waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe("");
});
