import { buildCommandText } from "../../history/builds/build-command.ts";
import { launchedEntries } from "../../history/builds/launched-entries.ts";
import { findStaleBuild } from "../../history/builds/stale-build.ts";
import { staleBuild } from "../../protocol/stale-build.ts";
import { respond } from "../respond.ts";
import type { Workspace } from "../workspace.ts";

/** Says whether what an app would run is older than its source, before it is started. */
export function staleBuildFeature(workspace: Workspace): Disposable {
  return respond(workspace, staleBuild, async ({ folder, words, ran }) => {
    const { entries, compiles } = await launchedEntries({ folder, words });
    const stale = compiles ? undefined : await findStaleBuild(entries.length > 0 ? entries : ran, folder);
    if (stale === undefined) return null;
    const { output, source, changed, commands } = stale;
    return { output, source, changed, steps: commands, command: buildCommandText(commands, folder) };
  });
}
