import { stat } from "node:fs/promises";
import path from "node:path";
import { pathOfUrl } from "../analysis/sources/ownership.ts";
import type { PathMappings } from "../analysis/sources/source-paths.ts";
import { UserError } from "../analysis/user-error.ts";
import { listRuns, readRun } from "../history/run-store.ts";
import { MovedSources } from "../opening/moved-sources.ts";
import { type OpenedRun, openProfile, openRunFolder, type OpeningOptions } from "../opening/opened-run.ts";
import { standardInput, withStandardInput } from "./standard-input.ts";

/** What a command works on: an opened run or profile. */
export interface OpenedTarget extends OpenedRun {
  /** The current absolute path of a source; names of non-files are unchanged. */
  readonly pathNow: (path: string) => string;
}

/** Whether its samples have different weights, so that shares are not of their number. */
export function isWeighted({ analysis }: OpenedTarget): boolean {
  return analysis.profile.threads.some(({ samples }) => samples.weight !== undefined);
}

interface TargetOptions extends SourcesElsewhere {
  /** Which of a pprof file's sample types to show; its best one by default. */
  readonly sampleType?: string | undefined;
}

/** Where to find sources that moved since the recording. All folders are on this machine, and count as own code. */
interface SourcesElsewhere {
  /** Contains the sources that moved. */
  readonly sourceFolder?: string | undefined;
  /** Maps the app's folders to ours. */
  readonly pathMappings?: PathMappings | undefined;
}

/** Opens a run folder, a folder of runs (the newest of them), a profile file, or the profile on standard input (`-`). Rejects with a UserError for anything else. */
export async function openTarget(
  target: string,
  { sourceFolder, pathMappings = {}, sampleType }: TargetOptions = {},
): Promise<OpenedTarget> {
  if (sourceFolder !== undefined && !(await isFolder(sourceFolder)))
    throw new UserError("terminal.noSourceFolder", { folder: sourceFolder });
  for (const folder of Object.values(pathMappings))
    if (!(await isFolder(folder))) throw new UserError("terminal.noMappedFolder", { folder });
  const moved = new MovedSources(sourceFolder === undefined ? undefined : path.resolve(sourceFolder));
  const locate = moved.locate.bind(moved);
  const ownFolders = [...(sourceFolder === undefined ? [] : [path.resolve(sourceFolder)]), ...Object.values(pathMappings)];
  const options = { pathMappings, ownFolders, sourceFolders: [process.cwd()], locate };
  const openFile = (file: string): Promise<OpenedRun> =>
    openProfile(file, { workspaceFolders: [process.cwd(), ...ownFolders], native: "unnamed", sampleType }, options);
  const opened =
    target === standardInput
      ? await withStandardInput(openFile)
      : (await isFolder(target))
        ? await openNewestRun(target, options, sampleType)
        : await openFile(target);
  return { ...opened, pathNow: (file) => pathOfUrl(locate(file)) };
}

/** The run of the folder itself, or the newest in it. */
async function openNewestRun(folder: string, options: OpeningOptions, sampleType: string | undefined): Promise<OpenedRun> {
  if (sampleType !== undefined) throw new UserError("profile.noSampleTypes", { name: folder });
  const at = await runFolderIn(folder);
  return openRunFolder(at, await readRun(at), options);
}

/** The folder itself, or the newest run in it. */
async function runFolderIn(folder: string): Promise<string> {
  if (await exists(path.join(folder, "run.json"))) return folder;
  return (await listRuns(folder))[0]?.folder ?? folder;
}

async function isFolder(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
