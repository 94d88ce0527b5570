import path from "node:path";
import { expect, test } from "vitest";
import { ScratchFolder } from "../../drivers/workbench/scratch-folder.ts";
import { median, publishTable } from "../bench-table.ts";
import { measuredScript } from "../measured/measured-script.ts";
import type { TailFigures } from "../measured/timeline/tail-run.ts";

test(
  "the slowest of 200,000 requests, and what stands out in them, in a run of a million samples",
  async () => {
    await using folder = await ScratchFolder.make("bench");
    const run = await measuredScript<TailFigures>("timeline/tail-run.ts", folder.path);
    const { rounds, opened, kept } = await run(path.join(folder.path, "app"));
    const of = (figure: (round: TailFigures["rounds"][number]) => number): string => median(rounds.map(figure)).toFixed(0);
    const row = [
      of(({ analysisMs }) => analysisMs),
      of(({ cpuMs }) => cpuMs),
      of(({ episodes }) => episodes),
      opened.toFixed(1),
      kept.toFixed(1),
    ];
    await publishTable("tail", ["analysis, CPU ms", "slowest requests, CPU ms", "slow moments", "opened run, MB", "kept of it, MB"], [row]);
    expect(rounds.every(({ rows }) => rows === 300)).toBe(true);
  },
  10 * 60_000,
);
