import { categories, type Category, type Costs } from "../analysis/costs/costs.ts";
import type { SourcelessCost } from "../analysis/costs/sourceless.ts";
import type { Report } from "../analysis/exporters/markdown.ts";
import type { HtmlTexts } from "../analysis/exporters/html/html.ts";
import type { SvgTexts } from "../analysis/exporters/svg/svg.ts";
import type { SvgScript } from "../analysis/exporters/svg/svg-drawing.ts";
import { isOfOtherText } from "../analysis/fit/other-text.ts";
import { failedRequests, interimText, isAllFailed, type LoadReport, notableToolDelay } from "../analysis/load/load.ts";
import { type Figures, shareText } from "../analysis/figures.ts";
import type { Ticks } from "../analysis/units.ts";
import type { Run } from "../history/run.ts";
import { partsOf } from "../answers/parts.ts";
import { startsText } from "./starts-text.ts";
import type { CodedText, TextCode, TextOf } from "../texts/coded-text.ts";
import type { Locale } from "../texts/locale.ts";
import { noRoute } from "../analysis/selection/no-route.ts";
import { routeCostsOf, type RoutesView } from "../answers/routes/route-costs.ts";

const mostNamed = 10;

/** What of a run's busy time is of which route: `GET /orders 71.0 % · POST /login 24.0 %`, and how that was measured; "" if it is not known. */
export function routesText(opened: Parameters<typeof routeCostsOf>[0], words: Pick<ReportWords, "phrase" | "locale">): string {
  const costs = routeCostsOf(opened);
  return costs === undefined ? "" : routesLine(costs.view, words);
}

function routesLine({ by, routes }: RoutesView, { phrase, locale }: Pick<ReportWords, "phrase" | "locale">): string {
  const shown = routes.slice(0, mostNamed).map(({ name, share }) => {
    const label = name === noRoute ? phrase({ code: "selection.noRouteName" }) : name;
    return `${label} ${shareText(share, locale)}`;
  });
  const how = by === "windows" ? [phrase({ code: "selection.ownWindows" })] : [];
  return [...shown, ...(routes.length > mostNamed ? ["…"] : []), ...how].join(" · ");
}

/** Rows of a table. */
export const mostRows = 20;

/** How a reader wants texts and figures written. */
export interface Phrases extends Figures {
  readonly phrase: (coded: CodedText) => string;
}

/** How the reader of a report wants names written, too. */
export interface ReportWords extends Phrases {
  readonly locale: Locale;
  readonly textOf: TextOf;
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
  const { textOf } = words;
  const costs = filtered.shown;
  const share = (ticks: Ticks): string => words.share(costs.busyTicks === 0 ? 0 : ticks / costs.busyTicks);
  const placeOf = (source: number, line: number): string => {
    const shown = pathInApp(run, costs.sources[source]?.path ?? "");
    return line === 0 ? shown : `${shown}:${line}`;
  };
  const named = (...codes: readonly TextCode[]): readonly string[] => codes.map((code) => textOf(code));
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
      ...(filtered.text === "" ? [] : [[textOf("report.filter"), filtered.text] as const]),
      ...all.problems.filter(isOfOtherText).map((problem) => [textOf("report.note"), words.phrase(problem)] as const),
    ],
    tables: [
      {
        title: textOf("report.lines"),
        columns: named("report.line", "report.withLibraries", "report.self", "report.total", "report.ticks"),
        figures: [1, 2, 3, 4],
        rows: hotLines
          .slice(0, mostRows)
          .map(({ source, line, withLibrariesTicks, selfTicks, totalTicks, totalSamples, inferredTicks }) => [
            `${inferredTicks > 0 ? "≈ " : ""}${placeOf(source, line)}`,
            share(withLibrariesTicks),
            share(selfTicks),
            share(totalTicks),
            words.count(totalSamples),
          ]),
        none: textOf("report.noLines"),
      },
      {
        title: textOf("report.functions"),
        columns: named("report.function", "report.self", "report.total", "report.ticks", "report.place"),
        figures: [1, 2, 3],
        rows: hotFunctions
          .slice(0, mostRows)
          .map((cost) => [
            words.functionName(cost.name),
            share(cost.selfTicks),
            share(cost.totalTicks),
            words.count(cost.selfSamples),
            cost.place,
          ]),
        none: textOf("report.noFunctions"),
      },
    ],
  };
}

/** Relative to the app's folder if it is inside. */
export function pathInApp({ app }: Pick<Run, "app">, path: string): string {
  const cwd = `${app.cwd.replaceAll("\\", "/")}/`;
  return path.startsWith(cwd) ? path.slice(cwd.length) : path;
}

/** Texts of a run's flame graph: which run and part of it, under which load, what is hidden, and what its colours mean. */
export function svgTexts(run: Run, costs: Costs, words: ReportWords, { scope, text }: SelectionTexts): SvgTexts {
  const { textOf } = words;
  const codes = ["report.selection", "report.node", "report.load", "report.wholeLoad", "report.busy"] as const;
  const shown = new Set(codes.map((code) => textOf(code)));
  // The line may be too short for all of them.
  const first = scope === "" && text === "" ? [] : [textOf("report.selection"), textOf("report.busy")];
  const rankOf = ([name]: readonly [string, string]): number => (first.includes(name) ? 0 : 1);
  return {
    title: run.name,
    facts: [
      ...(text === "" ? [] : [[textOf("report.filter"), text] as const]),
      ...facts(run, costs, words, scope)
        .filter(([name]) => shown.has(name))
        .toSorted((one, other) => rankOf(one) - rankOf(other)),
    ]
      .map(([name, value]) => `${name}: ${value}`)
      .join(" · "),
    functionName: words.functionName,
    categories: words.categories,
    cost: (ticks, share) => `${words.share(share)} · ${words.count(Math.round(ticks))} ${textOf("report.ticks")}`,
    deeper: textOf("report.deeper"),
  };
}

/** `code` is that of the built webview/svg. */
export function svgScript(code: string, { locale, textOf }: ReportWords): SvgScript {
  return {
    code,
    locale,
    texts: { search: textOf("report.search"), reset: textOf("report.resetZoom"), matched: textOf("report.matched", { share: "{share}" }) },
  };
}

/** Texts of a run's page besides those of its report. */
export function htmlTexts({ locale, textOf }: ReportWords): HtmlTexts {
  return { language: locale, flameGraph: textOf("cost.flameGraph"), noWebgl: textOf("report.noWebgl") };
}

/** The load's figures are of the whole run, however small a part of it is shown. */
function facts(run: Run, costs: Costs, words: ReportWords, scope: string): Report["facts"] {
  const { textOf } = words;
  const { load } = run;
  const parts = partsOf(costs.composition, categories, costs.busyTicks).map(
    ({ kind, share }) => `${words.categories[kind]} ${words.share(share)}`,
  );
  const time = (ms: number): string => words.duration(ms);
  const recorder = words.phrase({ code: `recorder.${run.recorder}.name` });
  const all: Report["facts"] = [
    [textOf("report.selection"), scope],
    [textOf("report.started"), run.startedAt],
    [textOf("report.app"), run.app.argv.slice(1).join(" ") || run.app.cwd],
    [textOf("report.node"), run.app.nodeVersion],
    ...(run.app.gitCommit === "" ? [] : [[textOf("report.commit"), run.app.gitCommit] as const]),
    [textOf("report.recorder"), run.recorderNote === undefined ? recorder : `${recorder} (${words.phrase(run.recorderNote)})`],
    [textOf("report.measured"), time(run.durationMs)],
    [textOf("detail.starts.label"), startsText(run, words)],
    ...(load === undefined ? [] : [[textOf(scope === "" ? "report.load" : "report.wholeLoad"), loadText(load, words)] as const]),
    [
      textOf("report.busy"),
      `${time((costs.busyTicks * costs.interval) / 1000)} (${words.count(costs.busySamples)} ${textOf("report.ticks")})`,
    ],
    ...(parts.length === 0 ? [] : [[textOf("report.madeOf"), parts.join(", ")] as const]),
    ...(run.toolProfiles ?? []).map(({ tool, file }) => [textOf("report.ownProfile", { tool }), file] as const),
  ];
  return all.filter(([, value]) => value !== "");
}

/** The load tool's figures, without those it did not report. */
export function loadText(load: LoadReport, words: ReportWords): string {
  const { textOf } = words;
  const { requestsPerSecond, latency, connections, interimTaken = [], unsent = 0 } = load;
  const time = (label: string, ms: number | undefined): readonly string[] => (ms === undefined ? [] : [`${label} ${words.duration(ms)}`]);
  const failed = failedRequests(load);
  const interim = interimText(load, words.count);
  const delay = notableToolDelay(load);
  return [
    load.label,
    ...(requestsPerSecond === undefined
      ? []
      : [textOf("report.perSecond", { requests: words.count(Math.round(requestsPerSecond * 10) / 10) })]),
    ...time("p50", latency.p50Ms),
    ...time("p99", latency.p99Ms),
    ...(connections === undefined ? [] : [textOf("report.connections", { shown: words.count(connections) })]),
    ...(failed === 0 ? [] : [textOf(isAllFailed(load) ? "report.allFailed" : "report.failed", { shown: words.count(failed) })]),
    ...(unsent === 0 ? [] : [textOf("report.unsent", { shown: words.count(unsent) })]),
    ...(delay === undefined
      ? []
      : [textOf("report.toolDelay", { shown: words.count(delay.requests), time: words.duration(delay.longestMs) })]),
    ...(interim === undefined ? [] : [textOf("report.interim", { statuses: interim })]),
    ...(interimTaken.length === 0 ? [] : [textOf("report.interimTaken", { tool: load.tool, statuses: interimTaken.join(", ") })]),
  ].join(" · ");
}
