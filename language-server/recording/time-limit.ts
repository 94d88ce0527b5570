import { setTimeout as delay } from "node:timers/promises";
import type { Milliseconds } from "../analysis/units.ts";
import { isPaused, mainThreadState } from "../platform/process-tree.ts";
import type { CodedText } from "../texts/coded-text.ts";
import { afterAwake } from "../platform/scheduling.ts";

/** One that was paused for this long will not answer. */
const pausedMs: Milliseconds = 1000;
/** Nor will one whose main thread sleeps for this long instead, such as a tool that starts the app by `execFileSync`. */
const blockedMs: Milliseconds = 2000;
const pollMs: Milliseconds = 100;
/** A thread that works in native code instead uses more of the time than this, or waits for a core and does not sleep. */
const wokenShare = 0.3;

export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
  readonly coded: CodedText;

  constructor(who: string, limit: Milliseconds) {
    super(`${who} did not answer within ${limit / 1000} s`);
    this.coded = { code: "reason.noAnswerIn", values: { seconds: limit / 1000 } };
  }
}

export class PausedError extends Error {
  override readonly name = "PausedError";
  readonly coded: CodedText = { code: "reason.paused" };
}

export class BlockedError extends Error {
  override readonly name = "BlockedError";
  readonly coded: CodedText = { code: "reason.blocked" };
}

/**
 * As `withinLimit`, for the answer of a process; rejects with a PausedError after one second in which the process is paused, and with a
 * BlockedError after two in which its main thread only waits in a synchronous call.
 */
export async function answerWithin<T>(answer: Promise<T>, limit: Milliseconds, who: string, pid: number): Promise<T> {
  const answered = new AbortController();
  const stuck = staysStuck(pid, who, answered.signal).then((error) => {
    if (error !== undefined) throw error;
    return answer;
  });
  try {
    return await Promise.race([withinLimit(answer, limit, who), stuck]);
  } finally {
    answered.abort();
  }
}

/** The reason once the process can no longer answer; undefined when that need not be known any more. */
async function staysStuck(pid: number, who: string, answered: AbortSignal): Promise<Error | undefined> {
  let paused = 0;
  const before = mainThreadState(pid);
  for (let polls = 1; !answered.aborted; polls++) {
    await delay(pollMs, undefined, { signal: answered }).catch(() => undefined);
    if (answered.aborted) break;
    paused = (await isPaused(pid)) ? paused + 1 : 0;
    if (paused * pollMs >= pausedMs) return new PausedError(`${who} is paused`);
    const now = polls * pollMs < blockedMs ? undefined : mainThreadState(pid);
    if (before === undefined || now === undefined || !now.isAsleep) continue;
    // V8's sampler wakes it for each sample.
    if (now.cpuMs - before.cpuMs < wokenShare * polls * pollMs) return new BlockedError(`${who} waits in a synchronous call`);
  }
  return undefined;
}

/** The promise's result, or a TimeLimitError that says who did not answer in time. */
export async function withinLimit<T>(work: Promise<T>, limit: Milliseconds, who: string): Promise<T> {
  let cancel: (() => void) | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    cancel = afterAwake(limit, () => reject(new TimeLimitError(who, limit)));
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    cancel?.();
  }
}
