import { flameDifference } from "../analysis/compare/flame-difference.ts";
import type { ComparisonFormat } from "../analysis/exporters/export-formats.ts";
import { exportDifferenceHtml } from "../analysis/exporters/html/html-difference.ts";
import { exportDifferenceSvg } from "../analysis/exporters/svg/svg-difference.ts";
import type { ComparedRuns } from "../answers/compare/compared-runs.ts";
import { allOfBoth, type ComparedSelections, selectionFacts } from "./compared-selection.ts";
import { comparisonReport, differenceTexts } from "./comparison-report.ts";
import { pageFile, sha256 } from "./page-files.ts";
import { type ReportWords, svgScript } from "./run-report.ts";

/** Two runs as a red and blue flame graph; `static-svg` is a picture without a script. */
export async function exportedComparison(
  compared: ComparedRuns,
  format: ComparisonFormat | "static-svg",
  words: ReportWords,
  selections: ComparedSelections = allOfBoth,
): Promise<string> {
  const { digests, difference } = compared;
  const { textOf, locale } = words;
  const facts = selectionFacts(compared, selections, words);
  const tree = flameDifference(digests.base, digests.next, difference);
  const report = comparisonReport(compared, words, { isOfOneRun: selections.next.spans !== null, facts });
  if (format === "static-svg") return exportDifferenceSvg(tree, "after", differenceTexts(compared, words, report.title, facts));
  const script = svgScript(await pageFile("svg.js"), words);
  if (format === "svg") return exportDifferenceSvg(tree, "after", differenceTexts(compared, words, report.title, facts), script);
  const titles = { after: textOf("report.byAfter"), before: textOf("report.byBefore") };
  const graphs = (["after", "before"] as const).map((side) =>
    exportDifferenceSvg(tree, side, differenceTexts(compared, words, titles[side], facts), script),
  );
  return exportDifferenceHtml(report, graphs, { language: locale, script: script.code, hash: sha256 });
}
