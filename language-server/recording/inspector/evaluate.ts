import { withRequire } from "../in-app/app-hooks.ts";
import type { AppThreadTarget } from "../session/recorder.ts";

/** What `Runtime.evaluate` answers, as far as it is used. */
export interface EvaluateAnswer {
  readonly result: {
    readonly value?: unknown;
    readonly unserializableValue?: string;
    readonly description?: string;
    readonly subtype?: string;
    readonly objectId?: string;
  };
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
}

/** Value of an expression in a thread, with `require` at hand. Rejects with the thrown error's text. */
export async function evaluateIn(thread: AppThreadTarget, expression: string): Promise<unknown> {
  const options = { expression: withRequire(expression), returnByValue: true, silent: true };
  return throwIfFailed((await thread.send("Runtime.evaluate", options)) as unknown as EvaluateAnswer).result.value;
}

/** The answer; throws the text of what the expression threw. */
export function throwIfFailed(answer: EvaluateAnswer): EvaluateAnswer {
  const { exceptionDetails } = answer;
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return answer;
}
