import { expect } from "vitest";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { journeysWith } from "./journeys-with.ts";

const packageJson = `{
  "name": "jobs",
  "scripts": {
    "report": "node -e 1",
    "work": "node script.js"
  }
}
`;

const test = journeysWith({ "package.json": packageJson });

/** In `script.js` of the fixture apps. */
const hotLine = 3;

test("a script of package.json is profiled from the lens above the scripts", async ({ server }) => {
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  await workbench.openFile("package.json");
  const lens = workbench.editor.codeLenses.filter({ hasText: "Profile" });
  await lens.waitFor();
  expect((await workbench.editor.codeLensLines()).filter(({ text }) => text.includes("Profile")).map(({ line }) => line)).toEqual([3]);
  await workbench.screenshot("script-lens");
  await lens.click();
  await workbench.quickPickRow("report").first().waitFor();
  await workbench.quickPick("work");
  const heatline = new Heatline(workbench);
  expect(await heatline.hottest()).toBe(`script.js:${hotLine}`);
  expect(await heatline.inlineText(hotLine)).toMatch(/%/);
});
