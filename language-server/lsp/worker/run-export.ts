import { writeFile } from "node:fs/promises";
import { reasonOf } from "../../analysis/failure-reason.ts";
import { UserError } from "../../analysis/user-error.ts";
import { readRun } from "../../history/run-store.ts";
import type { Run } from "../../history/run.ts";
import { compareRuns, isSameRun } from "../../opening/compared-runs.ts";
import { earlierRuns } from "../../opening/earlier-runs.ts";
import { exportedComparison } from "../../reports/exported-comparison.ts";
import { exportedRun, exportedThreads, fileOfThread } from "../../reports/exported-run.ts";
import { scopeText } from "../../reports/scope-text.ts";
import { openRunFolder } from "../../opening/opened-run.ts";
import { reportWordsIn } from "../words/report-words.ts";
import type { ExportComparisonParams, ExportParams } from "./analysis-messages.ts";
import { readThreads } from "../../history/run-threads.ts";

/** Writes a run to `file` in another format; returns the files written. Only call it in a worker: the whole run is in memory. */
export async function exportRun(params: ExportParams): Promise<readonly string[]> {
  const run = await readRun(params.folder);
  const texts = await textsOfExport(params, run);
  for (const [file, text] of texts) await write(file, text);
  return texts.map(([file]) => file);
}

/** Writes what changed between two runs to `file`. Only call it in a worker, as `exportRun`. */
export async function exportComparison(params: ExportComparisonParams): Promise<readonly string[]> {
  const { newFolder, baseFolder, per, format, file, locale } = params;
  const [base, next] = await Promise.all(
    [baseFolder, newFolder].map(async (folder) => openRunFolder(folder, await readRun(folder), params)),
  );
  if (base === undefined || next === undefined || isSameRun(base, next)) throw new UserError("compare.same");
  const words = reportWordsIn(locale);
  await write(
    file,
    await exportedComparison(compareRuns(base, next, per, words, await earlierRuns([baseFolder, newFolder], next.run)), format, words),
  );
  return [file];
}

type FileText = readonly [file: string, text: string | Uint8Array];

async function textsOfExport(params: ExportParams, run: Run): Promise<readonly FileText[]> {
  const { folder, format, file, locale, selection } = params;
  if (format === "cpuprofile") {
    const { threads } = await readThreads(folder, run);
    const texts = exportedThreads({ threads }, selection);
    if (texts.length === 0)
      throw new UserError("selection.empty", { name: run.name, selection: scopeText(selection, threads, reportWordsIn(locale)) });
    return texts.map(({ thread, text }, index) => [index === 0 ? file : fileOfThread(file, thread, selection), text]);
  }
  return [[file, await exportedRun(await openRunFolder(folder, run, params), format, reportWordsIn(locale), selection)]];
}

async function write(file: string, text: FileText[1]): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new UserError("run.notExported", { file, reason: reasonOf(error) }, { cause: error });
  }
}
