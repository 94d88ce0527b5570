import { expect, test } from "vitest";
import { areUnused } from "../../language-server/analysis/pairs/unused-changes.ts";
import { publishTable } from "./bench-table.ts";
import { type DrawnBench, type Drawing, drawnBenches, hasWord, isNamed } from "./pairs/drawn-benches.ts";
import { storedRounds } from "./pairs/stored-rounds.ts";

const loaded = new Set(["prices.cjs"]);
const seeds = { again: 1, slower: 2 } as const;
const drawings: readonly (readonly [string, Omit<Drawing, "seed">, string?])[] = [
  ["equal code", { head: "again", benches: 500 }],
  ["equal code, both 26 % slower from a drawn round on", { head: "again", benches: 500, slowdown: 1.26 }],
  ["equal code, one function edited without another cost", { head: "again", benches: 500, edited: "hashNames" }],
  ["equal code, documentation changed", { head: "again", benches: 40 }, "docs/use.md"],
  ["equal code, a file changed that nothing loads", { head: "again", benches: 40 }, "tools/old.cjs"],
  ["one function: 10 % more of all busy time", { head: "slower", benches: 500 }],
  ["the same, both 26 % slower from a drawn round on", { head: "slower", benches: 500, slowdown: 1.26 }],
];

test("what benches of drawn rounds say", async () => {
  const stored = await storedRounds();
  const rows = drawings.map(([name, drawing, changed]) => {
    const drawn = drawnBenches(stored, { ...drawing, seed: seeds[drawing.head] });
    const count = (holds: (bench: DrawnBench) => boolean): string => `${drawn.filter((bench) => holds(bench)).length} of ${drawn.length}`;
    const isUnused = changed !== undefined && areUnused([changed], loaded, loaded);
    return [
      name,
      (drawn.reduce((sum, { app }) => sum + (app.ratio ?? 0), 0) / drawn.length).toFixed(3),
      count(({ isAlert }) => isAlert) + (isUnused ? "; as the same code ran: 0" : ""),
      count(({ app }) => app.verdict === "slower"),
      count((bench) => isNamed(bench, "hashNames")),
      count(({ functions }) => functions.some((each) => each.name !== "hashNames" && each.verdict !== "noDifference")),
      count(hasWord),
    ];
  });
  const head = ["benches of 10 rounds", "mean ratio", "exit code 3", "app slower", "`hashNames` slower", "another function", "any word"];
  await publishTable("pairs", head, rows);
  expect(rows).toHaveLength(drawings.length);
});
