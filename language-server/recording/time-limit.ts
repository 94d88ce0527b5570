import type { Milliseconds } from "../analysis/units.ts";
import type { CodedText } from "../texts/coded-text.ts";

export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
  readonly coded: CodedText;

  constructor(who: string, limit: Milliseconds) {
    super(`${who} did not answer within ${limit / 1000} s`);
    this.coded = { code: "reason.noAnswerIn", values: { seconds: limit / 1000 } };
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
