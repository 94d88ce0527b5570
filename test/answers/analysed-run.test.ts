import { expect, test } from "vitest";
import { everything } from "../../language-server/analysis/selection/selection.ts";
import { AnalysedRun } from "../../language-server/answers/analysed-run.ts";
import { costRows } from "../../language-server/answers/cost-rows.ts";
import { partsOf } from "../../language-server/answers/parts.ts";
import { runAdvice } from "../../language-server/answers/run-advice.ts";
import type { OpenedRun } from "../../language-server/opening/opened-run.ts";
import { analysed } from "../analysis/costs/drawn-costs.ts";
import { profileOfStacks } from "../analysis/drawn-profile.ts";

const text = "function outer() {\n  inner();\n  save();\n}\nfunction inner() {\n  return 1;\n}\nfunction save() {}\n";

/** The main thread calls `inner` three times as long as `save`, the worker only `save`. */
const analysis = analysed(
  [
    profileOfStacks([...repeated(30, "outer@app.js:2", "inner@app.js:6"), ...repeated(10, "outer@app.js:3", "save@app.js:8", "write")], {
      starts: { outer: 1, inner: 5, save: 8 },
    }),
    profileOfStacks(repeated(20, "save@app.js:8"), { starts: { save: 8 } }),
  ],
  { "app.js": text },
);

const opened = {
  folder: "/runs/1",
  run: { name: "app", app: { cwd: "/app", workspaceFolders: [] }, threads: [], scripts: [], problems: [] },
  threads: [],
  problems: [],
  analysis,
} as unknown as OpenedRun;

const path = "/app/app.js";
const heat = { heatBy: "withLibraries", threshold: 0, limit: 10 } as const;

function repeated(count: number, ...stack: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: count }, () => stack);
}

test("hot lines are own ones, hottest first, of what is selected", () => {
  const run = new AnalysedRun(opened, {});
  const hot = (): readonly string[] => run.code.hotLines(heat).map(({ line, withLibrariesTicks }) => `${line}: ${withLibrariesTicks}`);
  expect(hot()).toEqual(["6: 30", "8: 30"]);
  expect(run.code.hotLines({ ...heat, threshold: 0.6 })).toEqual([]);
  expect(run.code.hotLines({ ...heat, limit: 1 })).toHaveLength(1);
  run.select({ ...everything, threads: [1] });
  expect(hot()).toEqual(["8: 20"]);
  expect(run.view).toMatchObject({ busyTicks: 20, selection: { threads: [1] } });
  expect(run.select({ ...everything, threads: [7] })).toBeNull();
  expect(hot()).toEqual(["8: 20"]);
});

test("a line knows what it calls, and who calls the function around it", () => {
  const { code } = new AnalysedRun(opened, {});
  expect(code.line({ path, line: 2 })).toMatchObject({
    own: true,
    selfTicks: 0,
    totalTicks: 30,
    callees: [{ name: "inner", path, line: 5, ticks: 30 }],
    around: { key: { path, name: "outer", line: 1 }, callers: [], tiers: [] },
  });
  expect(code.line({ path, line: 8 })?.around?.callers).toMatchObject([{ name: "outer", path, line: 3, ticks: 10 }]);
  expect(code.line({ path, line: 4 })).toBeNull();
  expect(code.line({ path: "/app/other.js", line: 1 })).toBeNull();
});

test("a function is found by its place, and on its line by its name if the column is uncertain", () => {
  const { code } = new AnalysedRun(opened, {});
  const key = { path, name: "save", line: 8, column: 99 };
  expect(code.function(key)).toMatchObject({ key: { name: "save" }, selfTicks: 30, totalTicks: 30, callers: [{ name: "outer" }] });
  expect(code.function({ ...key, name: "lost" })).toBeNull();
  expect(code.find({ path, line: 6 })?.name).toBe("inner");
});

test("costs follow their lines in an edited text, and what was edited is reported", () => {
  const run = new AnalysedRun(opened, {});
  const now = `// new\n${text.replace("return 1", "return 2")}`;
  const file = run.file({ path, text: now, ...heat });
  expect(file?.lines.map(({ line, heat: ticks, edited }) => [line, ticks, edited])).toEqual([
    [3, 0, false],
    [4, 0, false],
    [7, 30, true],
    [9, 30, false],
  ]);
  expect(run.texts.linesNow({ path, text: now }, [2, 8])).toEqual([3, 9]);
  expect(run.texts.nearestLines({ path, text })).toBeNull();
  expect(run.texts.nearestLines({ path, text: now })?.[5]).toBe(6);
  expect(run.texts.changedPaths([{ path, text: `\uFEFF${text}` }])).toEqual([]);
  expect(run.texts.changedPaths([{ path, text: now }])).toEqual([path]);
  expect(run.texts.pathsOf(text)).toEqual([path]);
  expect(run.texts.ownPaths).toEqual([path]);
});

test("all rows together have all busy samples", () => {
  const { functions, others } = costRows(analysis.all);
  const self = [...functions, ...others].reduce((sum, { selfTicks }) => sum + selfTicks, 0);
  expect(self).toBe(analysis.costs.busyTicks);
  expect(costRows(analysis.all, new Set(["native"])).functions).toEqual([]);
});

test("parts come largest first, without empty ones", () => {
  expect(partsOf({ own: 1, gc: 3, node: 0 }, ["own", "node", "gc"], 4)).toEqual([
    { kind: "gc", share: 0.75 },
    { kind: "own", share: 0.25 },
  ]);
});

const serve = "parserOnIncoming@node:_http_server:1139";
const login = `function login(request) {\n  return pbkdf2Sync(request.url);\n}\n`;

test("advice is of what is selected, and names its lines by path; an edited function has none", () => {
  const slow = [serve, "login@login.js:2", "pbkdf2Sync@node:internal/crypto/pbkdf2:74", "HandleApiCall"];
  const advised = analysed([profileOfStacks(repeated(100, ...slow)), profileOfStacks(repeated(100, "login@login.js:2"))], {
    "login.js": login,
  });
  const of = { ...opened, analysis: advised };
  const place = { path: "/app/login.js", line: 2 };
  expect(runAdvice(of, advised.all)).toMatchObject([{ rule: "synchronous-call", place, ticks: 100, figures: { share: { share: 0.5 } } }]);
  const run = new AnalysedRun(of, {});
  expect(run.file({ path: place.path, text: `\n${login}`, ...heat })?.advice).toMatchObject([{ line: 3, around: { name: "login" } }]);
  expect(run.file({ path: place.path, text: login.replace("url", "body"), ...heat })?.advice).toEqual([]);
  expect(run.select({ ...everything, threads: [0] })?.advice).toMatchObject([{ ticks: 100, figures: { share: { share: 1 } } }]);
  expect(run.select({ ...everything, threads: [1] })?.advice).toEqual([]);
  expect(new AnalysedRun(of, { advice: false }).view.advice).toEqual([]);
});
