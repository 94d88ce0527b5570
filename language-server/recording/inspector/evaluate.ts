import { hooksSymbol, type AppHooks, type LoopReport, type ThreadClock } from "../in-app/messages.ts";
import type { AppThreadTarget } from "../recorder.ts";
import { answerWithin } from "../time-limit.ts";
import { exportsOf, named, type InAppCode } from "./in-app-code.ts";

/** The used part of a `Runtime.evaluate` result. */
export interface EvaluateResponse {
  readonly result: {
    readonly value?: unknown;
    readonly unserializableValue?: string;
    readonly description?: string;
    readonly subtype?: string;
    readonly objectId?: string;
  };
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
}

/** How long a thread may take to answer with its clock. */
const clockLimitMs = 2000;

/** Calls a hook in a thread. Rejects with the thrown error's text. */
export async function callHook<Name extends keyof AppHooks>(
  thread: AppThreadTarget,
  name: Name,
  args: Parameters<AppHooks[Name]>,
): Promise<ReturnType<AppHooks[Name]>> {
  const expression = `globalThis[Symbol.for("${hooksSymbol}")].${name}(...${JSON.stringify(args)})`;
  const evaluated = (await thread.send("Runtime.evaluate", {
    expression,
    returnByValue: true,
    silent: true,
  })) as unknown as EvaluateResponse;
  return throwIfFailed(evaluated).result.value as ReturnType<AppHooks[Name]>;
}

/**
 * Works without hooks too: for a worker that the app started without the preload. Empty if a thread is exiting or does not answer in time.
 */
export async function readThreadClock(thread: AppThreadTarget, { facts }: InAppCode, limit = clockLimitMs): Promise<ThreadClock> {
  const expression = named(`${exportsOf(facts)}.${thread.isMain ? "mainClock" : "workerClock"}()`);
  const clock = thread.send("Runtime.evaluate", { expression, returnByValue: true, silent: true }).then(clockIn, () => ({}));
  // The clock itself never rejects.
  return answerWithin(clock, limit, thread.name, thread.pid).catch(() => ({}));
}

/** Undefined for a worker without hooks, too. */
export function askLoop(thread: AppThreadTarget, hook: "watchLoop" | "unwatchLoop", limit = clockLimitMs): Promise<LoopReport | undefined> {
  const answer = callHook(thread, hook, []).then((report) => report ?? undefined);
  return answerWithin(answer, limit, thread.name, thread.pid).catch(() => undefined);
}

/** For `AppThreadTarget`; a worker without hooks has no marks. */
export async function flushMarks(thread: AppThreadTarget, restarts: boolean, limit = clockLimitMs): Promise<void> {
  await answerWithin(callHook(thread, "flushMarks", [restarts]), limit, thread.name, thread.pid).catch(() => undefined);
}

/** Returns the result; throws the text of what the expression threw. */
export function throwIfFailed(response: EvaluateResponse): EvaluateResponse {
  const { exceptionDetails } = response;
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return response;
}

/** An exiting thread answers with an error. */
function clockIn(response: Record<string, unknown>): ThreadClock {
  const { result, exceptionDetails } = response as unknown as Partial<EvaluateResponse>;
  const value = exceptionDetails === undefined ? result?.value : undefined;
  return typeof value === "object" && value !== null ? value : {};
}
