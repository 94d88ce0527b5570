import type { BenchedCost, BenchedFunction, BenchResult, BenchSide } from "../../answers/bench/bench-result.ts";
import type { CommandText } from "../../texts/command-text.ts";
import { functionNameText } from "../starts-text.ts";
import { changeText, type CommentWords, verdictText } from "../comment/cells.ts";

/** At the beginning of a sentence. */
const verdicts = {
  slower: "comment.slower",
  faster: "comment.faster",
  noDifference: "comment.noDifference",
  uncertain: "comment.undecided",
  new: "comment.new",
  vanished: "comment.vanished",
} as const satisfies Readonly<Record<BenchedCost["verdict"], CommandText["code"]>>;

const verdictsInTables = {
  slower: "report.slower",
  faster: "report.faster",
  noDifference: "verdict.noise",
  uncertain: "comment.uncertain",
  new: "verdict.new",
  vanished: "verdict.vanished",
} as const satisfies Readonly<Record<BenchedCost["verdict"], CommandText["code"]>>;

const units = {
  request: "report.busyPer.request",
  start: "report.busyPer.start",
  run: "comment.busyPer.run",
  second: "report.busyPer.second",
} as const satisfies Readonly<Record<BenchResult["per"], CommandText["code"]>>;

const cpuUnits = {
  request: "comment.cpuPer.request",
  start: "comment.cpuPer.start",
  run: "comment.cpuPer.run",
  second: "comment.cpuPer.second",
} as const satisfies Readonly<Record<BenchResult["per"], CommandText["code"]>>;

/** One sentence on the whole: what is over its budget, else whether the app got slower; with the ratio and its interval. */
export function benchVerdict({ app, per, over, unusedChanges, figure }: BenchResult, words: CommentWords): string {
  const word: CommandText = {
    code: over.length > 0 ? "comment.over" : unusedChanges === null ? verdicts[app.verdict] : "comment.unused",
  };
  return verdictText(word, { code: (figure === "cpu" ? cpuUnits : units)[per] }, app, words);
}

/** A verdict in a table. */
export function verdictWord({ verdict }: Pick<BenchedCost, "verdict">): CommandText {
  return { code: verdictsInTables[verdict] };
}

export function isChanged({ verdict }: Pick<BenchedCost, "verdict">): boolean {
  return verdict !== "noDifference" && verdict !== "uncertain";
}

/** `main (1a2b3c4, Node.js 22.20.0)`, or `Node.js 22.20.0 (1a2b3c4)`. */
export function sideText({ name, commit, node }: BenchSide): string {
  const isCommit = commit !== "" && commit.startsWith(name);
  const isNode = node !== "" && name === node;
  const facts = [...(commit === "" || isCommit ? [] : [commit.slice(0, 7)]), ...(node === "" || isNode ? [] : [`Node.js ${node}`])];
  const shown = isCommit ? name.slice(0, 10) : isNode ? `Node.js ${node}` : name;
  return facts.length === 0 ? shown : `${shown} (${facts.join(", ")})`;
}

/** `1.1 ms`, `1.2 ms`, `+0.1 ms ± 0.02 ms (+9 %)`. */
export function costTexts(cost: BenchedCost, words: CommentWords): readonly [before: string, after: string, change: string] {
  const { baseMs, headMs, change, changeLow, changeHigh } = cost;
  const text = changeText({ before: baseMs, change, low: changeLow, high: changeHigh }, words);
  return [words.duration(baseMs), words.duration(headMs), text];
}

export function functionText({ name }: Pick<BenchedFunction, "name">, { say }: CommentWords): string {
  return functionNameText(name, (code) => say({ code }));
}

/** `12 rounds`, and how many were left out. */
export function roundsText({ rounds, leftOut }: BenchResult, { say, count }: CommentWords): string {
  const judged = say({ code: "comment.rounds", values: { count: rounds, shown: count(rounds) } });
  if (leftOut.length === 0) return judged;
  return `${judged}, ${say({ code: "comment.leftOut", values: { count: leftOut.length, shown: count(leftOut.length) } })}`;
}
