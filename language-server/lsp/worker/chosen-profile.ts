import { isUserError } from "../../analysis/user-error.ts";
import { type OpenedRun, type OpeningOptions, openProfile } from "../../opening/opened-run.ts";
import type { ProfileParams } from "./analysis-messages.ts";

/** Opens a profile with its chosen sample type, or its best one if the file has changed since and lacks that. */
export async function openChosenProfile(file: string, profile: ProfileParams, options: OpeningOptions): Promise<OpenedRun> {
  try {
    return await openProfile(file, profile, options);
  } catch (error) {
    if (!isUserError(error) || (error.coded.code !== "pprof.noSampleType" && error.coded.code !== "profile.noSampleTypes")) throw error;
    return openProfile(file, { ...profile, sampleType: undefined }, options);
  }
}
