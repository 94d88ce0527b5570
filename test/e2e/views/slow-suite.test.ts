// @module-tag thorough

import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { ScratchFolder } from "../../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { installPackages } from "../../workbench/installed-packages.mjs";

const work = (ms: number): string => `for (const end = Date.now() + ${ms}; Date.now() < end; ) JSON.parse("[1,2,3]");\n`;

function testOf(name: string): string {
  return `import { it } from "vitest";\nimport { ${name} } from "../src/${name}.js";\n\nit("works", () => {\n  ${name}();\n});\n`;
}

/** A suite of Vitest in which one import takes most of the time. */
async function slowSuite(): Promise<ScratchFolder> {
  const folder = await ScratchFolder.make("suite");
  const files: Record<string, string> = {
    "package.json": `{\n  "name": "suite",\n  "type": "module",\n  "scripts": {\n    "test": "vitest run"\n  }\n}\n`,
    "vitest.config.js": 'export default { test: { setupFiles: ["./setup.js"] } };\n',
    "setup.js": work(100),
  };
  for (const [name, ms] of Object.entries({ slow: 2000, one: 100, two: 100 })) {
    files[`src/${name}.js`] = `${work(ms)}export const ${name} = () => {\n  ${work(50)}};\n`;
    files[`test/${name}.test.js`] = testOf(name);
  }
  await Promise.all(["src", "test"].map((each) => mkdir(path.join(folder.path, each))));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder.path, name), text);
  await symlink(await installPackages("test-runners"), path.join(folder.path, "node_modules"));
  return folder;
}

test("from the button to the import that makes a suite of Vitest slow in three actions; one test file alone", async () => {
  await using folder = await slowSuite();
  await using server = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("package.json");
  await workbench.editor.codeLenses.filter({ hasText: /Profile$/ }).click();
  expect(await heatline.hottest()).toBe("slow.js:1");

  await workbench.ledToCode();
  await workbench.runCommand("Heatline: Show Hot Functions");
  const rows = workbench.treeRows("Hot Functions");
  await rows.first().waitFor();
  await workbench.runCommand("Heatline: Group Hot Functions…");
  await workbench.quickPick("By plugin, rule or test");
  await rows.filter({ hasText: "src/slow.js" }).waitFor({ timeout: runPatienceMs });
  expect(await rows.first().getAttribute("aria-label")).toMatch(/^src\/slow\.js, \d+ %, import · .* ± .* · slow\.test\.js:2/);
  await workbench.screenshot("suite-groups");

  await rows.first().click();
  await workbench.ledToCode();
  await expect.poll(() => workbench.cursor()).toMatchObject({ line: 2 });
  expect(await workbench.activeTab()).toBe("slow.test.js");
  await workbench.screenshot("suite-import");

  await workbench.runCommand("Heatline: Show Only a Plugin, Rule or Test…");
  await workbench.quickPickRow("test/one.test.js").first().waitFor();
  await workbench.screenshot("suite-pick");
  await workbench.quickPick("test/one.test.js");
  await rows.filter({ hasText: "Not shown" }).waitFor();
  expect(await rows.count()).toBe(2);
  await workbench.screenshot("suite-filtered");
});
