import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import { samplersOf, shortenSlices } from "../../language-server/platform/sampler-slice.ts";
import { buildCommandLine, type CommandLine } from "../cli/command-line.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { median, publishTable } from "./bench-table.ts";

const programs = path.join(import.meta.dirname, "../fixtures/bursts");
const recordings = 5;
const majors = [20, 24, 26];
const machines = ["quiet", "one core busy", "confined to one core"] as const;
type Machine = (typeof machines)[number];

/** Part of the work in short pieces that a recording shows. */
interface Shares {
  readonly recorded: number;
  readonly real: number;
  /** Whether the run says that short work is missing. */
  readonly isSaid: boolean;
}

test(
  "the part of work in short pieces, of about half of an app's",
  async () => {
    const cli = await buildCommandLine();
    const rows: (readonly string[])[] = [];
    for (const program of ["timers.mjs", "server.mjs"]) {
      for (const machine of machines) {
        for (const major of majors) {
          const all: Shares[] = [];
          for (let run = 0; run < recordings; run++) all.push(await sharesOf(cli, program, machine, major));
          const recorded = all.map((each) => each.recorded).toSorted((a, b) => a - b);
          const extremes = `${(recorded[0] ?? Number.NaN).toFixed(2)}–${(recorded.at(-1) ?? Number.NaN).toFixed(2)}`;
          const said = `${all.filter(({ isSaid }) => isSaid).length} of ${recordings}`;
          const real = median(all.map((each) => each.real)).toFixed(3);
          rows.push([program, machine, String(major), real, median(recorded).toFixed(3), extremes, said]);
        }
      }
    }
    const head = ["program", "machine", "Node", "real part", "recorded (median)", "lowest and highest", "said to be too low"];
    await publishTable("short-work", head, rows);
    expect(rows).toHaveLength(2 * machines.length * majors.length);
  },
  60 * 60_000,
);

test("CPU time of giving a thread a short slice", async () => {
  const times = 50;
  const app = spawn(process.execPath, ["--prof", "--logfile=/dev/null", path.join(programs, "timers.mjs")], { stdio: "ignore" });
  await once(app, "spawn");
  await expect.poll(() => samplersOf(app.pid ?? 0)).toHaveLength(1);
  const samplers = await samplersOf(app.pid ?? 0);
  const before = await cpuMs();
  for (let time = 0; time < times; time++) expect(await shortenSlices(samplers)).toEqual(samplers);
  const after = await cpuMs();
  app.kill();
  await publishTable("short-slice", ["CPU ms for each process or worker"], [[((after - before) / times).toFixed(1)]]);
}, 60_000);

async function sharesOf(cli: CommandLine, program: string, machine: Machine, major: number): Promise<Shares> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-bursts-"));
  const busy = machine === "one core busy" ? spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }) : undefined;
  let client: ChildProcess | undefined;
  try {
    const target = path.join(folder, "runs");
    const confined = machine === "confined to one core" ? ["taskset", "-c", "0"] : [];
    // The app is started by name, so that it goes through taskset as it would through any other tool.
    const env = { PATH: `${path.dirname(await nodeOf(major))}${path.delimiter}${process.env["PATH"] ?? ""}` };
    const { out } = await cli.run(["record", "--out", target, "--", ...confined, "node", path.join(programs, program)], {
      env,
      when: (written) => {
        const port = /port (\d+)\n/.exec(written)?.[1];
        if (port !== undefined) client ??= spawn("taskset", ["-c", "1", process.execPath, path.join(programs, "client.mjs"), port]);
      },
    });
    const { short, long } = JSON.parse(/^\{.*\}$/m.exec(out)?.[0] ?? "") as Readonly<Record<"short" | "long", number>>;
    const report = JSON.parse((await cli.run(["report", target, "--json"])).out) as JsonReport;
    const ticks = (name: string): number => report.functions.find((each) => each.name === name)?.totalTicks ?? 0;
    return {
      recorded: ticks("short") / (ticks("short") + ticks("long")),
      real: short / (short + long),
      isSaid: report.problems.some(({ code }) => code === "run.shortWork"),
    };
  } finally {
    busy?.kill();
    client?.kill();
    await rm(folder, { recursive: true });
  }
}

/** Of this process and the children that have ended, in steps of 10 ms. */
async function cpuMs(): Promise<number> {
  const text = await readFile("/proc/self/stat", "latin1");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]) * 10, 0);
}
