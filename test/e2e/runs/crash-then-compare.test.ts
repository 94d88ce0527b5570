// @module-tag thorough

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { appsFolder } from "../../drivers/adapter/dap-client.ts";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { compared, editLine, gainOf } from "../again/edit-hot-line.ts";
import { journeysWith } from "../journeys-with.ts";

const textOf = (file: string): string => readFileSync(path.join(appsFolder, "crash-then-compare", file), "utf8");
/** Of `slow.js`. */
const hotLine = 3;
/** Works before it loads `slow.js`: a start without a sample leaves no run. */
const server = `for (const end = Date.now() + 200; Date.now() < end; );\n${textOf("server.js").replaceAll('"/slow"', '"/"')}`;

const test = journeysWith({ "shop.js": server, "slow.js": textOf("slow.js") });

const numbers = { durationSeconds: 3, warmupSeconds: 0 };

test(
  "measure, typo, fix, measure: the failed start is marked and not shown, its error is a link, and the last good run is Before",
  { timeout: 480_000 },
  async ({ server: vscode }) => {
    await using workbench = await Workbench.open(vscode, { viewport: { width: 1280, height: 720 } });
    const heatline = new Heatline(workbench);
    await workbench.openFile("shop.js");
    expect(await heatline.profile(numbers)).toBe(`slow.js:${hotLine}`);
    const [, rate = ""] = /([\d,.]+) req\/s/.exec(await (await heatline.summary()).innerText()) ?? [];
    await heatline.stopApp();
    await workbench.runCommand("Notifications: Clear All Notifications");

    await workbench.openFile("slow.js");
    const measured = await heatline.inlineText(hotLine);
    await editLine(workbench, hotLine + 1, "}");
    await workbench.openFile("shop.js");
    await heatline.pressButton();
    const problem = workbench.toast("SyntaxError").first();
    await problem.waitFor({ timeout: runPatienceMs });
    await workbench.screenshot("typo-link");
    await problem.getByText(`slow.js:${hotLine + 1}`, { exact: true }).click();
    await expect.poll(() => workbench.activeTab()).toBe("slow.js");
    await expect.poll(() => workbench.cursor()).toMatchObject({ line: hotLine + 1 });
    // The good run is still shown, and the failed start only listed.
    expect(await heatline.inlineText(hotLine)).toBe(measured);
    await workbench.openView("Heatline");
    const header = workbench.view("Runs").locator(".pane-header");
    if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
    await expect.poll(() => workbench.treeRows("Runs").count()).toBe(2);
    expect(await workbench.treeRows("Runs").first().innerText()).toContain("failed to start");
    expect(await workbench.treeRows("Runs").nth(1).getAttribute("aria-label")).toContain("shown");
    await workbench.screenshot("typo-runs");

    await editLine(workbench, hotLine + 1, "// fixed");
    await editLine(workbench, hotLine, "exports.slow = () => String(new Set(list).size);");
    await workbench.runCommand("Notifications: Clear All Notifications");
    await workbench.openFile("shop.js");
    await heatline.pressButton();
    await heatline.startLoad(numbers);
    await (await heatline.summary()).getByRole("button", { name: "Compare" }).click();
    const { headline } = await compared(workbench);
    await workbench.screenshot("typo-compared");
    // Compared with the first run, and not with the start that failed.
    const numberOf = (text: string): number => Number(text.replaceAll(",", ""));
    const [, before = ""] = /^([\d,.]+) → /.exec(headline) ?? [];
    expect(Math.abs(numberOf(before) / numberOf(rate) - 1)).toBeLessThan(0.01);
    expect(await gainOf(workbench)).toBeGreaterThan(1);
    await heatline.stopApp();
  },
);
