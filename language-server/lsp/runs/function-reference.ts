import type { FunctionReference } from "../../protocol/place.ts";
import type { FunctionKey } from "../../answers/parts.ts";
import type { OpenRun } from "./open-run.ts";
import { functionNameText } from "../../reports/starts-text.ts";
import type { TextOf } from "../../texts/coded-text.ts";
import { fromLspLine, toLspLine } from "../to-lsp.ts";
import { picked } from "../../analysis/collections.ts";
import type { FunctionStart, FunctionWait } from "../../answers/waits/shown-waits.ts";
import { hasWaits } from "../../history/run-passes.ts";

/** The function in the form used by messages. */
export function referenceTo(key: FunctionKey, uri: string): FunctionReference {
  return { uri, name: key.name, line: toLspLine(key.line), character: Math.max(key.column, 0) };
}

/** Undefined if the shown run has no cost in that file. */
export async function keyOf(reference: FunctionReference, run: OpenRun): Promise<FunctionKey | undefined> {
  const path = reference.version ?? (await run.pathOf(reference.uri));
  return path === undefined ? undefined : { path, name: reference.name, line: fromLspLine(reference.line), column: reference.character };
}

/** The name to show; for an anonymous function, a description. */
export function functionLabel({ name }: Pick<FunctionKey, "name">, textOf: TextOf): string {
  return functionNameText(name || "(anonymous)", textOf);
}

/** How long a request waits in each of these functions; null for those that do not wait, and without a waits pass. */
export async function functionWaits(
  run: OpenRun,
  starts: readonly FunctionStart[],
  signal?: AbortSignal,
): Promise<readonly (FunctionWait | null)[]> {
  if (run.live || !hasWaits(run.view.run)) return starts.map(() => null);
  return run.request("functionWaits", { starts: starts.map((start) => picked(start, "path", "line", "column")) }, signal);
}
