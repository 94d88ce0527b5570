import { expect, test } from "vitest";
import {
  betweenStarts,
  busyVerdict,
  type Headline,
  headlineOf,
  isTooSmallToJudge,
} from "../../../../language-server/analysis/compare/chance/headline.ts";
import { groupsOfEqualText } from "../../../../language-server/opening/earlier-runs.ts";
import type { MeasuredStart } from "../../../../language-server/analysis/compare/chance/measured-start.ts";

/** A start with that many requests per second, all else in proportion; its slices vary by a percent. */
function start(requestsPerSecond: number, cpu = 1000 / requestsPerSecond): MeasuredStart {
  const answers = Array.from({ length: 30 }, (_none, at) => Math.round((requestsPerSecond / 2) * (1 + 0.01 * (((at * 7) % 5) - 2))));
  const latencies = answers.map((count) => 5000 / count);
  return {
    figures: { requestsPerSecond, p50: 10_000 / requestsPerSecond, p99: 20_000 / requestsPerSecond, busy: cpu, cpu },
    slices: { seconds: 0.5, answers, p50Ms: latencies, p99Ms: latencies.map((value) => 2 * value) },
  };
}

function words({ figures }: Headline): string {
  return figures.map(({ name, word = "-" }) => `${name} ${word}`).join(", ");
}

const all = (word: string): string => ["requestsPerSecond", "p50", "p99", "busy", "cpu"].map((name) => `${name} ${word}`).join(", ");
const judge = (before: MeasuredStart, after: MeasuredStart, earlier: readonly (readonly MeasuredStart[])[] = []): Headline =>
  headlineOf({ base: [before], next: [after], earlier, per: "request" });

test("before three starts of one text are known, two are taken to differ by 15 % each: ×1.7 may be the same program, ×35 is not", () => {
  const identical = judge(start(374), start(637));
  expect(words(identical)).toBe(all("noChange"));
  expect(identical).toMatchObject({ word: "noChange", starts: 0 });
  expect(isTooSmallToJudge(identical)).toBe(true);
  expect(words(judge(start(285), start(9940)))).toBe(all("better"));
  expect(words(judge(start(9940), start(285)))).toBe(all("worse"));
  expect(isTooSmallToJudge(judge(start(285), start(9940)))).toBe(false);
});

test("known starts decide: where they agree to a percent ×1.3 is better, where they differ by a third it is not", () => {
  const steady = [[1000, 1010, 995, 1004, 990, 1006].map((rate) => start(rate))];
  const wild = [[1000, 700, 1300, 850, 1150, 600].map((rate) => start(rate))];
  expect(judge(start(1000), start(1300), steady)).toMatchObject({ word: "better", starts: 6 });
  expect(judge(start(1000), start(1300), wild)).toMatchObject({ word: "noChange", starts: 6 });
  const [rate] = judge(start(1000), start(1300), wild).figures;
  expect(rate?.interval?.low).toBeLessThan(1);
  expect(rate?.interval?.high).toBeGreaterThan(1.3);
});

test("a run that was disturbed more than those that are known has a wider interval", () => {
  const steady = [[1000, 1010, 995, 1004, 990, 1006].map((rate) => start(rate))];
  const calm = start(1300);
  const { slices } = calm;
  const disturbed = {
    ...calm,
    slices: { ...slices!, answers: slices!.answers.map((count, at) => (at % 10 < 5 ? 2 * count : count / 20)) },
  };
  const width = (headline: Headline): number => headline.figures[0]!.interval!.high / headline.figures[0]!.interval!.low;
  expect(width(judge(start(1000), disturbed, steady))).toBeGreaterThan(1.5 * width(judge(start(1000), calm, steady)));
});

test("busy time that CPU time does not support has only its ratio", () => {
  const waited = start(1000);
  const figures = judge({ ...waited, figures: { ...waited.figures, busy: 100 } }, waited).figures;
  expect(figures.find(({ name }) => name === "busy")).toEqual({ name: "busy", before: 100, after: 1, ratio: 0.01 });
});

test("several starts of each text show what one of each does not", () => {
  const before = [1000, 1040, 970, 1010].map((rate) => start(rate));
  const after = [1120, 1150, 1090, 1140].map((rate) => start(rate));
  const earlier = [before, after];
  expect(judge(before[0]!, after[0]!, earlier).word).toBe("noChange");
  const pooled = headlineOf({ base: before, next: after, earlier, per: "request" });
  expect(pooled.word).toBe("better");
  expect(pooled.figures[0]?.before).toBeCloseTo(1004.7, 1);
});

test("without slices of both runs there is only the ratio; per second CPU says nothing by itself; words that contradict are mixed", () => {
  const { slices: _slices, ...older } = start(285);
  const plain = judge(older, start(9940));
  expect(words(plain)).toBe(all("-"));
  expect(plain.word).toBeUndefined();
  expect(plain.figures[0]).toMatchObject({ before: 285, after: 9940 });
  expect(plain.figures.every(({ interval }) => interval === undefined)).toBe(true);
  const perSecond = headlineOf({ base: [start(285)], next: [start(9940)], earlier: [], per: "second" });
  expect(words(perSecond)).toBe("requestsPerSecond better, p50 better, p99 better, busy -, cpu -");
  expect(judge(start(285, 1), start(9940, 40)).word).toBe("mixed");
});

test("the verdict of all busy time is the headline's, if that has one", () => {
  expect(busyVerdict(judge(start(285), start(9940)), "noise")).toBe("faster");
  expect(busyVerdict(judge(start(374), start(637)), "faster")).toBe("noise");
  const { slices: _slices, ...older } = start(285);
  expect(busyVerdict(judge(older, start(9940)), "faster")).toBe("faster");
});

test("three starts of one text are the fewest that are believed, and never that they agree better than others do", () => {
  expect(betweenStarts([[100], [200]])).toMatchObject({ starts: 0, variance: 0.15 ** 2 });
  expect(betweenStarts([[100, 101], [200]])).toMatchObject({ starts: 0 });
  const few = betweenStarts([[100, 100, 100], [200]]);
  expect(few).toMatchObject({ starts: 3, degrees: 5 });
  expect(Math.sqrt(few.variance)).toBeGreaterThan(0.03);
  expect(
    Math.sqrt(
      betweenStarts([
        [100, 130, 80, 110, 95],
        [200, 240, 170],
      ]).variance,
    ),
  ).toBeCloseTo(0.15, 1);
});

test("runs of equal text are those of which no common script differs; Node's own do not count", () => {
  const run = (id: string, ...scripts: readonly string[]) => ({
    id,
    scripts: scripts.map((script) => ({ url: script.split("=")[0]!, hash: script.split("=")[1]! })),
  });
  const runs = [
    run("a", "file:///app.js=1", "file:///rare.js=1", "node:fs=1"),
    run("b", "file:///app.js=1", "node:fs=2"),
    run("c", "file:///app.js=2", "file:///rare.js=1"),
    run("d", "file:///app.js=1", "file:///rare.js=2"),
    run("e", "node:fs=1"),
  ];
  expect(groupsOfEqualText(runs).map((group) => group.map(({ id }) => id).join(""))).toEqual(["ab", "c", "d", "e"]);
});
