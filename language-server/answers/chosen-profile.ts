import { isUserError } from "../analysis/user-error.ts";
import { type OpenedRun, type OpeningOptions, openProfile } from "../opening/opened-run.ts";
import type { ProfileParams } from "./run-answers.ts";

/** Opens a profile with its chosen sample type, or its best one if the file has changed since and lacks that. */
export async function openChosenProfile(file: string, profile: ProfileParams, options: OpeningOptions): Promise<OpenedRun> {
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
