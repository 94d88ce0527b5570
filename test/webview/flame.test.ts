import { expect, test } from "vitest";
import type { FromFlame } from "../../webview/flame/outgoing.ts";
import { seriousProblems } from "./axe.ts";
import { launchBrowser } from "../drivers/workbench/browser.ts";
import { speedscopeFiles } from "../drivers/speedscope-files.ts";
import { browserAndSite, open, type Opened } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { addFlamePage, demo, flameRow, openFlame, profileMessage, rows } from "./flame-panel.ts";
import { someOf } from "../workbench/some-of.mjs";

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

async function clickAt(x: number, y: number, times = 1): Promise<void> {
  await panel!.page.mouse.move(x - 1, y);
  await panel!.page.mouse.move(x, y);
  await panel!.page.mouse.click(x, y, { clickCount: times });
}

test("a click on a frame posts its row, in time order and left heavy", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  await clickAt(50, flameRow(1));
  await clickAt(550, flameRow(1));
  await showView("Left Heavy");
  await clickAt(50, flameRow(2));
  await clickAt(950, flameRow(2));
  expect(await clicked()).toEqual([
    ["run-1", rows.handler],
    ["run-1", rows.mangled],
    ["run-1", rows.hash],
  ]);
});

test("the bundled speedscope has all that the bridge needs", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  await panel.send({ type: "reveal", key: "run-1", frame: rows.hash });
  await panel.page.getByText("(/app/u.js:30:3)").waitFor();
  expect((await panel.posts()).map((each) => each.type)).toEqual(["ready", "timelineReady", "loaded"]);
});

test("a double click posts once and a drag nothing", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  await clickAt(150, flameRow(2), 2);
  await panel.page.mouse.move(550, flameRow(1));
  await panel.page.mouse.down();
  await panel.page.mouse.move(400, flameRow(1), { steps: 4 });
  await panel.page.mouse.up();
  expect(await clicked()).toEqual([["run-1", rows.hash]]);
});

test("a click with a small movement of the mouse still counts", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  await panel.page.mouse.move(149, flameRow(2));
  await panel.page.mouse.move(150, flameRow(2));
  await panel.page.mouse.down();
  await panel.page.mouse.move(152, flameRow(2) + 1);
  await panel.page.mouse.up();
  expect(await clicked()).toEqual([["run-1", rows.hash]]);
});

test("in the sandwich, table rows, callers and callees post their rows", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  await showView("Sandwich");
  await panel.page.locator("td", { hasText: "handler" }).click();
  await panel.page.getByText("Callees", { exact: true }).waitFor();
  await panel.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const panes = panel.page.locator("canvas");
  const callers = (await panes.nth(1).boundingBox())!;
  const callees = (await panes.nth(2).boundingBox())!;
  await clickAt(callers.x + 60, callers.y + callers.height - 50);
  await clickAt(callees.x + 200, callees.y + 50);
  await panel.page.locator("th", { hasText: "Self" }).click();
  expect(await clicked()).toEqual([
    ["run-1", rows.handler],
    ["run-1", rows.main],
    ["run-1", rows.hash],
  ]);
});

test("zooming to the revealed frame goes as far as speedscope zooms", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  await panel.send({ type: "reveal", key: "run-1", frame: rows.mangled });
  await panel.page.getByText("(/app/z.js:40:3)").waitFor();
  await panel.page.getByRole("button", { name: "Zoom to This" }).click();
  await panel.page.getByRole("button", { name: "Show Whole Graph" }).waitFor();
  await clickAt(340, flameRow(1));
  await clickAt(660, flameRow(1));
  expect(await clicked()).toEqual([
    ["run-1", rows.mangled],
    ["run-1", rows.mangled],
  ]);
});

test("a screen reader announces which frame is selected", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  const selected = panel.page.getByRole("status");
  await clickAt(50, flameRow(1));
  await expect.poll(() => selected.textContent()).toBe("handler, h.js:20");
  await panel.send({ type: "reveal", key: "run-1", frame: rows.work });
  await expect.poll(() => selected.textContent()).toBe("work, w.js:60");
});

test("reveal goes to the thread that has the frame", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  await panel.send({ type: "reveal", key: "run-1", frame: rows.work });
  await panel.page.getByText("(/app/w.js:60:3)").waitFor();
  await panel.page.getByText("worker 1 (2/2)").waitFor();
  expect(await panel.page.locator(".heatline-notice").count()).toBe(0);
});

test("reveal stays in the sandwich when that is shown", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  await showView("Sandwich");
  await panel.send({ type: "reveal", key: "run-1", frame: rows.hash });
  await panel.page.getByText("Callees", { exact: true }).waitFor();
  expect(await panel.page.locator("tr", { hasText: "hash" }).count()).toBe(1);
});

test("revealing a frame that was not drawn shows a note", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  const frames = [...demo.shared.frames, { name: "tiny", file: "/app/t.js", line: 1 }];
  await panel.send(profileMessage("run-2", { ...demo, shared: { frames } }, { frame: frames.length - 1 }));
  await panel.page.getByRole("status").getByText("tiny is not drawn here").waitFor();
  await panel.page.getByRole("button", { name: "Close" }).click();
  expect(await panel.page.locator(".heatline-notice").count()).toBe(0);
});

test("a second profile replaces the first and clicks carry its key", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  const count = (await panel.posts()).length;
  await panel.page.mouse.move(300, flameRow(0));
  await panel.send(profileMessage("run-2", demo, { frame: rows.hash }));
  expect(await panel.posted<FromFlame>("loaded", count)).toEqual({ type: "loaded", key: "run-2" });
  await panel.page.getByText("(/app/u.js:30:3)").waitFor();
  await clickAt(500, flameRow(2));
  expect(await clicked()).toEqual([["run-2", rows.hash]]);
});

test("messages with a wrong format are ignored", { timeout: 30_000 }, async () => {
  const mine = await openFlame(host.browser, host.url);
  const timeline = { ...demo.profiles[0], samples: [[99]], weights: [1] };
  await mine.send(profileMessage("bad", { ...demo, profiles: [timeline as never] }));
  await mine.send({ type: "unheard" });
  await mine.send({ type: "reveal", key: "run-1", frame: rows.hash });
  await mine.page.getByText("(/app/u.js:30:3)").waitFor();
  expect(mine.problems.splice(0)).toHaveLength(2);
  expect((await mine.posts()).filter((each) => each.type === "loaded")).toHaveLength(1);
});

test("colours follow VS Code's theme", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, addFlamePage(host.site, "/light", undefined, "vscode-high-contrast-light"));
  const scheme = panel.page.getByText(/^(Dark|Light)$/);
  expect(await scheme.textContent()).toBe("Light");
  const seen: (string | null)[] = [];
  for (const kind of ["vscode-high-contrast", "vscode-light", "vscode-dark"]) {
    await panel.page.evaluate((each) => (document.body.dataset["vscodeThemeKind"] = each), kind);
    await panel.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
    seen.push(await scheme.textContent());
  }
  expect(seen).toEqual(["Dark", "Light", "Dark"]);
});

test("speedscope neither saves, opens, pastes nor takes dropped files, and VS Code still sees the keys", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  const downloads: string[] = [];
  panel.page.on("download", (download) => downloads.push(download.suggestedFilename()));
  panel.page.on("filechooser", () => downloads.push("chooser"));
  await panel.page.evaluate(() => {
    const codes: string[] = [];
    Object.assign(window, { codes });
    window.addEventListener("keydown", (event) => codes.push(`${event.code} ${event.keyCode}`));
  });
  await panel.page.keyboard.press("Control+s");
  await panel.page.keyboard.press("Control+o");
  await panel.page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text", "a;b 1");
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    const files = new DataTransfer();
    files.items.add(new File(["a;b 1"], "x.txt"));
    document.querySelector("canvas")?.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
  });
  await panel.page.getByText("Time Order").waitFor();
  expect(downloads).toEqual([]);
  expect(
    await panel.page.evaluate(() => (window as unknown as { codes: string[] }).codes.filter((code) => !code.startsWith("Control"))),
  ).toEqual(["KeyS 83", "KeyO 79"]);
});

test("without WebGL the panel says so and points to the list", { timeout: 30_000 }, async () => {
  const plain = await launchBrowser("--disable-3d-apis");
  try {
    const bare = await open(plain, host.url, { width: 600, height: 400 });
    await bare.posted<FromFlame>("noWebgl");
    expect(await bare.page.getByRole("alert").textContent()).toContain("Hot Functions");
    expect((await bare.posts()).map((each) => each.type)).toEqual(["noWebgl"]);
    expect(bare.problems.splice(0)).not.toEqual([]);
  } finally {
    await plain.close();
  }
});

test("in a narrow panel the sandwich's table has room for names", { timeout: 30_000 }, async () => {
  panel = await openFlame(host.browser, host.url);
  await panel.page.setViewportSize({ width: 520, height: 500 });
  await showView("Sandwich");
  await panel.page.getByText("handler").click();
  const header = panel.page.getByText("Symbol Name");
  const box = await header.boundingBox();
  expect((box?.x ?? 520) + (box?.width ?? 0)).toBeLessThan(340);
  expect(box?.width).toBeGreaterThan(60);
  const name = await panel.page.locator("tr", { hasText: "handler" }).locator("td").last().boundingBox();
  expect(name?.width).toBeGreaterThan(120);
});

test.each(someOf(1, ["vscode-dark", "vscode-light", "vscode-high-contrast"]))(
  "axe finds nothing serious in %s",
  { timeout: 60_000 },
  async (theme) => {
    panel = await openFlame(host.browser, addFlamePage(host.site, `/axe-${theme}`, undefined, theme));
    const found: Record<string, readonly string[]> = {};
    for (const view of ["Time Order", "Left Heavy", "Sandwich"]) {
      await showView(view);
      found[view] = await seriousProblems(panel.page);
    }
    expect(found).toEqual({ "Time Order": [], "Left Heavy": [], Sandwich: [] });
  },
);
