import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { lineWaits } from "../../../language-server/answers/waits/line-waits.ts";
import { readRun } from "../../../language-server/history/run-store.ts";
import { openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { recordService } from "../../drivers/server/recorded-load.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { someOf } from "../../workbench/some-of.mjs";

const folder = path.resolve(import.meta.dirname, "../../fixtures/waits");
const load = { path: "/", connections: 4, durationSeconds: 4, warmupSeconds: 0 };

/** Of the app's own clock, since its start. */
type Told = Readonly<
  Record<string, { readonly times: number; readonly rejected: number; readonly waitedMs: number; readonly heldMs: number }>
>;

/** By the text of the line on which it waits. */
const lines: Readonly<Record<string, string>> = {
  short: "await pause(2);",
  long: "await pause(150);",
  rejected: 'await pause(5).then(() => Promise.reject(new Error("late")));',
  together: "await Promise.all([pause(3), pause(30)]);",
};

test.each(someOf(1, [20, 26, 24, 18, 22]))(
  "Node %i: while other work holds the loop, each line has waited, and was held up, as long as the program clocks itself",
  async (major) => {
    const runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-stall-"));
    const truth = path.join(runsFolder, "truth.json");
    try {
      const service = { folder, program: "stall.mjs", runsFolder, load, env: { TRUTH: truth }, pass: "waits" } as const;
      const run = await recordService({ ...service, runtimeExecutable: await nodeOf(major) });
      const { marks, ...opened } = await openRunFolder(run, await readRun(run), {});
      if (marks === undefined) throw new Error(`The run has no marks: ${JSON.stringify(opened.problems)}`);
      const found = lineWaits({ ...opened, marks }).lines;
      const told = JSON.parse(await readFile(truth, "utf8")) as Told;
      const source = (await readFile(path.join(folder, "stall.mjs"), "utf8")).split("\n");
      const sums = Object.entries(told).map(([name, { times, rejected, waitedMs, heldMs }]) => {
        const at = source.findIndex((text) => text.trim() === lines[name]) + 1;
        const line = found.find((each) => each.line === at);
        if (line === undefined) throw new Error(`No waits on line ${at}: ${JSON.stringify(found.map((each) => each.line))}`);
        const [waited, held] = [line.waitedUs / line.times / 1000, line.heldUs / line.times / 1000];
        const near = (ms: number, right: number): unknown => (Math.abs(ms / right - 1) <= 0.15 ? "within 15 %" : [ms, right]);
        const site = line.sites[0];
        // What the app does after the recording is in its own count alone.
        const isCounted = site !== undefined && site.times <= times && site.times > times - 40 && site.rejected <= rejected;
        return [name, { waited: near(waited, waitedMs / times), held: near(held, heldMs / times), isCounted }];
      });
      const right = { waited: "within 15 %", held: "within 15 %", isCounted: true };
      expect(Object.fromEntries(sums)).toEqual({ short: right, long: right, rejected: right, together: right });
      const short = found.find(({ line }) => source[line - 1]?.trim() === lines["short"]);
      expect(short?.heldBy[0]).toMatchObject({ path: path.join(folder, "stall.mjs"), name: "spin" });
    } finally {
      await rm(runsFolder, { recursive: true, force: true });
    }
  },
  120_000,
);
