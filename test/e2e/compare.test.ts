import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Frame } from "playwright-core";
import { expect } from "vitest";
import { comparedRows, comparePanel } from "../drivers/workbench/compare-panel.ts";
import { Heatline, runPatienceMs } from "../drivers/workbench/heatline.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { hotLine, service } from "./fixture-apps.ts";
import { journeysWith } from "./journeys-with.ts";

const test = journeysWith({ "again.js": service, "on-disk.js": service, "running.js": service });

const numbers = { durationSeconds: 4, warmupSeconds: 1 };
/** Limit for two runs and a reload on a busy machine. */
const longJourney = { timeout: 480_000 };

test(
  "measure, fix, measure again: the panel shows the improvement, with the fixed line on top, and Enter leads to it",
  { tags: "thorough" },
  async ({ folder, server }) => {
    await using workbench = await Workbench.open(server);
    const heatline = new Heatline(workbench);
    await workbench.openFile("service.js");
    await heatline.profile(numbers);
    expect(await (await heatline.summary()).getByRole("button", { name: "Compare" }).count()).toBe(0);
    await heatline.stopApp();
    await fixHotLine(workbench, "service.js");

    await workbench.runCommand("Notifications: Clear All Notifications");
    await workbench.editor.root.click();
    await heatline.pressButton();
    await heatline.startLoad(numbers);
    const again = await heatline.summary();
    const summary = await again.innerText();
    await again.getByRole("button", { name: "Compare" }).click();
    const panel = await comparePanel(workbench);
    const title = await panel.getByRole("heading").innerText();
    const figures = /^([\d,.]+) → ([\d,.]+) req\/s, ×([\d,.]+)$/
      .exec(title)
      ?.slice(1)
      .map((each) => Number(each.replaceAll(",", "")));
    expect(title).toMatch(/^[\d,.]+ → [\d,.]+ req\/s, ×[\d,.]+$/);
    const [before = 0, after = 0, ratio = 0] = figures ?? [];
    expect(after).toBeGreaterThan(2 * before);
    expect(Math.abs(ratio - after / before) / ratio).toBeLessThan(0.02);
    expect(summary).toContain(`${after.toLocaleString("en", { minimumFractionDigits: after < 100 ? 1 : 0 })} req/s`);

    const first = panel.getByRole("grid").locator("tbody tr").first();
    expect(await first.innerText()).toMatch(/hot\b[\s\S]*faster/);
    await workbench.screenshot("compare-functions");
    await panel.getByRole("tab", { name: "Lines" }).click();
    const line = panel.getByRole("grid").locator("visible=true").locator("tbody tr").first();
    expect(await line.innerText()).toMatch(new RegExp(`service\\.js:${hotLine}\\b[\\s\\S]*(faster|vanished)`));
    await line.focus();
    await line.press("Enter");
    await expect.poll(() => workbench.cursor()).toMatchObject({ line: hotLine });

    expect(await heatline.inlineText(hotLine)).toMatch(/^▼ −.* per request/);
    await expect.poll(() => heatline.heatedLines()).toContain(hotLine);
    await workbench.screenshot("compare-code");
    await workbench.runCommand("Heatline: Toggle Changes in the Code");
    // The line's remaining cost may be too small to show text.
    const texts = async (): Promise<string> => (await workbench.editor.afterTexts()).map(({ text }) => text).join("\n");
    await expect.poll(texts).not.toContain("per request");
    // The panel gets it at the same time as the code.
    await expect.poll(() => panel.getByRole("checkbox", { name: "Show changes in the code" }).getAttribute("aria-checked")).toBe("false");

    await panel.getByRole("tab", { name: "Flame graph" }).click();
    await panel.getByRole("treeitem").first().waitFor();
    await panel.getByRole("radio", { name: "old run" }).click();
    await panel.getByRole("treeitem", { name: /^hot,/ }).first().waitFor();
    await workbench.screenshot("compare-flame");
    const frame = panel.getByRole("treeitem", { name: /^hot,/ }).first();
    await frame.click({ modifiers: ["Alt"] });
    await expect.poll(() => workbench.cursor()).toMatchObject({ line: hotLine - 2 });
    await frame.click();
    await expect.poll(() => workbench.cursor()).toMatchObject({ line: hotLine });

    await workbench.runCommand("Heatline: Export Comparison…");
    await workbench.screenshot("export-comparison");
    await workbench.quickPick("Page (.html)");
    const page = path.join(folder.path, "fix.html");
    await workbench.saveAs(page);
    await workbench.toast("fix.html").waitFor();
    expect(await readFile(page, "utf8")).toMatch(/<td>hot<\/td>(?:<td>[^<]*<\/td>){3}<td>▼ faster<\/td>/);
    await heatline.stopApp();
  },
);

test(
  "a fix of an app that was not measured yet: the form says that the old code runs, and restarts the app",
  { tags: "thorough" },
  async ({ server }) => {
    await using workbench = await Workbench.open(server);
    const heatline = new Heatline(workbench);
    await workbench.openFile("running.js");
    await heatline.pressButton();
    const form = await heatline.readyForm();
    const old = await answerOf(form);
    await fixHotLine(workbench, "running.js");
    await form.getByText("running.js was saved after the app started.").waitFor();
    await workbench.screenshot("old-code");
    await heatline.button(form, "Restart App").click();
    await form.getByText("was saved after the app started").waitFor({ state: "detached" });
    await heatline.button(form, "Start Load").waitFor({ timeout: runPatienceMs });
    expect(await answerOf(form)).not.toBe(old);
    await heatline.stopApp();
  },
);

test(
  "another program changes the app's code on disk: the form says that the old code runs",
  { tags: "thorough" },
  async ({ folder, server }) => {
    await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
    const heatline = new Heatline(workbench);
    await workbench.openFile("on-disk.js");
    await heatline.pressButton();
    const form = await heatline.readyForm();
    await writeFile(path.join(folder.path, "on-disk.js"), `${service}// fixed\n`);
    await form.getByText("on-disk.js was saved after the app started.").waitFor();
    await workbench.screenshot("old-code-on-disk");
    await heatline.button(form, "Restart App").click();
    await form.getByText("was saved after the app started").waitFor({ state: "detached" });
    await heatline.button(form, "Start Load").waitFor({ timeout: runPatienceMs });
    await writeFile(path.join(folder.path, "running.js"), `${service}// never opened\n`);
    await form.getByText("running.js was saved after the app started.").waitFor();
    await heatline.stopApp();
  },
);

test(
  "the same with only the keyboard; the comparison and its view are restored after a reload of the window",
  { ...longJourney, tags: "thorough" },
  async ({ server }) => {
    await using workbench = await Workbench.open(server);
    const heatline = new Heatline(workbench);
    await workbench.openFile("again.js");
    await measureByKeyboard(workbench, heatline);
    await workbench.goToLine(1);
    await workbench.press("Alt+F9");
    await expect.poll(() => workbench.cursor()).toMatchObject({ line: hotLine });
    await workbench.runCommand("Heatline: Stop the Profiled App");
    await fixHotLine(workbench, "again.js");
    await workbench.runCommand("Notifications: Clear All Notifications");
    await measureByKeyboard(workbench, heatline);

    await workbench.runCommand("Heatline: Compare…");
    await workbench.quickPickRow("shown").waitFor();
    await workbench.press("Enter");
    await workbench.quickPickRow("previous run").waitFor();
    await workbench.screenshot("compare-pick");
    await workbench.press("Enter");
    const panel = await comparePanel(workbench);
    await tabTo(workbench, panel, "tr[data-row]");
    expect(await focusedText(panel)).toMatch(/^hot/);
    await workbench.press("ArrowDown", "ArrowUp", "Enter");
    await expect.poll(() => workbench.activeTab()).toBe("again.js");
    await expect.poll(() => workbench.cursor()).toMatchObject({ line: hotLine - 2 });
    await workbench.runCommand("Heatline: Stop the Profiled App");

    await panel.getByRole("radio", { name: "second" }).press("Space");
    await panel.getByText("Busy time per second").first().waitFor();
    await panel.getByRole("columnheader", { name: "Before", exact: true }).getByRole("button").press("Enter");
    await panel.getByRole("checkbox", { name: "Hide noise" }).press("Space");
    const rows = await comparedRows(panel);
    const title = await panel.getByRole("heading").innerText();
    await workbench.reload();
    const again = await comparePanel(workbench);
    expect(await again.getByRole("heading").innerText()).toBe(title);
    expect(await again.getByRole("radio", { name: "second" }).getAttribute("aria-checked")).toBe("true");
    expect(await comparedRows(again)).toEqual(rows);
    await workbench.screenshot("compare-reloaded");
  },
);

/** What the app answers at the address that the form shows. */
async function answerOf(form: Frame): Promise<string> {
  const origin = await form.locator(".ports").getAttribute("title");
  return (await fetch(origin ?? "")).text();
}

/** From the open file to the summary, with the numbers typed into the form. */
async function measureByKeyboard(workbench: Workbench, heatline: Heatline): Promise<void> {
  await workbench.press("Control+Shift+F9");
  const form = await heatline.readyForm();
  for (const [name, value] of [
    ["Duration, s", "4"],
    ["Warm-up, s", "1"],
  ] as const) {
    await form.getByRole("textbox", { name }).focus();
    await workbench.press("Control+a");
    await workbench.type(value);
  }
  await workbench.press("Enter");
  await heatline.summary();
  await workbench.press("Control+1");
}

/** Presses Tab until an element that matches the selector has the focus. */
async function tabTo(workbench: Workbench, panel: Frame, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await panel.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, selector)) return;
    await workbench.press("Tab");
  }
}

function focusedText(panel: Frame): Promise<string> {
  return panel.evaluate(() => document.activeElement?.textContent ?? "");
}

/** Replaces the hot line by cheap code, and saves. */
async function fixHotLine(workbench: Workbench, file: string): Promise<void> {
  await workbench.goToLine(hotLine);
  await workbench.press("Home", "Shift+End");
  await workbench.type("for (let i = 0; i < rounds; i++) sum += i;");
  await workbench.press("Control+s");
  await workbench.page.locator(".tab.active:not(.dirty)").filter({ hasText: file }).waitFor();
}
