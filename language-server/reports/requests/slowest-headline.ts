import type { SlowestAnswer } from "../../answers/timeline/slowest-requests.ts";
import type { CodedText, TextCode } from "../../texts/coded-text.ts";
import type { Phrases } from "../run-report.ts";

/** Names a line and its function. */
export type NamePlace = (place: Pick<SlowestAnswer["lines"][number], "path" | "line" | "name">) => string;

type Failure = SlowestAnswer["failures"][number];

/** Ways to fail that a sentence names. */
const mostWays = 3;

/** One sentence: why p99 is what it is, or how all requests failed and what to do; none without requests. */
export function headline(answer: SlowestAnswer, phrases: Phrases, placeOf: NamePlace): readonly string[] {
  const { latencies, failures, succeeded } = answer;
  const { phrase, duration } = phrases;
  const [first] = failures;
  if (succeeded === 0 && first !== undefined) {
    const values = { how: waysText(failures, phrases), advice: { code: adviceFor(first) } };
    return [phrase({ code: "tail.allFailed", values })];
  }
  if (latencies === undefined) return [];
  const time = (of: keyof typeof latencies): string => duration(latencies[of] / 1000);
  const values = { p50: time("p50"), p99: time("p99"), slowest: time("slowest"), cause: causeText(answer, phrases, placeOf) };
  return [phrase({ code: "tail.headline", values })];
}

/** How many failed, and by what; nothing if the headline says so. */
export function failedText({ failures, succeeded }: SlowestAnswer, phrases: Phrases): readonly string[] {
  if (failures.length === 0 || succeeded === 0) return [];
  return [phrases.phrase({ code: "tail.failed", values: { shown: phrases.count(total(failures)), how: waysText(failures, phrases) } })];
}

function causeText(answer: SlowestAnswer, { count, duration }: Phrases, placeOf: NamePlace): CodedText {
  const { cause, verdict, lines, slow, onlyNoCpu } = answer;
  const shares = (requests: number, all = slow): { readonly shown: string; readonly slow: string } => ({
    shown: count(requests),
    slow: count(all),
  });
  switch (cause.code) {
    case "line":
      return { code: "tail.cause.line", values: { place: lines[0] === undefined ? "" : placeOf(lines[0]) } };
    case "block":
      return {
        code: "tail.cause.block",
        values: { place: placeOf(cause.place), time: duration(cause.time / 1000), ...shares(cause.requests) },
      };
    case "noCpu":
      return { code: "tail.cause.noCpu", values: shares(cause.requests, slow + Math.round(onlyNoCpu)) };
    case "sentLate":
    case "gc":
    case "idle":
      return { code: `tail.cause.${cause.code}`, values: shares(cause.requests) };
    case "unknown":
      if (slow === 0) return { code: "tail.cause.noneSlow" };
      return "seconds" in verdict
        ? { code: "tail.cause.moreLoad", values: { seconds: count(verdict.seconds) } }
        : { code: "tail.cause.unknown" };
  }
}

function total(failures: readonly Failure[]): number {
  return failures.reduce((sum, { requests }) => sum + requests, 0);
}

/** `connection failed: 1,200, status 503: 3`, the most frequent first. */
function waysText(failures: readonly Failure[], { phrase, count }: Phrases): string {
  const named = failures.slice(0, mostWays).map(({ outcome, status, requests }) => {
    const how: CodedText = outcome === "answer" ? { code: "tail.status", values: { status } } : { code: `tail.outcome.${outcome}` };
    return phrase({ code: "tail.failedBy", values: { how, shown: count(requests) } });
  });
  return [...named, ...(failures.length > mostWays ? ["…"] : [])].join(", ");
}

function adviceFor({ outcome, status }: Failure): TextCode {
  if (outcome === "answer") return status === 401 || status === 403 ? "tail.advice.signIn" : "tail.advice.status";
  return outcome === "error" ? "tail.advice.error" : "tail.advice.noAnswer";
}
