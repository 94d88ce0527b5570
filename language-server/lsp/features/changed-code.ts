import { changedCode, staleBuild } from "../../protocol/stale-build.ts";
import { respond } from "../respond.ts";
import type { OpenRun } from "../runs/open-run.ts";
import type { SourceFiles } from "../runs/source-files.ts";
import type { Workspace } from "../workspace.ts";
import { buildCommandText } from "../../history/builds/build-command.ts";
import { launchedEntries } from "../../history/builds/launched-entries.ts";
import { findStaleBuild } from "../../history/builds/stale-build.ts";
import * as v from "valibot";
import { DidRenameFilesNotification } from "vscode-languageserver/node";

const params = v.object({ files: v.array(v.object({ oldUri: v.string(), newUri: v.string() })) });

/** Follows renames of files and folders in the editor: annotations move with the file. */
export function renamesFeature(workspace: Workspace): Disposable {
  const { method } = DidRenameFilesNotification;
  const listener = workspace.connection.onNotification(method, (received: unknown) => {
    const renames = v.safeParse(params, received);
    if (renames.success) workspace.renamed(renames.output.files);
    else workspace.connection.console.error(workspace.textOf("answer.invalid", { method, detail: renames.issues[0].message }));
  });
  return { [Symbol.dispose]: () => listener.dispose() };
}

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
