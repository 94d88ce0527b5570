import { isUserError, UserError } from "../analysis/user-error.ts";
import type { PathMappings } from "../analysis/sources/source-paths.ts";
import { listRuns } from "../history/run-store.ts";
import { worthShowing } from "../history/baseline.ts";
import { type OpenedRun, type OpeningOptions, openProfile, openRunFolder, openStoredRun } from "./opened-run.ts";

/**
 * A run's folder, a profile's file, or the newest readable run of `runsFolder` in which something was measured: of the user's, and of what agents measured only
 * if asked for and there is no other.
 */
export type RequestedRun = ({ readonly folder: string } | { readonly runsFolder: string; readonly alsoAgents?: boolean | undefined }) & {
  readonly ownCode: readonly string[];
  readonly pathMappings: PathMappings;
  /** The client's folders, in which sources are looked for that are not where they ran. */
  readonly sourceFolders: readonly string[];
  /** Set if `folder` is a profile file. */
  readonly profile?: ProfileParams | undefined;
};

export interface ProfileParams {
  /** Own code is what is in these folders. */
  readonly workspaceFolders: readonly string[];
  /** Where it is not the file's. */
  readonly name?: string | undefined;
  /** Which of the file's sample types to show, if it has that one. */
  readonly sampleType?: string | undefined;
  /** A folder with the sources that were recorded, in place of those in the client's folders. */
  readonly sourceFolder?: string | undefined;
}

/** Null if there is no readable run. Throws a UserError for a folder that is not a run, or if no samples can be read. */
export async function openRequested(wanted: RequestedRun): Promise<OpenedRun | null> {
  if ("folder" in wanted && wanted.profile !== undefined) return openChosenProfile(wanted.folder, wanted.profile, wanted);
  if ("folder" in wanted) return openStoredRun(wanted.folder, wanted);
  if (wanted.runsFolder === "") return null;
  const found = worthShowing(await listRuns(wanted.runsFolder));
  const byUser = found.filter(({ run }) => run.agent === undefined);
  const byAgents = wanted.alsoAgents === true ? found.filter(({ run }) => run.agent !== undefined) : [];
  for (const { folder, run } of [...byUser, ...byAgents]) {
    try {
      return await openRunFolder(folder, run, wanted);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  }
  return null;
}

/** With the chosen sample type, or the profile's best one if the file has changed since and lacks that. */
async function openChosenProfile(file: string, profile: ProfileParams, options: OpeningOptions): Promise<OpenedRun> {
  const { sourceFolder, workspaceFolders } = profile;
  if (sourceFolder !== undefined) {
    const pathMappings = { ...options.pathMappings, ...Object.fromEntries(workspaceFolders.map((folder) => [folder, sourceFolder])) };
    const instead = { ...profile, workspaceFolders: [sourceFolder], sourceFolder: undefined };
    return openChosenProfile(file, instead, { ...options, pathMappings });
  }
  try {
    return await openProfile(file, profile, options);
  } catch (error) {
    if (!isUserError(error) || (error.coded.code !== "pprof.noSampleType" && error.coded.code !== "profile.noSampleTypes")) throw error;
    return openProfile(file, { ...profile, sampleType: undefined }, options);
  }
}
