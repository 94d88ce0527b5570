import type { Line, Microseconds, Share, Ticks } from "../../units.ts";
import type { TimeSpan } from "../../selection/selection.ts";
import type { Outcome } from "../tracks.ts";

/** A slow or failed request. Times are in microseconds since the start of the window. */
export interface TailRow {
  /** `GET /search`; never a culprit, as it may have waited for another request's code. */
  readonly request: string;
  /** When it began, so at a fixed rate when it was due. */
  readonly from: Microseconds;
  readonly to: Microseconds;
  /** The part of it before it was sent. */
  readonly sentLate: Microseconds;
  /** The part of it in which the app waited for a processor: requests are ranked without it. */
  readonly noCpu: Microseconds;
  /** 0 without an answer. */
  readonly status: number;
  readonly outcome: Outcome;
  /** Whether it would not be slow if it had been sent when it was due: it waited for others. */
  readonly isOnlyLate: boolean;
  /** Index in `Tail.lines` of the named line that most of its excess is on; undefined if none of those ran more than usual. */
  readonly line: number | undefined;
}

/** A line of own code with a larger share of busy time, what it called counted in, in slow moments than outside them. */
export interface TailLine {
  /** Index in the profile's sources. */
  readonly source: number;
  readonly line: Line;
  /** Name of the function that most of its ticks are in. */
  readonly name: string;
  /** In slow moments. */
  readonly ticks: Ticks;
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
  | { readonly code: "noRequests" };

/** The slowest requests of a run, and which lines ran while they waited. */
export interface Tail {
  /** The slowest first, and failed ones. At most `mostRows`. */
  readonly rows: readonly TailRow[];
  /** Slow requests, and failed ones, of which `rows` may be a part. */
  readonly slow: number;
  readonly failed: number;
  /** Requests that would be among the slowest if the app had not waited for a processor in them. */
  readonly onlyNoCpu: number;
  /** Slow moments: what the slow requests' spans cover together, in order. */
  readonly episodes: readonly TimeSpan[];
  readonly verdict: TailVerdict;
  /** The most certain first, at most `mostLines`; those of a verdict `named`, then others that were seen more. */
  readonly lines: readonly TailLine[];
}

export const mostRows = 300;
export const mostLines = 20;
/** With less nothing is named: one slow moment would tell of chance. */
export const fewestEpisodes = 10;
export const fewestRequests = 1000;
