import { changedCode } from "../../protocol/changed-code.ts";
import { respond } from "../respond.ts";
import type { OpenRun } from "../runs/open-run.ts";
import type { SourceFiles } from "../runs/source-files.ts";
import type { Workspace } from "../workspace.ts";

/** Which files of the shown run were edited and saved since: something to measure again. */
export function changedCodeFeature(workspace: Workspace): Disposable {
  const { sources } = workspace;
  return respond(workspace, changedCode, async (_none, signal) => {
    const { shown } = workspace;
    return shown === undefined || shown.live || shown.view.isProfile ? [] : changedFiles(shown, sources, signal);
  });
}

async function changedFiles(run: OpenRun, sources: SourceFiles, signal: AbortSignal): Promise<readonly string[]> {
  const paths = await run.request("ownPaths", {}, signal);
  const saved = await Promise.all(paths.map(async (path) => ({ path, found: await sources.savedText(path) })));
  const texts = saved.flatMap(({ path, found }) => (typeof found === "string" ? [] : [{ path, text: found.text }]));
  const changed = await run.request("changedPaths", { texts }, signal);
  return [...new Set(changed.flatMap((path) => sources.uriOf(path) ?? []))];
}
