import { spansApart } from "../../selection/spans-apart.ts";
import type { TimeSpan } from "../../selection/selection.ts";
import type { SourceProfile } from "../../sources/source-profile.ts";
import type { Line, Microseconds, Share } from "../../units.ts";
import { columnsOf, common, without } from "../span-sets.ts";
import type { Spans } from "../spans.ts";
import type { Block } from "../strip.ts";
import { type Outcome, outcomes, type RequestTable } from "../tracks.ts";
import { type Blocked, BlockedTime, collectedTime } from "./blocked-time.ts";
import { evidenceOf } from "./evidence.ts";
import { isIdle, knownCause, type TailCause } from "./known-cause.ts";
import { momentsOf, type SlowMoment } from "./moments.ts";
import { OwnLines } from "./own-lines.ts";
import { type Failures, type Latencies, type SlowRequests, slowRequests } from "./slow-requests.ts";
import { standingOut } from "./standing-out.ts";

/** A slow or failed request. Times are in microseconds since the start of the window. */
interface TailRow {
  /** `GET /search`; never a culprit, as it may have waited for another request's code. */
  readonly request: string;
  /** When it began, so at a fixed rate when it was due. */
  readonly from: Microseconds;
  readonly to: Microseconds;
  /** The part of it before it was sent. */
  readonly sentLate: Microseconds;
  /** The part of it in which the app waited for a processor: requests are ranked without it. */
  readonly noCpu: Microseconds;
  /** The part of it in which a long garbage collection stopped the app. */
  readonly gc: Microseconds;
  /** The part of it in which the app had nothing to do: it waited for something else, or the load for its own processor. */
  readonly idle: Microseconds;
  /** 0 without an answer. */
  readonly status: number;
  readonly outcome: Outcome;
  /** Whether it would not be slow if it had been sent when it was due: it waited for others. */
  readonly isOnlyLate: boolean;
  /** Index in `Tail.lines` of the named line that most of its excess is on; undefined if none of those ran more than usual. */
  readonly line: number | undefined;
  /** Line that blocked the event loop meanwhile: a fact, whatever statistics say; undefined if none did. */
  readonly blocked: Blocked | undefined;
}

/** A line of own code with a larger share of busy time, what it called counted in, in slow moments than outside them. */
export interface TailLine {
  /** Index in the profile's sources. */
  readonly source: number;
  readonly line: Line;
  /** Name of the function that most of its ticks are in. */
  readonly name: string;
  /** In slow moments. */
  readonly inside: Share;
  readonly outside: Share;
  /** Student's t over the slow moments. */
  readonly t: number;
  /** Probability that chance makes any of the run's lines stand out as much: corrected for the number of lines by Holm's method. */
  readonly p: number;
}

/** What the slow moments of a run show together. */
export type TailVerdict =
  /** The first `count` of `Tail.lines` stand out. */
  | { readonly code: "named"; readonly count: number; readonly episodes: number }
  | { readonly code: "nothingStandsOut"; readonly episodes: number }
  /** `seconds` of the same load would do. */
  | { readonly code: "tooFewEpisodes"; readonly episodes: number; readonly seconds: number }
  | { readonly code: "tooFewRequests"; readonly requests: number; readonly seconds: number }
  /** All failed, or none was answered yet: `Tail.failures` says how. */
  | { readonly code: "noAnswers" }
  | { readonly code: "noRequests" };

/** The slowest requests of a run, and which lines ran while they waited. */
export interface Tail {
  /** The slowest first, and failed ones. At most `mostRows`. */
  readonly rows: readonly TailRow[];
  readonly moments: readonly SlowMoment[];
  readonly cause: TailCause;
  readonly latencies: Latencies | undefined;
  /** Requests that were answered without an error, and how others ended. */
  readonly succeeded: number;
  readonly failures: readonly Failures[];
  /** Slow requests that were sent, and failed ones, of which `rows` may be a part. */
  readonly slow: number;
  readonly failed: number;
  /** Due at a fixed rate while an earlier answer was late, and never sent. */
  readonly unsent: number;
  /** Requests that took as long as slow ones, but not without the time in which the app waited for a processor. */
  readonly onlyNoCpu: number;
  /** Slow requests in which the app was idle for most of the time. */
  readonly idle: number;
  /** Slow moments: what the spans of the slow requests that are evidence cover together, in order. */
  readonly episodes: readonly TimeSpan[];
  readonly verdict: TailVerdict;
  /** At most `mostLines`, the largest excess first: those of a verdict `named`, then others, which chance may explain. */
  readonly lines: readonly TailLine[];
}

const mostLines = 20;
/** With less nothing is named: one slow moment would be chance. */
export const fewestEpisodes = 10;
export const fewestRequests = 1000;

export interface TailInput {
  readonly requests: RequestTable | undefined;
  /** The threads that are looked at, with their times in the whole window. */
  readonly profile: SourceProfile;
  /** When the app waited for a processor. */
  readonly noCpu: Spans;
  /** What blocked event loops that answer requests. */
  readonly blocks: readonly Block[];
  /** The measured part of the load; undefined: all of it. */
  readonly load: TimeSpan | undefined;
  /** Only requests and samples in these; null: everywhere. */
  readonly spans: readonly TimeSpan[] | null;
}

/** Which requests were slow, and which lines of own code ran more than usual while they waited. */
export function tailOf({ requests, profile, noCpu, blocks, load, spans }: TailInput): Tail {
  if (requests === undefined) return withoutRequests;
  const chosen = spans === null ? null : spansApart(spans);
  const own = new OwnLines(profile);
  const works = (span: TimeSpan): boolean => own.busyShare(span) >= 0.5;
  const found = slowRequests(requests, noCpu, { load, spans: chosen === null ? null : columnsOf(chosen) });
  if (found.requests === 0 && found.failures.length === 0) return withoutRequests;
  const { slow, failed } = found;
  const lastEnd = slow.reduce((latest, row) => Math.max(latest, requests.end[row] as number), own.end);
  const whole = load ?? { from: 0, to: lastEnd };
  const windows = chosen === null ? [whole] : common(chosen, [whole]);
  const idleIn = (span: TimeSpan, lost: Microseconds): Microseconds => (1 - own.busyShare(span)) * (span.to - span.from - lost);
  const spanOf = (row: number): TimeSpan => ({ from: requests.due[row] as number, to: requests.end[row] as number });
  const evidence = evidenceOf(found, spanOf, whole, works);
  const episodes = common(spansApart(evidence.rows.map(spanOf)), windows);
  const usual = without(windows, spansApart([...slow, ...evidence.rows, ...evidence.near].map(spanOf)));
  const [inside, outside] = [own.evenShares(episodes), own.shares(usualParts(usual))];
  const standing = standingOut(own.count, inside, outside);
  const verdict = verdictOf(
    found,
    episodes.length,
    lengthOf(chosen ?? (load && [load]), requests),
    standing.filter(({ isNamed }) => isNamed).length,
  );
  const { moments, rows: kept } = momentsOf(requests, slow, failed);
  const named = verdict.code === "named" ? standing.slice(0, Math.min(verdict.count, mostLines)) : [];
  const ran = own.within(
    kept.map(spanOf),
    named.map(({ line }) => line),
  );
  const blocked = new BlockedTime(blocks);
  const collected = collectedTime(blocks);
  const sent = slow.filter((row) => requests.outcome[row] !== unsent);
  const waited = sent.map((row) => ({
    blocked: blocked.within(spanOf(row)),
    time: (requests.end[row] as number) - (requests.due[row] as number),
    noCpu: found.noCpu(row),
    isOnlyLate: isOnlyLate(requests, row, found),
    gc: collected(spanOf(row)),
    isIdle: !works(spanOf(row)),
  }));
  const [first] = named;
  const usualOfFirst = first === undefined ? [] : [outside.shareOfTicks(first.line)];
  const met = own.within(first === undefined ? [] : sent.map(spanOf), first === undefined ? [] : [first.line]);
  const ofFirst = met.filter((each) => lineOf(usualOfFirst, each) !== undefined).length;
  return {
    rows: kept.map((row, index) => ({
      request: requests.labels[requests.request[row] as number] as string,
      ...spanOf(row),
      sentLate: (requests.sent[row] as number) - (requests.due[row] as number),
      noCpu: found.noCpu(row),
      gc: collected(spanOf(row)),
      idle: Math.max(0, idleIn(spanOf(row), found.noCpu(row)) - collected(spanOf(row))),
      status: requests.status[row] as number,
      outcome: outcomes[requests.outcome[row] as number] as Outcome,
      isOnlyLate: isOnlyLate(requests, row, found),
      line: lineOf(
        named.map(({ line }) => outside.shareOfTicks(line)),
        ran[index],
      ),
      blocked: blocked.within(spanOf(row)),
    })),
    moments,
    cause: knownCause(ofFirst, waited, found.onlyNoCpu),
    latencies: found.latencies,
    succeeded: found.succeeded,
    failures: found.failures,
    slow: sent.length,
    failed: failed.length,
    unsent: found.unsent,
    onlyNoCpu: found.onlyNoCpu,
    idle: waited.filter((each) => isIdle(each)).length,
    episodes,
    verdict,
    lines: standing.slice(0, mostLines).map(({ line, t, p }) => {
      const func = own.functionOf(line);
      const name = func === -1 ? "" : profile.functions.shownName(func);
      const shares = { inside: inside.shareOfTicks(line), outside: outside.shareOfTicks(line) };
      return { ...own.placeOf(line), name, ...shares, t, p };
    }),
  };
}

const unsent = outcomes.indexOf("unsent");

/** Enough to know how much shares vary at usual times. */
const mostUsualParts = 30;

/** Usual time in parts of equally many stretches. */
function usualParts(usual: readonly TimeSpan[]): readonly (readonly TimeSpan[])[] {
  const parts = Math.min(mostUsualParts, usual.length);
  const edge = (part: number): number => Math.round((part * usual.length) / parts);
  return Array.from({ length: parts }, (_, part) => usual.slice(edge(part), edge(part + 1)));
}

const withoutRequests: Tail = {
  rows: [],
  moments: [],
  cause: { code: "unknown" },
  latencies: undefined,
  succeeded: 0,
  failures: [],
  slow: 0,
  failed: 0,
  unsent: 0,
  onlyNoCpu: 0,
  idle: 0,
  episodes: [],
  verdict: { code: "noRequests" },
  lines: [],
};

/** Twice what would just do, as the next load may have fewer slow moments. */
const margin = 2;

function verdictOf({ requests, latencies }: SlowRequests, episodes: number, length: Microseconds, count: number): TailVerdict {
  if (latencies === undefined) return { code: "noAnswers" };
  const secondsFor = (share: number): number => roundedUp((share * margin * length) / 1e6);
  if (requests < fewestRequests) return { code: "tooFewRequests", requests, seconds: secondsFor(fewestRequests / requests) };
  if (episodes < fewestEpisodes) return { code: "tooFewEpisodes", episodes, seconds: secondsFor(fewestEpisodes / Math.max(1, episodes)) };
  return count === 0 ? { code: "nothingStandsOut", episodes } : { code: "named", count: Math.min(count, mostLines), episodes };
}

/** To a length that people would choose: 20, 30, 50 s. */
function roundedUp(seconds: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, seconds)));
  return ([1, 2, 3, 5].find((each) => each * step >= seconds) ?? 10) * step;
}

/** Of these windows; without any, of the time in which the requests began. */
function lengthOf(windows: readonly TimeSpan[] | undefined, { due }: RequestTable): Microseconds {
  return windows?.reduce((sum, { from, to }) => sum + to - from, 0) ?? (due.at(-1) ?? 0) - (due[0] ?? 0);
}

/** It would not be slow if it had been sent when it was due. */
function isOnlyLate({ due, sent, end }: RequestTable, row: number, { threshold }: SlowRequests): boolean {
  return (sent[row] as number) > (due[row] as number) && (end[row] as number) - (sent[row] as number) < threshold;
}

/** Of two named lines, one of which called the other, the excess is about the same, and the called one comes first. */
const sameExcess = 0.8;

/** The named line with the largest excess over its usual share; undefined if all have less than usual. */
function lineOf(usual: readonly Share[], ran: ReturnType<OwnLines["within"]>[number] | undefined): number | undefined {
  if (ran === undefined) return undefined;
  const excess = usual.map((share, index) => (ran.ofLines[index] as number) - share * ran.busy);
  const most = Math.max(0, ...excess);
  return most === 0 ? undefined : excess.findIndex((each) => each >= sameExcess * most);
}
