import { beforeAll, expect, test } from "vitest";
import { noFilter } from "../../language-server/analysis/selection/stack-filter.ts";
import { comparedPart, wholeRuns } from "../../language-server/analysis/selection/compared-part.ts";
import { everything, type Selection } from "../../language-server/analysis/selection/selection.ts";
import { AnalysedRun } from "../../language-server/answers/analysed-run.ts";
import { RunComparison } from "../../language-server/answers/compare/run-comparison.ts";
import { readRun } from "../../language-server/history/run-store.ts";
import { reportWordsIn } from "../../language-server/lsp/words/group-text.ts";
import { type ComparedRuns, compareRuns, compareWithRest } from "../../language-server/answers/compare/compared-runs.ts";
import { type OpenedRun, openRunFolder } from "../../language-server/opening/opened-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";

const text = "function serve() {\n  return render();\n}\n\nfunction render() {\n  return JSON.stringify({});\n}\n";
const words = reportWordsIn("en");
let app: DrawnApp;
let base: OpenedRun;
let next: OpenedRun;
let nextFolder: string;

/** One sample a millisecond, in order. */
async function draw(...threads: readonly string[]): Promise<string> {
  return drawRun(app, { scripts: { "app.js": text }, threads, load: { requests: 100 }, run: { durationMs: 1000 } });
}

async function open(folder: string): Promise<OpenedRun> {
  return openRunFolder(folder, await readRun(folder), {});
}

beforeAll(async () => {
  app = await makeApp({ "app.js": text });
  const main = (ticks: number): string => `${ticks} | app.js serve@1:14 2:9\n${1000 - ticks} | (idle)`;
  const worker = "600 | app.js render@5:15 6:14 > stringify\n200 | app.js serve@1:14 2:9\n200 | (idle)";
  base = await open(await draw(main(1000), worker));
  nextFolder = await draw(main(100), worker);
  next = await open(nextFolder);
});

/** `name before→after` in milliseconds per unit, and of all. */
function rows({ difference }: ComparedRuns): readonly string[] {
  const each = (name: string, { base: before, next: after }: { readonly base: number; readonly next: number }): string =>
    `${name} ${Math.round(before)}→${Math.round(after)}`;
  return [each("busy", difference.busy), ...difference.functions.map((row) => each(row.name, row)).toSorted()];
}

test("threads are compared by name: all figures of both sides are theirs, and none is per request", () => {
  const part = { ...wholeRuns, threadNames: ["worker 1"] };
  const compared = compareRuns(base, next, { asked: "request", figures: words, part });
  expect(rows(compared)).toEqual(["busy 800→800", "render 600→600", "serve 200→200"]);
  expect(compared.units).toEqual({ per: "second", base: 1, next: 1 });
  expect([compared.base, compared.next].map(({ analysis, run }) => [analysis.costs.busyTicks, run.load, run.cpuMs])).toEqual([
    [800, undefined, 0],
    [800, undefined, 0],
  ]);
  expect(compared.headline.figures.map(({ name, before, after }) => [name, before, after])).toEqual([["busy", 800, 800]]);
  expect(compared.caveats.map(({ kind, next: about }) => [kind, about])).toEqual([["threads", "worker 1"]]);
  expect(() => compareRuns(base, next, { asked: "request", figures: words, part: { ...part, threadNames: ["worker 7"] } })).toThrow(
    "has none of the selected threads: “worker 7”",
  );
});

test("a filter is applied to both sides, whose busy time stays whole", () => {
  const filter = { ...noFilter, hidden: [{ name: "render", path: app.path("app.js"), line: 5 }] };
  const compared = compareRuns(base, next, { asked: "request", figures: words, part: { ...wholeRuns, filter } });
  expect(rows(compared)).toEqual(["busy 18→9", "serve 12→3"]);
  expect(compared.units.per).toBe("request");
});

const span = (from: number, to: number): Selection => ({ ...everything, threads: [1], spans: [{ from: from * 1000, to: to * 1000 }] });

test("a span is compared with the rest of its run, per second of each", () => {
  const compared = compareWithRest(next, span(500, 700), words);
  expect(compared.units).toEqual({ per: "second", base: 0.8, next: 0.2 });
  // In 0.2 s of 100 ms each, and in 0.8 s of 500 and 100 ms.
  expect(rows(compared)).toEqual(["busy 750→1000", "render 625→500", "serve 125→500"]);
  expect([...compared.digests.next.busySlices].filter((ticks) => ticks > 0)).toHaveLength(16);
  expect(() => compareWithRest(next, span(0, 1000), words)).toThrow("is left to compare with");
  expect(() => compareWithRest(next, span(2000, 3000), words)).toThrow("is left to compare with");
});

test("threads of one name are named once", () => {
  const threads = [0, 1, 2].map((id) => ({ id, name: id === 2 ? "main" : "pool" }));
  expect(comparedPart({ ...everything, threads: [0, 1] }, threads).threadNames).toEqual(["pool"]);
});

test("the run of a worker compares what is selected of it, but for spans, and a later selection changes nothing of that", () => {
  const run = new AnalysedRun(next, {});
  run.select(span(500, 700));
  const { base: left, next: spans } = run.spansAndRest;
  const rest = new RunComparison(run, left.side, spans, { asked: "second", by: "self", figures: words });
  expect(run.comparedPart).toEqual({ ...wholeRuns, threadNames: ["worker 1"] });
  expect(run.compared().side.digest.busyTicks).toBe(800);
  run.select(everything);
  expect(run.compared().side.digest.busyTicks).toBe(900);
  expect(rest.view(10)).toMatchObject({ units: { base: 0.8, next: 0.2 }, base: { busyTicks: 600 }, next: { busyTicks: 200 } });
  expect(
    rest
      .view(10)
      .functions.map(({ name, base: before, next: after }) => `${name} ${before}→${after}`)
      .toSorted(),
  ).toEqual(["render 625→500", "serve 125→500"]);
});
