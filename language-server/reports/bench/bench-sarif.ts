import type { BenchedCost, BenchedPlace, BenchResult } from "../../answers/bench/bench-result.ts";
import { type CommentWords } from "../comment/cells.ts";
import { type SarifFinding, sarifLog } from "../sarif/sarif.ts";
import { costTexts, functionText, isChanged, sideText } from "./bench-words.ts";

/** What changed significantly, and what is over its budget, as a .sarif file. `words`: English ones; `version`: Heatline's. */
export function benchSarif(result: BenchResult, words: CommentWords, version: string): string {
  const { base, over, functions, lines, unusedChanges } = result;
  const than = `than in ${sideText(base)}`;
  const changeOf = (cost: BenchedCost): string => {
    const [before, after, change] = costTexts(cost, words);
    return `${before} → ${after} of ${result.figure === "cpu" ? "CPU" : "busy"} time per ${result.per}, ${change}`;
  };
  const wordOf = ({ verdict }: BenchedCost): "slower" | "faster" => (verdict === "slower" || verdict === "new" ? "slower" : "faster");
  const changes: readonly SarifFinding[] =
    unusedChanges !== null
      ? []
      : [
          ...lines.filter(isChanged).map((line): SarifFinding => ({
            rule: `${wordOf(line)}-line`,
            message: `This line is ${wordOf(line)} ${than}: ${changeOf(line)}.`,
            identity: line.text,
            at: placeOf(line.at),
          })),
          ...functions.filter(isChanged).map((row): SarifFinding => ({
            rule: `${wordOf(row)}-function`,
            message: `${functionText(row, words)} is ${wordOf(row)} ${than}: ${changeOf(row)}.`,
            identity: row.name,
            at: placeOf(row.at),
          })),
        ];
  const excesses = over.map(({ what, at, budget, cost }): SarifFinding => ({
    rule: "over-budget",
    message: `${what} grew by more than its budget of ${budget}: ${changeOf(cost)}.`,
    identity: what,
    at,
  }));
  return sarifLog("bench", [...excesses, ...changes], version);
}

/** A line of base is none of head. */
function placeOf(at: BenchedPlace | null): SarifFinding["at"] {
  return at === null ? null : { file: at.file, line: at.inBaseOnly ? 0 : at.line };
}
