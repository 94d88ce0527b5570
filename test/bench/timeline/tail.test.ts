import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { median, publishTable } from "../bench-table.ts";
import type { TailFigures } from "../measured/tail-run.ts";

test(
  "the slowest of 200,000 requests, and what stands out in them, in a run of a million samples",
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
    try {
      const script = path.join(folder, "tail.cjs");
      await build({
        entryPoints: [path.join(import.meta.dirname, "../measured/tail-run.ts")],
        outfile: script,
        bundle: true,
        platform: "node",
        target: "node20",
        format: "cjs",
        logLevel: "error",
      });
      const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", script, path.join(folder, "app")], {
        env: { ...process.env, NODE_OPTIONS: "" },
      });
      const { rounds, opened, kept } = JSON.parse(stdout) as TailFigures;
      const of = (figure: (round: TailFigures["rounds"][number]) => number): string => median(rounds.map(figure)).toFixed(0);
      const row = [
        of(({ analysisMs }) => analysisMs),
        of(({ cpuMs }) => cpuMs),
        of(({ episodes }) => episodes),
        opened.toFixed(1),
        kept.toFixed(1),
      ];
      await publishTable(
        "tail",
        ["analysis, CPU ms", "slowest requests, CPU ms", "slow moments", "opened run, MB", "kept of it, MB"],
        [row],
      );
      expect(rounds.every(({ rows }) => rows === 300)).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  10 * 60_000,
);
