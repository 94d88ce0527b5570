import { mkdtemp, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Cpuprofile } from "../../../language-server/analysis/exporters/cpuprofile.ts";
import { readByFlamegraph } from "../../drivers/foreign-readers.ts";
import { drawRun } from "../../drivers/server/drawn-run.ts";
import { makeOrdersApp, type OrdersApp, serverText } from "../../drivers/server/orders-app.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
let app: OrdersApp;
let run: string;

beforeAll(async () => {
  [cli, app] = await Promise.all([buildCommandLine(), makeOrdersApp()]);
  const handler = "server.js handler@3:16 5:11";
  const threads = [`1000 | ${handler}`, `400 | server.js load@8:13 8:26\n600 | ${handler}`, `300 | ${handler}`];
  run = await drawRun(app, { scripts: { "server.js": serverText }, threads });
});

async function exported(
  ...options: readonly string[]
): Promise<{ readonly folder: string; readonly files: readonly string[]; readonly out: string }> {
  const folder = await mkdtemp(path.join(app.folder, "out-"));
  const { code, out, err } = await cli.run(["export", run, ...options], { cwd: folder });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return { folder, files: (await readdir(folder)).toSorted(), out };
}

test("a span is written for each thread that has samples in it, and the files are named after it", async () => {
  const { folder, files } = await exported("--format", "cpuprofile", "--from", "0.35", "--to", "0.5", "-o", "shop.cpuprofile");
  expect(files).toEqual(["shop-worker-1-0.35-0.5s.cpuprofile", "shop.cpuprofile"]);
  const worker = JSON.parse(await readFile(path.join(folder, files[0] ?? ""), "utf8")) as Cpuprofile;
  expect(worker).toMatchObject({ startTime: 350_000, endTime: 500_000 });
  expect(worker.nodes.map(({ callFrame, hitCount }) => `${callFrame.functionName} ${hitCount}`)).toEqual([
    "(root) 0",
    "load 50",
    "handler 100",
  ]);
});

test("flamegraph.pl draws a thread's collapsed stacks, and not the line that names it", { tags: "thorough" }, async () => {
  const { folder } = await exported("--format", "collapsed", "--thread", "worker 1", "-o", "worker.txt");
  const file = path.join(folder, "worker.txt");
  expect(await readFile(file, "utf8")).toMatch(/^# Heatline, only worker 1: samples, 1000 microseconds per sample 0\n/);
  const { total, self } = await readByFlamegraph(file);
  expect([total, [...self.values()].toSorted((a, b) => a - b)]).toEqual([1000, [400, 600]]);
});

test("a page names what it shows, and a filter holds inside it", { tags: "thorough" }, async () => {
  const { out } = await exported("--format", "html", "--thread", "worker 1", "--from", "0.2", "--to", "0.6", "--below", "load");
  expect(out).toContain("<dt>Selected part</dt><dd>worker 1 · 0.2 to 0.6 s</dd>");
  expect(out).toContain("<dd>50.0 % left out: only below load</dd>");
  expect(out).toContain("<dt>Measured for</dt><dd>400 ms</dd>");
  expect(out).toContain("<td>load</td><td>50.0 %</td><td>50.0 %</td><td>200</td>");
});

test("nothing is written of a selection without a sample", { tags: "thorough" }, async () => {
  const folder = await mkdtemp(path.join(app.folder, "out-"));
  const options = ["--thread", "worker 2", "--from", "0.5"];
  for (const format of ["cpuprofile", "markdown"]) {
    const outcome = await cli.run(["export", run, "--format", format, ...options, "-o", "out"], { cwd: folder });
    expect(outcome).toEqual({
      code: 1,
      out: "",
      err: "heatline: app · node server.js has no samples here: worker 2 · 0.5 to 1 s. Choose another thread, a longer span or another filter, or everything.\n",
    });
  }
  const filtered = await cli.run(["export", run, "--format", "svg", "--static", "--file", "nowhere", "-o", "out"], { cwd: folder });
  expect([filtered.code, filtered.err]).toEqual([
    1,
    expect.stringContaining(" has no samples here: through nowhere. Choose another thread"),
  ]);
  expect(await readdir(folder)).toEqual([]);
});
