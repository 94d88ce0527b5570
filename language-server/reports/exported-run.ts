import path from "node:path";
import { gzipSync } from "node:zlib";
import { shownJson } from "../analysis/escaping/hidden-characters.ts";
import { sourcelessCosts } from "../analysis/costs/sourceless.ts";
import { exportCollapsed } from "../analysis/exporters/collapsed.ts";
import { exportCpuprofile } from "../analysis/exporters/cpuprofile.ts";
import type { ExportFormat } from "../analysis/exporters/export-formats.ts";
import { exportHtml } from "../analysis/exporters/html/html.ts";
import { exportMarkdown } from "../analysis/exporters/markdown.ts";
import { exportPprof, type PprofOrigin } from "../analysis/exporters/pprof.ts";
import type { Report } from "../analysis/exporters/report.ts";
import { exportSpeedscope } from "../analysis/exporters/speedscope.ts";
import { exportSvg } from "../analysis/exporters/svg/svg.ts";
import { spanNames } from "../analysis/exporters/scope-name.ts";
import { everything, type Scope, wholeRun } from "../analysis/selection/selection.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import { leftOutTicks, noFilter, type StackFilter } from "../analysis/selection/stack-filter.ts";
import type { RecorderKind } from "../history/run.ts";
import { filterReport } from "./filter-report.ts";
import type { OpenedRun } from "../opening/opened-run.ts";
import type { RecordedRun } from "../opening/recorded-run.ts";
import { htmlParts, pageFile, sha256 } from "./page-files.ts";
import { htmlTexts, type ReportWords, runReport, svgScript, svgTexts } from "./run-report.ts";

/** A `.cpuprofile` for each thread, as the format holds only one. */
export function exportedThreads({ threads }: Pick<RecordedRun, "threads">): readonly { readonly thread: string; readonly text: string }[] {
  return threads.map(({ name, profile }) => ({ thread: name, text: shownJson(JSON.stringify(exportCpuprofile(profile))) }));
}

/** `static-svg` is a picture without a script. */
export type WholeFormat = Exclude<ExportFormat, "cpuprofile"> | "static-svg";

/** A run in any other format; these hold all threads. `filter`: for what people read; data for other tools is whole. */
export async function exportedRun(
  { run, recorder, analysis }: OpenedRun,
  format: WholeFormat,
  words: ReportWords,
  filter: StackFilter = noFilter,
): Promise<string | Uint8Array> {
  const selected = analysis.select({ ...everything, filter }) as Selected;
  const { whole } = selected;
  switch (format) {
    case "collapsed":
      return exportCollapsed(whole.byEngine());
    case "speedscope":
      return shownJson(JSON.stringify(exportSpeedscope(whole.byEngine(), run.name)));
    case "pprof":
      return gzipSync(exportPprof(whole.byEngine(), originOf(recorder, run)));
    case "svg":
    case "static-svg": {
      const { profile, effect } = selected.stacks;
      const texts = svgTexts(run, whole.costs, words, filterReport(filter, effect, words));
      return exportSvg(profile, texts, format === "svg" ? svgScript(await pageFile("svg.js"), words) : undefined);
    }
    case "html": {
      const { profile, effect } = selected.frames;
      const flame = analysis.flame({ name: run.name, idle: "omit" }, profile).flame;
      const report = tablesReport(run, selected, words, filterReport(filter, effect, words));
      return exportHtml(report, flame, await htmlParts(), htmlTexts(words), sha256);
    }
    case "markdown": {
      const text = filterReport({ ...filter, mergesRecursion: false }, selected.tables.effect, words);
      return exportMarkdown(tablesReport(run, selected, words, text));
    }
  }
}

function tablesReport(run: OpenedRun["run"], { whole, costs, tables }: Selected, words: ReportWords, text: string): Report {
  return runReport(run, whole.costs, words, { shown: costs, others: sourcelessCosts(tables.profile, leftOutTicks(tables.effect)), text });
}

function originOf(recorder: RecorderKind, { startedAt, durationMs }: OpenedRun["run"]): PprofOrigin {
  return { recorder: recorder === "exact" ? "exact" : "inspector", startedAt: Date.parse(startedAt), duration: durationMs };
}

/** `shop.cpuprofile` of `worker 1` is `shop-worker-1.cpuprofile`; `shop-6.1-6.9s.cpuprofile` becomes `shop-worker-1-6.1-6.9s.cpuprofile`. */
export function fileOfThread(file: string, thread: string, scope: Scope = wholeRun): string {
  const { dir, name, ext } = path.parse(file);
  const spans = spanNames(scope)
    .map((span) => `-${span}`)
    .join("");
  const start = name.endsWith(spans) ? name.slice(0, name.length - spans.length) : name;
  return path.join(dir, `${start}-${thread.replaceAll(/[^\w.]+/g, "-")}${spans}${ext}`);
}
