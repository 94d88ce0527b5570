import type { Bytes, Line, Microseconds, Milliseconds, Share, Ticks } from "../units.ts";

/** What a thread did in a column of the time strip, from the bottom up: kinds of code as in `categories`, then time that was not busy. */
export const bands = ["own", "dependency", "node", "native", "gc", "program", "compile", "idle", "noCpu"] as const;
export type Band = (typeof bands)[number];

/** Columns of a strip at most, whatever the length of its run: what crosses a process is bounded by it. */
export const mostColumns = 4000;

/**
 * A stretch of time in which an event loop could not turn. `gc`: mostly garbage was collected; `noCpu`: its process waited for a processor.
 * Only that of a `block` is certainly the line that took the time.
 */
export const blockKinds = ["block", "busyTurn", "gc", "noCpu"] as const;
export type BlockKind = (typeof blockKinds)[number];

export interface BlockPlace {
  /** Path or URL of the source, as in the digest. */
  readonly path: string;
  readonly line: Line;
  /** Name of the line's function. */
  readonly name: string;
  /** Ticks on it inside the block. */
  readonly ticks: Ticks;
}

/** Times are in microseconds since the start of the window. */
export interface Block {
  /** Id of its thread. */
  readonly thread: number;
  readonly from: Microseconds;
  readonly to: Microseconds;
  readonly kind: BlockKind;
  /**
   * Line of own code with most time in it, what it called counted in; of `gc` the one whose call it interrupted. Undefined if there is none, and
   * without a processor.
   */
  readonly hottest?: BlockPlace | undefined;
  /** Time in it without a processor; undefined: none. */
  readonly withoutCpu?: Microseconds | undefined;
}

export interface StripThread {
  readonly id: number;
  readonly name: string;
  /** In the shown time. */
  readonly busyTicks: Ticks;
  /** Length of a tick. */
  readonly interval: Microseconds;
  /** In the order of `bands`: base64 of one byte per column, the share of its time × 255. A column's bytes add up to at most 255. */
  readonly shares: readonly string[];
  /** Ticks of busy time per column: base64 of one little-endian Uint32 each, so that a read-out says ticks × interval. */
  readonly ticks: string;
  /** Busiest line of own code per column as an index in the strip's `lines`, -1: none; base64 of one little-endian Int32 each. */
  readonly hottest: string;
}

/** The load on the strip's axis; rows have a value per column. */
export interface StripLoad {
  /** What was measured; before it is the warm-up. */
  readonly from: Microseconds;
  readonly to: Microseconds;
  /** Null before the load's first request and after its end. */
  readonly perSecond: readonly (number | null)[];
  /** Null where nothing ended. */
  readonly p50Ms: readonly (Milliseconds | null)[];
  readonly p99Ms: readonly (Milliseconds | null)[];
  /** Requests whose connection broke or that timed out, and answers of status 400 and up. */
  readonly errors: readonly number[];
  /** Requests that were sent and had not ended in the middle of the column. */
  readonly underWay: readonly number[];
}

/** About every half second of one thread's event loop. */
export interface StripReading {
  readonly at: Microseconds;
  readonly busy: Share;
  readonly delayP99Ms: Milliseconds;
  readonly heapUsed: Bytes;
}

/** What the time strip draws of a span of the window. */
export interface Strip {
  /** Of the whole window, in microseconds. */
  readonly length: Microseconds;
  /** Of what is drawn: `columns` of equal length. */
  readonly from: Microseconds;
  readonly to: Microseconds;
  readonly columns: number;
  /** Busiest first. */
  readonly threads: readonly StripThread[];
  /** What `hottest` names: `passwords.js:9`, and the function. */
  readonly lines: readonly { readonly label: string; readonly name: string }[];
  readonly blocks: readonly Block[];
  /** When the app's first server listened, if the run has what came before. */
  readonly listenedAt?: Microseconds | undefined;
  /** Undefined without single requests. */
  readonly load?: StripLoad | undefined;
  readonly readings: readonly { readonly thread: number; readonly values: readonly StripReading[] }[];
}
