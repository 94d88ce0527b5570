import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { plantedLine, samples } from "../samples/samples.ts";
import { repository } from "../workbench/installation.mjs";
import { emojiFont, ensureTools } from "../workbench/ensure-tools.mjs";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";

/** sharp is one of a sample's packages. */
const sharp = createRequire(path.join(repository, "samples/image-blur/before/server.js"))("sharp") as (file: string) => {
  png(options: object): { toFile(file: string): Promise<unknown> };
};

/** `npm run picture`: the README's screenshot, from a real run of the Koa sample in the real VS Code. */
test("the README's picture", async () => {
  const [koa] = samples;
  if (koa === undefined) throw new Error("There is no sample to take a picture of.");
  await ensureTools([emojiFont]);
  const folder = path.join(repository, "samples", koa.name, "before");
  const settings = {
    "debug.internalConsoleOptions": "neverOpen",
    "debug.toolBarLocation": "hidden",
    "editor.minimap.enabled": false,
    "editor.fontSize": 12,
  };
  await using server = await WorkbenchServer.start({ folder, settings });
  await using workbench = await Workbench.open(server, { viewport: { width: 1900, height: 940 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile(koa.plantedFile);
  await heatline.profile({ durationSeconds: 8, warmupSeconds: 2 });
  await workbench.press("Escape");
  await workbench.runCommand("Heatline: Stop the Profiled App");
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.runCommand("Heatline: Open Flame Graph");
  const flame = await heatline.flamePanel();
  await flame.getByText("Left Heavy").first().click();
  await workbench.runCommand("Heatline: Show Hot Functions");
  await expect.poll(() => workbench.treeRows("Hot Functions").count()).toBeGreaterThan(3);
  const line = await plantedLine(koa);
  await expect.poll(() => workbench.shownPosition()).toBe(`${koa.plantedFile}:${line}`);
  await heatline.inlineText(line);
  await expect.poll(() => workbench.editor.codeLensLines()).not.toEqual([]);
  const hover = await workbench.editor.hover(line, "stringify");
  await hover.filter({ hasText: "self" }).waitFor();
  // It fades in.
  await hover.evaluate((box) => Promise.all(box.ownerDocument.getAnimations().map(({ finished }) => finished.catch(() => undefined))));
  // The text at the end of the hottest line is fully visible.
  const ends = await (
    await workbench.editor.lineInView(line)
  ).evaluate((row) => {
    const inner = row.querySelector(":scope > span")?.getBoundingClientRect();
    const editor = row.closest(".monaco-editor")?.getBoundingClientRect();
    return { text: inner?.right ?? Infinity, editor: editor?.right ?? 0 };
  });
  expect(ends.text).toBeLessThan(ends.editor);
  // A palette makes the package 150 KB smaller.
  const palette = { palette: true, colours: 256, quality: 80, effort: 10, compressionLevel: 9, dither: 0 };
  await sharp(await workbench.screenshot("readme"))
    .png(palette)
    .toFile(path.join(repository, "extension/media/readme.png"));
});
