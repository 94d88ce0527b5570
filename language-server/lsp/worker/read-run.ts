import type { Problem } from "../../analysis/profile/profile.ts";
import { type ProfileFileOptions, readProfileFile } from "../../history/profile-file.ts";
import { runTexts } from "../../history/run-texts.ts";
import { type ReadThread, readThreads } from "../../history/run-threads.ts";
import type { Run } from "../../history/run.ts";

/** A run or a profile as it was read from disk. */
export interface ReadRun {
  /** Of the run; of a profile its file. */
  readonly folder: string;
  readonly isProfile: boolean;
  readonly run: Run;
  readonly threads: readonly ReadThread[];
  readonly problems: readonly Problem[];
  readonly textOf: (hash: string) => string | undefined;
}

export async function readRunFolder(folder: string, run: Run): Promise<ReadRun> {
  return { folder, isProfile: false, run, ...(await readThreads(folder, run)), textOf: runTexts(folder) };
}

/** Rejects with a UserError for a file that is no profile. */
export async function readProfile(file: string, options: ProfileFileOptions): Promise<ReadRun> {
  const { run, threads, textOf } = await readProfileFile(file, options);
  return { folder: file, isProfile: true, run, threads, problems: [], textOf };
}
