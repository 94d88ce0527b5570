import { localised } from "../../texts/localised.ts";
import type { Share } from "../../analysis/units.ts";
import { type RunTrust, trustIn } from "../../answers/run-trust.ts";
import type { RunThread } from "../../history/run-thread.ts";
import type { RunDetail, RunDetails } from "../../protocol/run-details.ts";
import type { RunView } from "../../answers/run-answers.ts";
import type { Locale } from "../../texts/locale.ts";
import { bytesText, countText, durationText, shareText } from "../../analysis/figures.ts";
import { scopeText } from "../../reports/scope-text.ts";
import { reportWordsIn } from "../words/report-words.ts";
import { type DetailTexts, detailTextsOf } from "../words/detail-texts.ts";

const mostThreads = 100;
const mostProblems = 50;

/** What a user needs to judge a run: how it was measured, how reliable its figures are, what ran, and which problems occurred. */
export function detailsOf(view: RunView, live: boolean, locale: Locale): RunDetails {
  const texts = detailTextsOf(locale);
  const { run } = view;
  const trust = trustIn(view);
  return {
    title: run.name,
    groups: [
      { title: texts.measured, details: measured(view, trust, live, texts, locale) },
      {
        title: texts.threads,
        details: run.threads
          .slice(0, mostThreads)
          .map((thread, index) => threadDetail(thread, trust.busyShares[index] ?? 0, texts, locale)),
      },
      { title: texts.app, details: whatRan(view, live, texts, locale) },
      { title: texts.problems, details: problems(view, texts, locale) },
    ].filter(({ details }) => details.length > 0),
  };
}

function measured(view: RunView, { half, logs }: RunTrust, live: boolean, texts: DetailTexts, locale: Locale): readonly RunDetail[] {
  const { run, samples, busySamples, interval, selection } = view;
  const scope = scopeText(selection, run.threads, reportWordsIn(locale));
  const count = (value: number): string => countText(value, locale);
  return [
    texts.recorder(run.recorder),
    ...(run.recorderNote === undefined ? [] : [{ ...texts.fallback, value: localised(run.recorderNote, locale) }]),
    ...(live ? [texts.live] : []),
    ...(scope === "" ? [] : [{ ...texts.selected, value: scope }]),
    { label: texts.ticks.label, value: texts.ticks.value(count(samples), count(busySamples)), about: texts.ticks.about },
    { ...texts.interval, value: durationText(interval / 1000, locale) },
    { ...texts.window, value: durationText(run.durationMs, locale) },
    ...(run.test === undefined
      ? []
      : [
          { ...texts.testRuns, value: count(run.test.runs) },
          { ...texts.testStart, value: durationText(run.test.apartMs, locale) },
        ]),
    {
      label: texts.errorBar.label,
      value: texts.errorBar.value(shareText(half.low, locale), shareText(half.high, locale)),
      about: texts.errorBar.about,
    },
    ...(logs === undefined
      ? []
      : [
          {
            label: texts.repaired.label,
            value: texts.repaired.value(count(logs.repairedTicks), shareText(logs.repairedShare, locale)),
            about: texts.repaired.about,
          },
          { ...texts.doubtful, value: count(logs.doubtfulTicks) },
          { ...texts.disk, value: bytesText(logs.logBytes, locale) },
        ]),
    ...(run.recorder === "inspector" ? [texts.inferred, texts.killed] : []),
  ];
}

function threadDetail(thread: RunThread, busyShare: Share, texts: DetailTexts, locale: Locale): RunDetail {
  const { name, pid, busyTicks, intervalUs, tickLog } = thread;
  const count = (value: number): string => countText(value, locale);
  const figures = texts.thread.value(count(busyTicks), shareText(busyShare, locale), durationText(intervalUs / 1000, locale));
  const log =
    tickLog === undefined
      ? []
      : [texts.thread.repaired(count(tickLog.repairedTicks), count(tickLog.doubtfulTicks)), bytesText(tickLog.logBytes, locale)];
  return { label: name, value: [figures, ...log].join(" · "), about: texts.thread.about(pid) };
}

function whatRan({ run }: RunView, live: boolean, texts: DetailTexts, locale: Locale): readonly RunDetail[] {
  const { app, cpuMs, eventLoopBusy } = run;
  return [
    { ...texts.command, value: app.argv.join(" ") },
    { ...texts.node, value: [app.nodeVersion, app.v8Version === "" ? "" : `V8 ${app.v8Version}`].filter((part) => part !== "").join(", ") },
    ...(cpuMs > 0 ? [{ ...texts.cpu, value: durationText(cpuMs, locale) }] : []),
    ...(eventLoopBusy === undefined ? [] : [{ ...texts.loop, value: shareText(eventLoopBusy, locale) }]),
    ...(live ? [] : [texts.end(run.end)]),
  ].filter(({ value }) => value !== "");
}

function problems({ problems: all }: RunView, texts: DetailTexts, locale: Locale): readonly RunDetail[] {
  return all.slice(0, mostProblems).map((problem) => ({
    label: problem.count > 1 ? texts.problem.times(countText(problem.count, locale)) : texts.problem.label,
    value: localised(problem, locale),
    about: texts.problem.about,
  }));
}
