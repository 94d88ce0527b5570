import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { type HeldBy, lineWaits } from "../../../language-server/answers/waits/line-waits.ts";
import { readRun } from "../../../language-server/history/run-store.ts";
import { openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { recordService } from "../../drivers/server/recorded-load.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { someOf } from "../../workbench/some-of.mjs";

const folder = path.resolve(import.meta.dirname, "../../fixtures/waits");
const load = { connections: 4, durationSeconds: 4, warmupSeconds: 0 };

/** Of the app's own clock, since its start. */
type Clocked = Readonly<
  Record<string, { readonly times: number; readonly rejected: number; readonly waitedMs: number; readonly heldMs: number }>
>;

/** By the text of the line on which it waits. */
const lines: Readonly<Record<string, string>> = {
  short: "await pause(2);",
  long: "await pause(150);",
  rejected: 'await pause(5).then(() => Promise.reject(new Error("late")));',
  together: "await Promise.all([pause(3), pause(30)]);",
  late: "await soon;",
  begun: "await soon;",
};

interface Found {
  readonly waited: string | readonly [ms: number, right: number];
  readonly held: string | readonly [ms: number, right: number];
  readonly isCounted: boolean;
}

const right: Found = { waited: "within 15 %", held: "within 15 %", isCounted: true };

/** What is reported of each line, and who held up the first one. */
async function measured(
  major: number,
  at: string,
): Promise<{ readonly found: Readonly<Record<string, Found>>; readonly heldBy: HeldBy | undefined }> {
  const runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-stall-"));
  const truth = path.join(runsFolder, "truth.json");
  try {
    const service = {
      folder,
      program: "stall.mjs",
      runsFolder,
      load: { ...load, path: at },
      env: { TRUTH: truth },
      pass: "waits",
    } as const;
    const run = await recordService({ ...service, runtimeExecutable: await nodeOf(major) });
    const { marks, ...opened } = await openRunFolder(run, await readRun(run), {});
    if (marks === undefined) throw new Error(`The run has no marks: ${JSON.stringify(opened.problems)}`);
    const clocked = JSON.parse(await readFile(truth, "utf8")) as Clocked;
    const source = (await readFile(path.join(folder, "stall.mjs"), "utf8")).split("\n");
    const all = lineWaits({ ...opened, marks }).lines;
    const lineOf = (name: string): (typeof all)[number] => {
      const declared = source.findIndex((text) => text.startsWith(`async function ${name}(`));
      const found = source.findIndex((text, row) => row > declared && text.trim() === lines[name]) + 1;
      const line = all.find((each) => each.line === found);
      if (line === undefined) throw new Error(`No waits on line ${found}: ${JSON.stringify(all.map((each) => each.line))}`);
      return line;
    };
    const found = Object.entries(clocked).map(([name, { times, rejected, waitedMs, heldMs }]) => {
      const line = lineOf(name);
      const near = (us: number, ms: number): Found["waited"] => {
        const [mean, truly] = [us / line.times / 1000, ms / times];
        return Math.abs(mean / truly - 1) <= 0.15 ? "within 15 %" : [mean, truly];
      };
      const site = line.sites[0];
      // What the app does after the recording is in its own count alone.
      const isCounted = site !== undefined && site.times <= times && site.times > times - 40 && site.rejected <= rejected;
      return [name, { waited: near(line.waitedUs, waitedMs), held: near(line.heldUs, heldMs), isCounted }] as const;
    });
    return { found: Object.fromEntries(found), heldBy: lineOf(Object.keys(clocked)[0] ?? "").heldBy[0] };
  } finally {
    await rm(runsFolder, { recursive: true, force: true });
  }
}

const nodes = [20, 26, 24, 18, 22] as const;
const now = { at: "/", names: ["short", "long", "rejected", "together"] } as const;
const before = { at: "/late", names: ["late", "begun"] } as const;

test.each([now, before].flatMap(({ at, names }) => someOf(1, nodes).map((major) => ({ major, at, names }))))(
  "Node $major, $at: while other work holds the loop, each line has waited, and was held up, as long as the program clocks itself",
  async ({ major, at, names }) => {
    const isKept = ({ found }: Awaited<ReturnType<typeof measured>>): boolean =>
      Object.values(found).every((each) => isDeepStrictEqual(each, right));
    const { found, heldBy } = await undisturbed(() => measured(major, at), isKept, 3);
    expect(found).toEqual(Object.fromEntries(names.map((name) => [name, right])));
    expect(heldBy).toMatchObject({ path: path.join(folder, "stall.mjs"), name: "spin" });
  },
  120_000,
);
