import path from "node:path";
import { isFitBefore } from "../analysis/compare/before/newest-before.ts";
import { groupsOfEqualText } from "../analysis/compare/chance/equal-text.ts";
import { existsHere } from "../history/regular-file.ts";
import { listRuns } from "../history/run-store.ts";
import type { Run } from "../history/run.ts";

/**
 * From which it is known how starts of one text differ: the runs in these folders that did the same as `next`, but for `next` itself, grouped by
 * equal text. With another version of Node.js or another recorder a run says nothing of it. A folder may also be that of a run: then all beside it.
 */
export async function earlierRuns(
  folders: readonly string[],
  next: Pick<Run, "id" | "name" | "startedAt" | "app" | "end" | "threads" | "recorder" | "load" | "test">,
): Promise<readonly (readonly Run[])[]> {
  const found = new Map<string, Run>();
  const runsFolders = folders.map((folder) => (existsHere(path.join(folder, "run.json")) ? path.dirname(path.resolve(folder)) : folder));
  for (const folder of new Set(runsFolders)) for (const { run } of await listRuns(folder)) found.set(run.id, run);
  const all = [...found.values()];
  return groupsOfEqualText(
    all.filter(
      (run) =>
        run.id !== next.id && run.recorder === next.recorder && run.app.nodeVersion === next.app.nodeVersion && isFitBefore(run, next, all),
    ),
  );
}
