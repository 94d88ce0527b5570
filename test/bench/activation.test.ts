import path from "node:path";
import { expect, test } from "vitest";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { repository } from "../workbench/installation.mjs";
import { median, publishTable } from "./bench-table.ts";

const starts = 5;
/** A small extension that comes with VS Code: the baseline for a window on this machine. */
const yardstick = "Merge Conflict";

test(
  "activation as VS Code reports it (loading the code and calling activate), in several windows",
  async () => {
    await using server = await WorkbenchServer.start({ folder: path.join(repository, "samples/koa-listener-leak/before") });
    await using workbench = await Workbench.open(server);
    const rows: [string, ...number[]][] = [];
    for (const extension of ["Heatline", yardstick]) rows.push([extension]);
    for (let start = 0; start < starts; start++) {
      if (start > 0) await workbench.reopen();
      await workbench.openFile("etagger.js");
      await workbench.statusBar("Profile").waitFor();
      for (const row of rows) row.push(await workbench.activationMs(row[0]));
    }
    const table = rows.map(([extension, ...measured]) => [extension, measured[0] ?? 0, median(measured), Math.max(...measured)]);
    await publishTable("activation", ["extension", "first window, ms", `median of ${starts} windows, ms`, "longest, ms"], table);
    expect(table).toHaveLength(2);
  },
  10 * 60_000,
);
