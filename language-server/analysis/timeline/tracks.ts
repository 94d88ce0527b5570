import type { CodedText } from "../../texts/coded-text.ts";
import type { Bytes, Microseconds, Milliseconds, Share } from "../units.ts";

/**
 * How a request ended: with an answer, a broken or refused connection, the tool's time-out, or the end of the load. `unsent`: with the end of the
 * load, too; at a fixed rate it was due, but all connections waited for answers until then.
 */
export const outcomes = ["answer", "error", "timeout", "load-end", "unsent"] as const;
export type Outcome = (typeof outcomes)[number];

const answer = outcomes.indexOf("answer");
const [loadEnd, unsent] = [outcomes.indexOf("load-end"), outcomes.indexOf("unsent")];

/** Whether how long it took is how long an answer takes. */
export function isLatency(outcome: number | undefined): boolean {
  return outcome === answer;
}

/** Whether the load ended before it was known how the request would end. */
export function isCutOff(outcome: number | undefined): boolean {
  return outcome === loadEnd || outcome === unsent;
}

/**
 * Requests of a load in the order in which they began, one row each. Times are in microseconds since the start of the window, and may be
 * before it.
 */
export interface RequestTable {
  /** When it began: at a fixed rate when it was due, else when it was sent. */
  readonly due: Float64Array;
  /** When it was written, never before it was due; at its end if it was not sent. */
  readonly sent: Float64Array;
  readonly end: Float64Array;
  /** 0 without an answer. */
  readonly status: Int32Array;
  /** Index in `outcomes`. */
  readonly outcome: Uint8Array;
  /** Index in `labels`. */
  readonly request: Int32Array;
  /** The client's port, and which request of that connection it was, from 1; 0 if unknown. Missing if the tool does not report it. */
  readonly port?: Int32Array | undefined;
  readonly ordinal?: Int32Array | undefined;
  /** How many requests a row stands for: 1, or more in the fair sample of a long load. In bytes if all fit. */
  readonly weight: Float64Array | Uint8Array;
  /** `GET /test`, in the plan's order, without secrets. */
  readonly labels: readonly string[];
}

/**
 * Turns of an event loop in which it worked for more than 50 ms before a timer could run: from when it may have begun to work until it turned
 * again. One after the other, in microseconds since the start of the window.
 */
export interface LateTurns {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** What an event loop was measured to be, about every half second. */
export interface LoopReading {
  /** Since the start of the window; the reading is of the time since the one before. */
  readonly at: Microseconds;
  /** Share of the time in which the loop was not idle. */
  readonly busy: Share;
  readonly delayP99Ms: Milliseconds;
  readonly heapUsed: Bytes;
}

export interface LoopTrack {
  /** Id of the thread in its run. */
  readonly thread: number;
  readonly late: LateTurns;
  readonly readings: readonly LoopReading[];
}

/** When a route alone was loaded, in microseconds since the start of the window: apart and in order. */
export interface RouteWindows {
  /** `GET /orders/:id`, without secrets. */
  readonly name: string;
  readonly spans: readonly { readonly from: Microseconds; readonly to: Microseconds }[];
  /** Answered in them. */
  readonly requests: number;
  /** Of the requests of the load that they are of. */
  readonly share: Share;
  /** That the app's processes took in them; undefined if that is not known. */
  readonly cpuMs?: Milliseconds | undefined;
}

/** What a run has over its time beside samples. Foreign files and old runs have none of it. */
export interface Tracks {
  /** Undefined without a load, or if its tool does not report single requests. */
  readonly requests?: RequestTable | undefined;
  /** Why requests that were kept cannot be read. */
  readonly damage?: CodedText | undefined;
  /** Of threads whose event loop was watched. */
  readonly loops: readonly LoopTrack[];
  /** The measured part of the load, in microseconds since the start of the window. */
  readonly load?: { readonly from: Microseconds; readonly to: Microseconds } | undefined;
  /** Of a run that loaded each of its routes alone for some time. */
  readonly routes?: readonly RouteWindows[] | undefined;
}

export const noTracks: Tracks = { loops: [] };
