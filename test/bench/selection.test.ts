import path from "node:path";
import { expect, test } from "vitest";
import { ScratchFolder } from "../drivers/workbench/scratch-folder.ts";
import { median, publishTable } from "./bench-table.ts";
import { measuredScript } from "./measured/measured-script.ts";
import type { SelectionRound } from "./measured/selections-run.ts";

test(
  "a selection in a run of a million samples and 200,000 stacks, from its choice to heat, lenses and hot functions",
  async () => {
    await using folder = await ScratchFolder.make("bench");
    const run = await measuredScript<readonly SelectionRound[]>("selections-run.ts", folder.path);
    const rounds = await run(path.join(folder.path, "app"));
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
  },
  10 * 60_000,
);
