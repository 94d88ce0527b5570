import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createVSIX } from "@vscode/vsce";
import { expect, test, vi } from "vitest";
import { comparedRows, comparePanel } from "../drivers/workbench/compare-panel.ts";
import { Heatline, runPatienceMs } from "../drivers/workbench/heatline.ts";
import { ScratchFolder } from "../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";

/** Of `sum` below. */
const hotLine = 4;

const slow = `export function sum(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) {
    sum += JSON.stringify({ i, text: "x".repeat(40) }).length;
  }
  return sum;
}
`;

const tests = `import { describe, it } from "node:test";
import { sum } from "./sum.js";

describe("sums", () => {
  it("are large", () => {
    if (sum(50_000) < 1) throw new Error("too small");
  });
  it("are small", () => {
    for (const end = Date.now() + 2000; Date.now() < end; ) JSON.parse("[1]");
  });
});
`;

/** About the same sum, without the loop. */
const fixed = `export function sum(rounds) {
  return rounds * 60;
}
`;

async function sums(): Promise<ScratchFolder> {
  const folder = await ScratchFolder.make("sums");
  const files = { "package.json": JSON.stringify({ name: "sums", type: "module" }), "sum.js": slow, "sum.test.js": tests };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder.path, name), text);
  return folder;
}

test(
  "where an extension shows tests, Profile Test is in the menu of their marks and of the test explorer, and no lens is shown",
  { tags: "thorough" },
  async () => {
    await using folder = await sums();
    const beside = path.join(folder.path, "..", `${path.basename(folder.path)}.vsix`);
    const cwd = path.resolve(import.meta.dirname, "../fixtures/test-explorer");
    await createVSIX({ cwd, packagePath: beside, dependencies: false, allowMissingRepository: true, skipLicense: true });
    await using server = await WorkbenchServer.start({ folder: folder.path, beside });
    await using workbench = await Workbench.open(server);
    const { page } = workbench;
    const heatline = new Heatline(workbench);
    await workbench.openFile("sum.test.js");
    const mark = page.locator(".testing-run-glyph").first();
    await mark.click({ button: "right", timeout: runPatienceMs });
    const entry = page.getByRole("menuitem", { name: "Profile Test" });
    await entry.waitFor();
    await workbench.screenshot("test-gutter-menu");
    await entry.click();
    expect(await heatline.hottest()).toBe(`sum.js:${hotLine}`);
    await atHotLine(workbench);
    await workbench.runCommand("Notifications: Clear All Notifications");

    await workbench.runCommand("Testing: Focus on Test Explorer View");
    const row = page.locator(".test-explorer .monaco-list-row").filter({ hasText: "sum.test.js" });
    await row.click();
    await page.keyboard.press("ArrowRight");
    await page.locator(".test-explorer .monaco-list-row").filter({ hasText: "are large" }).click({ button: "right" });
    await entry.waitFor();
    await workbench.screenshot("test-explorer-menu");
    await entry.click();
    await workbench.toast("sums › are large").getByRole("button", { name: "Compare" }).waitFor({ timeout: runPatienceMs });
    expect(await workbench.editor.codeLenses.filter({ hasText: "Profile Test" }).count()).toBe(0);
  },
);

test(
  "profile a test, fix its code, profile it again: the comparison with its last run is one click away",
  { timeout: 480_000 },
  async () => {
    await using folder = await sums();
    await using server = await WorkbenchServer.start({ folder: folder.path });
    await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
    const heatline = new Heatline(workbench);
    await workbench.openFile("sum.test.js");
    await profileLarge(workbench, false);
    expect(await heatline.hottest()).toBe(`sum.js:${hotLine}`);
    const first = await heatline.summary();
    expect(await first.getByRole("button", { name: "Compare" }).count()).toBe(0);
    await atHotLine(workbench);
    await workbench.runCommand("Notifications: Clear All Notifications");

    await writeFile(path.join(folder.path, "sum.js"), fixed);
    await workbench.openFile("sum.test.js");
    await profileLarge(workbench, true);
    const again = await heatline.summary();
    await workbench.screenshot("test-again");
    await again.getByRole("button", { name: "Compare" }).click();
    const panel = await comparePanel(workbench);
    const [row] = await comparedRows(panel);
    await workbench.screenshot("test-compared");
    expect(await panel.getByRole("heading").innerText()).toMatch(/^Busy time per run: .* → /);
    expect(row).toMatchObject({ name: "sum", place: "sum.js:1", verdict: expect.stringMatching(/faster|vanished/) as string });
  },
);

/** Clicks the lens of the first test: the second one from the top, while the DOM has them in any order. */
async function profileLarge(workbench: Workbench, isMeasured: boolean): Promise<void> {
  const inView = async (): Promise<number[]> =>
    (await workbench.editor.codeLensLines()).filter(({ text }) => text.includes("Profile Test")).map(({ line }) => line);
  // Of the group, and of each of its tests.
  await expect.poll(inView, { timeout: runPatienceMs }).toEqual([4, 5, 8]);
  // Heat arrives later, and moves the lenses.
  if (isMeasured) await workbench.editor.codeLenses.filter({ hasText: "% total" }).nth(1).waitFor();
  await workbench.screenshot("test-lens");
  const click = async (): Promise<void> => {
    // By handle: a locator would look for it again, when the order in the DOM may be another one. VS Code may also have replaced it by then.
    const lenses = await workbench.editor.codeLenses.filter({ hasText: "Profile Test" }).elementHandles();
    const placed = await Promise.all(lenses.map(async (lens) => ({ lens, y: (await lens.boundingBox())?.y ?? 0 })));
    const [, ofFirst] = placed.toSorted((a, b) => a.y - b.y);
    if (ofFirst === undefined) throw new Error("There are no lenses.");
    await ofFirst.lens.click({ timeout: 5000 });
  };
  await vi.waitFor(click, { timeout: runPatienceMs, interval: 100 });
}

/** The jump to the hot line has ended: it would take the focus from the palette. */
async function atHotLine(workbench: Workbench): Promise<void> {
  await expect.poll(() => workbench.activeTab()).toBe("sum.js");
  await workbench.ledToCode();
}
