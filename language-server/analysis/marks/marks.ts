import type { Microseconds, Milliseconds } from "../units.ts";

/** Times of all tables are in microseconds since the start of the window, and may be before it. A request of 0 is none. */

/** Changes of the request whose code a thread's loop runs, in time order. */
export interface TurnTable {
  readonly at: Float64Array;
  /** How long the loop had been idle by then, in microseconds since any time. */
  readonly idle: Float64Array;
  readonly request: Int32Array;
}

/** Requests that a thread's HTTP servers were sent, by number: row 0 is request 1. */
export interface ServedTable {
  /** When its head was parsed, and its handlers were about to be called. */
  readonly begin: Float64Array;
  /** When its answer was handed over; NaN if that was not seen. */
  readonly end: Float64Array;
  /** 0 without an answer. */
  readonly status: Int32Array;
  /** 1 if it was closed before its answer was whole. */
  readonly aborted: Uint8Array;
  /** The client's, and which request of that connection it is, from 1; 0 if unknown. */
  readonly port: Int32Array;
  readonly ordinal: Int32Array;
  /** Index in `routes`, or -1: none is known. */
  readonly route: Int32Array;
}

/** A place of own code that waits: an `await`, a `for await`, or the call whose callback comes later. */
export interface WaitSite {
  /** As V8 has it. */
  readonly url: string;
  /** In the script as it was loaded, 1-based; columns 0-based. */
  readonly line: number;
  readonly column: number;
  /** What is awaited, as the code says it, shortened. */
  readonly text: string;
  readonly kind: "await" | "for-await" | "callback";
  /** How often it settled since the app began, and how often with a rejection: exact, also where rows are missing. */
  readonly count: number;
  readonly rejected: number;
  /** For how long in all. */
  readonly us: Microseconds;
}

/** What was awaited, as far as that is known. */
export interface Awaited {
  /** `timer`, `http`, `sql`, `redis`, `fs`. */
  readonly kind: string;
  readonly text: string;
  /** Of a timer. */
  readonly delayMs?: Milliseconds | undefined;
}

/** Waits of 50 µs and more, in the order of their ends. */
export interface WaitTable {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly request: Int32Array;
  /** Index in `sites`. */
  readonly site: Int32Array;
  /** Index in `awaited`, or -1. */
  readonly what: Int32Array;
  /** 1 if it was rejected. */
  readonly rejected: Uint8Array;
  /** When the timer was due that ended it; NaN if that is not known, or only from what was awaited. */
  readonly due: Float64Array;
  readonly sites: readonly WaitSite[];
  readonly awaited: readonly Awaited[];
}

/** What a thread of the app marked itself while a pass recorded it. */
export interface ThreadMarks {
  /** Id of the thread in its run. */
  readonly thread: number;
  readonly turns: TurnTable;
  readonly served: ServedTable;
  readonly waits: WaitTable;
  /** Rows of any table for which there was no room. */
  readonly lost: number;
}

export interface Marks {
  /** `GET /orders/:id`, as `served.route` names them. */
  readonly routes: readonly string[];
  readonly threads: readonly ThreadMarks[];
}
