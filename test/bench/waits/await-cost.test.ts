import { execFile } from "node:child_process";
import { promisify } from "node:util";
import path from "node:path";
import { expect, test } from "vitest";
import { markedScript } from "../../recording/requests/marked-app.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { median, publishTable } from "../bench-table.ts";

const program = path.resolve(import.meta.dirname, "../../fixtures/waits/loop.cjs");
const rounds = 10_000_000;
const parts = 10;
const turns = 3;
const majors = [20, 24, 26];
const places = { "outside a request": [], "in a request": ["served"] } as const;
const loops = {
  settled: "`await` of a settled promise",
  call: "`await` of an async function",
  rejected: "`await` of a rejected promise",
  iterated: "`for await` of a generator",
} as const;
const loopCount = Object.keys(loops).length;
type Loop = keyof typeof loops;
type Nanoseconds = Readonly<Record<Loop, number>>;

/** Of a program whose waits are measured as in a recording: all hooks of the pass are there. */
async function measuredNs(major: number, args: readonly string[]): Promise<Nanoseconds> {
  const { stdout, names } = await markedScript(major, args, "waits", 600_000);
  const counts = names.flatMap((name) => (name.table === "counts" ? name.sites.map(([, count]) => count) : []));
  // The last wait of each generator is for its end.
  const expected = [parts * loopCount, rounds / 100_000, rounds / 100, rounds / 10, rounds / 10 + parts, rounds];
  expect(counts.toSorted((a, b) => a - b)).toEqual(expected);
  return JSON.parse(stdout) as Nanoseconds;
}

test(
  "CPU time of a wait that takes none, as it is and measured",
  async () => {
    const rows: string[][] = [];
    for (const major of majors) {
      for (const [place, served] of Object.entries(places)) {
        const args = [program, String(rounds), ...served];
        const bare: Nanoseconds[] = [];
        const measured: Nanoseconds[] = [];
        for (let turn = 0; turn < turns; turn++) {
          const { stdout } = await promisify(execFile)(await nodeOf(major), args);
          bare.push(JSON.parse(stdout) as Nanoseconds);
          measured.push(await measuredNs(major, args));
        }
        for (const [loop, name] of Object.entries(loops) as [Loop, string][]) {
          const [before, after] = [bare, measured].map((all) => median(all.map((each) => each[loop]))) as [number, number];
          const added = median(bare.map((each, turn) => (measured[turn]?.[loop] ?? Number.NaN) - each[loop]));
          rows.push([String(major), place, name, ...[before, after, added].map((ns) => ns.toFixed(0)), (after / before).toFixed(2)]);
        }
      }
    }
    await publishTable("waits", ["Node", "where", "loop", "ns, as it is", "ns, measured", "added ns", "ratio"], rows);
    expect(rows).toHaveLength(majors.length * Object.keys(places).length * loopCount);
  },
  60 * 60_000,
);
