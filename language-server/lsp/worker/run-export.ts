import { writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { exportCollapsed } from "../../analysis/exporters/collapsed.ts";
import { exportCpuprofile } from "../../analysis/exporters/cpuprofile.ts";
import { exportMarkdown } from "../../analysis/exporters/markdown.ts";
import { exportPprof, type PprofOrigin } from "../../analysis/exporters/pprof.ts";
import { exportSpeedscope } from "../../analysis/exporters/speedscope.ts";
import { exportSvg } from "../../analysis/exporters/svg.ts";
import { UserError } from "../../analysis/user-error.ts";
import { readRun } from "../../history/run-store.ts";
import type { Run } from "../../history/run.ts";
import { openRunFolder } from "../../opening/opened-run.ts";
import type { ExportParams } from "./analysis-messages.ts";
import { runReport, svgTexts } from "./run-report.ts";
import { readThreads } from "../../history/run-threads.ts";

/** Writes a run in another format to `file`; answers the files written. In the worker only: all of the run is in memory meanwhile. */
export async function exportRun(params: ExportParams): Promise<readonly string[]> {
  const run = await readRun(params.folder);
  const texts = await textsOfExport(params, run);
  for (const [file, text] of texts) await write(file, text);
  return texts.map(([file]) => file);
}

type FileText = readonly [file: string, text: string | Uint8Array];

async function textsOfExport(params: ExportParams, run: Run): Promise<readonly FileText[]> {
  const { folder, format, file, locale } = params;
  if (format === "cpuprofile") {
    const { threads } = await readThreads(folder, run);
    // One per thread: the format holds one.
    return threads.map(({ name, profile }, index) => [
      index === 0 ? file : fileOfThread(file, name),
      JSON.stringify(exportCpuprofile(profile)),
    ]);
  }
  const { analysis } = await openRunFolder(folder, run, params);
  switch (format) {
    case "collapsed":
      return [[file, exportCollapsed(analysis.profile)]];
    case "speedscope":
      return [[file, JSON.stringify(exportSpeedscope(analysis.profile, run.name))]];
    case "pprof":
      return [[file, gzipSync(exportPprof(analysis.profile, originOf(run)))]];
    case "svg":
      return [[file, exportSvg(analysis.profile, svgTexts(run, analysis.costs, locale))]];
    case "markdown":
      return [[file, exportMarkdown(runReport(run, analysis.costs, locale))]];
  }
}

function originOf({ recorder, startedAt, durationMs }: Run): PprofOrigin {
  return { recorder: recorder === "exact" ? "exact" : "inspector", startedAt: Date.parse(startedAt), duration: durationMs };
}

/** `shop.cpuprofile` of `worker 1` is `shop-worker-1.cpuprofile`. */
function fileOfThread(file: string, thread: string): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}-${thread.replaceAll(/[^\w.]+/g, "-")}${ext}`);
}

async function write(file: string, text: FileText[1]): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new UserError("run.notExported", { file, reason: error.message }, { cause: error });
  }
}
