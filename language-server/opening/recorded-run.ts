import type { Problem } from "../analysis/profile/profile.ts";
import { type ProfileFileOptions, readProfileFile } from "../history/profile-file.ts";
import { runTexts } from "../history/run-texts.ts";
import { type ReadThread, readThreads } from "../history/run-threads.ts";
import type { RecorderKind, Run } from "../history/run.ts";

/** A run or a profile as it was read from disk. */
export interface RecordedRun {
  /** Of a profile its file. */
  readonly folder: string;
  readonly run: Run;
  /** Of a profile file, how its samples were taken. */
  readonly recorder: RecorderKind;
  /** Of a profile file; undefined for a run. */
  readonly format: string | undefined;
  /** True where lines come from recorded positions. */
  readonly hasPositions: boolean;
  readonly threads: readonly ReadThread[];
  readonly textOf: (hash: string) => string | undefined;
  /** What could not be read; the run has problems of its own. */
  readonly problems: readonly Problem[];
}

/** `run` is what the folder's run.json holds. `locate` says where a script is now that the run knows by a URL. */
export async function readRunFolder(folder: string, run: Run, locate?: (url: string) => string): Promise<RecordedRun> {
  const { threads, problems } = await readThreads(folder, run);
  const recorded: RecordedRun = {
    folder,
    run,
    recorder: run.recorder,
    format: undefined,
    hasPositions: run.recorder === "exact",
    threads,
    textOf: runTexts(folder),
    problems,
  };
  return locate === undefined ? recorded : located(recorded, locate);
}

/** Rejects with a UserError for a file that is not a profile. */
export async function readProfile(file: string, options: ProfileFileOptions): Promise<RecordedRun> {
  return { folder: file, problems: [], ...(await readProfileFile(file, options)) };
}

function located(recorded: RecordedRun, locate: (url: string) => string): RecordedRun {
  const { run, threads } = recorded;
  return {
    ...recorded,
    run: { ...run, scripts: run.scripts.map((script) => ({ ...script, url: locate(script.url), mapBase: locate(script.mapBase) })) },
    threads: threads.map(({ profile, ...thread }) => ({
      ...thread,
      profile: { ...profile, scripts: { ...profile.scripts, url: profile.scripts.url.map(locate) } },
    })),
  };
}
