import { momentText } from "../analysis/figures.ts";
import type { Report } from "../analysis/exporters/report.ts";
import { fewestEpisodes, fewestRequests } from "../analysis/timeline/tail/tail.ts";
import type { Microseconds } from "../analysis/units.ts";
import type { SlowestAnswer } from "../answers/timeline/slowest-requests.ts";
import type { CodedText } from "../texts/coded-text.ts";
import type { Locale } from "../texts/locale.ts";
import type { Phrases, ReportWords } from "./run-report.ts";

type Row = SlowestAnswer["rows"][number];
/** Names a line and its function. */
type NamePlace = (place: SlowestAnswer["lines"][number]) => string;

/** In sentences: what slow moments show together, how many requests waited for something else or failed, and which rate to send. */
export function slowestVerdict(answer: SlowestAnswer, phrases: Phrases, placeOf: NamePlace): readonly string[] {
  const { slow, idle, onlyNoCpu, failed, rate } = answer;
  const { phrase, count } = phrases;
  return [
    ...verdictTexts(answer, phrases, placeOf).map(phrase),
    ...(idle > 0 ? [phrase({ code: "tail.mostlyIdle", values: { shown: count(idle), slow: count(slow) } })] : []),
    ...(failed > 0 ? [phrase({ code: "tail.failed", values: { shown: count(failed) } })] : []),
    ...(onlyNoCpu > 0 ? [phrase({ code: "tail.onlyNoCpu", values: { shown: count(Math.round(onlyNoCpu)) } })] : []),
    ...(rate === undefined ? [] : [phrase({ code: "tail.rate", values: { rate: count(rate) } })]),
  ];
}

function verdictTexts(
  { verdict, lines, missing }: SlowestAnswer,
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
      return [{ code: "tail.nothingStandsOut", values: { episodes: count(verdict.episodes) } }];
    case "tooFewEpisodes":
      return [{ code: "tail.tooFewEpisodes", values: needed(verdict.episodes, fewestEpisodes, verdict.seconds) }];
    case "tooFewRequests":
      return [{ code: "tail.tooFewRequests", values: needed(verdict.requests, fewestRequests, verdict.seconds) }];
    case "noRequests":
      return [missing ?? { code: "tail.noRequests" }];
  }
}

/** The slowest requests as a table: how long they took, when they began in seconds of the recording, and what ran while they waited. */
export function slowestTable({ rows, lines }: SlowestAnswer, words: ReportWords, placeOf: NamePlace): Report["tables"][number] {
  const { textOf, duration, locale } = words;
  return {
    title: textOf("tail.title"),
    columns: (["tail.time", "tail.at", "tail.request", "tail.how", "tail.ranMore"] as const).map((code) => textOf(code)),
    figures: [0, 1],
    rows: rows.map((row) => {
      const ran = row.line === undefined ? undefined : lines[row.line];
      return [
        duration((row.to - row.from) / 1000),
        momentText(row.from, locale),
        row.request,
        slowRowNotes(row, words).join(" · "),
        ran === undefined ? "" : placeOf(ran),
      ];
    }),
    none: textOf("tail.none"),
  };
}

/** How it ended, and what part of it was no answering. */
export function slowRowNotes(
  { from, to, sentLate, noCpu, idle, status, outcome, isOnlyLate }: Row,
  { duration, phrase }: Pick<Phrases, "duration" | "phrase">,
): readonly string[] {
  const timed = (code: "tail.idle" | "tail.onlyLate" | "tail.sentLate" | "tail.withoutCpu", us: Microseconds): readonly string[] =>
    us < leastShown ? [] : [phrase({ code, values: { time: duration(us / 1000) } })];
  return [
    outcome === "answer" ? String(status) : phrase({ code: `tail.outcome.${outcome}` }),
    ...(outcome === "unsent" ? [] : timed(isOnlyLate ? "tail.onlyLate" : "tail.sentLate", sentLate)),
    ...timed("tail.withoutCpu", noCpu),
    ...(idle > (to - from) / 2 ? timed("tail.idle", idle) : []),
  ];
}

/** Shorter times explain no slow request. */
const leastShown: Microseconds = 1000;

/** When it was, and what ran more than usual while it waited. */
export function slowRowDetail(
  { request, from, to, line }: Row,
  lines: SlowestAnswer["lines"],
  { phrase, locale }: Pick<Phrases, "phrase"> & { readonly locale: Locale },
  placeOf: NamePlace,
): string {
  const ran = line === undefined ? undefined : lines[line];
  return [
    phrase({ code: "tail.detail", values: { request, from: momentText(from, locale), to: momentText(to, locale) } }),
    ...(ran === undefined ? [] : [phrase({ code: "tail.detailLine", values: { place: placeOf(ran) } })]),
  ].join(" ");
}
