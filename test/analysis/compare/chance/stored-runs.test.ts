import { expect, test } from "vitest";
import { isChange } from "../../../../language-server/analysis/compare/chance/verdict.ts";
import { type JudgedPair, judgedPair, pairsOf } from "../../../bench/chance/judged-pairs.ts";
import { storedRuns } from "../../../bench/chance/stored-runs.ts";

const starts = await storedRuns();

function judged(before: string, after: string): readonly JudgedPair[] {
  return pairsOf(starts, before, after).map(([base, next]) => judgedPair(base, next, starts));
}

const hasWord = ({ headline, difference }: JudgedPair): boolean =>
  headline.figures.some(({ word }) => word === "better" || word === "worse") ||
  [...difference.functions, ...difference.lines].some(({ verdict }) => isChange(verdict));

test("of 66 pairs of equal code at most three have a word, in the headline or in a table", () => {
  const pairs = judged("equal", "equal");
  expect(pairs).toHaveLength(66);
  expect(pairs.filter(hasWord).length).toBeLessThanOrEqual(3);
});

test("of 72 pairs with 25 % less CPU per request at least 65 say better, and none says worse", () => {
  const pairs = judged("equal", "faster");
  expect(pairs).toHaveLength(72);
  expect(pairs.filter(({ headline }) => headline.word === "better").length).toBeGreaterThanOrEqual(65);
  expect(pairs.filter(({ headline }) => headline.word === "worse" || headline.word === "mixed")).toEqual([]);
});

test("of 72 pairs with one function 30 % dearer at least 60 name it, and few name another", () => {
  const pairs = judged("equal", "slower");
  expect(pairs).toHaveLength(72);
  const named = pairs.filter(({ difference }) =>
    difference.functions.some(({ name, verdict }) => name === "hashNames" && verdict === "slower"),
  );
  expect(named.length).toBeGreaterThanOrEqual(60);
  const others = pairs.filter(({ difference }) =>
    difference.functions.some(({ name, verdict }) => name !== "hashNames" && isChange(verdict)),
  );
  expect(others.length).toBeLessThanOrEqual(3);
});
