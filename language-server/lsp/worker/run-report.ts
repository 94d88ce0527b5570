import { localised } from "../../texts/localised.ts";
import { categories, type Costs } from "../../analysis/costs/costs.ts";
import type { MarkdownReport } from "../../analysis/exporters/markdown.ts";
import type { SvgTexts } from "../../analysis/exporters/svg.ts";
import { failedRequests, type LoadReport } from "../../analysis/load/load.ts";
import type { Ticks } from "../../analysis/units.ts";
import type { Run } from "../../history/run.ts";
import type { Locale } from "../../texts/locale.ts";
import { countText, durationOf, durationText, shareText } from "../texts/figures.ts";
import { functionLabel } from "../runs/function-reference.ts";
import { textsOf } from "../texts/text.ts";
import { reportTexts } from "../texts/text-report.ts";

const mostRows = 20;

/** A run on one page, to paste into an issue or a pull request. Paths are relative to the app's folder where they lie in it. */
export function runReport(run: Run, costs: Costs, locale: Locale): MarkdownReport {
  const texts = reportTexts[locale];
  const share = (ticks: Ticks): string => shareText(costs.busyTicks === 0 ? 0 : ticks / costs.busyTicks, locale);
  const placeOf = (source: number, line: number): string => {
    const path = costs.sources[source]?.path ?? "";
    const cwd = `${run.app.cwd.replaceAll("\\", "/")}/`;
    const shown = path.startsWith(cwd) ? path.slice(cwd.length) : path;
    return line === 0 ? shown : `${shown}:${line}`;
  };
  const hotLines = costs.lines.filter(
    ({ source, withLibrariesTicks }) => costs.sources[source]?.category === "own" && withLibrariesTicks > 0,
  );
  const hotFunctions = costs.functions.filter(({ selfTicks }) => selfTicks > 0).toSorted((a, b) => b.selfTicks - a.selfTicks);
  return {
    title: run.name,
    facts: facts(run, costs, locale),
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
            countText(totalSamples, locale),
          ]),
        none: texts.noLines,
      },
      {
        title: texts.functions,
        columns: [texts.function, texts.self, texts.total, texts.ticks, texts.place],
        rows: hotFunctions
          .slice(0, mostRows)
          .map((cost) => [
            functionLabel(cost, textsOf(locale)),
            share(cost.selfTicks),
            share(cost.totalTicks),
            countText(cost.selfSamples, locale),
            placeOf(cost.source, cost.line),
          ]),
        none: texts.noFunctions,
      },
    ],
  };
}

/** A run's flame graph says which run it is, under which load, and what its colours are. */
export function svgTexts(run: Run, costs: Costs, locale: Locale): SvgTexts {
  const texts = reportTexts[locale];
  const shown = new Set([texts.node, texts.load, texts.busy]);
  return {
    title: run.name,
    facts: facts(run, costs, locale)
      .filter(([name]) => shown.has(name))
      .map(([name, value]) => `${name}: ${value}`)
      .join(" · "),
    categories: textsOf(locale).categories,
    cost: (ticks, share) => `${shareText(share, locale)} · ${countText(Math.round(ticks), locale)} ${texts.ticks}`,
    deeper: texts.deeper,
  };
}

function facts(run: Run, costs: Costs, locale: Locale): MarkdownReport["facts"] {
  const texts = reportTexts[locale];
  const { load } = run;
  const parts = categories
    .filter((category) => costs.composition[category] > 0)
    .toSorted((a, b) => costs.composition[b] - costs.composition[a])
    .map((category) => `${textsOf(locale).categories[category]} ${shareText(costs.composition[category] / costs.busyTicks, locale)}`);
  const time = (ms: number): string => durationText(ms, locale);
  return [
    [texts.started, run.startedAt],
    [texts.app, run.app.argv.slice(1).join(" ") || run.app.cwd],
    [texts.node, run.app.nodeVersion],
    ...(run.app.gitCommit === "" ? [] : [[texts.commit, run.app.gitCommit] as const]),
    [texts.recorder, run.recorderNote === undefined ? run.recorder : `${run.recorder} (${localised(run.recorderNote, locale)})`],
    [texts.measured, time(run.durationMs)],
    ...(load === undefined ? [] : [[texts.load, loadText(load, locale)] as const]),
    [texts.busy, `${time(durationOf(costs.busyTicks, costs.interval))} (${countText(costs.busySamples, locale)} ${texts.ticks})`],
    ...(parts.length === 0 ? [] : [[texts.madeOf, parts.join(", ")] as const]),
  ];
}

/** What the tool said; what it did not is left out. */
function loadText(load: LoadReport, locale: Locale): string {
  const texts = reportTexts[locale];
  const { requestsPerSecond, latency, connections } = load;
  const time = (label: string, ms: number | undefined): readonly string[] =>
    ms === undefined ? [] : [`${label} ${durationText(ms, locale)}`];
  const failed = failedRequests(load);
  return [
    load.label,
    ...(requestsPerSecond === undefined ? [] : [texts.perSecond(countText(Math.round(requestsPerSecond * 10) / 10, locale))]),
    ...time("p50", latency.p50Ms),
    ...time("p99", latency.p99Ms),
    ...(connections === undefined ? [] : [texts.connections(countText(connections, locale))]),
    ...(failed === 0 ? [] : [texts.failed(countText(failed, locale))]),
  ].join(" · ");
}
