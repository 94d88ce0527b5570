import type { Report } from "../../analysis/exporters/markdown.ts";
import { type PartKind, partKinds } from "../../analysis/marks/part-kinds.ts";
import type { Line, Microseconds } from "../../analysis/units.ts";
import type { Explained, ExplainedRequest, ExplainedSide, ExplainedSlowest, SlowRequests } from "../../answers/waits/explained-request.ts";
import type { HeldBy } from "../../answers/waits/line-waits.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import type { Phrases } from "../run-report.ts";

/** Names a line; "" is its function where that is not known. */
export type NameLine = (place: { readonly path: string; readonly line: Line; readonly name: string }) => string;

/** A part of a sum in words: `310 waiting (3 lines)`. */
export interface SumPart {
  readonly kind: PartKind;
  /** Rounded, so that all parts add up to the sum's total. */
  readonly ms: number;
  readonly text: string;
}

/** From this on sums are in whole milliseconds, else in tenths. */
const wholeFrom: Microseconds = 100_000;
/** Rows of a Markdown table. */
const mostRows = 60;

/** Its parts in the order of the sum. What is 0 is shown, but for the time after the answer. */
export function sumParts(side: ExplainedSide, phrases: Phrases, placeOf: NameLine): readonly SumPart[] {
  const rounded = roundedParts(side);
  return partKinds.flatMap((kind) => {
    const ms = rounded[kind];
    if (kind === "after" && ms === 0) return [];
    return [{ kind, ms, text: phrases.phrase(partText(kind, ms, side, phrases, placeOf)) }];
  });
}

/** `2,000 ms = 120 before the handler began + …`. */
export function sumText(side: ExplainedSide, phrases: Phrases, placeOf: NameLine): string {
  const parts = sumParts(side, phrases, placeOf);
  const total = parts.reduce((sum, { ms }) => sum + ms, 0);
  const values = { total: phrases.count(Math.round(total * 10) / 10), parts: parts.map(({ text }) => text).join(" + ") };
  return phrases.phrase({ code: "explained.sum", values });
}

/** Each part to a millisecond, or a tenth, so that they add up to their rounded sum. */
function roundedParts({ parts, us }: ExplainedSide): Readonly<Record<PartKind, number>> {
  const step: Microseconds = us >= wholeFrom ? 1000 : 100;
  let [sum, before] = [0, 0];
  return Object.fromEntries(
    partKinds.map((kind) => {
      sum += parts[kind];
      const upTo = Math.round(sum / step);
      const part = upTo - before;
      before = upTo;
      return [kind, (part * step) / 1000];
    }),
  ) as Record<PartKind, number>;
}

function partText(kind: PartKind, ms: number, { cpu, waiting, held }: ExplainedSide, phrases: Phrases, placeOf: NameLine): CodedText {
  const shown = phrases.count(ms);
  const lines = (found: readonly { readonly path: string; readonly line: Line }[]): CodedText => ({
    code: "explained.lines",
    values: { count: new Set(found.map(({ path, line }) => `${line} ${path}`)).size },
  });
  if (kind === "cpu" && cpu.length > 0) return { code: "explained.cpuOn", values: { shown, lines: lines(cpu) } };
  if (kind === "waiting" && waiting.length > 0) return { code: "explained.waitingOn", values: { shown, lines: lines(waiting) } };
  const [culprit, ...others] = held;
  // Whoever held it up for less than is shown is no culprit.
  if (kind === "held" && culprit !== undefined && ms > 0) {
    const by = heldByText(culprit, phrases, placeOf);
    return { code: others.length > 0 ? "explained.heldByOthers" : "explained.heldBy", values: { shown, by } };
  }
  return { code: `explained.sum.${kind}`, values: { shown } };
}

/** `GET /report (report.js:41)`. */
function heldByText({ route, path, line, name, isInferred }: HeldBy, { phrase }: Pick<Phrases, "phrase">, placeOf: NameLine): string {
  const place = path === undefined ? undefined : `${isInferred ? "≈ " : ""}${placeOf({ path, line, name })}`;
  if (route !== undefined && place !== undefined) return phrase({ code: "explained.routeAt", values: { route, place } });
  return route ?? place ?? phrase({ code: "explained.otherWork" });
}

/** The slowest 1 % beside as many usual requests, and what cannot be known; sentences. */
export function slowestShareText(
  slowest: ExplainedSlowest,
  { unmatched, open }: Pick<SlowRequests, "unmatched" | "open">,
  phrases: Phrases,
  placeOf: NameLine,
): readonly string[] {
  const { phrase, count } = phrases;
  return [
    phrase({ code: "explained.slowest", values: { shown: count(slowest.requests), sum: sumText(slowest.one, phrases, placeOf) } }),
    phrase({ code: "explained.usual", values: { sum: sumText(slowest.usual, phrases, placeOf) } }),
    ...(unmatched === 0 ? [] : [phrase({ code: "explained.unmatched", values: { shown: count(unmatched) } })]),
    ...(open === 0 ? [] : [phrase({ code: "explained.open", values: { shown: count(open) } })]),
  ];
}

/** What each request is, with its sum, then the sums of the usual ones that they are compared with, each once. */
export function explainedTexts(explained: readonly Explained[], phrases: Phrases, placeOf: NameLine): readonly string[] {
  const { phrase } = phrases;
  const usual = explained.flatMap((each) =>
    each.usual === null
      ? []
      : [phrase({ code: "explained.usualOne", values: { request: each.usual.request, sum: sumText(each.usual, phrases, placeOf) } })],
  );
  const ones = explained.map(({ one }, index) => {
    const values = { position: index + 1, request: one.request, facts: factsText(one, phrases), sum: sumText(one, phrases, placeOf) };
    return phrase({ code: "explained.one", values });
  });
  return [...ones, ...new Set(usual)];
}

/** Status, connection and process; and whether the client's part is unknown. */
export function requestFacts(request: ExplainedRequest, phrases: Phrases): readonly string[] {
  const { status, aborted, port, ordinal, pid, isMatched } = request;
  const { phrase } = phrases;
  return [
    phrase(status === 0 ? { code: "explained.noAnswer" } : { code: "tail.status", values: { status } }),
    ...(aborted ? [phrase({ code: "explained.aborted" })] : []),
    ...(port === 0 ? [] : [phrase({ code: "explained.connection", values: { port, ordinal } })]),
    ...(pid === undefined ? [] : [phrase({ code: "explained.process", values: { pid } })]),
    ...(isMatched ? [] : [phrase({ code: "explained.serverOnly" })]),
  ];
}

function factsText(request: ExplainedRequest, phrases: Phrases): string {
  return requestFacts(request, phrases).join(" · ");
}

/** A request on one page, to paste into an issue: both sums, what the parts differ by, its lines, and its time from the start to the end. */
export function explainedReport({ one, usual }: Explained, phrases: Phrases, placeOf: NameLine): Report {
  const { phrase, count, duration } = phrases;
  const textOf = (code: CodedText["code"]): string => phrase({ code });
  const ms = (us: Microseconds): string => count(Math.round(us / 100) / 10);
  return {
    title: `${one.request} ${duration(one.us / 1000)}`,
    facts: [
      [textOf("explained.thisRequest"), `${sumText(one, phrases, placeOf)} (${factsText(one, phrases)})`],
      ...(usual === null ? [] : [[textOf("explained.usualRequest"), sumText(usual, phrases, placeOf)] as const]),
      [textOf("report.note"), textOf("explained.rewritten")],
    ],
    tables: [
      {
        title: textOf("explained.where"),
        columns: (["explained.part", "explained.line", "explained.what", "explained.ms"] as const).map(textOf),
        figures: [3],
        rows: sideLines(one, phrases, placeOf).map(({ kind, place, what, us }) => [textOf(`explained.kind.${kind}`), place, what, ms(us)]),
        none: textOf("explained.noLines"),
      },
      {
        title: textOf("explained.inTime"),
        columns: (["explained.start", "explained.ms", "explained.part", "explained.line", "explained.what"] as const).map(textOf),
        figures: [0, 1],
        rows: one.rows
          .toSorted((first, second) => second.toUs - second.fromUs - first.toUs + first.fromUs)
          .slice(0, mostRows)
          .toSorted((first, second) => first.fromUs - second.fromUs)
          .map(({ kind, fromUs, toUs, path, line, text, route }) => [
            ms(fromUs),
            ms(toUs - fromUs),
            textOf(`explained.kind.${kind}`),
            path === undefined ? "" : placeOf({ path, line: line ?? 0, name: "" }),
            route ?? text,
          ]),
        none: textOf("explained.noLines"),
      },
    ],
  };
}

interface SideLine {
  readonly kind: "cpu" | "waiting" | "held";
  readonly place: string;
  readonly what: string;
  readonly us: Microseconds;
}

function sideLines({ cpu, waiting, held }: ExplainedSide, { phrase, count }: Phrases, placeOf: NameLine): readonly SideLine[] {
  const times = (often: number): string =>
    often > 1 ? ` ${phrase({ code: "explained.times", values: { shown: count(Math.round(often * 10) / 10) } })}` : "";
  const marked = (isInferred: boolean, place: string): string => (isInferred ? `≈ ${place}` : place);
  return [
    ...cpu.map(({ us, isInferred, ...place }): SideLine => ({ kind: "cpu", place: marked(isInferred, placeOf(place)), what: "", us })),
    ...waiting.map(({ us, text, times: often, ...place }): SideLine => ({
      kind: "waiting",
      place: placeOf(place),
      what: `${text}${times(often)}`,
      us,
    })),
    ...held.map(({ us, path, line, name, route, isInferred }): SideLine => {
      const place = path === undefined ? "" : marked(isInferred, placeOf({ path, line, name }));
      return { kind: "held", place, what: route ?? "", us };
    }),
  ];
}
