import { beforeAll, expect, test } from "vitest";
import { costDigest } from "../../language-server/analysis/compare/cost-digest.ts";
import { functionKinds } from "../../language-server/analysis/profile/profile.ts";
import { everything, type Scope, type Selection } from "../../language-server/analysis/selection/selection.ts";
import type { Selected } from "../../language-server/analysis/selection/selections.ts";
import { leftOutTicks, noFilter } from "../../language-server/analysis/selection/stack-filter.ts";
import { AnalysedRun } from "../../language-server/answers/analysed-run.ts";
import { type OpenedRun, openRunFolder } from "../../language-server/opening/opened-run.ts";
import { readRun } from "../../language-server/history/run-store.ts";
import { type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";

const text = "function serve() {\n  return render();\n}\n\nfunction render() {\n  return zlib.gzipSync({});\n}\n";
const libraryText = "module.exports = function find() {};\n";
const serve = "app.js serve@1:14 2:9";
const render = "app.js render@5:15 6:14";
const library = "node_modules/lib/main.js find@1:14 1:20";
const zip = "node:zlib gzipSync@9:1 10:1";
/** A sample a millisecond. */
const threads = [
  `30 | ${serve} > ${render} > ${zip}\n20 | (idle)\n25 | ${serve}\n5 | (garbage collector)\n20 | ${serve} > ${serve} > ${render}`,
  `40 | ${render} > ${zip} > deflate\n10 | ${library}\n10 | (idle)\n15 | ${serve} > ${library}\n22 | ${serve}\n3 | (program)`,
  `10 | ${library} > ${render}\n60 | (idle)\n30 | ${serve}`,
];
let app: DrawnApp;
let opened: OpenedRun;

beforeAll(async () => {
  app = await makeApp({ "app.js": text });
  const scripts = { "app.js": text, "node_modules/lib/main.js": libraryText, "node:zlib": "" };
  const folder = await drawRun(app, { scripts, threads, load: { requests: 1 }, run: { durationMs: 100 } });
  opened = await openRunFolder(folder, await readRun(folder), {});
});

const inMiddle = { spans: [{ from: 20_000, to: 80_000 }] };
const scopes: readonly (readonly [what: string, scope: Partial<Scope>])[] = [
  ["everything", {}],
  ["a thread", { threads: [1] }],
  ["a span", inMiddle],
  ["two threads in two spans", { threads: [1, 2], spans: [{ from: 0, to: 5000 }, ...inMiddle.spans] }],
];

function filters(): readonly Selection["filter"][] {
  const [below, hidden] = [["serve", 1] as const, ["render", 5] as const].map(([name, line]) => ({ name, path: app.path("app.js"), line }));
  const mixed = { ...noFilter, below: below ?? null, hiddenKinds: ["dependency", "native"] as const, mergesRecursion: true };
  return [
    noFilter,
    { ...noFilter, below: below ?? null },
    { ...noFilter, file: "node_modules" },
    { ...noFilter, hidden: hidden === undefined ? [] : [hidden] },
    { ...noFilter, hiddenKinds: ["gc", "dependency", "node", "native"] },
    { ...noFilter, mergesRecursion: true },
    mixed,
  ];
}

test.each(scopes)("of %s, through each filter, every view shows the same figures", (_what, scope) => {
  for (const filter of filters()) {
    const run = new AnalysedRun(opened, {});
    const view = run.select({ ...everything, ...scope, filter });
    const { busy, ticks } = naive(scope);
    expect([view?.busyTicks, view?.ticks, view?.effect.busyTicks]).toEqual([busy, ticks, busy]);

    const hot = run.hot.functions({ query: { rankBy: "self", groupBy: "function" }, limit: 100 });
    const flame = run.drawFlame({});
    expect(sum(hot.rows.map(({ ticks: self }) => self)) + hot.hiddenTicks).toBe(busy);
    expect(sum(flame?.flame.profiles.flatMap(({ weights }) => weights) ?? []) / 1000 + leftOutTicks(hot.effect)).toBeCloseTo(busy, 9);
    expect([hot.effect, flame?.effect]).toEqual([view?.effect, view?.effect]);

    const files = ["app.js", "node_modules/lib/main.js"].map((file) => app.path(file));
    const shown = files.flatMap((path, at) => {
      const file = run.file({ path, text: at === 0 ? text : libraryText, heatBy: "total", threshold: 0, limit: 100 });
      return (file?.lines ?? []).map((line) => ({ ...line, path, functions: file?.functions ?? [] }));
    });
    for (const { path, line, selfTicks, totalTicks } of shown)
      expect(run.code.line({ path, line })).toMatchObject({ selfTicks, totalTicks });
    const own = shown.filter(({ path }) => path === files[0]).map(({ line, selfTicks, totalTicks }) => ({ line, selfTicks, totalTicks }));
    const places = run.code.hotLines({ heatBy: "total", threshold: 0, limit: 100 });
    expect(places.map(({ line, selfTicks, totalTicks }) => ({ line, selfTicks, totalTicks })).toSorted(byLine)).toEqual(own);

    // A lens, a line of Hot Functions, callers and callees, and the frames of the flame graph.
    const lenses = new Map(shown.flatMap(({ functions }) => functions.map((each) => [each.name, each] as const)));
    const { rows } = run.hot.functions({ query: { rankBy: "total", groupBy: "function" }, limit: 100 });
    const ranked = rows.filter(({ category }) => category === "own" || category === "dependency");
    expect(ranked.map(({ name }) => name).toSorted()).toEqual(
      [...lenses.keys()].filter((name) => lenses.get(name)!.totalTicks > 0).toSorted(),
    );
    for (const { name, costs } of ranked) {
      const { key, selfTicks, totalTicks } = lenses.get(name)!;
      expect([name, costs?.selfTicks, costs?.totalTicks]).toEqual([name, selfTicks, totalTicks]);
      expect(run.code.function(key)).toMatchObject({ selfTicks, totalTicks });
      expect(run.flameFrame(key)).not.toBeNull();
    }

    const { whole, costs, tables } = opened.analysis.select({ ...everything, ...scope, filter }) as Selected;
    const digest = costDigest({ costs, profile: tables.profile, textOf: opened.analysis.textOf }, { folders: [] });
    expect([whole.costs.busyTicks, digest.busyTicks, sum([...digest.busySlices])]).toEqual([busy, busy, busy]);
    const wholeTime = { threads: scope.threads ?? null };
    expect(run.compared().side.digest.busyTicks).toBe(naive(wholeTime).busy);

    const advised = view?.advice.filter(({ rule }) => rule === "synchronous-call").map((advice) => advice.ticks) ?? [];
    const zipped = rows.find(({ name }) => name === "gzipSync")?.costs?.totalTicks ?? 0;
    // Without its caller a call is at no line that could be advised.
    expect(filter.hidden.length === 0 ? sum(advised) : zipped).toBe(zipped);
  }
});

test("what is said per request, and of the event loop, is said of the whole run alone", () => {
  const run = new AnalysedRun(opened, {});
  const rules = (scope: Partial<Scope>): unknown => {
    const view = run.select({ ...everything, ...scope });
    return [view?.requests, view?.advice.some(({ rule }) => rule === "javascript-kernel")];
  };
  expect(rules({})).toEqual([1, true]);
  expect(rules({ threads: [0] })).toEqual([0, false]);
  expect(rules(inMiddle)).toEqual([0, false]);
});

/** Sample by sample from what was recorded. */
function naive({ threads: ids = null, spans = null }: Partial<Scope>): { readonly ticks: number; readonly busy: number } {
  const samples = opened.threads
    .filter(({ id }) => ids === null || ids.includes(id))
    .flatMap(({ profile: { samples: all, stacks, functions } }) =>
      [...all.stack].map((row, sample) => ({
        time: all.time[sample] as number,
        isIdle: row !== -1 && functions.kind[stacks.func[row] as number] === functionKinds.indexOf("idle"),
      })),
    )
    .filter(({ time }) => spans === null || spans.some(({ from, to }) => time >= from && time < to));
  return { ticks: samples.length, busy: samples.filter(({ isIdle }) => !isIdle).length };
}

function byLine(one: { readonly line: number }, other: { readonly line: number }): number {
  return one.line - other.line;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
