import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { journeysWith } from "../journeys-with.ts";

const numbers = { durationSeconds: 2, warmupSeconds: 0 };
const runsTitle = "Runs";
const hotTitle = "Hot Functions";
/** `leaf` has all the time, through two callers. */
const twoWays = `const http = require("node:http");

function leaf(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum += JSON.stringify({ i, text: "x".repeat(40) }).length;
  return sum;
}

function cheap() {
  return leaf(300);
}

function dear() {
  return leaf(2700);
}

http.createServer((request, response) => response.end(String(cheap() + dear()))).listen(0, "127.0.0.1");
`;
const leafLine = 5;
const dearLine = 14;
const test = journeysWith({ "two-ways.js": twoWays }, "two-ways.js");

function runRows(workbench: Workbench): Locator {
  return workbench.treeRows(runsTitle);
}

/** Both views are collapsed at first, to leave room for the load form. */
async function expand(workbench: Workbench, title: string): Promise<void> {
  const header = workbench.view(title).locator(".pane-header");
  await header.waitFor();
  if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
}

/** A hover over a row covers the rows below. */
async function away(workbench: Workbench): Promise<void> {
  await workbench.page.mouse.move(0, 0);
}

/** Uses the command, which completes before the view has the focus. */
async function focusHotFunctions(workbench: Workbench): Promise<void> {
  await workbench.runCommand("Heatline: Show Hot Functions");
  await workbench.view(hotTitle).locator(".monaco-list:focus").waitFor();
}

/** Opens a row's menu and chooses an entry. */
async function choose(workbench: Workbench, row: Locator, entry: string): Promise<void> {
  await away(workbench);
  await row.click({ button: "right" });
  const menu = workbench.page.locator(".monaco-menu .action-item").filter({ hasText: entry }).first();
  // By keyboard: a menu that has just opened ignores clicks.
  await menu.hover();
  await workbench.press("Enter");
  await menu.waitFor({ state: "detached" });
}

test("before the first recording both views say what to do", { tags: "thorough" }, async ({ server }) => {
  await using workbench = await Workbench.open(server);
  await workbench.openView("Heatline");
  await expand(workbench, runsTitle);
  await expand(workbench, hotTitle);
  await workbench.view(runsTitle).getByText("This workspace has no saved runs yet").waitFor();
  await workbench.view(hotTitle).getByText("No run is shown").waitFor();
  await workbench.screenshot("trees-empty");
});

test("runs are listed, renamed, pinned, set as baseline, deleted and restored", { tags: "thorough" }, async ({ server, recorded }) => {
  await using workbench = await Workbench.open(server, { folder: recorded.path });
  const heatline = new Heatline(workbench);
  await workbench.openFile("two-ways.js");
  await workbench.openView("Heatline");
  await expand(workbench, runsTitle);
  await expect.poll(() => runRows(workbench).count(), { timeout: runPatienceMs }).toBe(1);
  await heatline.profile(numbers);
  await expect.poll(() => runRows(workbench).count(), { timeout: runPatienceMs }).toBe(2);
  await expect
    .poll(() => runRows(workbench).first().getAttribute("aria-label"))
    .toMatch(/^[\d,.]+ req\/s, .*two-ways\.js, shown, .*p99 .*% busy/);
  await workbench
    .view(hotTitle)
    .getByText(/^Busy .* = 100 % · idle /)
    .waitFor();
  await workbench.ledToCode();
  await workbench.screenshot("trees-runs");

  await runRows(workbench).nth(1).click();
  await runRows(workbench).filter({ hasText: "shown" }).and(runRows(workbench).nth(1)).waitFor();
  await workbench.ledToCode();
  await choose(workbench, runRows(workbench).nth(1), "Rename Run…");
  await workbench.quickInput.waitFor();
  await workbench.quickInput.fill("before the cache");
  await workbench.press("Enter");
  await runRows(workbench).filter({ hasText: "before the cache" }).waitFor();

  const first = runRows(workbench).filter({ hasText: "before the cache" });
  await choose(workbench, first, "Pin Run");
  await first.filter({ hasText: "pinned" }).waitFor();
  await choose(workbench, first, "Set as Baseline");
  await first.filter({ hasText: "baseline" }).waitFor();
  await workbench.screenshot("trees-baseline");

  await choose(workbench, first, "Delete Run");
  await expect.poll(() => runRows(workbench).count()).toBe(1);
  await workbench.toast("was deleted").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => runRows(workbench).count()).toBe(2);
  // It was the shown run and is shown again; until then the update would override a click on another row.
  for (const mark of ["baseline", "pinned", "shown"]) await first.filter({ hasText: mark }).waitFor();

  // The keys act on the focused row, not the selected one.
  await away(workbench);
  await runRows(workbench).first().click();
  await runRows(workbench).first().filter({ hasText: "shown" }).waitFor();
  await workbench.ledToCode();
  await workbench.view(runsTitle).locator(".monaco-list").focus();
  await workbench.press("End", "F2");
  await workbench.quickInput.waitFor();
  expect(await workbench.quickInput.inputValue()).toBe("before the cache");
  await workbench.type("by key");
  await workbench.press("Enter");
  const renamed = runRows(workbench).filter({ hasText: "by key" });
  await renamed.waitFor();
  await workbench.press("Delete");
  await workbench.toast("“by key” was deleted").waitFor();
  await renamed.waitFor({ state: "detached" });
  await workbench.screenshot("trees-keys");
  await heatline.stopApp();
});

test(
  "hot functions by keyboard: callers open, Enter goes to the line, the chosen ranking is kept",
  { tags: "thorough" },
  async ({ server, recorded }) => {
    await using workbench = await Workbench.open(server, { folder: recorded.path });
    await workbench.openFile("two-ways.js");
    await workbench.runCommand("Heatline: Show Hot Functions");
    const rows = workbench.treeRows(hotTitle);
    const leaf = rows.filter({ hasText: "leaf" }).first();
    await leaf.waitFor({ timeout: runPatienceMs });
    expect(await leaf.getAttribute("aria-label")).toMatch(/^leaf, .*% self, .*% total, two-ways\.js:5, own code/);
    await workbench
      .view(hotTitle)
      .getByText(/^Busy .* = 100 % · idle /)
      .waitFor();
    await focusHotFunctions(workbench);
    await workbench.press("Home", "ArrowRight");
    const dear = rows.filter({ hasText: "dear" });
    await dear.waitFor();
    await rows.filter({ hasText: "cheap" }).waitFor();
    await workbench.screenshot("trees-hot-functions");

    await workbench.press("Enter");
    await workbench.ledToCode();
    await expect.poll(() => workbench.cursor()).toMatchObject({ line: leafLine });
    await focusHotFunctions(workbench);
    await workbench.press("ArrowDown", "ArrowDown", "Enter");
    await workbench.ledToCode();
    await expect.poll(() => workbench.cursor()).toMatchObject({ line: dearLine });

    await workbench.runCommand("Heatline: Rank Hot Functions by…");
    await workbench.quickPick("Total");
    await expect.poll(async () => rows.first().getAttribute("aria-label")).toMatch(/^[^,]+, \S+ % total/);
    await workbench.runCommand("Heatline: Group Hot Functions…");
    await workbench.quickPick("By package");
    await rows.filter({ hasText: "own code" }).waitFor();
    await workbench.screenshot("trees-packages");
    await workbench.reopen(recorded.path);
    await workbench.openFile("two-ways.js");
    await workbench.openView("Heatline");
    await workbench.treeRows(hotTitle).filter({ hasText: "own code" }).waitFor();
    await workbench.runCommand("Heatline: Group Hot Functions…");
    await workbench.quickPick("By function");

    await focusHotFunctions(workbench);
    await workbench.press("Home", "Control+f");
    await workbench.quickInput.waitFor();
    await workbench.type("cheap");
    await workbench.quickPickRow("cheap").first().waitFor();
    await workbench.screenshot("trees-find");
    await workbench.press("Enter");
    await expect.poll(() => workbench.cursor()).toMatchObject({ line: 10 });
  },
);
