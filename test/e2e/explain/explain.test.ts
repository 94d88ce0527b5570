import path from "node:path";
import { expect } from "vitest";
import { startInspected } from "../../drivers/adapter/inspected-app.ts";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { journeysWith } from "../journeys-with.ts";

/** Waits for most of a request, and works a little. */
const waiting = `const http = require("node:http");

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function work(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum += JSON.stringify({ i, text: "x".repeat(40) }).length;
  return sum;
}

async function handle(request, response) {
  await pause(request.url === "/orders" ? 150 : 60);
  response.end(String(work(200)));
}

http.createServer(handle).listen(0, "127.0.0.1");
`;
const manifest = {
  name: "shop",
  scripts: { start: "node waiting.js" },
  heatline: { load: { requests: [{ path: "/orders" }, { path: "/users" }], connections: 4, durationSeconds: 3, warmupSeconds: 0 } },
};
const test = journeysWith({ "waiting.js": waiting, "package.json": JSON.stringify(manifest) });
const viewport = { width: 1280, height: 720 };

test("an app that mostly waited is explained from the notification of its run, and its passes are beneath it", async ({ server }) => {
  await using workbench = await Workbench.open(server, { viewport });
  const heatline = new Heatline(workbench);
  const { page } = workbench;
  await workbench.openFile("waiting.js");
  await heatline.pressButton();
  const form = await heatline.readyForm();
  await heatline.button(form, "Start Load").click();
  const offer = workbench.toast("the app mostly waited").first();
  await offer.waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("explain-offered");
  await offer.getByRole("button", { name: "Explain…" }).click();

  // What it takes stands there before anything is done, and follows the ticks.
  const list = page.locator(".quick-input-widget:visible");
  await workbench.quickPickRow("Waits").first().waitFor();
  await list.getByText(/^Sends your load 2 more times \(2 × 3 s, \d+ × GET \/orders \(\+1\)\) and restarts the app\.$/).waitFor();
  await workbench.screenshot("explain-list");
  await workbench.press("ArrowDown");
  await workbench.press("ArrowDown");
  await workbench.press("Space");
  await list.getByText(/^Sends your load once more \(1 × 3 s, .* and restarts the app\.$/).waitFor();
  await workbench.press("Space");
  await workbench.press("Enter");

  const progress = workbench.toast("Explaining").first();
  await progress.getByText(/pass 1 of 2, \d+ s left/).waitFor({ timeout: runPatienceMs });
  await progress.getByRole("button", { name: "Cancel" }).waitFor();
  await (await heatline.form()).getByText("again to explain its run").waitFor();
  await workbench.screenshot("explain-measuring");
  await progress.getByText(/pass 2 of 2, \d+ s left/).waitFor({ timeout: runPatienceMs });

  // What was found, which the buttons lead to.
  const toast = workbench.toast(/waiting\.js:\d+ waited [\d.]+ ms per request.*; GET \/\w+ took [\d.]+ % of the CPU time\./).first();
  await toast.waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("explain-reported");
  for (const name of ["Go to Line", "Slowest Requests"]) await toast.getByRole("button", { name }).waitFor();
  await toast.getByRole("button", { name: "Show in Runs" }).click();
  const rows = workbench.treeRows("Runs");
  await expect.poll(() => rows.nth(0).getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(3);
  const labels = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-label")));
  expect(labels[1]).toMatch(/^Waits, [\d.]+ req\/s \([\d.]+ in the run\), measured while rewritten/);
  expect(labels[2]).toMatch(/^Routes, [\d.]+ req\/s \([\d.]+ in the run\), measured route by route/);
  // The line that the app waited on says so.
  const waited = async (): Promise<string> => (await workbench.editor.afterTexts()).find(({ line }) => line === 12)?.text ?? "";
  await expect.poll(waited, { timeout: 30_000 }).toMatch(/^waited [\d.]+ ms per request/);
  await workbench.screenshot("explain-runs");

  // By key: a pass opens like a run, and says how it was measured.
  await workbench.runCommand("Heatline: Focus on Runs View");
  await workbench.press("Home");
  await workbench.press("ArrowDown");
  await workbench.press("Enter");
  await workbench.statusBar(/measured while rewritten/).waitFor();
  await expect.poll(() => rows.nth(1).getAttribute("aria-label")).toContain("shown");
  await workbench.screenshot("explain-pass");
  const bar = await workbench.sideBar.boundingBox();
  await page.mouse.move((bar?.x ?? 0) + (bar?.width ?? 0), 300);
  await page.mouse.down();
  await page.mouse.move(218, 300, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await workbench.sideBar.boundingBox())?.width).toBeLessThanOrEqual(170);
  await workbench.screenshot("explain-narrow");

  // The app runs as before, and the form has what the run found.
  const after = await heatline.form();
  await heatline.button(after, "Start Load Again").waitFor({ timeout: runPatienceMs });
  await after.getByText("req/s").first().waitFor();
  await heatline.stopApp();
});

test("passes that were finished are kept when the rest is cancelled, and the app runs on", async ({ server }) => {
  await using workbench = await Workbench.open(server, { viewport });
  const heatline = new Heatline(workbench);
  await workbench.openFile("waiting.js");
  await heatline.profile({ durationSeconds: 3, warmupSeconds: 0 });
  const rows = workbench.treeRows("Runs");
  await workbench.runCommand("Heatline: Focus on Runs View");
  const labels = (): Promise<readonly (string | null)[]> => rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-label")));
  await workbench.runCommand("Heatline: Explain…");
  await workbench.quickPickRow("Waits").first().waitFor();
  await workbench.press("Enter");

  const progress = workbench.toast("Explaining").first();
  await progress.getByText(/pass 2 of 2, \d+ s left/).waitFor({ timeout: runPatienceMs });
  await progress.getByRole("button", { name: "Cancel" }).click();
  const toast = workbench.toast(/waiting\.js:\d+ waited [\d.]+ ms per request/).first();
  await toast.waitFor({ timeout: runPatienceMs });
  expect(await toast.innerText()).not.toContain("of the CPU time");
  await workbench.screenshot("explain-cancelled");
  await toast.getByRole("button", { name: "Show in Runs" }).click();
  await expect.poll(async () => (await labels())[1]).toMatch(/^Waits, [\d.]+ req\/s .*measured while rewritten/);
  expect((await labels())[2] ?? "").not.toMatch(/^Routes/);
  await heatline.button(await heatline.form(), "Start Load Again").waitFor({ timeout: runPatienceMs });
  await heatline.stopApp();
});

test("of an app that was attached to, the list says why no pass can run", { tags: "thorough" }, async ({ folder, server }) => {
  await using app = await startInspected(path.join(folder.path, "waiting.js"));
  await using workbench = await Workbench.open(server, { viewport });
  const heatline = new Heatline(workbench);
  await workbench.openFile("waiting.js");
  await workbench.titleButton("Profile Current App").waitFor();
  await workbench.runCommand("Heatline: Attach to Process…");
  await workbench.quickInput.fill("host:port");
  await workbench.quickPick("Enter host:port…");
  await workbench.answer("Host and port of the inspector", `127.0.0.1:${app.inspectorPort}`);
  await heatline.startLoad({ durationSeconds: 2, warmupSeconds: 0 });
  await heatline.summary();

  await workbench.runCommand("Heatline: Explain…");
  const list = workbench.page.locator(".quick-input-widget:visible");
  await list.getByText("No pass can run for this run.").waitFor();
  const reason = "Heatline is attached to this app, so it cannot restart it.";
  for (const pass of ["Waits", "Routes"]) await workbench.quickPickRow(pass).filter({ hasText: reason }).first().waitFor();
  await workbench.screenshot("explain-attached");
  await workbench.press("Enter");
  await list.getByText("No pass can run for this run.").waitFor();
  await workbench.press("Escape");
  expect(app.child.exitCode).toBeNull();
  await heatline.stopApp();
});
