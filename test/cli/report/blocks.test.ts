import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Tracks } from "../../../language-server/analysis/timeline/tracks.ts";
import type { JsonBlocks } from "../../../language-server/reports/blocks-report.ts";
import { type Drawing, drawRun, type DrawnApp, makeApp } from "../../drivers/server/drawn-run.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

const text = "function serve() {\n  return hash();\n}\n\nfunction hash() {\n  return pbkdf2Sync();\n}\n";
const serve = "app.js serve@1:15 2:9";
const hash = `${serve} > app.js hash@5:14 6:9`;
/** In milliseconds: hash from 20 to 90, serve from 300 to 500, and a worker's hash from 0 to 60. */
const threads = [
  `20 | (idle)\n70 | ${hash} > pbkdf2\n210 | (idle)\n200 | ${serve}\n500 | (idle)`,
  `60 | app.js hash@5:14 6:9\n940 | (idle)`,
];
const turns = (thread: number, ...spans: readonly (readonly [number, number])[]): Tracks["loops"][number] => ({
  thread,
  late: { from: Float64Array.from(spans, ([from]) => from * 1000), to: Float64Array.from(spans, ([, to]) => to * 1000) },
  readings: [],
});
const tracks: Tracks = { loops: [turns(0, [15, 90.5], [295, 500.5]), turns(1, [0, 60])] };
let cli: CommandLine;
let app: DrawnApp;
let run: string;

beforeAll(async () => {
  [cli, app] = await Promise.all([buildCommandLine(), makeApp({ "app.js": text })]);
  run = await drawn({ tracks });
});

function drawn(drawing: Partial<Drawing>): Promise<string> {
  return drawRun(app, { scripts: { "app.js": text }, threads, load: {}, run: { durationMs: 1000 }, ...drawing });
}

async function message(options: readonly string[], language = "C.UTF-8"): Promise<string> {
  const { code, out, err } = await cli.run(options, { cwd: app.folder, env: { LC_ALL: language } });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

const reported = (...options: readonly string[]): Promise<string> => message(["report", run, "--blocks", ...options]);

/** The table's rows with one space between cells. */
function rowsOf(report: string): readonly string[] {
  const rows = report.split("What blocked the event loop\n")[1]?.trimEnd().split("\n") ?? [];
  return rows.map((row) => row.trim().replaceAll(/ +/g, " "));
}

test("blocks are listed with their time, line and function, the longest first, in place of hot code", async () => {
  const out = await reported();
  expect(rowsOf(out)).toEqual([
    "at (s) time what thread line function source",
    "0.300 201 ms blocked main app.js:2 serve return hash();",
    "0.020 71 ms blocked main app.js:6 hash return pbkdf2Sync();",
    "0.000 60 ms blocked worker 1 app.js:6 hash return pbkdf2Sync();",
  ]);
  expect(out).not.toContain("Hot functions");
  expect(rowsOf(await reported("--top", "1")).at(-1)).toBe("and 2 more");
});

test("of a thread and a span of time those are listed that are at least partly in it, as a whole", async () => {
  expect(rowsOf(await reported("--from", "0.05", "--to", "0.2"))).toEqual([
    "at (s) time what thread line function source",
    "0.020 71 ms blocked main app.js:6 hash return pbkdf2Sync();",
    "0.000 60 ms blocked worker 1 app.js:6 hash return pbkdf2Sync();",
  ]);
  expect(rowsOf(await reported("--thread", "worker 1")).slice(1)).toEqual([
    "0.000 60 ms blocked worker 1 app.js:6 hash return pbkdf2Sync();",
  ]);
  expect(rowsOf(await reported("--from", "0.6"))).toEqual(["Nothing kept the event loop from turning for over 50 ms."]);
});

test("options that leave code out are refused, as blocks and slow requests are of all code", async () => {
  const options = [
    ["--filter", "own"],
    ["--hide-kinds", "gc"],
    ["--hide", "serve"],
    ["--below", "serve"],
    ["--file", "app.js"],
    ["--merge-recursion"],
  ];
  const refused = await Promise.all(
    options.map(async ([name = "", ...value], at) => {
      const part = at % 2 === 0 ? "--blocks" : "--slowest";
      const { code, out, err } = await cli.run(["report", run, part, name, ...value], { cwd: app.folder });
      return [code, out, err.includes(`${name} does not work with ${part}, which always covers all code. Leave one of them out;`)];
    }),
  );
  expect(refused).toEqual(options.map(() => [2, "", true]));
});

test("programs get them beside everything else, and as many as there are", async () => {
  const { blocks, lines } = JSON.parse(await reported("--json")) as { readonly blocks: JsonBlocks; readonly lines: readonly unknown[] };
  expect(lines).toHaveLength(2);
  expect(blocks).toMatchObject({ more: 0, missing: null });
  expect(blocks.blocks[1]).toEqual({
    thread: "main",
    kind: "block",
    fromSeconds: 0.0195,
    lengthMs: 71,
    withoutCpuMs: 0,
    file: app.path("app.js"),
    line: 6,
    function: "hash",
    text: "return pbkdf2Sync();",
    ticks: 70,
  });
  expect(JSON.parse(await message(["report", run, "--json"]))).not.toHaveProperty("blocks");
});

test("a pause of the garbage collector is one of them, with the line that was running when it began", async () => {
  const collected = `20 | (idle)\n60 | ${serve}\n300 | (garbage collector)\n60 | ${serve}\n60 | (idle)`;
  const paused = await drawn({ threads: [collected], tracks: { loops: [turns(0, [15, 440.5])] } });
  expect(rowsOf(await message(["report", paused, "--blocks"])).slice(1)).toEqual([
    "0.080 301 ms garbage collection ≈ app.js:2 serve return hash();",
    "0.380 60.5 ms blocked app.js:2 serve return hash();",
    "0.020 60 ms blocked app.js:2 serve return hash();",
  ]);
  const { blocks } = JSON.parse(await message(["report", paused, "--blocks", "--json"])) as { readonly blocks: JsonBlocks };
  expect(blocks.blocks[0]).toMatchObject({ kind: "gc", line: 2, lengthMs: 300.5, withoutCpuMs: 0, ticks: 0 });
  const markdown = await message(["export", paused, "--format", "markdown"]);
  expect(markdown).toContain("| 301 ms | garbage collection | ≈ app.js:2 | serve | return hash(); |");
});

test("Markdown and HTML have a table of them, with figures at the right and text at the left, where the event loop was watched", async () => {
  const markdown = await message(["export", run, "--format", "markdown"]);
  expect(markdown).toContain("What blocked the event loop");
  expect(markdown).toContain("\n| ---: | ---: | --- | --- | --- | --- | --- |\n");
  expect(markdown).toContain("| 0.300 | 201 ms | blocked | main | app.js:2 | serve | return hash(); |");
  const html = await message(["export", run, "--format", "html"]);
  expect(html).toContain('aria-label="What blocked the event loop"><table class="text3 text4 text5 text6 text7">');
  expect(await message(["export", await drawn({}), "--format", "markdown"])).not.toContain("What blocked the event loop");
});

test("what a run or file lacks is said", async () => {
  const older = await message(["report", await drawn({}), "--blocks"]);
  expect(older).toContain(
    "An earlier version of Heatline recorded this run, without its single requests and late turns of the event loop.",
  );
  const unwatched = await message(["report", await drawn({ tracks: { loops: [] } }), "--blocks"]);
  expect(unwatched).toContain("The event loop was not watched in this run, so what blocked it is unknown.");
  const file = path.join(app.folder, "stacks.txt");
  await writeFile(file, "serve;hash 30\n");
  expect(await message(["report", file, "--blocks"])).toContain("A profile file has samples only");
  const json = JSON.parse(await message(["report", file, "--blocks", "--json"])) as { readonly blocks: JsonBlocks };
  expect(json.blocks).toMatchObject({ blocks: [], more: 0, missing: { code: "timeline.fileOnly" } });
});

test("it speaks Russian and Chinese", async () => {
  expect(await message(["report", run, "--blocks"], "ru_RU.UTF-8")).toContain("Что блокировало цикл событий\n");
  expect(await message(["report", run, "--blocks"], "zh_CN.UTF-8")).toContain("阻塞事件循环的内容\n");
});
