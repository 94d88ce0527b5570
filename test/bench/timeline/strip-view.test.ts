import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { median, publishTable } from "../bench-table.ts";
import type { StripRound } from "../measured/strip-run.ts";

test(
  "the time strip of a run of a million samples, 200,000 requests and 1,000 late turns",
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
    try {
      const script = path.join(folder, "strips.cjs");
      await build({
        entryPoints: [path.join(import.meta.dirname, "../measured/strip-run.ts")],
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
      const rounds = JSON.parse(stdout) as readonly StripRound[];
      const rows = Object.keys(rounds[0]?.drawnMs ?? {}).map((name) => [
        name,
        median(rounds.map(({ analysisMs }) => analysisMs)).toFixed(0),
        median(rounds.map(({ drawnMs }) => drawnMs[name] ?? 0)).toFixed(0),
        median(rounds.map(({ analysisMs, drawnMs }) => (drawnMs[name] ?? 0) / analysisMs)).toFixed(2),
        median(rounds.map(({ opened, drawn }) => drawn / opened)).toFixed(2),
      ]);
      const head = ["drawn", "analysis, CPU ms", "strip, CPU ms", "strip / analysis", "memory with all of these / of the opened run"];
      await publishTable("timeline-strip", head, rows);
      expect(rows).toHaveLength(4);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  10 * 60_000,
);
