import { expect, test } from "vitest";
import { isChange } from "../../language-server/analysis/compare/chance/verdict.ts";
import { publishTable } from "./bench-table.ts";
import { type JudgedPair, judgedPair, pairsOf } from "./chance/judged-pairs.ts";
import { storedRuns } from "./chance/stored-runs.ts";

test("what comparisons of the stored runs say", async () => {
  const starts = await storedRuns();
  const judged = (after: string, known: typeof starts): readonly JudgedPair[] =>
    pairsOf(starts, "equal", after).map(([base, next]) => judgedPair(base, next, known));
  const count = (pairs: readonly JudgedPair[], holds: (pair: JudgedPair) => boolean): string =>
    `${pairs.filter((pair) => holds(pair)).length} of ${pairs.length}`;
  const rows = ["equal", "faster", "slower"].flatMap((after) =>
    [starts, []].map((known) => {
      const pairs = judged(after, known);
      return [
        { equal: "equal code", faster: "25 % less CPU per request", slower: "one function 30 % dearer" }[after] ?? "",
        known.length === 0 ? "none: 15 %" : "the others",
        count(pairs, ({ headline }) => headline.word === "better"),
        count(pairs, ({ headline }) => headline.word === "worse"),
        count(pairs, ({ difference }) => difference.functions.some(({ name, verdict }) => name === "scoreItems" && verdict === "faster")),
        count(pairs, ({ difference }) => difference.functions.some(({ name, verdict }) => name === "hashNames" && verdict === "slower")),
        count(pairs, ({ difference }) =>
          difference.functions.some(({ name, verdict }) => isChange(verdict) && name !== "hashNames" && name !== "scoreItems"),
        ),
      ];
    }),
  );
  const head = ["pairs", "known starts", "better", "worse", "`scoreItems` faster", "`hashNames` slower", "another function"];
  await publishTable("chance", head, rows);
  expect(rows).toHaveLength(6);
});
