import { units } from "../load/load-figures.ts";
import type { CostUnit, Verdict } from "./incoming.ts";
import type { Translate } from "../texts.ts";
import { digits, threeDigits } from "../../language-server/analysis/figures.ts";

export type CostFigures = ReturnType<typeof costFigures>;

/** Formats costs and changes in the user's language, with at most three digits. */
export function costFigures(locale: string, units: CompareText["units"]) {
  const cost = (ms: number): string => {
    if (ms >= 999.5) return `${threeDigits(ms / 1000, locale)}\u00a0${units.seconds}`;
    if (ms >= 0.9995 || ms === 0) return `${threeDigits(ms, locale)}\u00a0${units.milliseconds}`;
    const us = ms * 1000;
    return `${us >= 0.995 ? threeDigits(us, locale) : digits(us, 2, locale)}\u00a0${units.microseconds}`;
  };
  return {
    /** `12.3 ms`, `456 µs`, `1.20 s`. */
    cost,
    /** `−12.3 ms`, `+4 µs`, `0 ms`. */
    change: (ms: number): string => (ms === 0 ? cost(0) : `${ms < 0 ? "−" : "+"}${cost(Math.abs(ms))}`),
    count: (value: number): string => digits(value, 0, locale),
    /** `×170`, `÷2.5`; `=` if unchanged, `–` if there is nothing to divide by. */
    ratio(before: number, after: number): string {
      if (!(before > 0) || !(after > 0)) return "–";
      const factor = after >= before ? after / before : before / after;
      const rounded = digits(factor, factor >= 99.5 ? 0 : factor >= 9.95 ? 1 : 2, locale);
      if (rounded === digits(1, 2, locale)) return "=";
      return `${after >= before ? "×" : "÷"}${rounded}`;
    },
  };
}

/** Every text of the compare panel. */
export type CompareText = ReturnType<typeof compareText>;

export function compareText(t: Translate) {
  /** Busy time of the recorded threads includes waiting inside calls; the CPU time of all threads does not. */
  const busy: Readonly<Record<CostUnit, string>> = {
    request: t("Busy time per request"),
    second: t("Busy time per second"),
    run: t("Busy time per run"),
    start: t("Busy time per start"),
  };
  const cpu: Readonly<Record<CostUnit, string>> = {
    request: t("CPU of all threads per request"),
    second: t("CPU of all threads per second"),
    run: t("CPU of all threads per run"),
    start: t("CPU of all threads per start"),
  };
  const perUnit: Readonly<Record<Exclude<CostUnit, "run" | "start">, string>> = { request: t("request"), second: t("second") };
  const verdicts: Readonly<Record<Verdict, string>> = {
    faster: t("faster"),
    slower: t("slower"),
    new: t("new"),
    vanished: t("vanished"),
    load: t("changed with the load"),
    noise: t("noise"),
  };
  const verdictHelp: Readonly<Record<Verdict, string>> = {
    faster: t("Costs less than before, by more than the sampling error."),
    slower: t("Costs more than before, by more than the sampling error."),
    new: t("Not in the earlier run."),
    vanished: t("Not in the newer run."),
    load: t("Its text is unchanged, and it changed no more than other unchanged code does at another request rate."),
    noise: t("No significant change: the difference is within the sampling error."),
  };
  return {
    waiting: t("Comparing the two runs…"),
    before: t("Before"),
    after: t("After"),
    commit: (commit: string) => t("commit {0}", commit),
    figure: t("Figure"),
    ratio: t("Ratio"),
    requestsPerSecond: t("Requests per second"),
    perSecondUnit: t("req/s"),
    busy,
    cpu,
    figures: t("Load figures of both runs"),
    noLoad: t("These runs have no load figures because Heatline sent no load."),
    warnings: t("Read this first"),
    words: { better: t("better"), worse: t("worse"), noChange: t("no significant change") },
    wordHelp: t("How much chance may change the ratio, for all figures at once: within one load, and from start to start."),
    startsAssumed: t("Two starts of the same code are taken to differ by 15 %, until three runs of one version were measured."),
    startsMeasured: (starts: string) => t("What two starts of the same code differ by was measured from {0} runs of this app.", starts),
    tooSmall: t("A change may be too small for one run of each version. A longer load does not help; more runs do."),
    repeat: t("Repeat 3 Times"),
    compareSpan: t("Compare This Span with the Rest of the Run"),
    span: t("This span"),
    restOfRun: t("Rest of the run"),
    functions: t("Functions"),
    lines: t("Lines"),
    flame: t("Flame graph"),
    per: t("Costs per"),
    units: { microseconds: t("µs"), ...units(t) },
    perUnit,
    noRequests: t("Costs per request are not available: one of the runs counted no requests."),
    filter: t("Filter"),
    filterHint: t("Name or file"),
    hideNoise: t("Hide noise"),
    inCode: t("Show changes in the code"),
    columns: {
      name: t("Name"),
      place: t("Place"),
      before: t("Before"),
      after: t("After"),
      change: t("Change"),
      error: t("± error"),
      verdict: t("Verdict"),
    },
    errorHelp: t("Sampling error of the change, 95 %"),
    verdicts,
    verdictHelp,
    edited: t("edited"),
    editedHelp: t("Its text was edited between the runs, so its own samples decide, without an allowance for unrelated code."),
    corrected: t("corrected"),
    correctedHelp: (cost: string) => t("The change is to {0}: the cost after, as if all other code cost the same as before.", cost),
    absent: t("not in this run"),
    caption: (what: string) => t("{0}: cost in both runs. Arrow keys move between rows, Enter shows the code.", what),
    shownOf: (shown: string, all: string) => t("{0} of {1}", shown, all),
    showAll: (all: string) => t("Show all {0}", all),
    nothingFound: t("Nothing matches the filter."),
    nothingCompared: t("There is nothing to compare here in either run."),
    noCode: t("There is no file to open: it is native code, or its source is not available."),
    widthBy: t("Width by"),
    byAfter: t("new run"),
    byBefore: t("old run"),
    legend: t("Colours"),
    strongly: (verdict: string) => t("much {0}", verdict),
    flameHelp: t(
      "Arrow keys: down to callees, up to the caller, left and right to neighbours. Enter shows the code, Space zooms in, Escape zooms out.",
    ),
    zoomOut: t("Zoom Out"),
    emptySide: t("This run has no stacks to draw."),
    frame: (name: string, place: string, before: string, after: string, change: string, verdict: string) =>
      t("{0}: {1} before, {2} after, {3}, {4}", place === "" ? name : t("{0}, {1}", name, place), before, after, change, verdict),
  };
}

/** Of a span of time and the rest of its run. */
export function ofSpan(text: CompareText): CompareText {
  const { restOfRun: before, span: after } = text;
  return { ...text, before, after, columns: { ...text.columns, before, after } };
}
