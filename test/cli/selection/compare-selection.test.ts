import { beforeAll, expect, test } from "vitest";
import { comparedSelection, selectionFrom } from "../../../language-server/cli/selection/filter-options.ts";
import { type ComparedTargets, compareSpan, compareTargets } from "../../../language-server/cli/targets/compared-targets.ts";
import { reportWordsIn } from "../../../language-server/cli/words/report-words.ts";
import { englishWords } from "../../../language-server/cli/words/words.ts";
import { exportedComparison } from "../../../language-server/reports/exported-comparison.ts";
import { type JsonComparison, jsonComparison } from "../../../language-server/reports/json-comparison.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

const text = "function serve() {\n  return render();\n}\n\nfunction render() {\n  return JSON.stringify({});\n}\n";
const serve = "app.js serve@1:14 2:9";
const render = "app.js render@5:15 6:14";
const terms = { env: {}, err: process.stderr, words: englishWords };

let cli: CommandLine;
let after: DrawnApp;
let runs: { readonly base: string; readonly next: string };

/** Two checkouts of an app: in the second its main thread has less to do, its worker more. */
beforeAll(async () => {
  cli = await buildCommandLine();
  const scripts = { "app.js": text };
  const before = await makeApp(scripts);
  after = await makeApp(scripts);
  runs = {
    base: await drawRun(before, {
      scripts,
      threads: [`800 | ${serve}\n200 | (idle)`, `300 | ${serve} > ${render}\n700 | (idle)`],
      load: {},
    }),
    next: await drawRun(after, {
      scripts,
      threads: [`100 | ${serve}\n900 | (idle)`, `300 | ${serve} > ${render}\n400 | ${render}\n300 | (idle)`],
      load: {},
    }),
  };
});

function jsonOf(compared: ComparedTargets): JsonComparison {
  return jsonComparison(compared, Number.POSITIVE_INFINITY, compared.selections);
}

async function compared(values: Parameters<typeof comparedSelection>[0], per: "request" | "second" = "second"): Promise<JsonComparison> {
  return jsonOf(await compareTargets(runs.base, runs.next, per, comparedSelection(values), terms));
}

function changesOf({ functions }: JsonComparison): readonly string[] {
  return functions.map(({ name, before, after: now }) => `${name} ${Math.round(before)} ${Math.round(now)}`);
}

test("a thread is that of both runs, and all figures are its own", async () => {
  const found = await compared({ thread: ["worker 1"] }, "request");
  expect(found).toMatchObject({ selection: { threads: ["worker 1"], spans: null }, per: "second" });
  expect([found.before, found.after].map(({ busyTicks, requests, cpuMs }) => [busyTicks, requests, cpuMs])).toEqual([
    [300, undefined, undefined],
    [700, undefined, undefined],
  ]);
  expect([found.busy.before, found.busy.after]).toEqual([300, 700]);
  expect(found.warnings.map(({ kind }) => kind)).toContain("threads");
  expect((await compared({})).selection).toBeUndefined();
});

test("a filter holds for both sides, each with the functions of its own folder", async () => {
  const found = await compared({ below: "serve" });
  expect(found.filter).toMatchObject({ before: { notBelowTicks: 0 }, after: { notBelowTicks: 400 } });
  // Of a whole that stays, as in a report.
  expect([found.before.busyTicks, found.after.busyTicks]).toEqual([1100, 800]);
  expect(changesOf(found)).toEqual(expect.arrayContaining(["serve 800 100", "render 300 300"]));
  expect((await compared({ "merge-recursion": true })).filter).toBeUndefined();
});

test("a span of one run is none of two: whole runs are compared, and a warning says so", async () => {
  const { warnings, ...figures } = await compared({ from: "0.1", to: "0.2" });
  const { warnings: others, ...whole } = await compared({});
  expect(figures).toEqual(whole);
  expect(warnings[0]).toMatchObject({ kind: "spans" });
  expect(warnings.slice(1)).toEqual(others);
  await expect(async () => compared({ from: "2", to: "1" })).rejects.toThrow("command.badSpan");
  const picture = await cli.run(["export", runs.base, runs.next, "--format", "svg", "--from", "0.1"]);
  expect(picture).toMatchObject({ code: 0, err: expect.stringMatching(/^heatline: The selected span of time is left out.*\n$/) });
});

test("a span of one run is compared with the rest of it, per second", async () => {
  const selectionOf = selectionFrom({ thread: ["worker 1"], from: "0.2", to: "0.6" });
  const found = jsonOf(await compareSpan(runs.next, { selectionOf }, terms));
  expect(found).toMatchObject({ per: "second", selection: { threads: ["worker 1"], spans: [{ fromSeconds: 0.2, toSeconds: 0.6 }] } });
  expect([found.before.busyTicks, found.after.busyTicks, found.before.requests]).toEqual([300, 400, undefined]);
  // 300 ms of the rest's 0.6 s, and all of the span.
  expect([found.busy.before, found.busy.after]).toEqual([500, 1000]);
  expect(changesOf(found)).toEqual(["render 500 1000"]);
});

test("the page of a span and the rest of its run says of which it is", async () => {
  const found = await compareSpan(runs.next, { selectionOf: selectionFrom({ from: "0.2", to: "0.6" }) }, terms);
  const svg = await exportedComparison(found, "static-svg", reportWordsIn(englishWords), found.selections);
  expect(svg).toContain("<title>app · node server.js: the rest of the run → the span</title>");
  expect(svg).toContain("Selected part: 0.2 to 0.6 s · Busy time per second: ");
});

test("a span without samples, and one that leaves nothing to compare with, are refused in words", async () => {
  const compareFrom = (from: string, to: string): Promise<ComparedTargets> =>
    compareSpan(runs.next, { selectionOf: selectionFrom({ thread: ["worker 1"], from, to }) }, terms);
  await expect(compareFrom("0.4001", "0.4009")).rejects.toMatchObject({
    text: "app · node server.js has no samples here: worker 1 · 0.4001 to 0.4009 s. Choose another thread, a longer span or another filter, or everything.",
  });
  await expect(compareFrom("0", "5")).rejects.toMatchObject({
    text: "Nothing of app · node server.js is left to compare with: the selected span is all of it, or none. Select a shorter span within the recording.",
  });
});

test("the text names what is compared", { tags: "thorough" }, async () => {
  const threads = [`3000 | ${serve}\n3000 | ${render}\n2000 | ${serve}`];
  const long = await drawRun(after, { scripts: { "app.js": text }, threads, run: { durationMs: 8000 } });
  const { code, out, err } = await cli.run(["compare", long, "--from", "3", "--to", "6"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("): the rest of the run → the span\nSelected part: 3 to 6 s\nBusy time per second 1 s → 1 s");
  expect(out).toMatch(/Functions\n +rest +span +change\n/);
  const two = await cli.run(["compare", runs.base, runs.next, "--thread", "worker 1", "--below", "serve"]);
  expect(two.out).toContain(
    "Selected part: worker 1\nFilter: before: 0.0 % left out: only below serve\nFilter: after: 57.1 % left out: only below serve\n",
  );
  const svg = await cli.run(["export", runs.base, runs.next, "--format", "svg", "--static", "--thread", "worker 1", "--hide", "render"]);
  expect(svg.out).toContain("Selected part: worker 1 · Filter");
});

test("a thread that one run lacks is named with those that it has", async () => {
  await expect(compared({ thread: ["worker 7"] })).rejects.toMatchObject({
    text: "app · node server.js has no thread called “worker 7”. Its threads are: “main”, “worker 1”.",
  });
});
