import { expect, test } from "vitest";
import { figuresIn } from "../../language-server/analysis/figures.ts";
import { keptSyntax } from "../../language-server/analysis/compare/cost-digest.ts";
import { wholeRuns } from "../../language-server/analysis/selection/compared-part.ts";
import { compareSides, type ComparedSides, type Side } from "../../language-server/answers/compare/compared-sides.ts";
import type { Run } from "../../language-server/history/run.ts";
import { judgedPair, pairsOf } from "../bench/chance/judged-pairs.ts";
import { type StoredStart, storedRuns } from "../bench/chance/stored-runs.ts";

const starts = await storedRuns();

/** What a run says of itself beside the figures of a stored start. */
function runOf({ facts }: StoredStart, at: number): Run {
  const app = { cwd: "/app", workspaceFolders: ["/app"], argv: ["node", "app.js"], nodeVersion: "v24.0.0", v8Version: "13", gitCommit: "" };
  const named = { id: `run-${at}`, name: "app", startedAt: "2026-11-01T00:00:00.000Z", end: "load-ended", recorder: "exact", app };
  return { ...named, eventLoopDelay: undefined, problems: [], scripts: [], pinned: false, ...facts } as unknown as Run;
}

const effect = { busyTicks: 0, hiddenKinds: new Map(), hiddenFunctions: 0, uncalled: 0, notBelow: 0, notInGroup: 0, notInFile: 0 };

function sideOf(start: StoredStart, at: number): Side {
  const run = runOf(start, at);
  return { folder: run.id, recorder: "exact", problems: [], part: run, whole: run, digest: start.digest, effect };
}

function compared(base: StoredStart, next: StoredStart, change?: number): ComparedSides {
  const others = starts.filter((start) => start !== next);
  const kinds = [...new Set(others.map(({ kind }) => kind))];
  const earlier = kinds.map((kind) => others.filter((start) => start.kind === kind).map((start, at) => runOf(start, at)));
  const syntaxOf = { base: keptSyntax(base.digest.sources), next: keptSyntax(next.digest.sources) };
  const options = { asked: "request", by: "withLibraries", figures: figuresIn("en"), part: wholeRuns, earlier, change } as const;
  return compareSides(sideOf(base, 1), sideOf(next, 2), syntaxOf, options);
}

test("answers judge stored pairs, of equal code and of changed one, as the analysis does", () => {
  const pairs = [...pairsOf(starts, "equal", "equal").slice(0, 20), ...pairsOf(starts, "equal", "faster").slice(0, 10)];
  for (const [base, next] of pairs) expect(compared(base, next).headline).toEqual(judgedPair(base, next, starts).headline);
});

test("a change would have been seen if it is beyond the interval of the lead figure, and not otherwise", () => {
  const pairs = [...pairsOf(starts, "equal", "equal").slice(0, 6), ...pairsOf(starts, "equal", "faster").slice(0, 4)];
  for (const [base, next] of pairs) {
    for (const change of [0.05, 0.25, 1, 4]) {
      const { headline, needed } = compared(base, next, change);
      const { interval, ratio = 1 } = headline.figures.find(({ name }) => name === "requestsPerSecond") ?? {};
      if (interval === undefined) throw new Error("Stored starts have slices.");
      expect(needed?.kind === "enough").toBe(Math.log1p(change) >= Math.log(interval.high / ratio));
    }
  }
});

test("a smaller change takes more: a longer load, or several starts where starts differ by more", () => {
  const [[base, next] = []] = pairsOf(starts, "equal", "faster");
  if (base === undefined || next === undefined) throw new Error("There is a pair.");
  expect(compared(base, next).needed).toBeUndefined();
  const needed = [0.4, 0.2, 0.1].map((change) => compared(base, next, change).needed);
  const counts = needed.map((each) => (each?.kind === "starts" ? each.starts : 0));
  expect(counts[0]).toBeGreaterThan(1);
  // Half the change takes about four times as many starts.
  expect((counts[1] ?? 0) / (counts[0] ?? 1)).toBeGreaterThan(2.5);
  expect((counts[2] ?? 0) / (counts[1] ?? 1)).toBeGreaterThan(2.5);
});
