import { categories, type Category, type Costs } from "../analysis/costs/costs.ts";
import type { SourcelessCost } from "../analysis/costs/sourceless.ts";
import type { Report } from "../analysis/exporters/report.ts";
import type { HtmlTexts } from "../analysis/exporters/html/html.ts";
import type { SvgTexts } from "../analysis/exporters/svg/svg.ts";
import type { SvgScript } from "../analysis/exporters/svg/svg-drawing.ts";
import { isOfOtherText } from "../analysis/fit/other-text.ts";
import { failedRequests, interimText, isAllFailed, type LoadReport } from "../analysis/load/load.ts";
import type { Figures } from "../analysis/figures.ts";
import type { Ticks } from "../analysis/units.ts";
import type { Run } from "../history/run.ts";
import { partsOf } from "../answers/parts.ts";
import type { CodedText } from "../texts/coded-text.ts";
import type { Locale } from "../texts/locale.ts";
import type { ReportTexts } from "../texts/report-texts.ts";

const mostRows = 20;

/** How a reader wants texts and figures written. */
export interface Phrases extends Figures {
  readonly phrase: (coded: CodedText) => string;
}

/** How the reader of a report wants names written, too. */
export interface ReportWords extends Phrases {
  readonly locale: Locale;
  readonly texts: ReportTexts;
  readonly categories: Readonly<Record<Category, string>>;
  readonly functionName: (name: string) => string;
}

/** Which part of a run is shown (`scope`), and what a filter hides of it, in words; "" for all, and for nothing. */
export interface SelectionTexts {
  readonly scope: string;
  readonly text: string;
}

/** What a filter leaves of the costs of a scope. */
interface FilteredCosts extends SelectionTexts {
  readonly shown: Costs;
  readonly others: readonly SourcelessCost[];
}

/** A run on one page, to paste into an issue or a pull request. Paths inside the app's folder are relative to it. */
export function runReport(run: Run, all: Costs, words: ReportWords, filtered: FilteredCosts): Report {
  const { texts } = words;
  const costs = filtered.shown;
  const share = (ticks: Ticks): string => words.share(costs.busyTicks === 0 ? 0 : ticks / costs.busyTicks);
  const placeOf = (source: number, line: number): string => {
    const path = costs.sources[source]?.path ?? "";
    const cwd = `${run.app.cwd.replaceAll("\\", "/")}/`;
    const shown = path.startsWith(cwd) ? path.slice(cwd.length) : path;
    return line === 0 ? shown : `${shown}:${line}`;
  };
  const hotLines = costs.lines.filter(
    ({ source, withLibrariesTicks }) => costs.sources[source]?.category === "own" && withLibrariesTicks > 0,
  );
  // With the code that has no file, their self is all busy time.
  const hotFunctions = [
    ...costs.functions.map((cost) => ({ ...cost, place: `${cost.inferred ? "≈ " : ""}${placeOf(cost.source, cost.line)}` })),
    ...filtered.others.map((cost) => ({ ...cost, place: words.categories[cost.category] })),
  ]
    .filter(({ selfTicks }) => selfTicks > 0)
    .toSorted((a, b) => b.selfTicks - a.selfTicks);
  return {
    title: run.name,
    facts: [
      ...facts(run, all, words, filtered.scope),
      ...(filtered.text === "" ? [] : [[texts.filter, filtered.text] as const]),
      ...all.problems.filter(isOfOtherText).map((problem) => [texts.note, words.phrase(problem)] as const),
    ],
    tables: [
      {
        title: texts.lines,
        columns: [texts.line, texts.withLibraries, texts.self, texts.total, texts.ticks],
        rows: hotLines
          .slice(0, mostRows)
          .map(({ source, line, withLibrariesTicks, selfTicks, totalTicks, totalSamples, inferredTicks }) => [
            `${inferredTicks > 0 ? "≈ " : ""}${placeOf(source, line)}`,
            share(withLibrariesTicks),
            share(selfTicks),
            share(totalTicks),
            words.count(totalSamples),
          ]),
        none: texts.noLines,
      },
      {
        title: texts.functions,
        columns: [texts.function, texts.self, texts.total, texts.ticks, texts.place],
        rows: hotFunctions
          .slice(0, mostRows)
          .map((cost) => [
            words.functionName(cost.name),
            share(cost.selfTicks),
            share(cost.totalTicks),
            words.count(cost.selfSamples),
            cost.place,
          ]),
        none: texts.noFunctions,
      },
    ],
  };
}

/** Texts of a run's flame graph: which run and part of it, under which load, what is hidden, and what its colours mean. */
export function svgTexts(run: Run, costs: Costs, words: ReportWords, { scope, text }: SelectionTexts): SvgTexts {
  const { texts } = words;
  const shown = new Set([texts.selection, texts.node, texts.load, texts.wholeLoad, texts.busy]);
  return {
    title: run.name,
    facts: [...(text === "" ? [] : [[texts.filter, text] as const]), ...facts(run, costs, words, scope).filter(([name]) => shown.has(name))]
      .map(([name, value]) => `${name}: ${value}`)
      .join(" · "),
    functionName: words.functionName,
    categories: words.categories,
    cost: (ticks, share) => `${words.share(share)} · ${words.count(Math.round(ticks))} ${texts.ticks}`,
    deeper: texts.deeper,
  };
}

/** `code` is that of the built webview/svg. */
export function svgScript(code: string, { locale, texts }: ReportWords): SvgScript {
  return { code, locale, texts: { search: texts.search, reset: texts.resetZoom, matched: texts.matched } };
}

/** Texts of a run's page besides those of its report. */
export function htmlTexts({ locale, texts }: ReportWords): HtmlTexts {
  return { language: locale, flameGraph: texts.flameGraph, noWebgl: texts.noWebgl };
}

/** The load's figures are of the whole run, however small a part of it is shown. */
function facts(run: Run, costs: Costs, words: ReportWords, scope: string): Report["facts"] {
  const { texts } = words;
  const { load } = run;
  const parts = partsOf(costs.composition, categories, costs.busyTicks).map(
    ({ kind, share }) => `${words.categories[kind]} ${words.share(share)}`,
  );
  const time = (ms: number): string => words.duration(ms);
  const recorder = words.phrase({ code: `recorder.${run.recorder}.name` });
  const all: Report["facts"] = [
    [texts.selection, scope],
    [texts.started, run.startedAt],
    [texts.app, run.app.argv.slice(1).join(" ") || run.app.cwd],
    [texts.node, run.app.nodeVersion],
    ...(run.app.gitCommit === "" ? [] : [[texts.commit, run.app.gitCommit] as const]),
    [texts.recorder, run.recorderNote === undefined ? recorder : `${recorder} (${words.phrase(run.recorderNote)})`],
    [texts.measured, time(run.durationMs)],
    ...(load === undefined ? [] : [[scope === "" ? texts.load : texts.wholeLoad, loadText(load, words)] as const]),
    [texts.busy, `${time((costs.busyTicks * costs.interval) / 1000)} (${words.count(costs.busySamples)} ${texts.ticks})`],
    ...(parts.length === 0 ? [] : [[texts.madeOf, parts.join(", ")] as const]),
  ];
  return all.filter(([, value]) => value !== "");
}

/** The load tool's figures, without those it did not report. */
export function loadText(load: LoadReport, words: ReportWords): string {
  const { texts } = words;
  const { requestsPerSecond, latency, connections, interimTaken = [] } = load;
  const time = (label: string, ms: number | undefined): readonly string[] => (ms === undefined ? [] : [`${label} ${words.duration(ms)}`]);
  const failed = failedRequests(load);
  const interim = interimText(load, words.count);
  return [
    load.label,
    ...(requestsPerSecond === undefined ? [] : [texts.perSecond(words.count(Math.round(requestsPerSecond * 10) / 10))]),
    ...time("p50", latency.p50Ms),
    ...time("p99", latency.p99Ms),
    ...(connections === undefined ? [] : [texts.connections(words.count(connections))]),
    ...(failed === 0 ? [] : [isAllFailed(load) ? texts.allFailed(words.count(failed)) : texts.failed(words.count(failed))]),
    ...(interim === undefined ? [] : [texts.interim(interim)]),
    ...(interimTaken.length === 0 ? [] : [texts.interimTaken(load.tool, interimTaken.join(", "))]),
  ].join(" · ");
}
