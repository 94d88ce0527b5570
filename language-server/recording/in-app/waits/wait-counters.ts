import type { AwaitedNow } from "./awaited/awaited-now.ts";
import type { WaitHelper } from "./rewriting/added-code.ts";
import { watchedIterable } from "./watched-iterable.ts";

/** Sites of a thread that can be counted; later ones are left as they are. */
export const mostSites = 65_535;

/** Before the app can replace it by a clock that stands still. */
const now = performance.now.bind(performance);

/** Shorter waits are only counted: rows of them would fill the disk, and nobody waits for them. */
const shortestRowMs = 0.05;

/**
 * A wait that has ended. Times as of `performance.now()`; `what` is 0 if it is not known what was awaited. `dueMs`: when the timer was due that
 * ended it; NaN if that is not known, or what was awaited shows it.
 */
export type OnWait = (site: number, what: number, startMs: number, endMs: number, isRejected: boolean, dueMs: number) => void;

export interface WaitCounters {
  readonly helper: WaitHelper;
  /** Counts a wait that other code has clocked. */
  readonly add: (site: number, what: number, startMs: number, endMs: number, isRejected: boolean) => void;
  /** Of each site where anything has settled: its id, how often, how often with a rejection, and for how long in all, in microseconds. */
  readonly read: () => readonly (readonly [site: number, count: number, rejected: number, us: number])[];
}

/** Its count goes up where a callback or a continuation begins, or stays 0. */
export interface Steps {
  readonly count: number;
}

/** Counts what settles at each site, and passes on what took 50 µs or more. */
export function waitCounters(awaited: AwaitedNow, onWait: OnWait, steps: Steps = { count: 0 }): WaitCounters {
  const counts = new Float64Array(mostSites + 1);
  const rejected = new Float64Array(mostSites + 1);
  const ms = new Float64Array(mostSites + 1);
  /** Of the wait that began last; the step in which it ends if nothing runs meanwhile. */
  let begunMs = -1;
  let nextStep = -1;
  const count = (site: number, tookMs: number): void => {
    counts[site] = (counts[site] as number) + 1;
    ms[site] = (ms[site] as number) + tookMs;
  };
  const add = (site: number, what: number, startMs: number, endMs: number, isRejected: boolean, dueMs = Number.NaN): void => {
    count(site, endMs - startMs);
    if (isRejected) rejected[site] = (rejected[site] as number) + 1;
    if (endMs - startMs >= shortestRowMs) onWait(site, what, startMs, endMs, isRejected, dueMs);
  };
  const begun: WaitHelper["b"] = (operand, _site, startMs) => {
    if (awaited.isKeeping && awaited.keep(startMs, operand)) nextStep = -1;
    return operand;
  };
  return {
    add,
    helper: {
      // Read before the operand is evaluated.
      get b() {
        if (awaited.hasBegun) awaited.forget();
        return begun;
      },
      e: (value, site, startMs) => {
        // It took no time, then; to read the clock would take longer than all the rest.
        if (startMs === begunMs && steps.count === nextStep) {
          counts[site] = (counts[site] as number) + 1;
          return value;
        }
        const endMs = now();
        count(site, endMs - startMs);
        if (endMs - startMs >= shortestRowMs) {
          const { what, dueMs } = awaited.take(startMs, endMs);
          onWait(site, what, startMs, endMs, false, dueMs);
        }
        return value;
      },
      f: watchedIterable,
      n: (earlierMs) => {
        begunMs = now();
        // A function that has waited before was called by the queue of microtasks, which goes on at once.
        nextStep = earlierMs > 0 ? (steps.count + 1) | 0 : -1;
        return begunMs;
      },
      r: (site, startMs) => {
        const endMs = now();
        const { what, dueMs } = awaited.take(startMs, endMs);
        add(site, what, startMs, endMs, true, dueMs);
      },
    },
    read: () => {
      const rows: (readonly [number, number, number, number])[] = [];
      for (const [site, times] of counts.entries())
        if (times > 0) rows.push([site, times, rejected[site] as number, (ms[site] as number) * 1000]);
      return rows;
    },
  };
}
