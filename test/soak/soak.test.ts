import { mkdir, readdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { comparePanel } from "../drivers/workbench/compare-panel.ts";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { fixtureApps, hotLine } from "../e2e/fixture-apps.ts";
import { cacheFolder } from "../workbench/installation.mjs";
import { nodeMemory, processIn } from "./node-memory.ts";
import { windowMemory } from "./window-memory.ts";

const rounds = Number(process.env["HEATLINE_SOAK_RUNS"] ?? 100);

/** Caches of VS Code, of V8 and of ours are full after this many runs. */
const settled = 10;
/** Maximum growth after that, as a factor. */
const limit = 1.05;

/** One row of the table: figures by name. */
type Figures = Readonly<Record<string, number>>;

/** These may not grow at all. Memory, and what comes and goes by itself, may grow up to the limit. */
const counted: ReadonlySet<string> = new Set(["server workers", "window frames", "window decorationRules", "folders"]);

test("a window that records, edits, compares and draws again and again does not grow", { timeout: rounds * 120_000 }, async () => {
  await using folder = await fixtureApps();
  await using server = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  const rows: Figures[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await oneRun(workbench, heatline, round);
    rows.push(await measured(workbench, server));
    console.log(`run ${round}: ${lineOf(rows, round)}`);
  }
  const file = path.join(cacheFolder, "reports/soak.json");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(rows, null, 2));
  expect(grownIn(rows)).toEqual([]);
});

/** A run in a session of its own, with all that a user does with it. */
async function oneRun(workbench: Workbench, heatline: Heatline, round: number): Promise<void> {
  await heatline.pressButton();
  await heatline.startLoad({ durationSeconds: 1, warmupSeconds: 0 });
  const summary = await heatline.summary();
  if (round > 1) {
    await summary.getByRole("button", { name: "Compare" }).click();
    const panel = await comparePanel(workbench);
    await panel.getByRole("tab", { name: "Flame graph" }).click();
    await panel.getByRole("treeitem").first().waitFor();
    await closePanel(workbench, "Compare");
  }
  await workbench.runCommand("Heatline: Open Flame Graph");
  await heatline.flamePanel();
  await closePanel(workbench, "Flame Graph");
  await heatline.stopApp();
  await workbench.openFile("service.js");
  await workbench.goToLine(hotLine);
  await workbench.press("End");
  await workbench.type(" // edited");
  await expect.poll(() => workbench.editor.afterTexts().then((texts) => texts.some(({ text }) => text.includes("edited")))).toBe(true);
  await workbench.runCommand("File: Revert File");
  await heatline.inlineText(hotLine);
  await workbench.runCommand("Notifications: Clear All Notifications");
}

async function closePanel(workbench: Workbench, title: string): Promise<void> {
  // With the mouse: a page that takes the focus as it opens would close the palette.
  await workbench.page
    .getByRole("tab", { name: new RegExp(`^${title}`) })
    .first()
    .click({ button: "middle" });
  await expect.poll(async () => (await workbench.webviewTitles()).some((each) => each.startsWith(title))).toBe(false);
}

async function measured(workbench: Workbench, server: WorkbenchServer): Promise<Figures> {
  const host = await nodeMemory(await processIn(server.pid, /--type=extensionHost/));
  const language = await nodeMemory(await processIn(server.pid, /heatline.*server\.js/));
  const window = await windowMemory(workbench.page);
  const folders = (await readdir(os.tmpdir())).filter((name) => name.startsWith("heatline-") && !name.startsWith("heatline-workbench-"));
  return { ...named("host", host), ...named("server", language), ...named("window", window), folders: folders.length };
}

function named(part: string, figures: object): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${part} ${name}`, Number(value)]));
}

/** The figures and, after the tenth run, their ratios to those of the tenth run. */
function lineOf(rows: readonly Figures[], round: number): string {
  const [first, last] = [round > settled ? rows[settled - 1] : undefined, rows[round - 1]];
  return Object.entries(last ?? {})
    .map(([name, value]) => {
      const figure = Number.isInteger(value) ? String(value) : value.toFixed(1);
      const before = first?.[name] ?? 0;
      return `${name} ${figure}${before === 0 ? "" : ` (×${(value / before).toFixed(3)})`}`;
    })
    .join(", ");
}

/** What grew: its minimum over the last three runs is larger than its maximum over the three runs up to the tenth. */
function grownIn(rows: readonly Figures[]): readonly string[] {
  if (rows.length <= settled) throw new Error(`It takes more than ${settled} runs to see growth.`);
  const [before, after] = [rows.slice(settled - 3, settled), rows.slice(-3)];
  return Object.keys(rows[0] ?? {}).flatMap((name) => {
    const [most, least] = [Math.max(...before.map((row) => row[name] ?? 0)), Math.min(...after.map((row) => row[name] ?? 0))];
    return least <= (counted.has(name) ? most : most * limit)
      ? []
      : [`${name}: ${most.toFixed(1)} after the tenth run, ${least.toFixed(1)} at the end`];
  });
}
