import { setTimeout as delay } from "node:timers/promises";
import type { Milliseconds } from "../analysis/units.ts";
import { isPaused } from "../platform/process-tree.ts";
import type { CodedText } from "../texts/coded-text.ts";
import { afterAwake } from "../platform/awake-timer.ts";

/** One that was paused for this long will not answer. */
const pausedMs: Milliseconds = 1000;
const pollMs: Milliseconds = 100;

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

/** As `withinLimit`, for the answer of a process; rejects with a PausedError after one second in which the process is paused. */
export async function answerWithin<T>(answer: Promise<T>, limit: Milliseconds, who: string, pid: number): Promise<T> {
  const answered = new AbortController();
  const paused = staysPaused(pid, answered.signal).then((isTrue) => {
    if (isTrue) throw new PausedError(`${who} is paused`);
    return answer;
  });
  try {
    return await Promise.race([withinLimit(answer, limit, who), paused]);
  } finally {
    answered.abort();
  }
}

/** True once the process was paused for a second, false when that need not be known any more. */
async function staysPaused(pid: number, answered: AbortSignal): Promise<boolean> {
  for (let polls = 0; polls * pollMs < pausedMs;) {
    await delay(pollMs, undefined, { signal: answered }).catch(() => undefined);
    if (answered.aborted) return false;
    polls = (await isPaused(pid)) ? polls + 1 : 0;
  }
  return true;
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
