import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { analyse, type Analysis } from "../analysis/analyse.ts";
import { pathOfUrl } from "../analysis/sources/ownership.ts";
import type { Problem } from "../analysis/profile/profile.ts";
import type { PathMappings } from "../analysis/sources/source-paths.ts";
import { UserError } from "../analysis/user-error.ts";
import { type ProfileFileOptions, readProfileFile } from "../history/profile-file.ts";
import { listRuns, readRun } from "../history/run-store.ts";
import { runTexts } from "../history/run-texts.ts";
import { readThreads, workspaceFoldersOf, type ReadThread } from "../history/run-threads.ts";
import type { RecorderKind, Run } from "../history/run.ts";
import { MovedSources } from "./moved-sources.ts";

/** What a command works on: a run or a profile, worked out. */
export interface OpenedTarget {
  readonly run: Run;
  /** Of a profile file, how its samples were taken. */
  readonly recorder: RecorderKind;
  /** Of a profile file; undefined for a run. */
  readonly format: string | undefined;
  /** True where lines come from recorded positions. */
  readonly hasPositions: boolean;
  readonly analysis: Analysis;
  readonly problems: readonly Problem[];
  /** Where a source is now, as an absolute path; what is no file stays as it is. */
  readonly pathNow: (path: string) => string;
}

interface Recorded {
  readonly run: Run;
  readonly recorder: RecorderKind;
  readonly format: string | undefined;
  readonly hasPositions: boolean;
  readonly threads: readonly ReadThread[];
  readonly textOf: (hash: string) => string | undefined;
  readonly problems: readonly Problem[];
}

/** Where sources are that are not where the app ran. All folders are on this machine, and count as own code. */
export interface SourcesElsewhere {
  /** Has sources that moved. */
  readonly sourceFolder?: string | undefined;
  /** The app's folders → ours; these go before the mappings of a run. */
  readonly pathMappings?: PathMappings | undefined;
}

/** Opens a run folder, a folder of runs (the newest of them), or a profile file. Rejects with a UserError for what is none of them. */
export async function openTarget(target: string, { sourceFolder, pathMappings = {} }: SourcesElsewhere = {}): Promise<OpenedTarget> {
  if (sourceFolder !== undefined && !(await isFolder(sourceFolder)))
    throw new UserError(`The folder ${sourceFolder} does not exist.`, "Correct --source.");
  for (const folder of Object.values(pathMappings))
    if (!(await isFolder(folder))) throw new UserError(`The folder ${folder} does not exist.`, "Correct --path-mapping.");
  const moved = new MovedSources(sourceFolder === undefined ? undefined : path.resolve(sourceFolder));
  const locate = moved.locate.bind(moved);
  const ownFolders = [...(sourceFolder === undefined ? [] : [path.resolve(sourceFolder)]), ...Object.values(pathMappings)];
  const recorded = (await isFolder(target))
    ? await openRunFolder(target, locate)
    : await openProfile(target, { workspaceFolders: [process.cwd(), ...ownFolders], locate, pathMappings, native: "unnamed" });
  const { run, threads, textOf, recorder, format, hasPositions } = recorded;
  const analysis = analyse({
    threads,
    scripts: run.scripts,
    textOf,
    workspaceFolders: [...(await workspaceFoldersOf(run)), ...ownFolders],
    ownCode: [],
    pathMappings: [pathMappings, run.app.pathMappings ?? {}],
    exists: existsSync,
    nodeMajor: Number.parseInt(run.app.nodeVersion.replace(/^v/, ""), 10) || 0,
  });
  return {
    run,
    recorder,
    format,
    hasPositions,
    analysis,
    problems: [...run.problems, ...recorded.problems, ...analysis.problems],
    pathNow: (file) => pathOfUrl(locate(file)),
  };
}

async function openProfile(file: string, options: ProfileFileOptions): Promise<Recorded> {
  return { ...(await readProfileFile(file, options)), problems: [] };
}

async function openRunFolder(folder: string, locate: (url: string) => string): Promise<Recorded> {
  const at = await runFolderIn(folder);
  const run = await readRun(at);
  const { threads, problems } = await readThreads(at, run);
  return {
    run: { ...run, scripts: run.scripts.map((script) => ({ ...script, url: locate(script.url), mapBase: locate(script.mapBase) })) },
    recorder: run.recorder,
    format: undefined,
    hasPositions: run.recorder === "exact",
    threads: threads.map(({ profile, ...thread }) => ({
      ...thread,
      profile: { ...profile, scripts: { ...profile.scripts, url: profile.scripts.url.map(locate) } },
    })),
    textOf: runTexts(at),
    problems,
  };
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
