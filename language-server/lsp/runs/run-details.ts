import type { Share } from "../../analysis/units.ts";
import { type RunTrust, trustIn } from "../../answers/run-trust.ts";
import type { RunThread } from "../../history/run-thread.ts";
import type { RunDetail, RunDetails } from "../../protocol/run-details.ts";
import type { RunView } from "../../answers/run-answers.ts";
import type { TextCode } from "../../texts/coded-text.ts";
import type { Locale } from "../../texts/locale.ts";
import { bytesText } from "../../analysis/figures.ts";
import { startsText } from "../../reports/starts-text.ts";
import type { ReportWords } from "../../reports/run-report.ts";
import { scopeText } from "../../reports/scope-text.ts";
import { reportWordsIn } from "../words/group-text.ts";

const mostThreads = 100;
const mostProblems = 50;

/** What a user needs to judge a run: how it was measured, how reliable its figures are, what ran, and which problems occurred. */
export function detailsOf(view: RunView, live: boolean, locale: Locale): RunDetails {
  const words = reportWordsIn(locale);
  const { textOf } = words;
  const { run } = view;
  const trust = trustIn(view);
  const threads = run.threads.slice(0, mostThreads);
  return {
    title: run.name,
    groups: [
      { title: textOf("details.measured"), details: measured(view, trust, live, words) },
      {
        title: textOf("details.threads"),
        details: threads.map((thread, index) => threadDetail(thread, trust.busyShares[index] ?? 0, words)),
      },
      { title: textOf("details.app"), details: whatRan(view, live, words) },
      { title: textOf("details.problems"), details: problems(view, words) },
    ].filter(({ details }) => details.length > 0),
  };
}

type Named = TextCode extends infer Code ? (Code extends `detail.${infer Name}.label` ? Name : never) : never;

function row(name: Exclude<Named, "recorder">, value: string, { textOf }: ReportWords): RunDetail {
  return { label: textOf(`detail.${name}.label`), value, about: textOf(`detail.${name}.about`) };
}

function measured(view: RunView, { half, logs }: RunTrust, live: boolean, words: ReportWords): readonly RunDetail[] {
  const { run, samples, busySamples, interval, selection } = view;
  const { textOf, count, duration, share } = words;
  const scope = scopeText(selection, run, words);
  const recorder = textOf(`recorder.${run.recorder}.name`);
  return [
    { label: textOf("detail.recorder.label"), value: recorder, about: textOf(`recorder.${run.recorder}.about`) },
    ...(run.recorderNote === undefined ? [] : [row("fallback", words.phrase(run.recorderNote), words)]),
    ...(live ? [row("live", textOf("detail.live.value"), words)] : []),
    ...(scope === "" ? [] : [row("selected", scope, words)]),
    row("ticks", textOf("detail.ticks.value", { all: count(samples), busy: count(busySamples) }), words),
    row("interval", duration(interval / 1000), words),
    row("window", duration(run.durationMs), words),
    ...(run.startup === undefined ? [] : [row("starts", startsText(run, words), words)]),
    ...(run.test === undefined ? [] : [row("testRuns", count(run.test.runs), words), row("testStart", duration(run.test.apartMs), words)]),
    row("errorBar", textOf("detail.errorBar.value", { low: share(half.low), high: share(half.high) }), words),
    ...(logs === undefined
      ? []
      : [
          row("repaired", textOf("detail.repaired.value", { ticks: count(logs.repairedTicks), share: share(logs.repairedShare) }), words),
          row("doubtful", count(logs.doubtfulTicks), words),
          row("disk", bytesText(logs.logBytes, words.locale), words),
        ]),
    ...(run.recorder === "inspector"
      ? [row("inferred", textOf("detail.inferred.value"), words), row("killed", textOf("detail.killed.value"), words)]
      : []),
  ];
}

function threadDetail({ name, pid, busyTicks, intervalUs, tickLog }: RunThread, busyShare: Share, words: ReportWords): RunDetail {
  const { textOf, count, duration, share, locale } = words;
  const figures = { busy: count(busyTicks), share: share(busyShare), interval: duration(intervalUs / 1000) };
  const log =
    tickLog === undefined
      ? []
      : [
          textOf("detail.thread.repaired", { repaired: count(tickLog.repairedTicks), doubtful: count(tickLog.doubtfulTicks) }),
          bytesText(tickLog.logBytes, locale),
        ];
  return {
    label: name,
    value: [textOf("detail.thread.value", figures), ...log].join(" · "),
    about: textOf("detail.thread.about", { pid }),
  };
}

function whatRan({ run }: RunView, live: boolean, words: ReportWords): readonly RunDetail[] {
  const { app, cpuMs, eventLoopBusy } = run;
  const node = [app.nodeVersion, app.v8Version === "" ? "" : `V8 ${app.v8Version}`].filter((part) => part !== "").join(", ");
  return [
    row("command", app.argv.join(" "), words),
    row("node", node, words),
    ...(cpuMs > 0 ? [row("cpu", words.duration(cpuMs), words)] : []),
    ...(eventLoopBusy === undefined ? [] : [row("loop", words.share(eventLoopBusy), words)]),
    ...(live ? [] : [row("end", words.textOf(`end.${run.end}`), words)]),
  ].filter(({ value }) => value !== "");
}

function problems({ problems: all }: RunView, words: ReportWords): readonly RunDetail[] {
  return all.slice(0, mostProblems).map((problem) => {
    const detail = row("problem", words.phrase(problem), words);
    return problem.count > 1 ? { ...detail, label: words.textOf("detail.problem.times", { count: words.count(problem.count) }) } : detail;
  });
}
