import path from "node:path";
import { shownJson } from "../analysis/escaping/hidden-characters.ts";
import { sourcelessCosts } from "../analysis/costs/sourceless.ts";
import { exportCollapsed } from "../analysis/exporters/collapsed.ts";
import { exportCpuprofile } from "../analysis/exporters/cpuprofile.ts";
import { type ExportFormat, filterableFormats } from "../analysis/exporters/export-formats.ts";
import { exportHtml } from "../analysis/exporters/html/html.ts";
import { exportMarkdown, type Report } from "../analysis/exporters/markdown.ts";
import { exportPprof, type PprofOrigin } from "../analysis/exporters/pprof.ts";
import { exportSpeedscope } from "../analysis/exporters/speedscope.ts";
import { exportSvg } from "../analysis/exporters/svg/svg.ts";
import { spanNames } from "../analysis/exporters/scope-name.ts";
import type { RunRoutes } from "../analysis/selection/run-routes.ts";
import { scopedThreads } from "../analysis/selection/scoped-profile.ts";
import { spansApart } from "../analysis/selection/spans-apart.ts";
import { everything, type Scope, type Selection, wholeRun, isWholeRun } from "../analysis/selection/selection.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import { leftOutTicks } from "../analysis/selection/stack-filter.ts";
import type { Run } from "../history/run.ts";
import { selectedStarts } from "../analysis/startup/startup-span.ts";
import { startSavings } from "../answers/imports/savings.ts";
import { runGroups } from "../answers/groups/run-groups.ts";
import { RunImports } from "../answers/imports/run-imports.ts";
import { allocationsOf } from "../answers/allocations/run-allocations.ts";
import { allocationsTable } from "./allocations/allocations-report.ts";
import { longestBlocks } from "../answers/timeline/longest-blocks.ts";
import { slowestRequests } from "../answers/timeline/slowest-requests.ts";
import { groupsRemarks, groupsTables } from "./groups/groups-report.ts";
import { importsTable } from "./imports-report.ts";
import { savingsTable } from "./savings-report.ts";
import { blocksTable } from "./blocks-report.ts";
import { filterReport } from "./compared-selection.ts";
import { measuredRun } from "../opening/route-samples.ts";
import type { OpenedRun } from "../opening/opened-run.ts";
import type { RecordedRun } from "../opening/recorded-run.ts";
import { htmlParts, pageFile, sha256 } from "./exported-comparison.ts";
import { htmlTexts, mostRows, pathInApp, type ReportWords, runReport, type SelectionTexts, svgScript, svgTexts } from "./run-report.ts";
import { plainScopeText, scopeText, filteredRun, selectedRun } from "./scope-text.ts";
import type { NamePlace } from "./requests/slowest-headline.ts";
import { slowestTable, slowestVerdict } from "./requests/slowest-words.ts";

/** Of the busy time: what loading modules takes of less is not worth a table. */
const leastLoaded = 0.01;

interface ExportedThread {
  readonly thread: string;
  readonly text: string;
}

/** A `.cpuprofile` for each thread of a scope that has samples there, as the format holds only one. `routes`: those of the run. */
export function exportedThreads(
  { threads }: Pick<RecordedRun, "threads">,
  scope: Scope = wholeRun,
  routes?: RunRoutes,
): readonly ExportedThread[] {
  const start = spansApart(scope.spans ?? [])[0]?.from;
  return scopedThreads(
    threads.map((thread) => ({ ...thread, samples: thread.profile.samples })),
    scope,
    routes,
  )
    .filter(({ samples }) => (scope.spans === null && scope.routes === null) || samples.stack.length > 0)
    .map(({ name, profile, samples }) => ({
      thread: name,
      text: shownJson(JSON.stringify(exportCpuprofile({ ...profile, samples }, start))),
    }));
}

/** `static-svg` is a picture without a script. */
export type WholeFormat = Exclude<ExportFormat, "cpuprofile"> | "static-svg";

/**
 * What is selected of a run in any other format; these hold all threads. A filter is for what people read: data for other tools is whole.
 * Rejects with a UserError if the scope has no samples.
 */
export async function exportedRun(
  opened: OpenedRun,
  format: WholeFormat,
  words: ReportWords,
  selection: Selection = everything,
): Promise<string | Uint8Array> {
  const { opened: measured, selection: chosen } = measuredRun(opened, selection);
  if (measured !== opened) return exportedRun(measured, format, words, chosen);
  const { analysis } = opened;
  const run = runOf(opened, selection);
  const { filter } = selection;
  const isForPeople = filterableFormats.some((each) => format.endsWith(each));
  const selected = (isForPeople ? filteredRun : selectedRun)(opened, selection, words);
  const { whole } = selected;
  const { threads } = analysis.profile;
  const plainScope = plainScopeText(selection, { ...run, threads });
  const scope = scopeText(selection, { ...run, threads }, words, analysis.routes?.by);
  switch (format) {
    case "collapsed":
      return exportCollapsed(whole.byEngine(), plainScope);
    case "speedscope":
      return shownJson(JSON.stringify(exportSpeedscope(whole.byEngine(), titleOf(run, plainScope))));
    case "pprof":
      return (await import("node:zlib")).gzipSync(exportPprof(whole.byEngine(), originOf(run, opened, selection, plainScope)));
    case "svg":
    case "static-svg": {
      const { profile, effect } = selected.stacks;
      const texts = svgTexts(run, whole.costs, words, { scope, text: filterReport(filter, effect, words) });
      return exportSvg(profile, texts, format === "svg" ? svgScript(await pageFile("svg.js"), words) : undefined);
    }
    case "html": {
      const { profile, effect } = selected.frames;
      const flame = analysis.flame({ name: titleOf(run, scope), idle: "omit" }, profile).flame;
      const report = tablesReport({ ...opened, run }, selected, words, { scope, text: filterReport(filter, effect, words) });
      return exportHtml(report, flame, await htmlParts(), htmlTexts(words), sha256);
    }
    case "markdown": {
      const text = filterReport({ ...filter, mergesRecursion: false }, selected.tables.effect, words);
      return exportMarkdown(tablesReport({ ...opened, run }, selected, words, { scope, text }));
    }
  }
}

/** With what blocked the event loop, if that was watched, and the slowest requests, if they are known. */
function tablesReport(opened: OpenedRun, selected: Selected, words: ReportWords, said: SelectionTexts): Report {
  const { selection, whole, costs, tables } = selected;
  const others = sourcelessCosts(tables.profile, leftOutTicks(tables.effect));
  const { run, analysis } = opened;
  const base = runReport(run, whole.costs, words, { shown: costs, others, ...said });
  const more = configuredReport(opened, selected, words);
  const allocations = isWholeRun(selection) ? allocationsOf(opened) : undefined;
  const allocated = allocations === undefined ? [] : [allocationsTable(allocations, mostRows, words, (file) => pathInApp(run, file))];
  const note = allocations === undefined ? [] : [[words.textOf("report.allocations"), words.textOf("allocations.note")] as const];
  const report = { ...base, facts: [...base.facts, ...more.facts, ...note], tables: [...base.tables, ...allocated, ...more.tables] };
  const blocks = longestBlocks(opened, selection, mostRows);
  const shown = blocks.missing === undefined ? [blocksTable(blocks, analysis.profile.threads, words, (file) => pathInApp(run, file))] : [];
  const slowest = opened.tracks.requests === undefined ? null : slowestRequests(opened, selection);
  if (slowest === null) return { ...report, tables: [...report.tables, ...shown] };
  const placeOf = ({ path: file, line, name }: Parameters<NamePlace>[0]): string =>
    `${pathInApp(run, file)}:${line} ${words.functionName(name)}`.trimEnd();
  return {
    ...report,
    facts: [...report.facts, [words.textOf("tail.title"), slowestVerdict(slowest, words, placeOf).join(" ")]],
    tables: [...report.tables, ...shown, slowestTable(slowest, mostRows, words, placeOf)],
  };
}

/** What loading modules cost, what another way to start saves, and plugins, rules, test files and the like, if the run has any. */
function configuredReport({ run, analysis }: OpenedRun, selected: Selected, words: ReportWords): Pick<Report, "facts" | "tables"> {
  const pathOf = (file: string): string => pathInApp(run, file);
  const measured = { ...selected.whole.costs, starts: selectedStarts(run, selected.selection.threads) };
  const imports = new RunImports(analysis, selected);
  const loaded = importsTable(imports, mostRows, measured, { words, pathOf, indent: "› " });
  const savings = startSavings(run);
  const groups = runGroups(selected);
  return {
    facts: groups.groups.length === 0 ? [] : groupsRemarks(groups, words, run).map((each) => [words.textOf("report.note"), each]),
    tables: [
      ...(loaded.found.totalTicks < leastLoaded * measured.busyTicks || loaded.rows.length === 0 ? [] : [loaded]),
      ...(savings === undefined ? [] : [savingsTable(savings, words, pathOf)]),
      ...groupsTables(groups, words, pathOf).map((table) => ({ ...table, rows: table.rows.slice(0, mostRows) })),
    ],
  };
}

function titleOf({ name }: Run, scope: string): string {
  return scope === "" ? name : `${name} · ${scope}`;
}

function originOf({ startedAt, durationMs }: Run, { recorder }: OpenedRun, { spans }: Scope, scope: string): PprofOrigin {
  return {
    recorder: recorder === "exact" ? "exact" : "inspector",
    startedAt: Date.parse(startedAt) + (spansApart(spans ?? [])[0]?.from ?? 0) / 1000,
    duration: durationMs,
    scope,
  };
}

/** A run that lasts as long as what is selected of it. */
function runOf({ run }: OpenedRun, { spans }: Scope): Run {
  if (spans === null) return run;
  return { ...run, durationMs: spansApart(spans).reduce((sum, { from, to }) => sum + (to - from) / 1000, 0) };
}

/** By thread, the first being `file` itself. Threads of one name, as of one that differs in marks or case, have files of their own. */
export function filesOfThreads(file: string, threads: readonly string[], scope: Scope = wholeRun): readonly string[] {
  const files = [file];
  const isTaken = (name: string): boolean => files.some((each) => each.toLowerCase() === name.toLowerCase());
  for (const thread of threads.slice(1)) {
    let own = fileOfThread(file, thread, scope);
    for (let count = 2; isTaken(own); count++) own = fileOfThread(file, `${thread}-${count}`, scope);
    files.push(own);
  }
  return files;
}

/** `shop.cpuprofile` of `worker 1` is `shop-worker-1.cpuprofile`; `shop-6.1-6.9s.cpuprofile` becomes `shop-worker-1-6.1-6.9s.cpuprofile`. */
function fileOfThread(file: string, thread: string, scope: Scope): string {
  const { dir, name, ext } = path.parse(file);
  const spans = spanNames(scope)
    .map((span) => `-${span}`)
    .join("");
  const start = name.endsWith(spans) ? name.slice(0, name.length - spans.length) : name;
  return path.join(dir, `${start}-${thread.replaceAll(/[^\p{L}\p{N}_.]+/gu, "-")}${spans}${ext}`);
}
