import { flameDifference } from "../analysis/compare/flame-difference.ts";
import type { ComparisonFormat } from "../analysis/exporters/export-formats.ts";
import { exportDifferenceHtml } from "../analysis/exporters/html/html-difference.ts";
import { exportDifferenceSvg } from "../analysis/exporters/svg/svg-difference.ts";
import type { ComparedRuns } from "../answers/compare/compared-runs.ts";
import { allOfBoth, type ComparedSelections, selectionFacts } from "./compared-selection.ts";
import { comparisonReport, differenceTexts } from "./comparison-report.ts";
import { type ReportWords, svgScript } from "./run-report.ts";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { HtmlParts } from "../analysis/exporters/html/html.ts";
import { ifMissing } from "../platform/refusals.ts";

/** The folder is beside the bundle that runs. */
const folder = path.join(__dirname, "webview");
const speedscope = path.join(folder, "speedscope");

/** A built file that an exported page carries. The npm package has large ones compressed. */
export async function pageFile(name: string): Promise<string> {
  const file = path.join(folder, name);
  const compressed = await readFile(`${file}.br`).catch(ifMissing);
  if (compressed === undefined) return readFile(file, "utf8");
  const { brotliDecompress } = await import("node:zlib");
  return String(await promisify(brotliDecompress)(compressed));
}

export async function htmlParts(): Promise<HtmlParts> {
  const fonts = (await readdir(speedscope)).filter((name) => name.endsWith(".woff2"));
  return {
    script: await pageFile("html.js"),
    speedscopeScript: await pageFile("speedscope/speedscope.js"),
    speedscopeStyle: await pageFile("speedscope/speedscope.css"),
    fonts: Object.fromEntries(await Promise.all(fonts.map(async (name) => [name, await readFile(path.join(speedscope, name), "base64")]))),
  };
}

/** In base64, as a content security policy has it. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

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
