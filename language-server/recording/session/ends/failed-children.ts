import { setTimeout as delay } from "node:timers/promises";
import type { Milliseconds } from "../../../analysis/units.ts";
import type { UserError } from "../../../analysis/user-error.ts";
import type { EndOfApp } from "../app-end.ts";

/** An app often ends with the process that failed, and then says why itself. */
const settledMs: Milliseconds = 2000;
/** A cluster may start workers again and again that fail alike. */
const mostReported = 3;

interface Surroundings {
  readonly end: EndOfApp;
  /** Whether the process that was started, such as a watcher, is there. */
  readonly isRunning: () => boolean;
  /** Whether the session ends. */
  readonly isOver: () => boolean;
  readonly problem: (problem: UserError) => void;
}

/**
 * Reports processes that fail while the app goes on: workers of a cluster, children, the app itself under a watcher. What it returns is called
 * when one exits. Each error is reported once, if the process printed one: an exit code alone may be an answer to its parent.
 */
export function failedChildren({ end, isRunning, isOver, problem }: Surroundings): (code: number | undefined) => Promise<void> {
  const reported = new Set<string>();
  return async (code) => {
    if (code === undefined || code === 0) return;
    await delay(settledMs, undefined, { ref: false });
    if (isOver() || end.isOver || !isRunning() || reported.size >= mostReported) return;
    const failure = end.failure("crashed");
    const key = JSON.stringify([end.reason, failure?.place]);
    if (failure === undefined || reported.has(key)) return;
    reported.add(key);
    problem(end.childProblem(code, failure.place));
  };
}
