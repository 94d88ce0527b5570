import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { JsonImports } from "../../../language-server/reports/imports-report.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { graphRun, importsRun, savingsRun } from "../../drivers/server/imports-run.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
let app: DrawnApp;
let run: string;

beforeAll(async () => {
  [cli, { app, run }] = await Promise.all([buildCommandLine(), importsRun()]);
});

async function reported(options: readonly string[], language = "C.UTF-8"): Promise<string> {
  const { code, out, err } = await cli.run(["report", run, "--imports", ...options], { cwd: app.folder, env: { LC_ALL: language } });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

/** What follows the title, with one space between cells. */
function rowsOf(report: string, title = "What loading modules cost"): readonly string[] {
  const rows = report.split(title)[1]?.trimEnd().split("\n").slice(1) ?? [];
  return rows.map((row) => row.trim().replaceAll(/ +/g, " "));
}

test("modules are listed as a tree, with their parts, where they are imported first, and who else imports them", async () => {
  const out = await reported([]);
  expect(rowsOf(out)).toEqual([
    "time share its code its imports read, compile module first imported at",
    "500 ms 100.0 % ± 0.4 23 ms 477 ms 0 µs cli.js",
    "475 ms 95.0 % ± 1.9 20 ms 450 ms 5 ms render.js cli.js:1",
    "450 ms 90.0 % ± 2.6 300 ms 135 ms 15 ms ui/index.js render.js:1 · also imported by cli.js:2",
    "135 ms 27.0 % ± 3.9 135 ms 0 µs 0 µs ui/colors.js index.js:1",
    "2 ms 0.4 % ± 0.7 0 µs 0 µs 2 ms ui/index.js (already loaded) cli.js:2",
    "",
    "All modules: their code 478 ms · finding, reading and compiling them 22 ms",
    expect.stringMatching(/^Whoever imports a module first pays for it\./),
  ]);
  expect(out).not.toContain("Hot functions");
  expect(rowsOf(await reported(["--top", "2"])).slice(3, 4)).toEqual(["and 3 others; --top shows more"]);
});

test.each(["ui", "ui/index.js"])("of %s the report says why it is loaded", async (name) => {
  const rows = rowsOf(await reported([name]), `What loading modules cost: ${name}`);
  expect(rows.slice(0, 5)).toEqual([
    "450 ms 90.0 % ± 2.6 its own code 300 ms · its imports 135 ms · reading and compiling 15 ms",
    "cli.js",
    "render.js cli.js:1",
    "ui/index.js render.js:1",
    "also imported by cli.js:2",
  ]);
});

test("of a run of starts the times are per start", async () => {
  const starts = `${run}-starts`;
  await cp(run, starts, { recursive: true });
  const file = path.join(starts, "run.json");
  const startup = { starts: 5, listened: false, eachMs: 100 };
  await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, "utf8")) as object), startup }));
  const report = async (...options: readonly string[]): Promise<string> =>
    (await cli.run(["report", starts, "--imports", ...options], { cwd: app.folder, env: { LC_ALL: "C.UTF-8" } })).out;
  expect(rowsOf(await report()).slice(0, 3)).toEqual([
    "time per start share its code its imports read, compile module first imported at",
    "100 ms 100.0 % ± 0.4 4.6 ms 95.4 ms 0 µs cli.js",
    "95 ms 95.0 % ± 1.9 4 ms 90 ms 1 ms render.js cli.js:1",
  ]);
  expect(rowsOf(await report("ui"), "What loading modules cost: ui")[0]).toBe(
    "90 ms per start 90.0 % ± 2.6 its own code 60 ms · its imports 27 ms · reading and compiling 3 ms",
  );
});

test("Markdown and HTML have what another way to start saves", async () => {
  const { app: started, run: folder } = await savingsRun();
  const exported = async (format: string): Promise<string> =>
    (await cli.run(["export", folder, "--format", format], { cwd: started.folder, env: { LC_ALL: "C.UTF-8" } })).out;
  const markdown = await exported("markdown");
  const [, table = ""] = markdown.split("Measured gains: 8 starts in each way, without the profiler; as it is, a start takes 500 ms\n\n");
  expect(table.split("\n").slice(0, 5)).toEqual([
    "| another way to start | what it saves |",
    "| --- | --- |",
    "| Load ui/index.js on first use (render.js:1) | saves 400 ms ± 5 ms, 80.0 % of the start · not needed by server.js |",
    "| Set NODE\\_COMPILE\\_CACHE | no gain seen (1 ms ± 4 ms) |",
    "| Load render.js on first use (cli.js:1) | no gain, the start itself needs it |",
  ]);
  expect(await exported("html")).toContain(
    "<td>Load ui/index.js on first use (render.js:1)</td><td>saves 400 ms ± 5 ms, 80.0 % of the start",
  );
  expect((await cli.run(["export", run, "--format", "markdown"], { cwd: app.folder })).out).not.toContain("Measured gains");
});

test("modules without samples are counted; by their names the report says why they are loaded, and JSON has them", async () => {
  const { app: esm, run: folder } = await graphRun();
  const report = async (...options: readonly string[]): Promise<string> =>
    (await cli.run(["report", folder, "--imports", ...options], { cwd: esm.folder, env: { LC_ALL: "C.UTF-8" } })).out;
  expect(rowsOf(await report()).slice(1, 4)).toEqual([
    "150 ms 100.0 % ± 1.2 100 ms 50 ms 0 µs main.mjs",
    "50 ms 33.3 % ± 7.5 50 ms 0 µs 0 µs tiny/index.mjs main.mjs:1",
    "and 7 modules without samples; --imports NAME says why one is loaded",
  ]);
  expect(rowsOf(await report("part0.mjs"), "What loading modules cost: part0.mjs")).toEqual([
    "No sample was taken while it was loaded.",
    "main.mjs",
    "tiny/index.mjs main.mjs:1",
    "tiny/lib/part0.mjs tiny/index.mjs:1",
    "also imported by one.mjs:3",
  ]);
  const { withoutSamples } = (JSON.parse(await report("--json")) as { readonly imports: JsonImports }).imports;
  expect([withoutSamples.count, withoutSamples.modules.length]).toEqual([7, 7]);
  expect(withoutSamples.modules[0]).toMatchObject({
    name: "tiny/lib/part0.mjs",
    at: { file: esm.path("node_modules/tiny/index.mjs"), line: 1 },
    alsoImportedBy: [{ file: esm.path("one.mjs"), line: 3 }],
  });
});

test("one module is counted as one", async () => {
  const { app: esm, run: folder } = await graphRun();
  const one = `${folder}-one`;
  await cp(folder, one, { recursive: true });
  const modules = [
    { url: esm.uri("main.mjs"), edges: [{ to: 1, line: 2, column: 0, kind: "static", isFirst: true }] },
    { url: esm.uri("one.mjs"), edges: [] },
  ];
  await writeFile(path.join(one, "imports.json"), JSON.stringify({ threads: [{ thread: 0, modules, entries: [0] }] }));
  const counted = async (locale: string): Promise<string | undefined> => {
    const { out } = await cli.run(["report", one, "--imports"], { cwd: esm.folder, env: { LC_ALL: locale } });
    return out.split("\n").find((row) => row.includes("; --imports"));
  };
  expect(await counted("C.UTF-8")).toBe("and 1 module without samples; --imports NAME says why it is loaded");
  expect(await counted("ru_RU.UTF-8")).toContain("и 1 модуль без сэмплов");
});

test("places of several packages are told apart by their paths", async () => {
  const names = ["one", "two"];
  const texts = {
    "main.js": 'require("one");\nrequire("two");\n',
    ...Object.fromEntries(
      names.flatMap((name) => [
        [`node_modules/${name}/index.js`, 'require("./work");\n'],
        [`node_modules/${name}/work.js`, "work();\n"],
      ]),
    ),
  };
  const esm = await makeApp(texts);
  const threads = names.map(
    (name, at) => `10 | main.js @1:0 ${at + 1}:0 > node_modules/${name}/index.js @1:0 1:0 > node_modules/${name}/work.js @1:0 1:0`,
  );
  const folder = await drawRun(esm, { scripts: texts, threads: [threads.join("\n")] });
  const { out } = await cli.run(["report", folder, "--imports"], { cwd: esm.folder, env: { LC_ALL: "C.UTF-8" } });
  const places = rowsOf(out).flatMap((row) => /(\w+\/work\.js) (\S+)$/.exec(row)?.slice(1).join(" ") ?? []);
  expect(places).toEqual(["one/work.js one/index.js:1", "two/work.js two/index.js:1"]);
});

test("a half-written graph is reported, in every report, and the stacks are shown", async () => {
  const { app: esm, run: folder } = await graphRun();
  const half = `${folder}-half`;
  await cp(folder, half, { recursive: true });
  const file = path.join(half, "imports.json");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.slice(0, text.length / 2));
  const report = async (...options: readonly string[]): Promise<string> =>
    (await cli.run(["report", half, ...options], { cwd: esm.folder, env: { LC_ALL: "C.UTF-8" } })).out.replaceAll(/\s+/g, " ");
  const lost = "imports.json of the run is damaged or missing";
  expect(await report()).toContain(lost);
  expect(await report("--imports")).toMatch(new RegExp(`tiny/index.mjs main.mjs:1 .*${lost}.* Measure again`));
  expect((JSON.parse(await report("--json")) as { problems: unknown }).problems).toMatchObject([{ code: "imports.damaged" }]);
});

test("its name may stand before the run", async () => {
  const { code, out } = await cli.run(["report", "--imports", "ui", run], { cwd: app.folder, env: { LC_ALL: "C.UTF-8" } });
  expect(code).toBe(0);
  expect(out).toBe(await reported(["ui"]));
});

test("a module is found by what an import says", async () => {
  expect(rowsOf(await reported(["./render"]), "What loading modules cost: ./render")).toEqual([
    "475 ms 95.0 % ± 1.9 its own code 20 ms · its imports 450 ms · reading and compiling 5 ms",
    "cli.js",
    "render.js cli.js:1",
  ]);
});

test("of code that was seen, but not being loaded, as in a bundle, it is said where its cost is", async () => {
  const texts = { "cli.js": "work();\n", "src/dear.js": "exports.work = () => table();\n" };
  const bundled = await makeApp(texts);
  const threads = ["50 | cli.js @1:0 1:0 > src/dear.js work@1:15 1:21"];
  const folder = await drawRun(bundled, { scripts: texts, threads });
  const { code, out } = await cli.run(["report", folder, "--imports", "dear.js"], { cwd: bundled.folder, env: { LC_ALL: "C.UTF-8" } });
  expect(code).toBe(0);
  expect(out).toContain("No import of “dear.js” has samples: it is part of a bundle, or no sample was taken while it was loaded.");
});

test("a name that nothing has is said, and options that leave code out are refused", async () => {
  expect(rowsOf(await reported(["left-pad"]), "What loading modules cost: left-pad")[0]).toMatch(
    /^No sample was taken while a module “left-pad” was loaded\./,
  );
  for (const option of [
    ["--filter", "own"],
    ["--hide-kinds", "deps"],
  ])
    expect(await cli.run(["report", run, "--imports", ...option])).toMatchObject({ code: 2, err: expect.stringContaining("--imports") });
  expect(await cli.run(["report", run, "ui"])).toMatchObject({ code: 2 });
});

test("a part of a run has its own costs", async () => {
  expect(rowsOf(await reported(["--from", "0.475"])).slice(1, 3)).toEqual([
    "25 ms 100.0 % ± 6.7 23 ms 2 ms 0 µs cli.js",
    "2 ms 8.0 % ± 11.4 0 µs 0 µs 2 ms ui cli.js:2",
  ]);
});

test("the JSON has ticks and places", async () => {
  const { imports } = JSON.parse(await reported(["--json"])) as { readonly imports: JsonImports };
  expect([imports.totalTicks, imports.ownTicks, imports.loadTicks, imports.more]).toEqual([500, 478, 22, 0]);
  expect(imports.modules[2]).toEqual({
    name: "ui/index.js",
    file: app.path("node_modules/ui/index.js"),
    specifier: "ui",
    alreadyLoaded: false,
    parent: 1,
    at: { file: app.path("render.js"), line: 1 },
    totalTicks: 450,
    ownTicks: 300,
    importsTicks: 135,
    loadTicks: 15,
    samples: 450,
    alsoImportedBy: [{ file: app.path("cli.js"), line: 2 }],
  });
});

test("in Russian and Chinese", async () => {
  expect(await reported([], "ru_RU.UTF-8")).toContain("также импортируют cli.js:2");
  expect(await reported(["ui"], "zh_CN.UTF-8")).toContain("另有导入者：cli.js:2");
});

test("Markdown and HTML have the dearest modules as a table", async () => {
  const exported = async (format: string): Promise<string> =>
    (await cli.run(["export", run, "--format", format], { cwd: app.folder, env: { LC_ALL: "C.UTF-8" } })).out;
  const rows = (await exported("markdown")).split("## What loading modules cost\n\n")[1]?.split("\n").slice(0, 6) ?? [];
  expect(rows).toEqual([
    "| time | share | its code | its imports | read, compile | module | first imported at |",
    "| ---: | ---: | ---: | ---: | ---: | --- | --- |",
    "| 500 ms | 100.0 % ± 0.4 | 23 ms | 477 ms | 0 µs | cli.js |  |",
    "| 475 ms | 95.0 % ± 1.9 | 20 ms | 450 ms | 5 ms | › render.js | cli.js:1 |",
    "| 450 ms | 90.0 % ± 2.6 | 300 ms | 135 ms | 15 ms | › › ui/index.js | render.js:1 · also imported by cli.js:2 |",
    "| 135 ms | 27.0 % ± 3.9 | 135 ms | 0 µs | 0 µs | › › › ui/colors.js | index.js:1 |",
  ]);
  expect(await exported("html")).toMatch(/<td>475 ms<\/td><td>95\.0 % ± 1\.9<\/td>/);
});
