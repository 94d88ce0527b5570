import path from "node:path";
import { expect, test } from "vitest";
import { ScratchFolder } from "../../drivers/workbench/scratch-folder.ts";
import { median, publishTable } from "../bench-table.ts";
import { measuredScript } from "../measured/measured-script.ts";
import type { StripRound } from "../measured/timeline/strip-run.ts";

test(
  "the time strip of a run of a million samples, 200,000 requests and 1,000 late turns",
  async () => {
    await using folder = await ScratchFolder.make("bench");
    const run = await measuredScript<readonly StripRound[]>("timeline/strip-run.ts", folder.path);
    const rounds = await run(path.join(folder.path, "app"));
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
  },
  10 * 60_000,
);
