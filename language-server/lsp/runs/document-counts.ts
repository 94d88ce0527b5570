import type { TextDocument } from "vscode-languageserver-textdocument";
import { picked } from "../../analysis/collections.ts";
import type { Counted, CountedStartOf, LineCount } from "../../answers/counts/shown-counts.ts";
import { hasCounts } from "../../history/run-passes.ts";
import type { Workspace } from "../workspace.ts";
import type { OpenRun } from "./open-run.ts";

/** How often a line of a document ran in the run's counts pass; undefined without one, and where the line was edited since. */
export async function lineCount(
  run: OpenRun,
  document: TextDocument,
  line: number,
  { sources }: Pick<Workspace, "sources">,
  signal: AbortSignal,
): Promise<LineCount | undefined> {
  if (run.live || !hasCounts(run.view.run)) return undefined;
  const counts = await run.request("fileCounts", { keys: await sources.keysOf(document.uri), text: document.getText() }, signal);
  return counts.find((each) => each.line === line);
}

/** How often these functions were called; null for those that were not counted, and without a counts pass. */
export async function functionCounts(
  run: OpenRun,
  starts: readonly CountedStartOf[],
  signal?: AbortSignal,
): Promise<readonly (Counted | null)[]> {
  if (run.live || !hasCounts(run.view.run)) return starts.map(() => null);
  return run.request("functionCounts", { starts: starts.map((start) => picked(start, "path", "line", "column", "name")) }, signal);
}
