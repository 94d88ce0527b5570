// @module-tag thorough

import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { journeysWith } from "./journeys-with.ts";

const job = (name: string): string => `export function ${name}(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += Math.sqrt(i) % 7;
  return sum;
}
`;
/** Writes the module, changes it, and imports it each time. */
const program = `import { writeFileSync } from "node:fs";
const file = new URL("./job.mjs", import.meta.url);
writeFileSync(file, ${JSON.stringify(job("early"))});
let sum = (await import("./job.mjs?t=1")).early(3e7);
writeFileSync(file, ${JSON.stringify(`// changed\n\n${job("late")}`)});
for (const query of ["?t=2", "?t=3#x"]) sum += (await import("./job.mjs" + query)).late(3e7);
console.log(sum);
`;
const hotLine = 5;
const test = journeysWith({ "app.mjs": program });

test("every text of a module that was imported with queries leads to the file; the file's own has the heat", async ({ folder, server }) => {
  await promisify(execFile)(process.execPath, ["--cpu-prof", "--cpu-prof-name=app.cpuprofile", "app.mjs"], { cwd: folder.path });
  await using workbench = await Workbench.open(server);
  // A window knows its extensions slightly later than its files.
  await workbench.openFile("app.mjs");
  await workbench.titleButton("Profile Current App").waitFor();
  await workbench.runCommand("Heatline: Open Profile…");
  await workbench.chooseFile(path.join(folder.path, "app.cpuprofile"));
  const heatline = new Heatline(workbench);
  expect(await heatline.hottest()).toMatch(/^job\.mjs/);
  await expect.poll(() => workbench.activeTab()).toBe("job.mjs");
  await workbench.ledToCode();
  await workbench.runCommand("Heatline: Show Hot Functions");
  // What takes the focus later closes the palette.
  await workbench.view("Hot Functions").locator(".monaco-list:focus").waitFor();
  const row = (name: string) => workbench.treeRows("Hot Functions").filter({ hasText: name }).first();
  for (const name of ["early", "late"]) {
    await workbench.runCommand("View: Close All Editors");
    await row(name).click();
    await expect.poll(() => workbench.activeTab()).toBe("job.mjs");
    await workbench.ledToCode();
  }
  // Both of its modules; how much that is depends on how busy the machine is.
  const percent = async (name: string): Promise<number> =>
    Number.parseInt(/\d+(?= % self)/.exec(await row(name).innerText())?.[0] ?? "", 10);
  const [early, late] = [await percent("early"), await percent("late")];
  expect(early + late).toBeGreaterThan(80);
  expect(Math.abs(Number.parseFloat(await heatline.inlineText(hotLine)) - late)).toBeLessThan(1);
  expect(await heatline.heatedLines()).toEqual([hotLine]);
  await workbench.goToLine(hotLine);
  await workbench.runCommand("Heatline: Reveal in Flame Graph");
  const flame = await heatline.flamePanel();
  await expect.poll(() => flame.locator(".heatline-live").textContent()).toMatch(/^late, job\.mjs/);
  await workbench.screenshot("module-with-queries");
});
