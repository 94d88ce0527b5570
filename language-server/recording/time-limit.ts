import type { Milliseconds } from "../analysis/units.ts";
import { isPaused } from "../platform/process-tree.ts";
import type { CodedText } from "../texts/coded-text.ts";

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
  let timer: NodeJS.Timeout | undefined;
  let polls = 0;
  const paused = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      polls = isPaused(pid) ? polls + 1 : 0;
      if (polls * pollMs >= pausedMs) reject(new PausedError(`${who} is paused`));
    }, pollMs);
  });
  try {
    return await Promise.race([withinLimit(answer, limit, who), paused]);
  } finally {
    clearInterval(timer);
  }
}

/** The promise's result, or a TimeLimitError that says who did not answer in time. */
export async function withinLimit<T>(work: Promise<T>, limit: Milliseconds, who: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(who, limit)), limit);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
