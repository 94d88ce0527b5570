import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { storedRuns } from "../drivers/workbench/stored-runs.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { plantedLine, samples } from "../samples/samples.ts";
import { repository } from "../workbench/installation.mjs";
import { publishTable } from "./bench-table.ts";
import { firstSeen, type FirstSeen, watchFirstSeen } from "./measured/first-seen.ts";

const numbers = { durationSeconds: 8, warmupSeconds: 1 };

test(
  "the time from the load's end to the finished run's annotations, and the flame panel's first paint",
  async () => {
    const rows: (readonly (string | number)[])[] = [];
    for (const sample of samples) {
      const folder = path.join(repository, "samples", sample.name, "before");
      await using server = await WorkbenchServer.start({ folder });
      // The finished run's text differs from all live texts: it has more ticks.
      await server.changeSettings({ "heatline.inlineText": "ticks" });
      await using workbench = await Workbench.open(server);
      const { page } = workbench;
      const heatline = new Heatline(workbench);
      const line = await plantedLine(sample);
      await workbench.openFile(sample.plantedFile);
      await workbench.goToLine(line);
      await watchFirstSeen(page, await codeOf(path.join(folder, sample.plantedFile), line), "hottest:");
      await heatline.pressButton();
      await heatline.startLoad(numbers);
      const notification = await heatline.summary();
      await notification.getByRole("button", { name: "Flame Graph" }).click();
      const panel = await heatline.flamePanel();
      const { begun, painted } = await panel.evaluate(async () => {
        let paint = performance.getEntriesByName("first-contentful-paint")[0];
        for (; paint === undefined; paint = performance.getEntriesByName("first-contentful-paint")[0])
          await new Promise(requestAnimationFrame);
        return { begun: performance.timeOrigin, painted: performance.timeOrigin + paint.startTime };
      });
      const seen = await firstSeen(page);
      const asked = lastOf(seen, "click");
      const ended = await loadEnd(server, folder);
      const annotated = lastOf(seen, "line");
      expect(annotated).toBeGreaterThan(ended);
      await heatline.stopApp();
      rows.push([
        sample.name,
        ...[annotated - ended, lastOf(seen, "notification") - ended, painted - asked, begun - asked].map((each) => Math.round(each)),
      ]);
    }
    await publishTable(
      "window",
      [
        "sample",
        "load ended → the run's annotations, ms",
        "load ended → notification, ms",
        "flame graph asked → first paint, ms",
        "of it until VS Code begins the page, ms",
      ],
      rows,
    );
    expect(rows).toHaveLength(samples.length);
  },
  15 * 60_000,
);

/** The latest time at which the load tool can have stopped: the window's opening plus the measured time; sending starts after the opening. */
async function loadEnd(server: WorkbenchServer, folder: string): Promise<number> {
  const run = (await storedRuns(server, folder)).at(-1);
  if (run?.load?.durationSeconds === undefined) throw new Error("The run has no load report.");
  return Date.parse(run.startedAt) + 1000 * run.load.durationSeconds;
}

/** A beginning of the line that the editor always renders in one piece. */
async function codeOf(file: string, line: number): Promise<string> {
  return ((await readFile(file, "utf8")).split("\n")[line - 1] ?? "").trim().slice(0, 40);
}

function lastOf(seen: FirstSeen, what: string): number {
  const last = seen.findLast((each) => each.what.startsWith(what));
  if (last === undefined) throw new Error(`The window never showed: ${what}.`);
  return last.at;
}
