import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { median, publishTable } from "./bench-table.ts";
import type { SelectionRound } from "./measured/selections-run.ts";

test(
  "a selection in a run of a million samples and 200,000 stacks, from its choice to heat, lenses and hot functions",
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
    try {
      const script = path.join(folder, "selections.cjs");
      await build({
        entryPoints: [path.join(import.meta.dirname, "measured/selections-run.ts")],
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
      const rounds = JSON.parse(stdout) as readonly SelectionRound[];
      const rows = Object.keys(rounds[0]?.shownMs ?? {}).map((name) => [
        name,
        median(rounds.map(({ analysisMs }) => analysisMs)).toFixed(0),
        median(rounds.map(({ shownMs }) => shownMs[name] ?? 0)).toFixed(0),
        median(rounds.map(({ analysisMs, shownMs }) => analysisMs / (shownMs[name] ?? 0))).toFixed(1),
        median(rounds.map(({ opened, selected }) => selected / opened)).toFixed(2),
      ]);
      const head = ["selected", "analysis, CPU ms", "selection, CPU ms", "times faster", "memory with all of these / of the opened run"];
      await publishTable("selection", head, rows);
      expect(rows).toHaveLength(5);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  10 * 60_000,
);
