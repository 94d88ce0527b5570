import type { TextDocument } from "vscode-languageserver-textdocument";
import { picked } from "../../analysis/collections.ts";
import type { Allocation, LineAllocation } from "../../answers/allocations/run-allocations.ts";
import type { FunctionStart } from "../../answers/waits/shown-waits.ts";
import { hasPass } from "../../history/run-passes.ts";
import { allocationText } from "../../reports/allocations/allocations-report.ts";
import type { Locale } from "../../texts/locale.ts";
import { reportWordsIn } from "../words/group-text.ts";
import type { Workspace } from "../workspace.ts";
import type { OpenRun } from "./open-run.ts";

/** What each of these functions allocates, in words; "" for those that allocate nothing, and without a pass that measured it. */
export async function functionAllocations(
  run: OpenRun,
  starts: readonly FunctionStart[],
  locale: Locale,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (!isMeasured(run)) return starts.map(() => "");
  const wanted = starts.map((start) => picked(start, "path", "line", "column"));
  const found = await run.request("functionAllocations", { starts: wanted }, signal);
  return found.map((each: Allocation | null) => (each === null ? "" : allocationText(each, reportWordsIn(locale))));
}

/** What is allocated by the functions that start on lines of a document, by line; empty without such a pass. */
export async function documentAllocations(
  run: OpenRun,
  document: TextDocument,
  { sources, settings }: Pick<Workspace, "sources" | "settings">,
): Promise<readonly LineAllocation[]> {
  if (!isMeasured(run)) return [];
  const { threshold } = settings;
  return run.request("fileAllocations", { keys: await sources.keysOf(document.uri), text: document.getText(), threshold });
}

/** Whether heat in the code is by what functions allocate: the user wants that, and the run has it. */
export function followsAllocations(run: OpenRun, { settings }: Pick<Workspace, "settings">): boolean {
  return settings.heatBy === "allocated" && isMeasured(run);
}

function isMeasured(run: OpenRun): boolean {
  return !run.live && hasPass(run.view.run, "allocations");
}
