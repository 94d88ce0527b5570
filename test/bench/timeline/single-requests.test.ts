import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { loadTool } from "../../../esbuild.load-tool.mjs";
import { outcomes, type RequestTable } from "../../../language-server/analysis/timeline/tracks.ts";
import { loadRow } from "../../../language-server/answers/timeline/load-row.ts";
import { median, publishTable } from "../bench-table.ts";

const starts = 4;
const turns = 8;
const mostColumns = 4000;

/** Answers as fast as Node can. */
const server = `require("node:net")
  .createServer((socket) => socket.on("error", () => {}).on("data", () => socket.write("HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok")))
  .listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;

test(
  "what it costs the load's process to keep each request",
  async () => {
    const outfile = path.join(await mkdtemp(path.join(os.tmpdir(), "heatline-phase-")), "load-phase.cjs");
    const entryPoints = [path.join(import.meta.dirname, "../measured/load/load-phase.ts")];
    const built = { outfile, bundle: true, platform: "node", format: "cjs", logLevel: "error" } as const;
    await build({ ...built, entryPoints, external: ["./cookie-jar.js"], plugins: [loadTool] });
    const pairs: (readonly number[])[] = [];
    for (let start = 0; start < starts; start++) {
      const app = spawn(process.execPath, ["--eval", server], { stdio: ["ignore", "pipe", "inherit"] });
      const [port] = (await once(app.stdout, "data")) as [Buffer];
      const args = [outfile, `http://127.0.0.1:${port.toString().trim()}`, String(turns)];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      app.kill();
      const lines = stdout.trim().split("\n");
      pairs.push(...lines.map((line) => line.split(" ").map(Number)));
    }
    expect(pairs).toHaveLength(starts * turns);
    const ratio = (of: (pair: readonly number[]) => number): string => median(pairs.map(of)).toFixed(3);
    const [bareUs, keptUs] = [0, 2].map((at) => median(pairs.map((pair) => pair[at + 1]! / pair[at]!)).toFixed(2)) as [string, string];
    const cpu = ratio(([bare, bareCpu, kept, keptCpu]) => keptCpu! / kept! / (bareCpu! / bare!));
    const head = ["CPU µs a request, bare", "kept", "ratio", "requests per second, ratio"];
    await publishTable("single-requests", head, [[bareUs, keptUs, cpu, ratio(([bare, , kept]) => kept! / bare!)]]);
  },
  60 * 60_000,
);

test("the load's row of the time strip, of 200,000 requests in 4,000 columns", async () => {
  const requests = requestsOf(200_000, 60_000_000);
  const load = { from: 0, to: 60_000_000 };
  const times: number[] = [];
  for (let turn = 0; turn < 40; turn++) {
    const before = process.cpuUsage();
    expect(loadRow({ requests, load }, load.from, load.to, mostColumns)?.p99Ms).toHaveLength(mostColumns);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const row = [times[0]!.toFixed(1), median(times.slice(5)).toFixed(1)];
  await publishTable("load-row", ["CPU ms, first", "median of later ones"], [row]);
});

/** Most of them fast, some slow. */
function requestsOf(count: number, lengthUs: number): RequestTable {
  const due = Float64Array.from({ length: count }, (_, index) => (index / count) * lengthUs);
  const end = due.map((each) => Math.min(lengthUs - 1, each + 500 / (0.0005 + Math.random())));
  const outcome = new Uint8Array(count).fill(outcomes.indexOf("answer"));
  const [weight, status] = [new Float64Array(count).fill(1), new Int32Array(count).fill(200)];
  return { due, sent: due, end, weight, status, outcome, request: new Int32Array(count), labels: ["GET /"] };
}
