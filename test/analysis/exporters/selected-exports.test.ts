import { gunzipSync } from "node:zlib";
import { Profile as Pprof } from "pprof-format";
import { beforeAll, expect, test } from "vitest";
import type { Cpuprofile } from "../../../language-server/analysis/exporters/cpuprofile.ts";
import type { FlameProfile } from "../../../language-server/analysis/flame/flame-reduction.ts";
import { importCpuprofile } from "../../../language-server/analysis/importers/cpuprofile.ts";
import { everything, type Selection } from "../../../language-server/analysis/selection/selection.ts";
import type { Selected } from "../../../language-server/analysis/selection/selections.ts";
import { leftOutTicks, noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import { costRows } from "../../../language-server/answers/cost-rows.ts";
import { readRun } from "../../../language-server/history/run-store.ts";
import { reportWordsIn } from "../../../language-server/lsp/words/group-text.ts";
import { type OpenedRun, openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { exportedRun, exportedThreads, type WholeFormat } from "../../../language-server/reports/exported-run.ts";
import { jsonReport } from "../../../language-server/reports/json-report.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { analysed } from "../costs/drawn-costs.ts";

const text = "function serve() {\n  return render();\n}\n\nfunction render() {\n  return JSON.stringify({});\n}\n";
const serve = "app.js serve@1:14 2:9";
const render = "app.js render@5:15 6:14";
const library = "node_modules/lib/main.js find@1:14 1:20";
const threads = [
  `30 | ${serve} > ${render} > stringify\n20 | (idle)\n25 | ${serve}\n5 | (garbage collector)\n20 | ${serve} > ${serve} > ${render}`,
  `40 | ${render} > stringify\n10 | ${library}\n10 | (idle)\n15 | ${serve} > ${library}\n25 | (program)`,
  `10 | ${library} > ${render}\n60 | (idle)\n30 | ${serve}`,
];
const words = reportWordsIn("en");
let run: OpenedRun;

beforeAll(async () => {
  const app = await makeApp({ "app.js": text });
  const scripts = { "app.js": text, "node_modules/lib/main.js": "module.exports = function find() {};\n" };
  const folder = await drawRun(app, { scripts, threads, run: { durationMs: 100 } });
  run = await openRunFolder(folder, await readRun(folder), {});
});

const span = { from: 20_000, to: 80_000 };
const below = { name: "serve", path: "", line: 1 };

function selections(): readonly Selection[] {
  const [, worker, other] = run.threads.map(({ id }) => id) as [number, number, number];
  const path = run.analysis.profile.sources.find((source) => source.path.endsWith("app.js"))?.path ?? "";
  const filters = [
    noFilter,
    { ...noFilter, below: { ...below, path } },
    { ...noFilter, file: "node_modules" },
    { ...noFilter, hidden: [{ ...below, path }] },
    { ...noFilter, hiddenKinds: ["gc", "dependency", "native"] as const },
    { ...noFilter, mergesRecursion: true },
    { ...noFilter, below: { ...below, path }, hiddenKinds: ["dependency"] as const, mergesRecursion: true },
  ];
  const scopes = [{}, { threads: [worker] }, { spans: [span] }, { threads: [worker, other], spans: [{ from: 5000, to: 33_000 }, span] }];
  return scopes.flatMap((scope) => filters.map((filter) => ({ ...everything, ...scope, filter })));
}

/** Busy ticks, all worth a millisecond, in each of what is written of a selection. */
async function busyIn(selection: Selection): Promise<Readonly<Record<string, number>>> {
  const exported = async (format: WholeFormat): Promise<string> => String(await exportedRun(run, format, words, selection));
  const selected = run.analysis.select(selection) as Selected;
  const { profile, costs } = selected.whole;
  const part = { ...run, analysis: { ...run.analysis, profile, costs }, pathNow: (path: string) => path };
  const json = jsonReport(part, costRows(selected), [], { filter: selection.filter, effect: selected.tables.effect }, { scope: selection });
  const markdown = await exported("markdown");
  const [, functions = ""] = markdown.split("## Hottest functions by self");
  const columns = [...functions.matchAll(/^\| .* \| [\d.]+ % \| [\d.]+ % \| (\d+) \| /gm)].map(([, samples]) => Number(samples));
  return {
    costs: costs.busyTicks,
    collapsed: sum([...(await exported("collapsed")).matchAll(/ (\d+)$/gm)].map(([, count]) => Number(count))),
    speedscope: busyOf(JSON.parse(await exported("speedscope")) as FlameProfile),
    pprof: sum(
      Pprof.decode(gunzipSync((await exportedRun(run, "pprof", words, selection)) as Uint8Array)).sample.map(({ value }) =>
        Number(value[0]),
      ),
    ),
    cpuprofile: sum(
      exportedThreads(run, selection).map(({ text: file }) => analysed(importCpuprofile(JSON.parse(file)).profile).costs.busyTicks),
    ),
    json: sum([...json.functions, ...json.others].map(({ selfTicks }) => selfTicks)) + (json.filter?.leftOutTicks ?? 0),
    jsonBusy: json.busyTicks,
    markdown: sum(columns) + leftOutTicks(selected.tables.effect),
    markdownBusy: Number(/\*\*Busy time\*\*: .*\((\d+) samples\)/.exec(markdown)?.[1]),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

function busyOf({ shared, profiles }: FlameProfile): number {
  const isIdle = (stack: readonly number[]): boolean => shared.frames[stack.at(-1) ?? -1]?.name === "(idle)";
  return sum(profiles.flatMap(({ samples, weights }) => weights.filter((_, at) => !isIdle(samples[at] ?? [])))) / 1000;
}

test("what is written of a selection has the same busy time in every format", async () => {
  const found: (readonly [Selection, Readonly<Record<string, number>>])[] = [];
  for (const selection of selections()) found.push([selection, await busyIn(selection)]);
  for (const [selection, { costs, ...others }] of found) expect([selection, ...new Set(Object.values(others))]).toEqual([selection, costs]);
  expect(found.map(([, { costs }]) => costs).filter((_, at) => at % 7 === 0)).toEqual([210, 90, 100, 80]);
});

test("a picture and the graph of a page draw what a filter leaves of a scope", async () => {
  for (const selection of selections()) {
    const selected = run.analysis.select(selection) as Selected;
    const drawn = (profile: Selected["tables"]): number => selected.whole.costs.busyTicks - leftOutTicks(profile.effect);
    const svg = String(await exportedRun(run, "static-svg", words, selection));
    const boxes = [...svg.matchAll(/data-row="0" [^>]*><title>[^<]* · ([\d,]+) samples</g)].map(([, samples]) => Number(samples));
    expect([selection, sum(boxes)]).toEqual([selection, drawn(selected.stacks)]);
    const { flame } = run.analysis.flame({ name: "", idle: "omit" }, selected.frames.profile);
    expect([selection, busyOf(flame)]).toEqual([selection, drawn(selected.frames)]);
  }
});

test("the parts of a run in every format add up to it", async () => {
  const whole = await busyIn(everything);
  const spans = [0, 17_000, 50_500, 100_001].map((to, at, all) => ({ from: all[at - 1] ?? -1, to })).slice(1);
  const partsOf = async (parts: readonly Partial<Selection>[]): Promise<Readonly<Record<string, number>>> => {
    const found: Readonly<Record<string, number>>[] = [];
    for (const part of parts) found.push(await busyIn({ ...everything, ...part }));
    return Object.fromEntries(Object.keys(whole).map((name) => [name, sum(found.map((each) => each[name] ?? 0))]));
  };
  expect(await partsOf(spans.map((each) => ({ spans: [each] })))).toEqual(whole);
  expect(await partsOf(run.threads.map(({ id }) => ({ threads: [id] })))).toEqual(whole);
});

test("each format says which part of a run it has, and a whole run says nothing", async () => {
  const scope: Selection = { ...everything, threads: [run.threads[1]?.id ?? -1], spans: [span] };
  const exported = async (format: WholeFormat, selection: Selection): Promise<string> =>
    String(await exportedRun(run, format, words, selection));
  const comments = async (selection: Selection): Promise<readonly string[]> => {
    const { comment, stringTable } = Pprof.decode(gunzipSync(await exportedRun(run, "pprof", words, selection)));
    return comment.map((at) => stringTable.strings[Number(at)] ?? "");
  };
  expect((await exported("collapsed", scope)).split("\n")[0]).toBe(
    "# Heatline, only worker 1, 0.02 to 0.08 s: samples, 1000 microseconds per sample 0",
  );
  expect((JSON.parse(await exported("speedscope", scope)) as FlameProfile).name).toBe("app · node server.js · worker 1, 0.02 to 0.08 s");
  expect(await comments(scope)).toContain("Only worker 1, 0.02 to 0.08 s");
  expect(await exported("markdown", scope)).toContain("\n- **Selected part**: worker 1 · 0.02 to 0.08 s\n");
  expect(await exported("static-svg", scope)).toContain("Selected part: worker 1 · 0.02 to 0.08 s");
  for (const format of ["collapsed", "speedscope", "markdown", "static-svg"] as const)
    expect(await exported(format, everything)).not.toMatch(/Selected part|only worker|node server\.js ·/);
  expect(await comments(everything)).toHaveLength(1);
});

test("a .cpuprofile of a span begins when the span does, and has no thread without samples there", () => {
  const spans = [{ from: 100_000, to: 300_000 }, span];
  const files = exportedThreads(run, { ...everything, spans }).map(({ text: file }) => JSON.parse(file) as Cpuprofile);
  expect(files.map(({ startTime, endTime, samples }) => [startTime, endTime, samples.length])).toEqual([
    [20_000, 80_000, 60],
    [20_000, 80_000, 60],
    [20_000, 80_000, 60],
  ]);
  expect(exportedThreads(run, { ...everything, spans: [{ from: 100_000, to: 200_000 }] })).toEqual([]);
});

test("a scope without samples is an error that says so", async () => {
  const empty: Selection = { ...everything, threads: [run.threads[0]?.id ?? -1], spans: [{ from: 99_500, to: 99_900 }] };
  await expect(exportedRun(run, "collapsed", words, empty)).rejects.toMatchObject({
    text: "app · node server.js has no samples here: main · 0.0995 to 0.0999 s. Choose another thread, a longer span or another filter, or everything.",
  });
});
