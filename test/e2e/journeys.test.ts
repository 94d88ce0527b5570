import { writeFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { expect } from "vitest";
import { Heatline, runPatienceMs } from "../drivers/workbench/heatline.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { fixtureApps, hotLine } from "./fixture-apps.ts";
import { journeysWith } from "./journeys-with.ts";

const test = journeysWith();

const numbers = { durationSeconds: 2, warmupSeconds: 0 };

test("with only the keyboard: palette, Enter in the form, next hot line, lens commands; the run is restored after a reload", async ({
  server,
}) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  await workbench.runCommand("Heatline: Profile Current App");
  const form = await heatline.readyForm();
  await form.getByRole("textbox", { name: "Duration, s" }).focus();
  await workbench.press("Control+a");
  await workbench.type("2");
  await form.getByRole("textbox", { name: "Warm-up, s" }).focus();
  await workbench.press("Control+a");
  await workbench.type("0");
  await workbench.press("Enter");
  expect(await heatline.hottest()).toBe(`service.js:${hotLine}`);

  await workbench.goToLine(1);
  await workbench.press("Alt+F9");
  await expect.poll(() => workbench.cursor()).toMatchObject({ line: hotLine });
  await workbench.press("Control+k", "Control+i");
  await workbench.page.locator(".monaco-hover:not(.hidden)").filter({ hasText: "samples" }).first().waitFor();
  await workbench.screenshot("keyboard-hover");
  await workbench.press("Escape");
  await workbench.runCommand("Heatline: Open Flame Graph");
  await heatline.flamePanel();
  await workbench.runCommand("Heatline: Stop the Profiled App");

  await workbench.reopen();
  await workbench.openFile("service.js");
  expect(await heatline.inlineText(hotLine)).toMatch(/% self/);
  await workbench.screenshot("reopened");
});

test("an edit fades what was measured, undo restores it, and heat moves with its line", async ({ server, recorded }) => {
  await using workbench = await Workbench.open(server, { folder: recorded.path });
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  const measured = await heatline.inlineText(hotLine);
  expect(measured).not.toContain("edited");

  await workbench.goToLine(hotLine, 100);
  await workbench.type("unused");
  await expect.poll(() => heatline.inlineText(hotLine)).toContain("edited since the run");
  await workbench.screenshot("edited");
  await undoAll(workbench);
  await expect.poll(() => heatline.inlineText(hotLine)).toBe(measured);

  await workbench.goToLine(1, 1);
  await workbench.type("\n\n");
  await expect.poll(() => heatline.inlineText(hotLine + 2)).toBe(measured);
  expect((await workbench.editor.afterTexts()).map((each) => each.line)).not.toContain(hotLine);
  await undoAll(workbench);
  await expect.poll(() => heatline.inlineText(hotLine)).toBe(measured);
});

test("annotations are toggled and cleared, and the last run is shown again", { tags: "thorough" }, async ({ server, recorded }) => {
  await using workbench = await Workbench.open(server, { folder: recorded.path });
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  await heatline.inlineText(hotLine);
  await workbench.runCommand("Heatline: Toggle Annotations");
  await expect.poll(() => workbench.editor.afterTexts()).toEqual([]);
  await workbench.runCommand("Heatline: Toggle Annotations");
  await heatline.inlineText(hotLine);
  await workbench.runCommand("Heatline: Clear Annotations");
  await expect.poll(() => workbench.editor.afterTexts()).toEqual([]);
  await workbench.runCommand("Heatline: Show Last Run");
  await heatline.inlineText(hotLine);
});

test("a script that never listens is profiled from its first line to its exit", { tags: "thorough" }, async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("script.js");
  await heatline.pressButton();
  expect(await heatline.hottest()).toBe("script.js:3");
  expect(await heatline.inlineText(3)).toMatch(/% self/);
  await workbench.screenshot("script");
});

test("“I will drive it myself”: what happens between Start and Stop is recorded", { tags: "thorough" }, async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  await heatline.pressButton();
  const address = await heatline.driveMyself();
  const form = await heatline.form();
  // Ten at a time: after each single answer, a busy machine would let others run, and samples would fall on the writing of answers.
  for (let round = 0; round < 30; round++) await Promise.all(Array.from({ length: 10 }, () => get(`${address}/`)));
  await workbench.screenshot("driving");
  await heatline.button(form, "Stop Recording").click();
  expect(await heatline.hottest()).toBe(`service.js:${hotLine}`);
  await heatline.stopApp();
});

test("Cancel ends the load early and keeps what was recorded", { tags: "thorough" }, async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  await heatline.pressButton();
  const form = await heatline.readyForm();
  await form.getByRole("combobox", { name: "Load" }).click();
  await form.getByRole("option", { name: "autocannon (built in)" }).click();
  await heatline.startLoad({ durationSeconds: 60, warmupSeconds: 0 });
  await form.getByText("Measuring").first().waitFor();
  // Some of the sixty seconds have been measured.
  await expect.poll(() => form.locator("main").innerText()).toMatch(/\b[1-5]\d\ss left/);
  await heatline.button(form, "Cancel").click();
  expect(await heatline.hottest()).toBe(`service.js:${hotLine}`);
  await form.getByText("Cancelled").first().waitFor();
  await workbench.screenshot("cancelled");
  await heatline.stopApp();
});

test("an app that crashes at its start is reported, with its last line of output", { tags: "thorough" }, async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("crash.js");
  await heatline.pressButton();
  await workbench.toast("no configuration found").first().waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("crash");
});

test(
  "an error response is shown before any load; if started anyway, a load with only error responses is shown as such",
  { tags: "thorough" },
  async ({ server }) => {
    await using workbench = await Workbench.open(server);
    const heatline = new Heatline(workbench);
    await workbench.openFile("service.js");
    await heatline.pressButton();
    const form = await heatline.readyForm();
    await form.getByRole("textbox", { name: "Path" }).fill("/broken");
    await heatline.startLoad(numbers);
    await form.getByText("500 Internal Server Error").waitFor();
    await workbench.screenshot("first-response-500");
    await heatline.button(form, "Change Request").click();
    await heatline.startLoad(numbers);
    await heatline.button(form, "Start Anyway").click();
    await workbench.toast(/500/).first().waitFor({ timeout: runPatienceMs });
    await workbench.screenshot("only-500s");
    // The user is not asked about the same response again.
    await heatline.button(form, "Start Load Again").click();
    await form.getByText("Measuring").first().waitFor();
    await heatline.button(form, "Cancel").click();
    await heatline.stopApp();
  },
);

test("a folder without a launch configuration: F5 runs it", { tags: "thorough" }, async ({ server }) => {
  await using apps = await fixtureApps();
  await writeFile(
    path.join(apps.path, "package.json"),
    JSON.stringify({ name: "shop", scripts: { start: "node service.js" }, heatline: { load: { path: "/", connections: 2 } } }),
  );
  await using workbench = await Workbench.open(server, { folder: apps.path });
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  // Without a configuration VS Code asks for a debugger; the list closes if something else takes the focus in the meantime.
  const heatlineDebugger = workbench.quickPickRow("Heatline").first();
  await expect
    .poll(
      async () => {
        if (!(await heatlineDebugger.isVisible())) await workbench.press("F5");
        return heatlineDebugger.isVisible();
      },
      { interval: 3000 },
    )
    .toBe(true);
  await heatlineDebugger.click();
  await heatline.startLoad(numbers);
  expect(await heatline.hottest()).toBe(`service.js:${hotLine}`);
  await heatline.stopApp();
});

/** VS Code decides how much one undo reverts; the file is restored when its tab shows no change. */
async function undoAll(workbench: Workbench): Promise<void> {
  const changed = workbench.page.locator(".tab.active.dirty");
  await changed.waitFor();
  await expect
    .poll(async () => {
      if ((await changed.count()) > 0) await workbench.press("Control+z");
      return changed.count();
    })
    .toBe(0);
}

function get(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http.get(url, { agent: false }, (response) => response.resume().on("end", resolve)).on("error", reject);
  });
}
