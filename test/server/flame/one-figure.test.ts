import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { FlameProfile } from "../../../language-server/analysis/flame/flame-reduction.ts";
import type { JsonReport } from "../../../language-server/reports/json-report.ts";
import { callersAndCallees } from "../../../language-server/protocol/callers.ts";
import { flame } from "../../../language-server/protocol/flame.ts";
import { hotFunctions, type HotRow } from "../../../language-server/protocol/hot-functions.ts";
import { exportRun } from "../../../language-server/protocol/run-export.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { buildCommandLine } from "../../cli/command-line.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

const text = `function send(order) {
  return JSON.stringify(order);
}

function build(order, depth) {
  if (depth > 0) build(order, depth - 1);
  order.sum = hash(order);
  send(order);
}
`;
const library = "module.exports = function hash(order) {\n  return crypto.createHash('sha512').update(order.id);\n};\n";

const build = "app.js build@5:15";
/** Native code, V8's compilers, Node's own code, a dependency, recursion, and code that nothing of these called. */
const main = `
350 | ${build} 8:3 > app.js send@1:14 2:15 > stringify
10 | ${build} 8:3 > app.js send@1:14 2:15
40 | ${build} 8:3 > (optimizing compiler)
120 | ${build} 6:18 > ${build} 7:15 > node_modules/hash/main.js hash@1:31 2:44 > update > memcpy
60 | ${build} 7:15 > node_modules/hash/main.js hash@1:31 2:17 > node:crypto createHash@1:1 9:1 > binding
70 | ${build} 6:18 > ${build} 6:7
100 | app.js send@1:14 2:15 > stringify
150 | epoll_wait
30 | (garbage collector)
20 | (program)
50 | (idle)
`;

/** Microseconds of self and total of each function in what speedscope draws, of all threads. */
function drawn({ shared, profiles }: FlameProfile): ReadonlyMap<string, readonly [self: number, total: number]> {
  const sums = new Map<string, [number, number]>();
  for (const { samples, weights } of profiles)
    for (const [index, stack] of samples.entries()) {
      const names = stack.map((row) => shared.frames[row]?.name ?? "");
      for (const name of new Set(names)) {
        const [self, total] = sums.get(name) ?? [0, 0];
        const weight = weights[index] ?? 0;
        sums.set(name, [self + (name === names.at(-1) ? weight : 0), total + weight]);
      }
    }
  return sums;
}

test("a function has one self and one total: in lens, hover, Hot Functions, flame graph, report, summary and page", async () => {
  const scripts = { "app.js": text, "node_modules/hash/main.js": library, "node:crypto": "" };
  const [app, bundle, cli] = await Promise.all([
    makeApp({ "app.js": text, "node_modules/hash/main.js": library }),
    bundleServer(),
    buildCommandLine(),
  ]);
  const folder = await drawRun(app, { scripts, threads: [main, `40 | app.js send@1:14 2:15 > stringify\n10 | ${build} 7:15`] });
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder });
  await client.open(app.uri("app.js"), text);
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const graph = drawn((await client.request(flame, {})).profile);
  const busy = 1_000_000;
  const list = await client.request(hotFunctions, { query: { rankBy: "total", groupBy: "function" }, limit: 100 });
  const rowOf = (name: string): HotRow | undefined => list.rows.find((row) => row.name === name);
  const { out } = await cli.run(["report", folder, "--json"], { cwd: app.folder });
  const report = JSON.parse(out) as JsonReport;
  const exported = async (format: "markdown" | "html"): Promise<string> => {
    const file = path.join(app.runsFolder, "..", `one.${format}`);
    await client.request(exportRun, { folder, format, file });
    return readFile(file, "utf8");
  };
  const markdown = await exported("markdown");
  const page = await exported("html");
  const lenses = (await client.lensTitles(app.uri("app.js")))
    .filter((title) => title.includes("self"))
    .map((title) => title.split(" · ").slice(0, 2));
  expect(lenses).toEqual([
    ["0: 50.0 % total", "50.0 % self"],
    ["4: 66.0 % total", "12.0 % self"],
  ]);
  // A click on the lens.
  const called = await client.request(callersAndCallees, { uri: app.uri("app.js"), name: "build", line: 4, character: 15 });
  expect([called?.self, called?.total]).toEqual([0.12, 0.66]);
  const expected = {
    send: [0.5, 0.5],
    build: [0.12, 0.66],
    hash: [0.12, 0.18],
    createHash: [0.06, 0.06],
  } as const;
  for (const [name, [self, total]] of Object.entries(expected)) {
    const shares = [percent(self), percent(total)];
    const row = rowOf(name);
    expect([name, percent(row?.shares?.self ?? -1), percent(row?.shares?.total ?? -1)]).toEqual([name, ...shares]);
    const [selfUs = -1, totalUs = -1] = graph.get(name) ?? [];
    expect([name, percent(selfUs / busy), percent(totalUs / busy)]).toEqual([name, ...shares]);
    const json = report.functions.find((each) => each.name === name);
    expect([name, percent((json?.selfTicks ?? -1) / report.busyTicks), percent((json?.totalTicks ?? -1) / report.busyTicks)]).toEqual([
      name,
      ...shares,
    ]);
    expect(markdown).toContain(`| ${name} | ${shares.join(" | ")} |`);
    expect(page).toContain(`<td>${name}</td><td>${shares.join("</td><td>")}</td>`);
  }
  // What no code with a source called has a row of its own in each of them, so that all self times make up the busy time.
  for (const [name, share] of [
    ["epoll_wait", 0.15],
    ["(garbage collector)", 0.03],
    ["(program)", 0.02],
  ] as const) {
    expect([name, rowOf(name)?.shares?.self]).toEqual([name, share]);
    expect([name, graph.get(name)]).toEqual([name, [share * busy, share * busy]]);
    expect(report.others.find((each) => each.name === name)?.selfTicks).toBe(share * 1000);
  }
  expect(list.hidden).toBe(0);
  // The page's own flame graph, too.
  expect(page).not.toContain("memcpy");
  const hover = await client.hoverText(app.uri("app.js"), 1, 12);
  expect(hover).toMatch(/self \|(&nbsp;| )*50\.0/);
  // One switch gives native code frames of its own.
  await client.select({ filter: { showsNative: true } });
  const apart = drawn((await client.request(flame, {})).profile);
  expect(apart.get("send")?.[0]).toBe(0.01 * busy);
  expect(apart.get("stringify")?.[0]).toBe(0.49 * busy);
});
