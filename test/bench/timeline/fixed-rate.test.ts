import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { median, publishTable } from "../bench-table.ts";

const starts = 3;
const seconds = 5;

/** Answers at once; its event loop stands still for so many milliseconds once a second. */
const server = (blockMs: number): string => `
  require("node:http").createServer((request, response) => response.end("ok")).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
  if (${blockMs} > 0) setInterval(() => { const end = performance.now() + ${blockMs}; while (performance.now() < end); }, 1000);`;

test(
  "a load at a fixed rate, sent evenly and by autocannon's own overallRate",
  async () => {
    const outfile = path.join(await mkdtemp(path.join(os.tmpdir(), "heatline-rate-")), "fixed-rate.cjs");
    const entryPoints = [path.join(import.meta.dirname, "../measured/load/fixed-rate.ts")];
    await build({ entryPoints, outfile, bundle: true, platform: "node", format: "cjs", external: ["./cookie-jar.js"], logLevel: "error" });
    const rows: string[][] = [];
    for (const blockMs of [0, 200])
      for (const rate of [200, 1000]) {
        const measured: Record<string, number[][]> = { pace: [], overallRate: [] };
        for (let start = 0; start < starts; start++)
          for (const by of ["pace", "overallRate"]) {
            const app = spawn(process.execPath, ["--eval", server(blockMs)], { stdio: ["ignore", "pipe", "inherit"] });
            const [port] = (await once(app.stdout, "data")) as [Buffer];
            const args = [outfile, `http://127.0.0.1:${port.toString().trim()}`, String(rate), String(seconds), by];
            const { stdout } = await promisify(execFile)(process.execPath, args);
            app.kill();
            measured[by]!.push(stdout.trim().split(" ").map(Number));
          }
        const figures = (by: string): string[] =>
          [1, 2, 3].map((at) => median(measured[by]!.map((each) => each[at]!)).toFixed(at === 3 ? 0 : 1));
        const requests = (by: string): string => String(median(measured[by]!.map(([count]) => count!)));
        expect(measured["pace"]).toHaveLength(starts);
        rows.push(
          [`${rate}/s${blockMs > 0 ? `, stops for ${blockMs} ms a second` : ""}`, String(rate * seconds)].concat(
            ...["pace", "overallRate"].map((by) => [requests(by), ...figures(by)]),
          ),
        );
      }
    const columns = ["requests", "p50 ms", "p99 ms", "CPU ms a second"];
    const head = ["server", "asked", ...columns, ...columns.map((each) => `overallRate: ${each}`)];
    await publishTable("fixed-rate", head, rows);
  },
  60 * 60_000,
);
