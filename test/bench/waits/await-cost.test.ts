import { execFile } from "node:child_process";
import { promisify } from "node:util";
import path from "node:path";
import { expect, test } from "vitest";
import { MeasuredWaits } from "../../drivers/measured-waits.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { median, publishTable } from "../bench-table.ts";

const program = path.resolve(import.meta.dirname, "../../fixtures/waits/loop.cjs");
const rounds = 10_000_000;
const turns = 3;
const majors = [20, 26];
const loops = {
  settled: "`await` of a settled promise",
  call: "`await` of an async function",
  rejected: "`await` of a rejected promise",
  iterated: "`for await` of a generator",
} as const;
const loopCount = Object.keys(loops).length;
type Loop = keyof typeof loops;
type Nanoseconds = Readonly<Record<Loop, number>>;

test(
  "CPU time of a wait that takes none, as it is and measured",
  async () => {
    const rows: string[][] = [];
    for (const major of majors) {
      const bare: Nanoseconds[] = [];
      const measured: Nanoseconds[] = [];
      for (let turn = 0; turn < turns; turn++) {
        const { stdout } = await promisify(execFile)(await nodeOf(major), [program, String(rounds)]);
        bare.push(JSON.parse(stdout) as Nanoseconds);
        const waits = await MeasuredWaits.run(major, ["loop.cjs", String(rounds)]);
        measured.push(JSON.parse(waits.stdout) as Nanoseconds);
        // The last wait of the generator is for its end.
        const counts = waits.sites.filter(({ kind }) => kind !== "callback").map(({ count }) => count);
        expect(counts.toSorted((a, b) => a - b)).toEqual([loopCount, rounds / 10_000, rounds / 10, rounds, rounds, rounds + 1]);
      }
      for (const [loop, name] of Object.entries(loops) as [Loop, string][]) {
        const [before, after] = [bare, measured].map((all) => median(all.map((each) => each[loop]))) as [number, number];
        const ratio = median(bare.map((each, turn) => (measured[turn]?.[loop] ?? Number.NaN) / each[loop]));
        rows.push([String(major), name, ...[before, after, after - before].map((ns) => ns.toFixed(0)), ratio.toFixed(2)]);
      }
    }
    await publishTable("waits", ["Node", "loop", "ns, as it is", "ns, measured", "added ns", "ratio"], rows);
    expect(rows).toHaveLength(majors.length * loopCount);
  },
  60 * 60_000,
);
