import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { buildCommandLine } from "../../cli/command-line.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { median, publishTable } from "../bench-table.ts";

const majors = [20, 24, 26];
const pairs = 15;
const turnMs = 2000;

test(
  "CPU time of an idle server whose event loop is watched, and of the same without, in turns",
  async () => {
    const cli = await buildCommandLine();
    const rows: (readonly string[])[] = [];
    for (const major of majors) {
      const out = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-loops-"));
      const program = path.join(import.meta.dirname, "idle-server.cjs");
      const args = ["record", "--out", out, "--", await nodeOf(major), program, String(pairs), String(turnMs)];
      const recorded = await cli.run(args);
      await rm(out, { recursive: true, force: true });
      const measured = JSON.parse(/^measured (.*)$/m.exec(recorded.out)?.[1] ?? "[]") as readonly (readonly [number, number])[];
      const of = (values: readonly number[]): string => median(values).toFixed(2);
      const added = measured.map(([without, watched]) => watched - without).toSorted((a, b) => a - b);
      const middleHalf = `${added[Math.floor(pairs / 4)]?.toFixed(2)}–${added[Math.ceil((3 * pairs) / 4) - 1]?.toFixed(2)}`;
      rows.push([
        String(major),
        of(measured.map(([without]) => without)),
        of(measured.map(([, watched]) => watched)),
        of(added),
        middleHalf,
      ]);
    }
    const head = ["Node", "CPU ms a second, not watched", "watched", "added (median of the pairs)", "middle half"];
    await publishTable("loop-watch", head, rows);
    expect(rows).toHaveLength(majors.length);
  },
  20 * 60_000,
);
