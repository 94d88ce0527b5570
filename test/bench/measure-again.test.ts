import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { comparePanel } from "../drivers/workbench/compare-panel.ts";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { fixtureApps } from "../e2e/fixture-apps.ts";
import { editLine } from "../e2e/again/edit-hot-line.ts";
import { median, publishTable } from "./bench-table.ts";

const turns = 3;
/** The form's own numbers. */
const numbers = { durationSeconds: 10, warmupSeconds: 2 };
const loadMs = (numbers.durationSeconds + numbers.warmupSeconds) * 1000;

interface Turn {
  readonly restartMs: number;
  readonly wholeMs: number;
}

test(
  "what Measure Again takes from the key to the comparison on screen, beside the restart and the load",
  async () => {
    await using folder = await fixtureApps();
    await using server = await WorkbenchServer.start({ folder: folder.path });
    await using workbench = await Workbench.open(server);
    const heatline = new Heatline(workbench);
    await workbench.openFile("service.js");
    await heatline.profile(numbers);
    const measured: Turn[] = [];
    for (let turn = 0; turn < turns; turn++) {
      await workbench.runCommand("View: Close Other Editors in Group");
      await workbench.runCommand("Notifications: Clear All Notifications");
      await editLine(workbench, 8, `// ${turn}`);
      await workbench.titleButton("Measure Again").waitFor();
      measured.push(await measuredAgain(workbench));
    }
    await workbench.runCommand("Heatline: Stop the Profiled App");
    const overhead = measured.map(({ restartMs, wholeMs }) => (wholeMs - restartMs - loadMs) / (restartMs + loadMs));
    const middle = (values: readonly number[], digits: number): string => median(values).toFixed(digits);
    await publishTable(
      "measure-again",
      ["restart, ms", "load, ms", "key → comparison, ms", "overhead beside restart and load"],
      [
        [
          middle(
            measured.map(({ restartMs }) => restartMs),
            0,
          ),
          loadMs,
          middle(
            measured.map(({ wholeMs }) => wholeMs),
            0,
          ),
          middle(overhead, 3),
        ],
      ],
    );
    expect(measured).toHaveLength(turns);
  },
  15 * 60_000,
);

/** The restart is over with the first word of the load. */
async function measuredAgain(workbench: Workbench): Promise<Turn> {
  const { page } = workbench;
  await watchProgress(page);
  const pressed = Date.now();
  await workbench.press("Control+Shift+F8");
  const panel = await comparePanel(workbench);
  await panel.getByRole("heading").first().waitFor();
  const wholeMs = Date.now() - pressed;
  const said = await page.evaluate(() => (globalThis as unknown as { said: [number, string][] }).said);
  const at = (words: RegExp): number => said.find(([, text]) => words.test(text))?.[0] ?? 0;
  const [restarting, loading] = [at(/Restarting/), at(/Starting the load|Warming up|Measuring/)];
  expect(loading).toBeGreaterThan(restarting);
  await workbench.runCommand("View: Close All Editors");
  await workbench.openFile("service.js");
  return { restartMs: loading - restarting, wholeMs };
}

/** Notes when the notification says something else. */
function watchProgress(page: Page): Promise<void> {
  return page.evaluate(() => {
    const said: [number, string][] = [];
    const note = (): void => {
      const text = document.querySelector(".notifications-toasts")?.textContent ?? "";
      if (text !== said.at(-1)?.[1]) said.push([Date.now(), text]);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { said });
  });
}
