import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../../language-server/reports/json-report.ts";
import { buildCommandLine, type CommandLine } from "../../cli/command-line.ts";
import { appsFolder, type RecorderChoice, recorders } from "../../drivers/adapter/dap-client.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { edgeNodeMajors, nodeOf, ownNodeMajors } from "../../workbench/node-versions.mjs";
import { someOf } from "../../workbench/some-of.mjs";

const program = path.join(appsFolder, "exit-wait.js");
let cli: CommandLine;

beforeAll(async () => {
  cli = await buildCommandLine();
});

/** The report of a run of one of our apps, or, without a recorder, of a log that V8 has written of it: there nothing waits. */
async function reported(recorder: RecorderChoice | undefined, major: number, [app = "", ...args]: readonly string[]): Promise<JsonReport> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-ends-"));
  try {
    const command = [await nodeOf(major), path.join(appsFolder, app), ...args];
    const target = path.join(folder, recorder ?? "v8.log");
    if (recorder === undefined) await writeLog(target, major, command);
    else await cli.run(["record", "--recorder", recorder, "--out", target, "--", ...command], { cwd: appsFolder });
    const { out } = await cli.run(["report", target, "--json"], { cwd: appsFolder });
    return JSON.parse(out) as JsonReport;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeLog(log: string, major: number, [node = "", ...args]: readonly string[]): Promise<void> {
  const positions = major === 18 ? "--log-source-code" : "--log-source-position";
  await promisify(execFile)(node, ["--prof", positions, "--no-sparkplug", "--no-logfile-per-isolate", `--logfile=${log}`, ...args]);
}

/** What the line of `process.exit` has of its own time and that of the line with the work. */
async function exitShare(recorder: RecorderChoice | undefined, major: number, ...args: readonly string[]): Promise<number> {
  const { lines } = await reported(recorder, major, ["exit-wait.js", ...args]);
  const texts = (await readFile(program, "utf8")).split("\n");
  const ofLine = (mark: string): number => {
    const number = 1 + texts.findIndex((text) => text.endsWith(`// ${mark}`));
    return lines.find(({ file, line }) => line === number && file === program)?.totalTicks ?? 0;
  };
  return ofLine("EXIT") / (ofLine("EXIT") + ofLine("WORK"));
}

test.each(edgeNodeMajors)(
  "Node %i: the line of process.exit has about as much as in a bare log of V8, not Node's wait for us",
  async (major) => {
    const measure = async () => ({ bare: await exitShare(undefined, major), ours: await exitShare("exact", major) });
    const { bare, ours } = await undisturbed(measure, (each) => each.ours <= each.bare + 0.12);
    expect(ours).toBeLessThanOrEqual(bare + 0.12);
  },
);

const elsewhere = ["child", "worker", "cluster"].flatMap((where) => recorders.map((recorder) => ({ recorder, where })));

test.each(ownNodeMajors.flatMap((major) => someOf(1, elsewhere).map((each) => ({ major, ...each }))))(
  "Node $major, $recorder: nor has it in a $where",
  async ({ major, recorder, where }) => {
    const share = await undisturbed(
      () => exitShare(recorder, major, where),
      (each) => each <= 0.15,
    );
    expect(share).toBeLessThanOrEqual(0.15);
  },
);

interface Parts {
  readonly work: number;
  readonly last: number;
  readonly rest: number;
}

async function partsOf(recorder: RecorderChoice, major: number, how: string): Promise<Parts> {
  const { functions, busyTicks } = await reported(recorder, major, ["ends-by.js", how]);
  const share = (name: string): number => (functions.find((each) => each.name === name)?.totalTicks ?? 0) / busyTicks;
  const [work, last] = [share("work"), share("last")];
  return { work, last, rest: 1 - work - last };
}

const ends = ["exit", "throw", "by itself"].flatMap((how) => recorders.map((recorder) => ({ how, recorder })));

test.each(ownNodeMajors.flatMap((major) => someOf(2, ends).map((each) => ({ major, ...each }))))(
  "Node $major, $recorder: the app's own exit listener counts, and nothing after it: $how",
  async ({ major, recorder, how }) => {
    const isRight = ({ work, last, rest }: Parts): boolean => work > 0.3 && last > 0.3 && rest < 0.25;
    const parts = await undisturbed(() => partsOf(recorder, major, how), isRight);
    expect(parts).toSatisfy(isRight);
  },
);
