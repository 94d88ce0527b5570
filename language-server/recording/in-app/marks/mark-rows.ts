/**
 * Marks of a thread are rows of four little-endian 64-bit floats: when, what, and two more figures. Times are in microseconds of the machine's
 * monotonic clock; `what` is a kind plus 16 times the request it belongs to (from 1 in each thread; 0: none).
 */
export const figuresInRow = 4;
export const rowBytes = figuresInRow * 8;
export const kindsInCode = 16;

/**
 * `turn`: from now on code of that request runs; how long the loop has been idle so far. `begin`: the client's port, and which request of
 * its connection it is, from 1. `end`: status, 1 if it was closed before the answer was whole. `wait`: at its end; when it began, and
 * `waitCode`. `route`: index among the names. `due`: right before a wait and at its end; when the timer was due that ended it.
 */
export const markKinds = { turn: 1, begin: 2, end: 3, wait: 4, route: 5, due: 6 } as const;

/** Sites and what was awaited have 24 bits each, which a float holds exactly; above are flags. */
const namesInCode = 2 ** 24;

/** `site` and `what` are indices among their names; `what` is 0 if it is not known. */
export function waitCode(site: number, what: number, isRejected: boolean): number {
  return site + what * namesInCode + (isRejected ? namesInCode * namesInCode : 0);
}

export function fromWaitCode(code: number): { readonly site: number; readonly what: number; readonly isRejected: boolean } {
  const rest = Math.floor(code / namesInCode);
  return { site: code % namesInCode, what: rest % namesInCode, isRejected: rest >= namesInCode };
}

/** What rows refer to by its index, from 1 in each table of a thread: a line of JSON each, in the file beside the rows. */
export type MarkName =
  | { readonly table: "route"; readonly id: number; readonly name: string }
  /** `url` as V8 has it. */
  | { readonly table: "script"; readonly id: number; readonly url: string }
  | {
      readonly table: "site";
      readonly id: number;
      readonly script: number;
      /** In the text as it ran, 1-based; columns 0-based. `generated`: before the script's source map. */
      readonly line: number;
      readonly column: number;
      /** What is awaited, as the code says it, shortened. */
      readonly text: string;
      readonly kind: "await" | "for-await" | "callback";
    }
  | {
      readonly table: "what";
      readonly id: number;
      /** `timer`, `http`, `sql`, `redis`, `fs`. */
      readonly kind: string;
      /** Host and path, a statement with placeholders: without values. */
      readonly text: string;
      /** Of a timer. */
      readonly delayMs?: number | undefined;
    };

/** Of what was served in another way than by HTTP/1 requests: since the last restart; the last such line counts. */
export interface UnroutedCounts {
  readonly table: "unrouted";
  /** Rows of the marks' file that did not fit. */
  readonly lost: number;
  /** Requests by HTTP/2. */
  readonly streams: number;
  /** Connections that are upgraded (WebSocket). */
  readonly upgraded: number;
}

/** At the end of the names: what has been counted at each site since the thread began, also of what was too short or too much for a row. */
export interface SiteCounts {
  readonly table: "counts";
  /** Rows that were not written, as the file had reached its limit. */
  readonly lost: number;
  /** Of each site with any: its id, how often it settled, how often with a rejection, and for how long in all, in microseconds. */
  readonly sites: readonly (readonly [site: number, count: number, rejected: number, us: number])[];
  /** Scripts that could not be read, and functions that were left as they are. */
  readonly unread: number;
  readonly left: number;
  /** Which scripts were rewritten. */
  readonly reach: "all" | "commonjs" | "none";
}
