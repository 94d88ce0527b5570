import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { repository } from "../workbench/installation.mjs";
import { nodeOf } from "../workbench/node-versions.mjs";
import { median, publishTable } from "./bench-table.ts";
import { earlierBuild } from "./measured/earlier-build.ts";

const pairs = 21;
/** The commit that this one is compared with. */
const earlier = process.env["HEATLINE_BENCH_COMMIT"] ?? "f61d090b";
const run = promisify(execFile);

test(
  "CPU time of `heatline report` of a small profile, in turns with an earlier commit",
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
    try {
      const before = await earlierBuild(earlier);
      const [small, large] = [path.join(folder, "small"), path.join(folder, "large")];
      await mkdir(small);
      const here = await profileIn(small);
      for (const checkout of ["one", "two"]) {
        await mkdir(path.join(large, checkout), { recursive: true });
        const archive = path.join(folder, "checkout.tar");
        await run("git", ["archive", `--output=${archive}`, "HEAD"], { cwd: repository });
        await run("tar", ["-xf", archive, "-C", path.join(large, checkout)]);
      }
      const moved = path.join(large, "moved.cpuprofile");
      await writeFile(moved, (await readFile(here, "utf8")).replaceAll(small, "/srv/app/src"));
      const rows: (readonly string[])[] = [];
      for (const major of [20, 22, 24, 26]) {
        const measure = async (out: string, file: string): Promise<number> => cpuMs(await nodeOf(major), out, file, folder);
        rows.push(await compared([`${major}`, "its source is there"], (out) => measure(out, here), before));
        rows.push(await compared([`${major}`, "moved, in a folder with two checkouts"], (out) => measure(out, moved), before));
      }
      const head = ["Node", "the profile", `CPU ms, ${earlier}`, "CPU ms, now", "ratio", "least", "most"];
      await publishTable("command-start", head, rows);
      expect(rows).toHaveLength(8);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  60 * 60_000,
);

/** A profile of some 18 KB of a script there. */
async function profileIn(folder: string): Promise<string> {
  const app =
    "const end = performance.now() + 60;\nlet sum = 0;\nwhile (performance.now() < end) sum += Math.sqrt(sum + 1);\nrequire('node:http');\n";
  await writeFile(path.join(folder, "app.js"), app);
  const args = ["--cpu-prof", "--cpu-prof-name=app.cpuprofile", "--cpu-prof-interval=1000", path.join(folder, "app.js")];
  await run(process.execPath, args, { cwd: folder, env: { ...process.env, NODE_OPTIONS: "" } });
  return path.join(folder, "app.cpuprofile");
}

/** A row of the table. Either build is first in every other pair; the first runs, which fill Node's cache, are not measured. */
async function compared(names: readonly string[], measure: (out: string) => Promise<number>, before: string): Promise<readonly string[]> {
  const builds = [before, path.join(repository, "out")] as const;
  const times: [number[], number[]] = [[], []];
  for (const build of [...builds, ...builds]) await measure(build);
  for (let pair = 0; pair < pairs; pair++) {
    const order = pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const build of order) times[build].push(await measure(builds[build]));
  }
  const [old, now] = times;
  const ratios = old.map((time, pair) => (now[pair] ?? 0) / time);
  const figures = [median(ratios), Math.min(...ratios), Math.max(...ratios)];
  return [...names, median(old).toFixed(0), median(now).toFixed(0), ...figures.map((figure) => figure.toFixed(2))];
}

async function cpuMs(node: string, out: string, file: string, folder: string): Promise<number> {
  const measured = path.join(folder, "cpu");
  const preload = path.join(import.meta.dirname, "measured/exit-cpu.cjs");
  const child = spawn(node, ["--require", preload, path.join(out, "heatline.js"), "report", file], {
    cwd: path.dirname(file),
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      NODE_EXTRA_CA_CERTS: "",
      HEATLINE_BENCH_CPU: measured,
      XDG_CACHE_HOME: path.join(folder, "cache"),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`heatline report ${file} ended with ${code}`);
  return Number(await readFile(measured, "utf8"));
}
