import path from "node:path";
import { isChange } from "../../analysis/compare/chance/verdict.ts";
import type { LineDifference } from "../../analysis/compare/diff.ts";
import { correctedCost, type Difference } from "../../analysis/compare/significance.ts";
import type { ComparedRuns } from "../../answers/compare/compared-runs.ts";
import type { LocatedRun } from "../../opening/moved-sources.ts";
import type { CommandText } from "../../texts/command-text.ts";
import { changeText, type CommentWords } from "../comment/cells.ts";
import { functionText } from "../comparison-report.ts";
import type { ReportWords } from "../run-report.ts";
import { type SarifFinding, sarifLog } from "./sarif.ts";

/** For whom and where a .sarif file of a comparison is written. */
export interface SarifTerms {
  /** The root of the checkout: paths are relative to it. */
  readonly root: string;
  /** Heatline's. */
  readonly version: string;
  /** In English. */
  readonly words: ReportWords & CommentWords;
  /** What a limit says. */
  readonly over: CommandText | undefined;
}

/** The own lines and functions that changed significantly, as a .sarif file. */
export function comparisonSarif(
  { base, next, units, difference }: ComparedRuns<LocatedRun>,
  { root, version, words, over }: SarifTerms,
): string {
  const changed = <Row extends Difference & { readonly category: string }>(rows: readonly Row[]): readonly Row[] =>
    rows.filter(({ verdict, category }) => isChange(verdict) && category === "own");
  const placeOf = ({ baseAt, nextAt }: Pick<LineDifference, "baseAt" | "nextAt">): SarifFinding["at"] => {
    const [at, side] = nextAt === undefined ? [baseAt, base] : [nextAt, next];
    return at === undefined ? null : { file: pathFrom(root, side, at.path), line: nextAt === undefined ? 0 : at.line };
  };
  const messageOf = (row: Difference): string => {
    const change = changeText({ before: row.base, change: row.delta, low: row.low, high: row.high }, words);
    const corrected = correctedCost(row);
    const basis = corrected === undefined ? "" : `, or ${words.duration(corrected)} as if all other code cost the same as before`;
    return `${words.duration(row.base)} → ${words.duration(row.next)} of busy time per ${units.per}${basis}: ${change}.`;
  };
  const wordOf = ({ verdict }: Difference): "slower" | "faster" => (verdict === "slower" || verdict === "new" ? "slower" : "faster");
  return sarifLog(
    "compare",
    [
      ...(over === undefined ? [] : [{ rule: "over-budget", message: words.say(over), identity: "app", at: null } as const]),
      ...changed(difference.lines).map((row): SarifFinding => ({
        rule: `${wordOf(row)}-line`,
        message: `This line is ${wordOf(row)} than before: ${messageOf(row)}`,
        identity: row.nextAt === undefined ? row.baseText : row.nextText,
        at: placeOf(row),
      })),
      ...changed(difference.functions).map((row): SarifFinding => ({
        rule: `${wordOf(row)}-function`,
        message: `${functionText(row, words)} is ${wordOf(row)} than before: ${messageOf(row)}`,
        identity: row.name,
        at: placeOf(row),
      })),
    ],
    version,
  );
}

/** Of a checkout that is elsewhere, from the folder that the app ran in. */
function pathFrom(root: string, { run, pathNow }: LocatedRun, file: string): string {
  const inside = (folder: string, at: string): string | undefined => {
    const relative = path.relative(folder, at);
    return relative === "" || relative.startsWith("..") || path.isAbsolute(relative) ? undefined : relative.replaceAll("\\", "/");
  };
  return inside(root, pathNow(file)) ?? inside(run.app.cwd, file) ?? file;
}
