import { isFitBefore } from "../analysis/compare/before/newest-before.ts";
import { groupsOfEqualText } from "../analysis/compare/chance/equal-text.ts";
import { measuredStart, type MeasuredStart } from "../analysis/compare/chance/measured-start.ts";
import type { CompareUnit } from "../analysis/compare/compare-units.ts";
import { listRuns } from "../history/run-store.ts";
import type { Run } from "../history/run.ts";

/**
 * What is known of how starts of one text differ: the runs in these folders that did the same as `next`, but for `next` itself, grouped by equal
 * text. With other versions of Node.js or another recorder they say nothing of it.
 */
export async function earlierStarts(
  runsFolders: readonly string[],
  next: Pick<Run, "id" | "name" | "startedAt" | "app" | "end" | "threads" | "recorder" | "load" | "test">,
  per: CompareUnit,
): Promise<readonly (readonly MeasuredStart[])[]> {
  const found = new Map<string, Run>();
  for (const folder of new Set(runsFolders)) for (const { run } of await listRuns(folder)) found.set(run.id, run);
  const all = [...found.values()];
  const alike = all.filter(
    (run) =>
      run.id !== next.id && run.recorder === next.recorder && run.app.nodeVersion === next.app.nodeVersion && isFitBefore(run, next, all),
  );
  return groupsOfEqualText(alike).map((group) => group.map((run) => measuredStart(run, per)));
}
