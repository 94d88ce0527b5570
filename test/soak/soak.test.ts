import { readdir } from "node:fs/promises";
import os from "node:os";
import { expect, test } from "vitest";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { fixtureApps, hotLine } from "../e2e/fixture-apps.ts";
import { type Figures, grownIn, named } from "./figures.ts";
import { nodeMemory, processIn } from "./node-memory.ts";
import { drawAndCloseComparison, openAndCloseFlameGraph } from "./panels.ts";
import { windowMemory } from "./window-memory.ts";

const rounds = Number(process.env["HEATLINE_SOAK_RUNS"] ?? 100);

test("a window that records, edits, compares and draws again and again does not grow", { timeout: rounds * 120_000 }, async () => {
  await using folder = await fixtureApps();
  await using server = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  const grown = await grownIn(
    "soak",
    rounds,
    (round) => oneRun(workbench, heatline, round),
    () => measured(workbench, server),
  );
  expect(grown).toEqual([]);
});

test("a window in which panels are opened and closed again and again keeps nothing of them", { timeout: rounds * 120_000 }, async () => {
  await using folder = await fixtureApps();
  await using server = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("script.js");
  for (const _run of ["previous", "shown"]) {
    await heatline.pressButton();
    await heatline.summary();
    await workbench.runCommand("Notifications: Clear All Notifications");
  }
  const grown = await grownIn(
    "soak-panels",
    rounds,
    async () => {
      await openAndCloseFlameGraph(workbench);
      await workbench.runCommand("Heatline: Compare with Previous Run");
      await drawAndCloseComparison(workbench);
    },
    async () => named("window", await windowMemory(workbench.page)),
  );
  expect(grown).toEqual([]);
});

/** A run in a session of its own, with all that a user does with it. */
async function oneRun(workbench: Workbench, heatline: Heatline, round: number): Promise<void> {
  await heatline.pressButton();
  await heatline.startLoad({ durationSeconds: 1, warmupSeconds: 0 });
  const summary = await heatline.summary();
  if (round > 1) {
    await summary.getByRole("button", { name: "Compare" }).click();
    await drawAndCloseComparison(workbench);
  }
  await openAndCloseFlameGraph(workbench);
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

async function measured(workbench: Workbench, server: WorkbenchServer): Promise<Figures> {
  const host = await nodeMemory(await processIn(server.pid, /--type=extensionHost/));
  const language = await nodeMemory(await processIn(server.pid, /heatline.*server\.js/));
  const window = await windowMemory(workbench.page);
  const temporary = (await readdir(os.tmpdir())).filter((name) => name.startsWith("heatline-") && !name.startsWith("heatline-workbench-"));
  const folders = temporary.length + (await server.privateEntries()).length;
  return { ...named("host", host), ...named("server", language), ...named("window", window), folders };
}
