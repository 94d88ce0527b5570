import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { repository } from "../workbench/installation.mjs";
import { nodeOf } from "../workbench/node-versions.mjs";
import { median, publishTable } from "./bench-table.ts";
import { earlierBuild } from "./measured/earlier-build.ts";

const turns = 15;
/** The commit that this one is compared with. */
const earlier = process.env["HEATLINE_BENCH_COMMIT"] ?? "9859f1d6";
/** Not bundled: the client of which the second bundle is made. */
const yardstick = createRequire(import.meta.url).resolve("vscode-languageclient/node");

test(
  "CPU time to load what the first use in the editor loads, in turns with an earlier commit and with the package of the language client",
  async () => {
    const node = await nodeOf(22);
    const [before, now] = [await earlierBuild(earlier), path.join(repository, "out")];
    const rows: (readonly string[])[] = [];
    for (const files of [["features.js"], ["language-client.js"], ["features.js", "language-client.js"]]) {
      const times: [number[], number[], number[]] = [[], [], []];
      const loaded = [[yardstick], files.map((file) => path.join(before, file)), files.map((file) => path.join(now, file))] as const;
      for (let turn = 0; turn < turns; turn++) {
        for (const each of [0, 1, 2] as const) {
          const which = turn % 2 === 0 ? each : ([2, 1, 0] as const)[each];
          times[which].push(await cpuMs(node, loaded[which]));
        }
      }
      const [ofPackage, old, current] = times;
      const kilobytes = await Promise.all(loaded[2].map(async (file) => (await stat(file)).size / 1024));
      const ratio = (to: readonly number[]): string => median(current.map((time, turn) => time / (to[turn] ?? 0))).toFixed(2);
      const figures = [ofPackage, old, current].map((each) => median(each).toFixed(1));
      rows.push([files.join(", "), kilobytes.reduce((sum, each) => sum + each, 0).toFixed(0), ...figures, ratio(ofPackage), ratio(old)]);
    }
    const head = [
      "bundle",
      "KB",
      "CPU ms, vscode-languageclient/node",
      `CPU ms, ${earlier}`,
      "CPU ms, now",
      "ratio to the package",
      "ratio to before",
    ];
    await publishTable("editor-load", head, rows);
    expect(rows).toHaveLength(3);
  },
  10 * 60_000,
);

async function cpuMs(node: string, files: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(node, [path.join(import.meta.dirname, "measured/load-cpu.cjs"), ...files], {
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  return Number(stdout);
}
