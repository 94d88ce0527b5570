import { expect, test } from "vitest";
import { caveatText } from "../../language-server/analysis/compare/comparability.ts";
import { figuresIn } from "../../language-server/analysis/figures.ts";
import { wholeRuns } from "../../language-server/analysis/selection/compared-part.ts";
import { everything } from "../../language-server/analysis/selection/selection.ts";
import { noFilter } from "../../language-server/analysis/selection/stack-filter.ts";
import { AnalysedRun } from "../../language-server/answers/analysed-run.ts";
import { sideOfPart } from "../../language-server/answers/compare/compared-sides.ts";
import { RunComparison } from "../../language-server/answers/compare/run-comparison.ts";
import type { OpenedRun } from "../../language-server/opening/opened-run.ts";
import { inEnglish } from "../../language-server/texts/english.ts";
import { analysed } from "../analysis/costs/drawn-costs.ts";
import { profileOfStacks } from "../analysis/drawn-profile.ts";

const text = "function slow() {\n  return work();\n}\nfunction fine() {}\n";

/** In each of 100 rounds of 20 ms `slow` for so many milliseconds, and as much of each other function as ever. */
function opened(slowMs: number, facts: Partial<OpenedRun["run"]> = {}): OpenedRun {
  const others = ["fine@app.js:4", "one@lib.js:1", "two@lib.js:2", "three@lib.js:3"].flatMap((frame) => times(2, frame));
  const round = [...times(slowMs, "slow@app.js:2"), ...others, ...times(12 - slowMs, "(idle)")];
  const stacks = Array.from({ length: 100 }, () => round).flat();
  const app = { cwd: "/app", workspaceFolders: [], gitCommit: "", nodeVersion: "v24.1.0", argv: ["node", "app.js"] };
  const run = { id: String(slowMs), name: "app", startedAt: "", app, end: "ended", durationMs: 2000, cpuMs: 0, recorder: "exact" };
  const thread = { id: 0, name: "main", ticks: 2000, busyTicks: 100 * (slowMs + 8), intervalUs: 1000 };
  return {
    folder: `/runs/${slowMs}`,
    recorder: "exact",
    run: { ...run, ...facts, threads: [thread], scripts: [], problems: [] },
    threads: [],
    problems: [],
    analysis: analysed(profileOfStacks(stacks, { starts: { slow: 1, fine: 4 } }), { "app.js": text }),
  } as unknown as OpenedRun;
}

function times(count: number, ...stack: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: count }, () => stack);
}

function compared(before: number, after: number, filter = noFilter, facts: Partial<OpenedRun["run"]> = {}) {
  const part = { ...wholeRuns, filter };
  const next = new AnalysedRun(opened(after, facts), {});
  next.select({ ...everything, filter });
  const options = { asked: "request", by: "self", figures: figuresIn("en"), part } as const;
  return new RunComparison(next, sideOfPart(opened(before, facts), part).side, next.compared(), options);
}

test("two runs without a load are compared per second, and what got faster is first", () => {
  const view = compared(10, 1).view(10);
  const busy = { base: 900, next: 450, verdict: "faster" };
  expect(view).toMatchObject({
    units: { per: "second", base: 2, next: 2 },
    loadRatio: null,
    busy,
    functionCounts: { faster: 1, noise: 4 },
  });
  expect(view.functions.slice(0, 2).map(({ name, base, next, verdict }) => `${name} ${base} ${next} ${verdict}`)).toEqual([
    "slow 500 50 faster",
    "fine 100 100 noise",
  ]);
  expect(view.lines[0]).toMatchObject({ nextAt: { line: 2 }, functionName: "slow" });
  expect([view.base, view.next].map(({ folder, busyTicks }) => [folder, busyTicks])).toEqual([
    ["/runs/10", 1800],
    ["/runs/1", 900],
  ]);
  expect(view.caveats.map(({ kind }) => kind)).toContain("noUnit");
  expect(compared(10, 1).view(1)).toMatchObject({ functionCounts: { faster: 1, noise: 4 }, functions: [{ name: "slow" }] });
});

const ofScript = { end: "exited", window: "first-line" } as const;

test("two runs of a script are compared per run, which no note speaks of, and a line has the heat of its change", () => {
  const comparison = compared(1, 10, noFilter, ofScript);
  const view = comparison.view(10);
  expect(view).toMatchObject({ units: { per: "run", base: 1, next: 1 }, busy: { base: 900, next: 1800, verdict: "slower" } });
  expect(view.caveats.map(({ kind }) => kind).filter((kind) => ["noLoad", "noUnit", "threads"].includes(kind))).toEqual([]);
  const [line] = comparison.file({ path: "/app/app.js", text, threshold: 0 });
  expect(line).toMatchObject({ line: 2, base: 100, next: 1000, verdict: "slower", step: 8 });
});

test("a span of a script's time and the rest of it are compared per second", () => {
  const run = new AnalysedRun({ ...opened(10, ofScript), hasTimes: true }, {});
  run.select({ ...everything, spans: [{ from: 500_000, to: 2_000_000 }] });
  const { base, next } = run.spansAndRest;
  const { units } = new RunComparison(run, base.side, next, { asked: "request", by: "self", figures: figuresIn("en") }).view(10);
  expect(units).toEqual({ per: "second", base: 0.5, next: 1.5 });
});

test("of a span in which most of what ran took longer, it is said that it may be the machine, and not to measure again", () => {
  const rounds = [10, 13].map((slowMs) => [...times(slowMs, "slow@app.js:2"), ["fine@app.js:4"], ...times(19 - slowMs, "(idle)")]);
  const stacks = rounds.flatMap((round) => Array.from({ length: 50 }, () => round).flat());
  const run = new AnalysedRun({ ...opened(10), hasTimes: true, analysis: analysed(profileOfStacks(stacks), {}) }, {});
  run.select({ ...everything, spans: [{ from: 1_000_000, to: 2_000_000 }] });
  const { base, next } = run.spansAndRest;
  const { caveats } = new RunComparison(run, base.side, next, { asked: "second", by: "self", figures: figuresIn("en") }).view(10);
  expect(caveats.map(caveatText).map(inEnglish)).toEqual([
    expect.stringMatching(/^Too little code ran besides slow to show .* slower then\.$/),
  ]);
});

test("a filter holds for both sides, and differences are at the lines of the edited text", () => {
  const path = "/app/app.js";
  const comparison = compared(10, 1);
  expect(comparison.file({ path, text: `\n${text}`, threshold: 0 }).map(({ line, delta, step }) => [line, delta, step])).toEqual([
    [3, -450, -8],
    [5, 0, 0],
  ]);
  expect(comparison.line({ path, line: 2 })).toMatchObject({ base: 500, next: 50 });
  const below = { ...noFilter, below: { name: "fine", path, line: 4 } };
  const names = compared(10, 1, below)
    .view(10)
    .functions.map(({ name }) => name);
  expect(names).toEqual(["fine"]);
});
