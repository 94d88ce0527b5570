import { expect, test } from "vitest";
import { parseBudgets } from "../../../language-server/analysis/pairs/budgets.ts";
import { type DrawnRound, drawnBench, files } from "./drawn-bench.ts";

/** The machine is another one in each round; chance is small. */
const machine = [1, 1.3, 0.8, 1.1, 2, 0.9];
const chance = [0, 3, -2, 1, -3, 2];

function roundsOf(head: readonly [score: number, rest: number]): readonly DrawnRound[] {
  return machine.map((factor, at) => ({
    base: [Math.round(300 * factor), Math.round(600 * factor)],
    head: [Math.round(head[0] * factor) + (chance[at] ?? 0), Math.round(head[1] * factor) - 2 * (chance[at] ?? 0)],
  }));
}

const edits = { "lib/price.js": files["lib/price.js"].replace("id * 2", "id * 2 * 1") };
const budgetsOf = (budgets: Readonly<Record<string, string>>) => parseBudgets(JSON.stringify(budgets), { name: "b.json", folder: "." });

test("a dearer function is found on a machine whose speed changes between rounds, with its line and its text", async () => {
  const known = { cpu: "AMD EPYC 7B13", cores: 4 };
  const result = await drawnBench({ rounds: roundsOf([450, 600]), edits, runs: { base: { 0: { machine: known } } } });
  expect(result).toMatchObject({ schema: 1, per: "request", rounds: 6, leftOut: [], warnings: [], unusedChanges: null, figure: "cpu" });
  expect(result.machine).toEqual(known);
  expect(result.app.verdict).toBe("slower");
  expect(result.app.ratio).toBeCloseTo(1.167, 2);
  const [first, ...others] = result.functions;
  expect(first).toMatchObject({
    name: "scorePrice",
    at: { file: "lib/price.js", line: 1, inBaseOnly: false },
    edited: true,
    verdict: "slower",
  });
  expect(others.map(({ verdict }) => verdict)).toEqual(others.map(() => "noDifference"));
  expect(result.lines[0]).toMatchObject({ at: { file: "lib/price.js", line: 2 }, text: "return id * 2 * 1;", verdict: "slower" });
  expect(result.over).toMatchObject([{ what: "app", budget: "0 %", at: null }]);
});

test("where the interval leaves out 1 but a verdict takes more, the app and an edited function are uncertain, and few rounds say why", async () => {
  const rounds = [1.23, 1.08, 1.19, 1.1].map((factor): DrawnRound => ({
    base: [300, 600],
    head: [Math.round(300 * factor), Math.round(600 * factor)],
  }));
  const result = await drawnBench({ rounds, edits });
  expect(result.app.low).toBeGreaterThan(1);
  expect(result.app.verdict).toBe("uncertain");
  expect(result.functions.find(({ edited }) => edited)?.verdict).toBe("uncertain");
  expect(result.over).toEqual([]);
  expect(result.warnings).toEqual(["With 4 rounds only large changes are certain. Record 10 or more to see smaller ones."]);
});

test("unchanged code changes nothing, and no budget is exceeded", async () => {
  const result = await drawnBench({ rounds: roundsOf([300, 600]), budgets: budgetsOf({ "lib/price.js#total": "0 ms", app: "0 %" }) });
  expect([result.app, ...result.functions, ...result.lines].map(({ verdict }) => verdict)).not.toContain("slower");
  expect(result.over).toEqual([]);
  expect(result.app.low).toBeLessThan(1);
  expect(result.app.high).toBeGreaterThan(1);
});

test("budgets of the app, a file and a function: those that are exceeded, and keys that match nothing", async () => {
  const budgets = budgetsOf({
    app: "30 %",
    "lib/price.js#total": "0.5 ms",
    "./lib/price.js#scorePrice": "20 %",
    "lib/price.js#total()": "5 ms",
    "server.js#handle": "2 %",
    "lib/prize.js#total": "1 ms",
    "lib/price.js#scorePrize": "1 ms",
  });
  const { over, warnings } = await drawnBench({ rounds: roundsOf([450, 600]), edits, budgets });
  expect(over.map(({ what, budget }) => `${what} ${budget}`)).toEqual([
    "lib/price.js#total 0.5 ms",
    "./lib/price.js#scorePrice 20 %",
    "server.js#handle 2 %",
  ]);
  // All of a file's code counts once, though `total` calls `scorePrice`.
  expect(over[0]?.cost.ratio).toBeCloseTo(1.167, 2);
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain("lib/prize.js#total in b.json matches nothing that ran");
});

test("a round that failed on one side is left out with its reason; with fewer than three nothing is judged", async () => {
  const rounds = roundsOf([450, 600]);
  const crashed = { 0: { end: "crashed" }, 2: { exitCode: 3 } } as const;
  const some = await drawnBench({ rounds, edits, runs: { head: crashed } });
  expect(some.leftOut).toEqual([
    { round: 1, reason: "fix: crashed" },
    { round: 3, reason: "the exit codes differ: ? of main, 3 of fix" },
  ]);
  expect([some.rounds, some.app.verdict]).toEqual([4, "slower"]);
  const few = await drawnBench({ rounds: rounds.slice(0, 4), edits, runs: { head: crashed } });
  expect(few).toMatchObject({ rounds: 2, app: { ratio: null, low: null, high: null, verdict: "noDifference" }, over: [] });
  expect(few.warnings).toEqual([expect.stringContaining("At least 3 are needed")]);
});

test("a round without a recording, with a failing load or with a folder that is no run is left out; all of them may be", async () => {
  const question = {
    rounds: [
      { base: { failed: { code: "standing.failedStart" } }, head: { folder: "/nowhere" } },
      { base: { folder: "/nowhere" }, head: { folder: "/nowhere" } },
    ],
  } as const;
  const none = await drawnBench({ rounds: [], question });
  expect(none.leftOut).toEqual([
    { round: 1, reason: "main: failed to start" },
    { round: 2, reason: expect.stringContaining("main: ") as string },
  ]);
  expect(none).toMatchObject({ rounds: 0, functions: [], lines: [], over: [] });
  const failing = await drawnBench({ rounds: roundsOf([450, 600]), load: { non2xx: 20 } });
  expect(failing.leftOut.map(({ reason }) => reason)).toEqual(machine.map(() => "main: 20.0 % failed"));
});

test("documents, and scripts that neither side loaded: the same code ran, so nothing is an alert", async () => {
  const rounds = roundsOf([450, 600]);
  const old = { "old.js": "exports.old = 2;\n" };
  const limits = { "lib/limits.js": "exports.limit = 4;\n" };
  const changed = async (changedFiles: readonly string[] | null, changes: Readonly<Record<string, string>> = {}, more = {}) =>
    drawnBench({ rounds, changedFiles, edits: changes, ...more });
  const unused = await changed(["docs/use.md", "LICENSE", "old.js"], old);
  expect(unused.unusedChanges).toEqual(["docs/use.md", "LICENSE", "old.js"]);
  expect([unused.over, unused.app.verdict]).toEqual([[], "noDifference"]);
  // It has no samples, but decides how long a loop is.
  expect((await changed(["lib/limits.js"], limits)).unusedChanges).toBeNull();
  // Of a changed source, a build made another script.
  expect((await changed(["src/limits.ts"], limits)).unusedChanges).toBeNull();
  expect((await changed(["README.md", "prices.json"])).unusedChanges).toBeNull();
  expect((await changed(["package-lock.json"])).unusedChanges).toBeNull();
  expect((await changed(null)).over).toHaveLength(1);
  const unknown = Object.fromEntries(machine.map((_, at) => [at, { loaded: undefined }]));
  expect((await changed(["old.js"], old, { runs: { head: unknown } })).unusedChanges).toBeNull();
  const version = { name: "22", commit: "", node: "22.0.0", folder: "/nowhere" };
  expect((await changed(["README.md"], {}, { question: { head: version } })).unusedChanges).toBeNull();
});

test("a script that ends by itself is compared per run, by busy time where there is no CPU time, and may read other scripts", async () => {
  const runs = Object.fromEntries(machine.map((_, at) => [at, { end: "exited", window: "first-line", exitCode: 0, cpuMs: 0 }] as const));
  const result = await drawnBench({
    rounds: roundsOf([450, 600]),
    load: "none",
    runs: { base: runs, head: runs },
    changedFiles: ["old.js"],
  });
  expect(result).toMatchObject({ per: "run", figure: "busy", app: { verdict: "slower" }, unusedChanges: null });
  expect(result.app.baseMs).toBeGreaterThan(900);
});

test("calls that wait cost no CPU time: busy time then says it", async () => {
  const rounds = roundsOf([450, 600]);
  const head = Object.fromEntries(rounds.map(({ base: [score, rest] }, at) => [at, { cpuMs: score + rest + (chance[at] ?? 0) }] as const));
  const result = await drawnBench({ rounds, runs: { head } });
  expect(result).toMatchObject({ figure: "busy", appBy: "allCode", app: { verdict: "slower" }, over: [{ what: "app" }] });
});

/** Between the two recordings of a round, the machine does something to all code alike. */
const uneven = [1.1, 0.9, 1.08, 0.95, 0.88, 1.12];

test("code that was edited says more than all code where the machine differs within rounds", async () => {
  const rounds = uneven.map((factor, at): DrawnRound => ({
    base: [300 + (chance[at] ?? 0), 600],
    head: [Math.round(450 * factor), Math.round(600 * factor)],
  }));
  const edited = await drawnBench({ rounds, edits });
  expect(edited).toMatchObject({ appBy: "changedCode", app: { verdict: "slower" }, over: [{ what: "app", budget: "0 %" }] });
  expect(edited.app.ratio).toBeCloseTo(1.167, 1);
  expect(edited.app.low).toBeGreaterThan(1);
  // Within its budget it is still said, but not an alert.
  expect(await drawnBench({ rounds, edits, budgets: budgetsOf({ app: "60 %" }) })).toMatchObject({ app: { verdict: "slower" }, over: [] });
});

test("an edited function that takes over the work of another one is dearer, and the app is not", async () => {
  const rounds = uneven.map((factor, at): DrawnRound => ({
    base: [300 + (chance[at] ?? 0), 600],
    head: [Math.round(600 * factor), Math.round(300 * factor)],
  }));
  const { app, over, functions } = await drawnBench({ rounds, edits });
  const changed = functions.slice(0, 2).map(({ name, edited, verdict }) => [name, edited, verdict] as const);
  expect(changed.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
    ["scorePrice", true, "slower"],
    ["total", false, "faster"],
  ]);
  expect([app.verdict, over]).toEqual(["noDifference", []]);
});

test("what an edited function costs more says nothing of an app in which something else makes up for it", async () => {
  const rounds = uneven.map((factor, at): DrawnRound => ({
    base: [100 + (chance[at] ?? 0), 900],
    head: [Math.round(200 * factor), Math.round((780 + 40 * (at % 2)) * factor)],
  }));
  const { app, over, functions } = await drawnBench({ rounds, edits });
  expect(functions.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["scorePrice", "slower"],
    ["total", "noDifference"],
  ]);
  expect([app.verdict, over]).toEqual(["noDifference", []]);
});
