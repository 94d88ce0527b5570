import type { AppThreadTarget } from "../recorder.ts";
import { throwIfFailed, type EvaluateResponse } from "./evaluate.ts";
import { exportsOf, type InAppCode } from "./in-app-code.ts";

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
