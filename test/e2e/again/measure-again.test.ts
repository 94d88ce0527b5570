import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { startInspected } from "../../drivers/adapter/inspected-app.ts";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { hotLine, service } from "../fixture-apps.ts";
import { journeysWith } from "../journeys-with.ts";
import { compared, editLine, fixHotLine, gainOf } from "./edit-hot-line.ts";

const test = journeysWith({ "keys.js": service, "mouse.js": service, "crash.js": service, "cancel.js": service, "later.js": service });

const numbers = { durationSeconds: 3, warmupSeconds: 0 };
const viewport = { width: 1280, height: 720 };
const longJourney = { timeout: 480_000 };

test("by the mouse: one press restarts the app, sends the same load and compares; the notification says what the fix gained", async ({
  server,
}) => {
  await using workbench = await Workbench.open(server, { viewport });
  const heatline = new Heatline(workbench);
  await workbench.openFile("mouse.js");
  await heatline.profile(numbers);
  const form = await heatline.form();
  expect(await form.getByRole("button", { name: "Measure Again" }).count()).toBe(0);
  await workbench.runCommand("Notifications: Clear All Notifications");
  await fixHotLine(workbench);
  await form.getByText("mouse.js was saved since this run.").waitFor();
  await workbench.statusBar("Measure Again").waitFor();
  await workbench.screenshot("again-offered");
  await heatline.button(form, "Measure Again").click();
  const progress = workbench.toast("Measure Again").first();
  await progress.getByRole("button", { name: "Cancel" }).waitFor();
  await progress.getByText(/Measuring, \d+ s left/).waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("again-measuring");
  const { headline } = await compared(workbench);
  expect(await gainOf(workbench)).toBeGreaterThan(2);
  const toast = await heatline.summary();
  await workbench.screenshot("again-compared");
  const [, rates = ""] = /^(.*), ×/.exec(headline) ?? [];
  expect(await toast.innerText()).toContain(rates);
  expect(await toast.innerText()).toMatch(new RegExp(`mouse\\.js:${hotLine}`));
  expect(await form.getByRole("button", { name: "Measure Again" }).count()).toBe(0);
  await heatline.button(form, "Compare").waitFor();
  await heatline.stopApp();
});

test(
  "by the keyboard: one key does the same, also for an app that does not run, after the window was reloaded",
  { tags: "thorough" },
  async ({ server }) => {
    await using workbench = await Workbench.open(server, { viewport });
    const heatline = new Heatline(workbench);
    await workbench.openFile("keys.js");
    await heatline.profile(numbers);
    await heatline.stopApp();
    await workbench.reopen();
    await workbench.openFile("keys.js");
    await heatline.inlineText(hotLine);
    await fixHotLine(workbench);
    await workbench.titleButton("Measure Again").waitFor();
    await workbench.screenshot("again-not-running");
    await workbench.press("Control+Shift+F8");
    expect(await gainOf(workbench)).toBeGreaterThan(2);
    await heatline.stopApp();
  },
);

test(
  "a fix with a typo does not take the place of the run that is shown; the next fix is compared with that",
  { ...longJourney, tags: "thorough" },
  async ({ server }) => {
    await using workbench = await Workbench.open(server, { viewport });
    const heatline = new Heatline(workbench);
    await workbench.openFile("crash.js");
    await heatline.profile(numbers);
    const measured = await heatline.inlineText(hotLine);
    await workbench.runCommand("Notifications: Clear All Notifications");
    await editLine(workbench, 14, "} http.createServer(handle).listen(0);");
    await workbench.press("Control+Shift+F8");
    const problem = workbench.toast(/SyntaxError/).first();
    await problem.waitFor({ timeout: runPatienceMs });
    await workbench.screenshot("again-typo");
    await expect.poll(() => heatline.inlineText(hotLine)).toBe(measured);
    await workbench.runCommand("Notifications: Clear All Notifications");
    await editLine(workbench, 14, "http.createServer(handle).listen(0);");
    await fixHotLine(workbench);
    await workbench.press("Control+Shift+F8");
    expect(await gainOf(workbench)).toBeGreaterThan(2);
    await workbench.screenshot("again-after-typo");
    await heatline.stopApp();
  },
);

test("Cancel while it measures leaves the app running, and no run", { tags: "thorough" }, async ({ server }) => {
  await using workbench = await Workbench.open(server, { viewport });
  const heatline = new Heatline(workbench);
  await workbench.openFile("cancel.js");
  await heatline.profile(numbers);
  const measured = await heatline.inlineText(hotLine);
  const runs = async (): Promise<number> => workbench.treeRows("Runs").count();
  await workbench.runCommand("Heatline: Focus on Runs View");
  await expect.poll(runs).toBeGreaterThan(0);
  const before = await runs();
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.press("Control+1");
  await workbench.press("Control+Shift+F8");
  const progress = workbench.toast("Measure Again").first();
  await progress.getByText(/Measuring, \d+ s left/).waitFor({ timeout: runPatienceMs });
  await progress.getByRole("button", { name: "Cancel" }).click();
  await progress.waitFor({ state: "detached" });
  const form = await heatline.form();
  await form.getByRole("button", { name: /^Start Load/ }).waitFor();
  await expect.poll(() => heatline.inlineText(hotLine)).toBe(measured);
  expect(await runs()).toBe(before);
  await workbench.screenshot("again-cancelled");
  await heatline.stopApp();
});

test(
  "an app whose watcher starts it again is not restarted: its new process is measured",
  { tags: "thorough" },
  async ({ server, folder }) => {
    const app = path.join(folder.path, "watched");
    await mkdir(app, { recursive: true });
    await writeFile(path.join(app, "package.json"), JSON.stringify({ name: "watched", scripts: { start: "node --watch watched.js" } }));
    await writeFile(
      path.join(app, "watched.js"),
      service.replace("response.end(", 'response.setHeader("watcher", process.ppid);\n  response.end('),
    );
    await using workbench = await Workbench.open(server, { viewport });
    const heatline = new Heatline(workbench);
    await workbench.openFile("watched/watched.js");
    await heatline.profile(numbers);
    const form = await heatline.form();
    const watcher = async (): Promise<string | null> => {
      const origin = await form.locator(".ports").getAttribute("title");
      return (await fetch(origin ?? "")).headers.get("watcher");
    };
    const before = await watcher();
    await fixHotLine(workbench);
    await form.getByText("Waits for the new code, sends the same load and compares.").waitFor();
    await workbench.press("Control+Shift+F8");
    expect(await gainOf(workbench)).toBeGreaterThan(2);
    expect(await watcher()).toBe(before);
    await heatline.stopApp();
  },
);

test(
  "a script runs again, and what was driven by hand is restarted and recorded",
  { ...longJourney, tags: "thorough" },
  async ({ server }) => {
    await using workbench = await Workbench.open(server, { viewport });
    const heatline = new Heatline(workbench);
    await workbench.openFile("script.js");
    await heatline.pressButton();
    await heatline.hottest();
    await workbench.runCommand("Notifications: Clear All Notifications");
    await editLine(workbench, 3, "  for (let i = 0; i < rounds; i++) text = String(i);");
    await workbench.statusBar("Measure Again").click();
    expect((await compared(workbench)).headline).not.toBe("");
    await workbench.screenshot("again-script");
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("Notifications: Clear All Notifications");

    await workbench.openFile("later.js");
    await heatline.pressButton();
    await driven(heatline, await heatline.driveMyself());
    await heatline.hottest();
    await fixHotLine(workbench);
    const form = await heatline.form();
    await heatline.button(form, "Measure by Hand").click();
    await workbench.toast("Send the same requests now").first().waitFor({ timeout: runPatienceMs });
    await workbench.screenshot("again-by-hand");
    const address = await form.locator(".ports").getAttribute("title");
    await driven(heatline, address ?? "");
    expect((await compared(workbench)).headline).not.toBe("");
    await heatline.stopApp();
  },
);

test(
  "an app that was attached to is attached to again once its user has restarted it",
  { ...longJourney, tags: "thorough" },
  async ({ server, folder }) => {
    const program = path.join(folder.path, "attached.js");
    await writeFile(program, service);
    await using first = await startInspected(program);
    const { inspectorPort } = first;
    await using workbench = await Workbench.open(server, { viewport });
    const heatline = new Heatline(workbench);
    await workbench.openFile("attached.js");
    await workbench.runCommand("Heatline: Attach to Process…");
    await workbench.quickInput.fill("host:port");
    await workbench.quickPick("Enter host:port…");
    await workbench.answer("Host and port of the inspector", `127.0.0.1:${inspectorPort}`);
    await heatline.startLoad(numbers);
    await heatline.hottest();
    await fixHotLine(workbench);
    const form = await heatline.form();
    await heatline.button(form, "Wait for Restart").click();
    await workbench
      .toast(`Restart the app yourself. It is measured as soon as it runs at 127.0.0.1:${inspectorPort} again.`)
      .first()
      .waitFor();
    await workbench.screenshot("again-attached");
    await first[Symbol.asyncDispose]();
    await using _second = await startInspected(program, "127.0.0.1", inspectorPort);
    expect(await gainOf(workbench)).toBeGreaterThan(2);
    await heatline.stopApp();
  },
);

/** Sends requests by hand, and stops the recording. */
async function driven(heatline: Heatline, address: string): Promise<void> {
  for (let round = 0; round < 30; round++) await Promise.all(Array.from({ length: 10 }, async () => (await fetch(address)).text()));
  await heatline.button(await heatline.form(), "Stop Recording").click();
}
