import { unitOfAll } from "../../analysis/pairs/bench-units.ts";
import type { Budgets } from "../../analysis/pairs/budgets.ts";
import { heldBudgets } from "../../analysis/pairs/held-budgets.ts";
import { type JudgedCost, judgeSides, type RecordedRound } from "../../analysis/pairs/judged-sides.ts";
import { matchSides } from "../../analysis/pairs/matched-sides.ts";
import { fewestRounds } from "../../analysis/pairs/paired-change.ts";
import { type Recording, type SideCosts, SidePool } from "../../analysis/pairs/side-costs.ts";
import type { Figures } from "../../analysis/figures.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import type { BenchResult, BenchSide } from "./bench-result.ts";
import { type BenchRound, openRound } from "./opened-round.ts";

/** One version of the app. */
export interface BenchedVersion extends BenchSide {
  /** Absolute, without links: the root of its checkout, or the app's folder outside Git. */
  readonly folder: string;
}

export interface BenchQuestion {
  readonly base: BenchedVersion;
  readonly head: BenchedVersion;
  /** In the order in which they were recorded. */
  readonly rounds: readonly BenchRound[];
  /** The command line and the load, without secrets. */
  readonly measured: string;
  /** Paths relative to the root of the checkout, as of `git diff --name-only`; null if they are not known. */
  readonly changedFiles: readonly string[] | null;
  /** Of `readBudgets`, to be asked before anything is recorded. */
  readonly budgets: Budgets;
  /** For warnings and reasons; in English for what programs read. */
  readonly words: Pick<Figures, "share"> & { readonly say: (text: CodedText) => string };
}

const mostFunctions = 200;
const mostLines = 400;

/** Opens the runs one after another. A round that cannot be read or judged is left out, with the reason. */
export async function benchAnswer({ base, head, rounds, measured, budgets, words }: BenchQuestion): Promise<BenchResult> {
  const leftOut: { readonly round: number; readonly reason: string }[] = [];
  const pools = { base: new SidePool(), head: new SidePool() };
  for (const [at, round] of rounds.entries()) {
    const opened = await openRound(round, { base, head }, words.share);
    if ("reason" in opened) {
      leftOut.push({ round: at + 1, reason: words.say(opened.reason) });
      continue;
    }
    pools.base.add(opened.base.digest, opened.base);
    pools.head.add(opened.head.digest, opened.head);
  }
  const sides = { base: pools.base.costs(), head: pools.head.costs() };
  const paired = roundsOf(sides.base, sides.head);
  const per = unitOfAll([...sides.base.recordings, ...sides.head.recordings].map(({ units }) => units));
  const matched = matchSides(sides.base.code, sides.head.code);
  const judged = judgeSides(paired, matched, per);
  const held = heldBudgets(paired, { ...sides, matched }, budgets, per);
  const warnings: CodedText[] = [
    ...(paired.length < fewestRounds
      ? [{ code: "bench.fewRounds", values: { rounds: paired.length, fewest: fewestRounds } } as const]
      : []),
    ...held.unmatched.map((key) => ({ code: "bench.unmatchedBudget", values: { key, file: budgets.name } }) as const),
  ];
  return {
    schema: 1,
    base: sideOf(base),
    head: sideOf(head),
    measured,
    per,
    rounds: paired.length,
    leftOut,
    figure: judged.figure,
    app: judged.app,
    functions: shown(judged.functions, mostFunctions),
    lines: shown(judged.lines, mostLines),
    unusedChanges: null,
    warnings: warnings.map((warning) => words.say(warning)),
    over: held.over,
  };
}

function sideOf({ name, commit, node }: BenchedVersion): BenchSide {
  return { name, commit, node };
}

function roundsOf(base: SideCosts, head: SideCosts): readonly RecordedRound[] {
  return base.recordings.map((recording, at) => ({ base: recording, head: head.recordings[at] as Recording }));
}

/** All that changed, and the dearest of the rest. */
function shown<Row extends JudgedCost>(rows: readonly Row[], most: number): readonly Row[] {
  return rows.filter(({ verdict }, at) => at < most || verdict !== "noDifference");
}
