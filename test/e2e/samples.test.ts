import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordedSample } from "../samples/recorded-sample.ts";
import { plantedLine, type Sample, sampleFile, samples } from "../samples/samples.ts";
import { repository } from "../workbench/installation.mjs";
import { comparedRows, comparePanel, type PanelRow, titleOf } from "../drivers/workbench/compare-panel.ts";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { FixableSample } from "../drivers/workbench/fixable-sample.ts";
import { storedRuns } from "../drivers/workbench/stored-runs.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";

const numbers = { durationSeconds: 5, warmupSeconds: 1 };
let server: WorkbenchServer;

beforeAll(async () => {
  server = await WorkbenchServer.start({ folder: path.join(repository, "samples/koa-listener-leak/before") });
});
afterAll(async () => await server[Symbol.asyncDispose]());

const [firstUse, ...others] = samples;
if (firstUse === undefined) throw new Error("There are no samples.");

test(
  `${firstUse.name}: measured, fixed in place, measured again: heat and flame lead to the planted line, Compare to what its fix bought`,
  { timeout: 480_000 },
  async () => {
    await using app = await FixableSample.copy(firstUse.name);
    await using workbench = await Workbench.open(server, { folder: app.folder });
    const heatline = new Heatline(workbench);
    await workbench.openFile(firstUse.plantedFile);
    expect(await heatline.profile(numbers)).toBe(await plantedPlace(firstUse));
    await seesTheFault(firstUse, workbench);
    await heatline.button(await heatline.form(), "Flame Graph").click();
    await seesItsFrame(firstUse, workbench);
    await heatline.stopApp();

    await app.fix();
    await workbench.runCommand("Notifications: Clear All Notifications");
    await workbench.openFile(firstUse.plantedFile);
    expect(await heatline.profile(numbers)).not.toBe(await plantedPlace(firstUse));
    await (await heatline.summary()).getByRole("button", { name: "Compare" }).click();
    await seesTheFix(firstUse, await comparePanel(workbench), app);
    await workbench.screenshot(`${firstUse.name}-compare`);
    await heatline.stopApp();
  },
);

test.each(others)(
  "$name, as recorded: heat and flame lead to the planted line, Compare to what its fix bought",
  { tags: "thorough" },
  async (sample) => {
    const recorded = await recordedSample(sample.name);
    await using app = await FixableSample.recorded(recorded);
    await server.keepRun(app.folder, recorded.before);
    await using workbench = await Workbench.open(server, { folder: app.folder });
    await workbench.openFile(sample.plantedFile);
    expect(await hottestPlace(workbench, new Heatline(workbench))).toBe(await plantedPlace(sample));
    await seesTheFault(sample, workbench);
    await workbench.runCommand("Heatline: Open Flame Graph");
    await seesItsFrame(sample, workbench);

    await app.fix();
    await server.keepRun(app.folder, recorded.after);
    await workbench.focusExplorer();
    await workbench.runCommand("Heatline: Show Last Run");
    await workbench.ledToCode();
    await workbench.runCommand("Heatline: Compare with Previous Run");
    await seesTheFix(sample, await comparePanel(workbench), app);
    await workbench.screenshot(`${sample.name}-compare`);
  },
);

async function plantedPlace(sample: Sample): Promise<string> {
  return `${path.posix.basename(sample.plantedFile)}:${await plantedLine(sample)}`;
}

/** Where the command leads, once the open file shows the run of the last window. */
async function hottestPlace(workbench: Workbench, heatline: Heatline): Promise<string> {
  await expect.poll(() => heatline.heatedLines()).not.toEqual([]);
  await workbench.goToLine(1);
  await workbench.runCommand("Heatline: Go to Hottest Line");
  await expect.poll(async () => (await workbench.cursor()).line).not.toBe(1);
  return workbench.shownPosition();
}

/** Heat, lens and hover appear on the planted line, where the cursor is. */
async function seesTheFault(sample: Sample, workbench: Workbench): Promise<void> {
  const heatline = new Heatline(workbench);
  const line = await plantedLine(sample);
  await expect.poll(() => workbench.cursor()).toMatchObject({ line });
  expect(await heatline.inlineText(line)).toMatch(/\d % self · .*% total/);
  await expect.poll(() => heatline.heatedLines()).toContain(line);
  const definition = Number((await definitionOf(sample)).split(":")[1]);
  await workbench.goToLine(definition);
  await expect
    .poll(async () => (await workbench.editor.codeLensLines()).find((lens) => lens.line === definition)?.text, { timeout: 30_000 })
    .toMatch(/% total · .*% self · .* m?s/);
  await workbench.goToLine(line);
  const hover = await workbench.editor.hover(line);
  await hover
    .getByText(/samples/)
    .first()
    .waitFor();
  await workbench.screenshot(`${sample.name}-before`);
}

/** A click on the function's frame opens the line in it that has most of its time. */
async function seesItsFrame(sample: Sample, workbench: Workbench): Promise<void> {
  const flame = await new Heatline(workbench).flamePanel();
  await workbench.press("Escape");
  await flame.getByText("Sandwich").first().click();
  // The table contains only the rows in view, largest totals first.
  await flame.getByText("Total", { exact: true }).first().click();
  await flame
    .getByText(enclosingFunction[sample.name] ?? "", { exact: true })
    .first()
    .click();
  await expect.poll(() => workbench.shownPosition()).toBe(`${path.posix.basename(sample.plantedFile)}:${await plantedLine(sample)}`);
  await workbench.screenshot(`${sample.name}-before-flame`);
}

/** The fixed function and line are the top improvements, the figures match the load reports, and nothing else is reported as different. */
async function seesTheFix(sample: Sample, panel: Frame, app: FixableSample): Promise<void> {
  const runs = await storedRuns(server, app.folder);
  expect(runs.length).toBe(2);
  expect(await panel.getByRole("heading").innerText()).toBe(titleOf(runs));
  const isPartOfFix = ({ place, verdict }: PanelRow): boolean => {
    const [file = ""] = place.split(/:(?=\d+$)/);
    const isGain = verdict === "faster" || verdict === "vanished";
    if (app.files.includes(file)) return app.editedFiles.includes(file) || (isGain && callsIt[sample.name] === file);
    // Code that the fix no longer calls got cheaper; what it calls instead is known.
    return isGain || (calledInstead[sample.name]?.test(file) ?? false);
  };
  for (const list of ["Functions", "Lines"] as const) {
    await panel.getByRole("tab", { name: list }).click();
    // What the other rate did to unchanged code is no change.
    const changed = (await comparedRows(panel)).filter(({ verdict }) => verdict !== "noise" && verdict !== "load");
    expect(changed[0]?.verdict).toMatch(/faster|vanished/);
    expect(changed[0]?.name).toContain(list === "Functions" ? enclosingFunction[sample.name] : sample.plantedText);
    expect(changed.filter((row) => !isPartOfFix(row))).toEqual([]);
  }
}

/**
 * Unedited files that the fix makes cheaper: `emit`, whose time is attributed to its caller, no longer walks through thousands of
 * listeners.
 */
const callsIt: Readonly<Record<string, string>> = { "koa-listener-leak": "announce.js" };

/** Files outside of the app whose code the fix calls. */
const calledInstead: Readonly<Record<string, RegExp>> = {
  "express-login": /^node:internal\/(crypto|util|async_hooks|process)/,
  "image-blur": /^node:|^(constructor|input|output|is|operation|sharp|utility)\.js$/,
};

/** The function that contains the planted line, as named by speedscope. */
const enclosingFunction: Readonly<Record<string, string>> = {
  "koa-listener-leak": "rememberEtag",
  "express-login": "hashPassword",
  "image-blur": "blurPixel",
  "logging-framework": "sourceOf",
  "ts-orders": "tariffFor",
  "held-up-orders": "turnoverOf",
};

/** `rememberEtag` → `etagger.js:13`. */
async function definitionOf(sample: Sample): Promise<string> {
  const lines = (await readFile(sampleFile(sample.name, "before", sample.plantedFile), "utf8")).split("\n");
  const name = enclosingFunction[sample.name] ?? "";
  const index = lines.findIndex((text) => new RegExp(`(function |^ +)${name}\\(.*\\{$`).test(text));
  return `${path.posix.basename(sample.plantedFile)}:${index + 1}`;
}
