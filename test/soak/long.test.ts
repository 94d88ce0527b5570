import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { readRun } from "../../language-server/history/run-store.ts";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { storedRuns } from "../drivers/workbench/stored-runs.ts";
import { stateFolder } from "../drivers/state-folder.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { fixtureApps, hotLine } from "../e2e/fixture-apps.ts";
import { grownIn, named } from "./figures.ts";
import { nodeMemory, processIn } from "./node-memory.ts";
import { windowMemory } from "./window-memory.ts";

const rounds = Number(process.env["HEATLINE_SOAK_RUNS"] ?? 100);
/** A hundred rounds are two hours. */
const roundMs = 72_000;
const pauseMs = 100;
/** What the server keeps of each sample of the shown run: time, tier, and the stack before and after repairs. */
const bytesPerSample = 17;

test("one long run, shown live, does not make the window grow; all of it is kept", { timeout: rounds * roundMs * 2 }, async () => {
  await using folder = await fixtureApps();
  // By default a recording ends after ten minutes.
  await using server = await WorkbenchServer.start({ folder: folder.path, settings: { "heatline.maxDuration": 86_400 } });
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  await heatline.pressButton();
  const address = await heatline.driveMyself();
  const form = await heatline.form();
  const began = Date.now();
  const language = await processIn(server.pid, /heatline.*server\.js/);
  const host = await processIn(server.pid, /--type=extensionHost/);
  const adapter = await processIn(server.pid, /heatline.*debug-adapter\.js/);
  const grown = await grownIn(
    "soak-long",
    rounds,
    () => driven(address),
    async () => {
      // The adapter keeps the samples until the run is written: its memory is reported, and may grow.
      console.log(`adapter: ${JSON.stringify(await nodeMemory(adapter))}`);
      const { memoryMb, rssMb, ...counts } = await nodeMemory(language);
      const samples = await liveSamples(server);
      console.log(`server: ${memoryMb.toFixed(1)} MB, ${rssMb.toFixed(1)} MB resident, ${samples} samples`);
      return {
        ...named("host", await nodeMemory(host)),
        ...named("server", { ...counts, memoryMb: memoryMb - (samples * bytesPerSample) / 2 ** 20 }),
        ...named("window", await windowMemory(workbench.page)),
      };
    },
  );
  const seconds = (Date.now() - began) / 1000;
  await heatline.button(form, "Stop Recording").click();
  expect(await heatline.hottest()).toBe(`service.js:${hotLine}`);
  await heatline.stopApp();
  const [run] = await storedRuns(server, folder.path);
  const recorded = (run?.durationMs ?? 0) / 1000;
  console.log(`recorded ${recorded} s of ${seconds} s`);
  expect(recorded).toBeGreaterThan(seconds * 0.99);
  expect(grown).toEqual([]);
});

/** Of the recording that is shown live. */
async function liveSamples(server: WorkbenchServer): Promise<number> {
  const state = stateFolder(path.dirname(server.userData));
  const folders = (await server.privateEntries()).map((name) => path.join(state, name, "live"));
  const runs = await Promise.all(folders.map((folder) => readRun(folder).catch(() => undefined)));
  return runs.flatMap((run) => run?.threads ?? []).reduce((sum, { ticks }) => sum + ticks, 0);
}

/** Requests, one after the other, for the time of a round. */
async function driven(address: string): Promise<void> {
  for (const end = Date.now() + roundMs; Date.now() < end;) {
    await (await fetch(address)).text();
    await delay(pauseMs);
  }
}
