import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { repository } from "../workbench/installation.mjs";
import { median, publishTable } from "./bench-table.ts";
import { earlierBuild } from "./measured/earlier-build.ts";
import { writeFormatterLog } from "./measured/formatter-log.ts";
import { largeProfile } from "./measured/large/large-profile-file.ts";

const pairs = 9;
/** The commit that this one is compared with. */
const earlier = process.env["HEATLINE_BENCH_COMMIT"] ?? "d84e254";

test(
  "CPU time of `heatline report --json`, in turns with an earlier commit",
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
    try {
      const before = await earlierBuild(earlier);
      const rows: (readonly string[])[] = [];
      for (const megabytes of [0.025, 0.25, 10, 100]) {
        const { file } = await largeProfile({ megabytes, seed: 1 });
        rows.push(await compared(".cpuprofile", file, before, folder));
      }
      for (const megabytes of [5, 20]) {
        const log = path.join(folder, `v8-${megabytes}.log`);
        await writeFormatterLog(log, megabytes);
        rows.push(await compared("V8's log", log, before, folder));
      }
      const head = ["file", "MB", `CPU ms, ${earlier}`, "CPU ms, now", "ratio", "least", "most"];
      await publishTable("report-cpu", head, rows);
      expect(rows).toHaveLength(6);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  30 * 60_000,
);

/** A row of the table. Either build is first in every other pair. */
async function compared(kind: string, file: string, before: string, folder: string): Promise<readonly string[]> {
  const builds = [before, path.join(repository, "out")] as const;
  const times: [number[], number[]] = [[], []];
  for (let pair = 0; pair < pairs; pair++) {
    const order = pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const build of order) times[build].push(await cpuMs(builds[build], file, folder));
  }
  const [old, now] = times;
  const ratios = old.map((time, pair) => (now[pair] ?? 0) / time);
  const size = ((await stat(file)).size / 1e6).toPrecision(3);
  const figures = [median(ratios), Math.min(...ratios), Math.max(...ratios)];
  return [kind, size, median(old).toFixed(0), median(now).toFixed(0), ...figures.map((figure) => figure.toFixed(2))];
}

async function cpuMs(out: string, file: string, folder: string): Promise<number> {
  const measured = path.join(folder, "cpu");
  const preload = path.join(import.meta.dirname, "measured/exit-cpu.cjs");
  const child = spawn(process.execPath, ["--require", preload, path.join(out, "heatline.js"), "report", file, "--json"], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: "", NODE_EXTRA_CA_CERTS: "", HEATLINE_BENCH_CPU: measured },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`heatline report ${file} ended with ${code}`);
  return Number(await readFile(measured, "utf8"));
}
