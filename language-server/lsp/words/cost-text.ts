import { selectedStarts } from "../../analysis/startup/startup-span.ts";
import type { Microseconds, Milliseconds, Share, Ticks } from "../../analysis/units.ts";
import type { ServerSettings } from "../../protocol/settings.ts";
import type { FileFunction, LineFigures } from "../../answers/run-answers.ts";
import type { CountedCost } from "../../reports/counts-words.ts";
import type { Locale } from "../../texts/locale.ts";
import { countText, durationOf, durationText, roughCount, roughDurationText, shareRangeText, shareText } from "../../analysis/figures.ts";
import { localised, textIn } from "../../texts/localised.ts";
import type { OpenRun } from "../runs/open-run.ts";

/** What is needed to put ticks of a run into words. */
export interface CostWords {
  readonly locale: Locale;
  readonly busyTicks: Ticks;
  /** The number of busy samples. */
  readonly busySamples: number;
  readonly interval: Microseconds;
  /** Answered by what is selected; 0 if unknown. */
  readonly requests: number;
  /** Of a run of starts: how many are selected. Times are then per start. */
  readonly starts?: number | undefined;
}

export function wordsOf(run: OpenRun, locale: Locale): CostWords {
  const { busyTicks, busySamples, interval, requests, selection } = run.view;
  return { locale, busyTicks, busySamples, interval, requests, starts: selectedStarts(run.view.run, selection.threads) };
}

/** The share of the run's busy time, which decides the heat step, too. */
export function shareOf(ticks: Ticks, words: CostWords): Share {
  return words.busyTicks === 0 ? 0 : ticks / words.busyTicks;
}

/** What a line waited for, in words. */
export interface WaitEnd {
  readonly text: string;
  /** It waited for longer than it cost time: the end of a long text is often out of sight. */
  readonly leads: boolean;
}

/** Text for a line's end, with few distinct values; "" if the setting wants none. */
export function lineEndText(
  line: LineFigures & { readonly edited: boolean },
  show: ServerSettings["inlineText"],
  words: CostWords,
  wait?: WaitEnd,
): string {
  const figures = lineEnds[show](line, words);
  if (figures.length === 0) return "";
  const both = wait === undefined ? figures : wait.leads ? [wait.text, ...figures.slice(-1)] : [...figures, wait.text];
  return (line.edited ? [...both, localised({ code: "cost.edited" }, words.locale)] : both).join(" · ");
}

/** `98.1 % total · 3.2 % self · 812 ms · 1.9 ms per request`. */
export function lensText(cost: FileFunction, words: CostWords): string {
  const textOf = textIn(words.locale);
  const parts = [
    textOf("cost.total", { figure: shareText(shareOf(cost.totalTicks, words), words.locale) }),
    textOf("cost.self", { figure: shareText(shareOf(cost.selfTicks, words), words.locale) }),
    perStart(durationText(timeOf(cost.totalTicks, words), words.locale), words),
  ];
  const each = perRequestText(cost.totalTicks, words);
  if (each !== undefined) parts.push(textOf("cost.perRequest", { figure: each }));
  if (cost.edited) parts.push(textOf("cost.edited"));
  return marked(cost.inferred, parts.join(" · "));
}

/** Of all that is selected, or per start. */
export function timeOf(ticks: Ticks, { interval, starts = 0 }: CostWords): Milliseconds {
  return durationOf(ticks, interval) / Math.max(1, starts);
}

/** Says that a time is per start, if it is. */
export function perStart(time: string, { starts = 0, locale }: CostWords): string {
  return starts === 0 ? time : textIn(locale)("cost.perStart", { figure: time });
}

/** CPU time per request; undefined without a load report. */
export function perRequestText(ticks: Ticks, words: CostWords): string | undefined {
  return words.requests === 0 ? undefined : durationText(durationOf(ticks, words.interval) / words.requests, words.locale);
}

/** What counts are shown beside. */
export function countedCost(cost: Pick<LineFigures, "totalTicks" | "withLibrariesTicks">, words: CostWords): CountedCost {
  const perRequest = words.requests === 0 ? undefined : durationOf(cost.totalTicks, words.interval) / words.requests;
  return { perRequest, ownShare: shareOf(cost.withLibrariesTicks, words) };
}

/** Whether some of `ticks`, which are part of the line's total, must be inferred ones. */
export function restsOnInference(ticks: Ticks, line: LineFigures): boolean {
  return line.inferredTicks > line.totalTicks - ticks;
}

type LineEnd = (line: LineFigures, words: CostWords) => readonly string[];

const lineEnds: Readonly<Record<ServerSettings["inlineText"], LineEnd>> = {
  none: () => [],
  selfAndTotal: (line, words) => [selfShare(line, words), totalShare(line, words)],
  self: (line, words) => [selfShare(line, words)],
  total: (line, words) => [totalShare(line, words)],
  ticks: (line, { locale }) => {
    const count = roughCount(line.totalSamples);
    const text = localised({ code: "cost.ticks", values: { count, shown: countText(count, locale) } }, locale);
    return [marked(restsOnInference(line.totalTicks, line), text)];
  },
  perRequest: times,
};

function selfShare(line: LineFigures, words: CostWords): string {
  const text = shareText(shareOf(line.selfTicks, words), words.locale);
  return localised({ code: "cost.self", values: { figure: marked(restsOnInference(line.selfTicks, line), text) } }, words.locale);
}

/** A range if the profile does not show whether more ticks came through this line. */
function totalShare(line: LineFigures, words: CostWords): string {
  const low = shareOf(line.totalTicks, words);
  const high = shareOf(line.totalTicks + line.candidateTicks, words);
  const open = line.candidateTicks > 0;
  const text = open ? shareRangeText(low, high, words.locale) : shareText(low, words.locale);
  return localised({ code: "cost.total", values: { figure: marked(open || restsOnInference(line.totalTicks, line), text) } }, words.locale);
}

/** Self and total time per request or start; else for the whole run. */
function times(line: LineFigures, words: CostWords): readonly string[] {
  const textOf = textIn(words.locale);
  const requests = Math.max(words.requests, 1);
  const time = (ticks: Ticks): string =>
    marked(restsOnInference(ticks, line), roughDurationText(timeOf(ticks, words) / requests, words.locale));
  const total = textOf("cost.total", { figure: time(line.totalTicks) });
  return [
    textOf("cost.self", { figure: time(line.selfTicks) }),
    words.requests === 0 ? perStart(total, words) : textOf("cost.perRequest", { figure: total }),
  ];
}

function marked(inferred: boolean, text: string): string {
  return inferred ? `≈ ${text}` : text;
}
