import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { repository } from "../workbench/installation.mjs";
import { publishTable } from "./bench-table.ts";
import type { WideFile } from "./measured/wide/wide-file.ts";
import { wideFiles } from "./measured/wide/wide-files.ts";

const formats = ["collapsed", "cpuprofile", "html", "markdown", "pprof", "speedscope", "svg"] as const;

test(
  "CPU time and memory of small files with very many of one thing",
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
    try {
      const rows: (readonly string[])[] = [];
      for (const wide of wideFiles) rows.push(await measured(wide, folder));
      await publishTable("wide", ["file", "MB", "answer", "report, CPU s", "MB", "most of --json, compare and exports, CPU s", "MB"], rows);
      expect(rows).toHaveLength(wideFiles.length);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  60 * 60_000,
);

/** A refused file takes as long in each command, so it is measured once. */
async function measured({ name, ending, write }: WideFile, folder: string): Promise<readonly string[]> {
  const [file, other] = [path.join(folder, `wide${ending}`), path.join(folder, `other${ending}`)];
  write(file);
  const size = ((await stat(file)).size / 1e6).toPrecision(3);
  const report = await run(["report", file], folder);
  if (report.problem !== "") return [name, size, report.problem, report.cpu.toFixed(1), report.memory.toFixed(0), "", ""];
  write(other);
  const others = [await run(["report", "--json", file], folder), await run(["compare", file, other], folder)];
  for (const format of formats) others.push(await run(["export", "--format", format, file], folder));
  const [cpu, memory] = [Math.max(...others.map((each) => each.cpu)), Math.max(...others.map((each) => each.memory))];
  return [name, size, "", report.cpu.toFixed(1), report.memory.toFixed(0), cpu.toFixed(1), memory.toFixed(0)];
}

interface Cost {
  /** In seconds. */
  readonly cpu: number;
  /** In MB, at most. */
  readonly memory: number;
  /** First sentence of the refusal, or "". */
  readonly problem: string;
}

async function run(args: readonly string[], folder: string): Promise<Cost> {
  const [cpu, memory] = [path.join(folder, "cpu"), path.join(folder, "memory")];
  const preloads = ["exit-cpu.cjs", "exit-memory.cjs"].flatMap((each) => ["--require", path.join(import.meta.dirname, "measured", each)]);
  const env = { ...process.env, NODE_OPTIONS: "", HEATLINE_BENCH_CPU: cpu, HEATLINE_BENCH_MEMORY: memory };
  const work = promisify(execFile)(process.execPath, [...preloads, path.join(repository, "out/heatline.js"), ...args], {
    cwd: folder,
    env,
    maxBuffer: Number.POSITIVE_INFINITY,
    encoding: "buffer",
  });
  const problem = await work.then(
    () => "",
    (error: unknown) => (error instanceof Error && "stderr" in error ? /^heatline: ([^.]*\.)/.exec(String(error.stderr))?.[1] : undefined),
  );
  if (problem === undefined) throw new Error(`heatline ${args.join(" ")} failed`);
  return { cpu: Number(await readFile(cpu, "utf8")) / 1000, memory: Number(await readFile(memory, "utf8")), problem };
}
