import { unitOfAll } from "../../analysis/compare/compare-units.ts";
import type { Budgets } from "../../analysis/pairs/budgets.ts";
import { heldBudgets } from "../../analysis/pairs/held-budgets.ts";
import { type JudgedCost, judgeSides, type RecordedRound } from "../../analysis/pairs/judged-sides.ts";
import { matchSides } from "../../analysis/pairs/matched-sides.ts";
import { fewestRounds } from "../../analysis/pairs/paired-change.ts";
import { type Recording, type SideCosts, SidePool } from "../../analysis/pairs/side-costs.ts";
import type { Figures } from "../../analysis/figures.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import { picked } from "../../analysis/collections.ts";
import type { LoadedScripts } from "../../analysis/pairs/unused-changes.ts";
import { unusedChanges } from "./same-code.ts";
import type { BenchedCost, BenchResult, BenchSide } from "./bench-result.ts";
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

/** Fewer show large changes alone. */
const usefulRounds = 6;
const mostFunctions = 200;
const mostLines = 400;

/** Opens the runs one after another. A round that cannot be read or judged is left out, with the reason. */
export async function benchAnswer(question: BenchQuestion): Promise<BenchResult> {
  const { base, head, rounds, measured, budgets, words } = question;
  const leftOut: { readonly round: number; readonly reason: string }[] = [];
  const pools = { base: new SidePool(), head: new SidePool() };
  const loaded: { readonly base: LoadedScripts; readonly head: LoadedScripts }[] = [];
  // All rounds are of this one.
  let machine: BenchResult["machine"];
  for (const [at, round] of rounds.entries()) {
    const opened = await openRound(round, { base, head }, words.share);
    if ("reason" in opened) {
      leftOut.push({ round: at + 1, reason: words.say(opened.reason) });
      continue;
    }
    pools.base.add(opened.base.digest, opened.base);
    pools.head.add(opened.head.digest, opened.head);
    machine ??= opened.base.machine;
    loaded.push({ base: picked(opened.base, "loaded"), head: picked(opened.head, "loaded") });
  }
  const sides = { base: pools.base.costs(), head: pools.head.costs() };
  const paired = roundsOf(sides.base, sides.head);
  const per = unitOfAll([...sides.base.recordings, ...sides.head.recordings].map(({ units }) => units));
  const matched = matchSides(sides.base.code, sides.head.code);
  // Another Node.js runs the same code otherwise.
  const unused =
    base.node === head.node
      ? await unusedChanges(
          question.changedFiles,
          { folder: base.folder, recordings: loaded.map((round) => round.base) },
          { folder: head.folder, recordings: loaded.map((round) => round.head) },
          { readsScripts: per === "run" || per === "start" },
        )
      : null;
  const judged = judgeSides(paired, matched, per);
  const held = heldBudgets(paired, { ...sides, matched }, judged, budgets, per);
  const warnings: CodedText[] = [
    ...(paired.length < fewestRounds
      ? [{ code: "bench.fewRounds", values: { rounds: paired.length, fewest: fewestRounds } } as const]
      : []),
    ...(paired.length >= fewestRounds && paired.length < usefulRounds && unused === null && !isSure(judged.app)
      ? [{ code: "bench.onlyLarge", values: { rounds: paired.length } } as const]
      : []),
    ...held.unmatched.map((key) => ({ code: "bench.unmatchedBudget", values: { key, file: budgets.name } }) as const),
  ];
  return {
    schema: 1,
    base: sideOf(base),
    head: sideOf(head),
    measured,
    machine,
    per,
    rounds: paired.length,
    leftOut,
    figure: judged.figure,
    appBy: judged.appBy,
    app: unused === null ? undecided(judged.app) : unjudged(judged.app),
    functions: shown(
      judged.functions.map((row) => (unused !== null ? unjudged(row) : row.edited ? undecided(row) : row)),
      mostFunctions,
    ),
    lines: shown(unused === null ? judged.lines : judged.lines.map(unjudged), mostLines),
    unusedChanges: unused,
    warnings: warnings.map((warning) => words.say(warning)),
    over: unused === null ? held.over : [],
  };
}

function isSure({ verdict }: JudgedCost): boolean {
  return verdict !== "noDifference";
}

function sideOf({ name, commit, node }: BenchedVersion): BenchSide {
  return { name, commit, node };
}

function roundsOf(base: SideCosts, head: SideCosts): readonly RecordedRound[] {
  return base.recordings.map((recording, at) => ({ base: recording, head: head.recordings[at] as Recording }));
}

/** The same code ran, so that chance or the machine is why it differs. */
function unjudged<Cost extends JudgedCost>(cost: Cost): Cost {
  return { ...cost, verdict: "noDifference" };
}

/** An alert takes more than an interval that leaves out 1: nobody would believe “no difference” beside that. */
function undecided<Cost extends JudgedCost>(cost: Cost): Cost | (Omit<Cost, "verdict"> & { readonly verdict: "uncertain" }) {
  const { verdict, low, high } = cost;
  return verdict === "noDifference" && low !== null && high !== null && (low > 1 || high < 1) ? { ...cost, verdict: "uncertain" } : cost;
}

/** All that changed, and the dearest of the rest. */
function shown<Row extends Pick<BenchedCost, "verdict">>(rows: readonly Row[], most: number): readonly Row[] {
  return rows.filter(({ verdict }, at) => at < most || verdict !== "noDifference");
}
