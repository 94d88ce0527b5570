import { momentText } from "../../analysis/figures.ts";
import type { Report } from "../../analysis/exporters/markdown.ts";
import { fewestEpisodes, fewestRequests } from "../../analysis/timeline/tail/tail.ts";
import type { Microseconds } from "../../analysis/units.ts";
import type { SlowestAnswer } from "../../answers/timeline/slowest-requests.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import type { Phrases, ReportWords } from "../run-report.ts";
import { failedText, headline, type NamePlace } from "./slowest-headline.ts";

type Row = SlowestAnswer["rows"][number];
type Moment = SlowestAnswer["moments"][number];
type SpokenFigures = Phrases & Pick<ReportWords, "locale">;

/**
 * In sentences: why p99 is what it is, or how all requests failed; what slow moments show together; how many requests waited for something else,
 * failed or were not sent; and which rate to send.
 */
export function slowestVerdict(answer: SlowestAnswer, phrases: Phrases, placeOf: NamePlace): readonly string[] {
  const { slow, succeeded, idle, onlyNoCpu, unsent, rate } = answer;
  const { phrase, count } = phrases;
  return [
    ...headline(answer, phrases, placeOf),
    ...verdictTexts(answer, phrases, placeOf).map(phrase),
    ...(idle > 0 ? [phrase({ code: "tail.mostlyIdle", values: { shown: count(idle), slow: count(slow) } })] : []),
    ...failedText(answer, phrases),
    ...(unsent > 0 && succeeded > 0 ? [phrase({ code: "tail.unsent", values: { shown: count(unsent) } })] : []),
    ...(onlyNoCpu > 0 ? [phrase({ code: "tail.onlyNoCpu", values: { shown: count(Math.round(onlyNoCpu)) } })] : []),
    ...(rate === undefined ? [] : [phrase({ code: "tail.rate", values: { rate: count(rate) } })]),
  ];
}

function verdictTexts(
  { verdict, lines, missing, failures, cause }: SlowestAnswer,
  { phrase, count, share }: Phrases,
  placeOf: NamePlace,
): readonly CodedText[] {
  const needed = (shown: number, least: number, seconds: number): CodedText["values"] => ({
    shown: count(shown),
    needed: count(least),
    seconds: count(seconds),
  });
  switch (verdict.code) {
    case "named": {
      const [first, ...others] = lines.slice(0, verdict.count);
      if (first === undefined) return [];
      // Never all of it.
      const certainty = first.p < 0.001 ? phrase({ code: "tail.over", values: { share: share(0.999) } }) : share(1 - first.p);
      const shares = { inside: share(first.inside), outside: share(first.outside), episodes: count(verdict.episodes), certainty };
      return [
        { code: "tail.named", values: { place: placeOf(first), ...shares } },
        ...(others.length === 0 ? [] : [{ code: "tail.alsoNamed", values: { places: others.map(placeOf).join(", ") } } as const]),
      ];
    }
    case "nothingStandsOut":
      // A cause that needs no statistics is said already.
      if (cause.code === "block" || cause.code === "gc") return [];
      return [{ code: "tail.nothingStandsOut", values: { episodes: count(verdict.episodes) } }];
    case "tooFewEpisodes":
      return [{ code: "tail.tooFewEpisodes", values: needed(verdict.episodes, fewestEpisodes, verdict.seconds) }];
    case "tooFewRequests":
      return [{ code: "tail.tooFewRequests", values: needed(verdict.requests, fewestRequests, verdict.seconds) }];
    case "noAnswers":
      return [];
    case "noRequests":
      if (missing !== undefined) return [missing];
      return failures.length > 0 ? [] : [{ code: "tail.noRequests" }];
  }
}

/**
 * Moments as a table, `most` of them: how long the slowest request of each took, when it began in seconds of the recording, what ran more than usual
 * while it waited, and what blocked the event loop, if anything did.
 */
export function slowestTable(answer: SlowestAnswer, most: number, words: ReportWords, placeOf: NamePlace): Report["tables"][number] {
  const { textOf, duration, locale } = words;
  const moments = answer.moments.slice(0, most).flatMap((moment) => {
    const row = answer.rows[moment.rows[0] ?? -1];
    return row === undefined ? [] : [{ moment, row }];
  });
  const isBlocked = moments.some(({ row }) => row.blocked !== undefined);
  return {
    title: textOf("tail.title"),
    columns: [
      ...(["tail.time", "tail.at", "tail.request", "tail.how", "tail.ranMore"] as const).map((code) => textOf(code)),
      ...(isBlocked ? [textOf("tail.blockedMeanwhile")] : []),
    ],
    figures: [0, 1],
    rows: moments.map(({ moment, row }) => {
      const ran = row.line === undefined ? undefined : answer.lines[row.line];
      const { request, blocked } = row;
      const values = { request, shown: words.count(moment.requests - 1) };
      const block = blocked && textOf("timeline.block", { place: placeOf(blocked), time: duration(blocked.time / 1000) });
      return [
        duration((row.to - row.from) / 1000),
        momentText(row.from, locale),
        moment.requests > 1 ? textOf("tail.andMore", values) : request,
        [...slowRowNotes(row, words), ...unsentNote(moment, words)].join(" · "),
        ran === undefined ? "" : placeOf(ran),
        ...(isBlocked ? [block ?? ""] : []),
      ];
    }),
    none: textOf("tail.none"),
  };
}

/** How many requests a moment has, and when. */
export function momentWords({ from, requests, isFailure }: Moment, { phrase, count, locale }: SpokenFigures): string {
  const values = { shown: count(requests), at: momentText(from, locale) };
  return phrase({ code: isFailure ? "tail.failedFrom" : "tail.moment", values });
}

export function unsentNote({ unsent }: Moment, { phrase, count }: Pick<Phrases, "phrase" | "count">): readonly string[] {
  return unsent === 0 ? [] : [phrase({ code: "tail.momentUnsent", values: { shown: count(unsent) } })];
}

/** As a fact, which it is also where statistics name nothing, or another line. */
export function blockedNote(
  { time, blocks, ...place }: NonNullable<Row["blocked"]>,
  { phrase, count, duration }: Pick<Phrases, "phrase" | "count" | "duration">,
  placeOf: NamePlace,
): string {
  const values = { place: placeOf(place), time: duration(time / 1000), shown: count(blocks) };
  return phrase({ code: blocks === 1 ? "tail.blocked" : "tail.blockedTimes", values });
}

/** How it ended, and what part of it was no answering. */
export function slowRowNotes(
  { from, to, sentLate, noCpu, gc, idle, status, outcome, isOnlyLate }: Row,
  { duration, phrase }: Pick<Phrases, "duration" | "phrase">,
): readonly string[] {
  const timed = (
    code: "tail.collected" | "tail.idle" | "tail.onlyLate" | "tail.sentLate" | "tail.withoutCpu",
    us: Microseconds,
  ): readonly string[] => (us < leastShown ? [] : [phrase({ code, values: { time: duration(us / 1000) } })]);
  return [
    outcome === "answer" ? String(status) : phrase({ code: `tail.outcome.${outcome}` }),
    ...timed(isOnlyLate ? "tail.onlyLate" : "tail.sentLate", sentLate),
    ...timed("tail.withoutCpu", noCpu),
    ...timed("tail.collected", gc),
    ...(idle > (to - from) / 2 ? timed("tail.idle", idle) : []),
  ];
}

/** Shorter times explain no slow request. */
const leastShown: Microseconds = 1000;

/** When it was, what ran more than usual while it waited, and what blocked the loop. */
export function slowRowDetail(
  { request, from, to, line, blocked }: Row,
  lines: SlowestAnswer["lines"],
  words: SpokenFigures,
  placeOf: NamePlace,
): string {
  const { phrase, locale } = words;
  const ran = line === undefined ? undefined : lines[line];
  return [
    phrase({ code: "tail.detail", values: { request, from: momentText(from, locale), to: momentText(to, locale) } }),
    ...(ran === undefined ? [] : [phrase({ code: "tail.detailLine", values: { place: placeOf(ran) } })]),
    ...(blocked === undefined ? [] : [phrase({ code: "tail.detailBlocked", values: { what: blockedNote(blocked, words, placeOf) } })]),
  ].join(" ");
}
