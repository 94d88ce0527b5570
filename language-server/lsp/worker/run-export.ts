import { writeFile } from "node:fs/promises";
import { noFilter } from "../../analysis/selection/stack-filter.ts";
import { spansCaveat } from "../../analysis/compare/comparability.ts";
import { UserError } from "../../analysis/user-error.ts";
import { readRun } from "../../history/run-store.ts";
import type { Run } from "../../history/run.ts";
import { comparedPart, selectionOfPart } from "../../analysis/selection/compared-part.ts";
import { everything, type Selection } from "../../analysis/selection/selection.ts";
import { compareRuns, compareWithRest, isSameRun } from "../../answers/compare/compared-runs.ts";
import { sidesOfSpans } from "../../answers/compare/compared-sides.ts";
import { earlierRuns } from "../../opening/earlier-runs.ts";
import { exportedComparison } from "../../reports/exported-comparison.ts";
import { exportedRun, exportedThreads, filesOfThreads } from "../../reports/exported-run.ts";
import { nothingSelected } from "../../reports/scope-text.ts";
import { measuredRun } from "../../opening/route-samples.ts";
import { type OpenedRun, openRunFolder } from "../../opening/opened-run.ts";
import { reportWordsIn } from "../words/group-text.ts";
import type { ExportComparisonParams, ExportParams } from "./analysis-messages.ts";
import { readThreads } from "../../history/run-threads.ts";
import { refusedAs } from "../../history/runs-folder.ts";

/** Writes a run to `file` in another format; returns the files written. Only call it in a worker: the whole run is in memory. */
export async function exportRun(params: ExportParams): Promise<readonly string[]> {
  const run = await readRun(params.folder);
  const texts = await textsOfExport(params, run);
  for (const [file, text] of texts) await write(file, text);
  return texts.map(([file]) => file);
}

/** Writes what changed between two runs to `file`. Only call it in a worker, as `exportRun`. */
export async function exportComparison(params: ExportComparisonParams): Promise<readonly string[]> {
  const { newFolder, baseFolder, per, format, file, locale, selection } = params;
  const [base, next] = await Promise.all(
    [baseFolder, newFolder].map(async (folder) => openRunFolder(folder, await readRun(folder), params)),
  );
  const words = reportWordsIn(locale);
  if (base === undefined || next === undefined) throw new UserError("compare.same");
  if (isSameRun(base, next)) {
    if (selection.spans === null) throw new UserError("compare.same");
    const selections = { base: sidesOfSpans(next, selection).base.selected.selection, next: selection };
    await write(file, await exportedComparison(compareWithRest(next, selection, words), format, words, selections));
    return [file];
  }
  const part = comparedPart(selection, next.run.threads);
  const of = ({ run }: OpenedRun): Selection => selectionOfPart(part, run.threads) ?? everything;
  const compared = compareRuns(base, next, {
    asked: per,
    figures: words,
    history: await earlierRuns([baseFolder, newFolder], next.run),
    part,
  });
  const caveats = selection.spans === null ? compared.caveats : [spansCaveat, ...compared.caveats];
  await write(file, await exportedComparison({ ...compared, caveats }, format, words, { base: of(base), next: of(next) }));
  return [file];
}

type FileText = readonly [file: string, text: string | Uint8Array];

async function textsOfExport(params: ExportParams, run: Run): Promise<readonly FileText[]> {
  const { folder, format, file, locale, selection } = params;
  if (format === "cpuprofile") {
    const texts = await threadTexts(params, run);
    if (texts.length === 0) throw nothingSelected(run, { ...selection, filter: noFilter }, reportWordsIn(locale));
    const names = texts.map(({ thread }) => thread);
    return filesOfThreads(file, names, selection).map((each, index) => [each, texts[index]?.text ?? ""]);
  }
  return [[file, await exportedRun(await openRunFolder(folder, run, params), format, reportWordsIn(locale), selection)]];
}

/** Only routes need more of a run than its samples. */
async function threadTexts(params: ExportParams, run: Run): Promise<ReturnType<typeof exportedThreads>> {
  const { folder, selection } = params;
  if (selection.routes === null) return exportedThreads(await readThreads(folder, run), selection);
  const { opened, selection: chosen } = measuredRun(await openRunFolder(folder, run, params), selection);
  return exportedThreads(opened, chosen, opened.analysis.routes);
}

function write(file: string, text: FileText[1]): Promise<void> {
  return writeFile(file, text).catch(refusedAs("run.notExported", { file }));
}
