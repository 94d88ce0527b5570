import { analyse, type Analysis } from "../analysis/analyse.ts";
import type { PathMappings } from "../analysis/sources/source-paths.ts";
import type { ProfileFileOptions } from "../history/profile-file.ts";
import { existsHere } from "../history/regular-file.ts";
import { workspaceFoldersOf } from "../history/run-threads.ts";
import type { Run } from "../history/run.ts";
import { readProfile, readRunFolder, type RecordedRun } from "./recorded-run.ts";

/** A run or a profile with its costs. Its problems are those of the run, of reading it and of the analysis. */
export interface OpenedRun extends RecordedRun {
  readonly analysis: Analysis;
}

export interface OpeningOptions {
  /** Glob patterns of own code beside the workspace's. */
  readonly ownCode?: readonly string[] | undefined;
  /** The app's folders → ours, as the user gives them now: they win over those stored in the run, which may be out of date. */
  readonly pathMappings?: PathMappings | undefined;
  /** Folders of own code beside the run's own. Absolute. */
  readonly ownFolders?: readonly string[] | undefined;
  /** Where sources are looked for that are not where they ran: in the workspace of today, where that may be another than the run's. Absolute. */
  readonly sourceFolders?: readonly string[] | undefined;
  /** Where a script is now that the run knows by a URL. */
  readonly locate?: ((url: string) => string) | undefined;
}

/** `run` is what the folder's run.json holds. Rejects with a UserError where no samples of it can be read. */
export async function openRunFolder(folder: string, run: Run, options: OpeningOptions): Promise<OpenedRun> {
  const { locate, pathMappings = {}, ownFolders = [] } = options;
  const mappings = [pathMappings, run.app.pathMappings ?? {}];
  const sourceFolders = [...ownFolders, ...(options.sourceFolders ?? [])];
  return analysed(await readRunFolder(folder, run, { locate, mappings, sourceFolders }), options);
}

/** Rejects with a UserError for a file that is not a profile. */
export async function openProfile(
  file: string,
  profile: Pick<ProfileFileOptions, "workspaceFolders" | "native">,
  options: OpeningOptions,
): Promise<OpenedRun> {
  const { locate, pathMappings } = options;
  return analysed(await readProfile(file, { ...profile, locate, pathMappings }), options);
}

async function analysed(recorded: RecordedRun, { ownCode = [], pathMappings = {}, ownFolders = [] }: OpeningOptions): Promise<OpenedRun> {
  const { run, threads, textOf, search } = recorded;
  const foundIn = search?.folders ?? [];
  const analysis = analyse({
    threads,
    scripts: run.scripts,
    textOf,
    workspaceFolders: [...(await workspaceFoldersOf(run)), ...ownFolders, ...foundIn],
    ownCode,
    pathMappings: [search?.mappings ?? {}, pathMappings, run.app.pathMappings ?? {}],
    exists: existsHere,
    nodeMajor: Number.parseInt(run.app.nodeVersion.replace(/^v/, ""), 10) || 0,
  });
  const searched = search === undefined ? [] : [search.problem];
  return { ...recorded, analysis, problems: [...run.problems, ...recorded.problems, ...searched, ...analysis.problems] };
}
