import { hooksSymbol, type AppHooks, type LoopReport, type ThreadClock } from "../in-app/messages.ts";
import type { AppThreadTarget } from "../recorder.ts";
import { answerWithin } from "../time-limit.ts";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { hooksFile } from "../../analysis/profile/profile.ts";

/** Texts of bundles that threads of the app evaluate, as they may be unable to load a file. */
export interface InAppCode {
  /** Exports of `in-app/facts.ts`. */
  readonly facts: string;
  /** Exports of `in-app/attached-hooks.ts`. */
  readonly attachedHooks: string;
}

/** `folder` contains the bundles of in-app/. */
export async function readInAppCode(folder: string): Promise<InAppCode> {
  const read = (name: string): Promise<string> => readFile(path.join(folder, name), "utf8");
  const [facts, attachedHooks] = await Promise.all([read("facts.js"), read("attached-hooks.js")]);
  return { facts, attachedHooks };
}

/** An expression for the exports of a bundle. */
export function exportsOf(bundle: string): string {
  return `((require, module) => { ${bundle}; return module.exports; })(typeof require === "function" ? require : process.getBuiltinModule, { exports: {} })`;
}

/** Gives a script the preload's name, so that profiles leave its frames out. */
export function named(script: string): string {
  return `${script}\n//# sourceURL=${hooksFile}`;
}

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

/** Evaluates what a user typed, as text for a console: JSON if possible. Rejects with the text of what it threw. */
export async function describeValue(
  thread: AppThreadTarget,
  { facts }: InAppCode,
  typed: { readonly expression: string; readonly includeCommandLineAPI: boolean },
): Promise<string> {
  const options = { ...typed, replMode: true, silent: true, awaitPromise: true };
  const { result } = throwIfFailed((await thread.send("Runtime.evaluate", options)) as unknown as EvaluateResponse);
  const { objectId } = result;
  if (objectId === undefined) return result.unserializableValue ?? result.description ?? JSON.stringify(result.value) ?? "undefined";
  const functionDeclaration = `function () { return ${exportsOf(facts)}.asJson(this); }`;
  const asJson = await thread.send("Runtime.callFunctionOn", { objectId, functionDeclaration, returnByValue: true });
  const { value } = (asJson as unknown as EvaluateResponse).result;
  await thread.send("Runtime.releaseObject", { objectId });
  return typeof value === "string" && result.subtype !== "error" ? value : (result.description ?? "");
}
