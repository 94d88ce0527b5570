import type { CountedScript } from "../analysis/counts/counted-script.ts";
import { analyse, type Analysis } from "../analysis/analyse.ts";
import { routesIn } from "../analysis/selection/run-routes.ts";
import type { PathMappings } from "../analysis/sources/source-paths.ts";
import { type ProfileFileOptions, readProfileFile } from "./profile-file.ts";
import { UserError } from "../analysis/user-error.ts";
import { isInFolders, PackageFiles } from "../history/imports/package-files.ts";
import { passOwner, readPass } from "../history/run-passes.ts";
import { readRun } from "../history/run-store.ts";
import { isMarkedPass } from "../analysis/passes/asked-passes.ts";
import { existsHere } from "../history/regular-file.ts";
import type { SearchReach } from "../history/scripts/source-search.ts";
import { workspaceFoldersOf } from "../history/run-threads.ts";
import type { Run } from "../history/run.ts";
import { countedPlaces, countedScripts } from "./counted-scripts.ts";
import type { PassKind } from "../history/schema/run-schema.ts";
import { readRunFolder, type RecordedRun } from "./recorded-run.ts";

/** A run or a profile with its costs. `problems` are those of the run, of reading it and of the analysis. */
export interface OpenedRun extends RecordedRun {
  readonly analysis: Analysis;
  /** Where each of its routes was loaded alone; undefined if the run itself knows its routes, or nobody does. */
  readonly routesPass?: OpenedRun | undefined;
  /** What was counted, by script; undefined unless it is a pass that counts. */
  readonly counted?: readonly CountedScript[] | undefined;
  /** What its functions allocate: of it a tick is worth bytes. */
  readonly allocationsPass?: OpenedRun | undefined;
}

export interface OpeningOptions {
  /** Glob patterns of own code in addition to the workspace's. */
  readonly ownCode?: readonly string[] | undefined;
  /** Maps the app's folders to ours, as the user has set them now. Takes precedence over the mappings stored in the run. */
  readonly pathMappings?: PathMappings | undefined;
  /** Absolute folders of own code in addition to the run's own. */
  readonly ownFolders?: readonly string[] | undefined;
  /** Absolute folders in which to look for sources that are not where they ran: the current workspace's. */
  readonly sourceFolders?: readonly string[] | undefined;
  readonly reach?: SearchReach | undefined;
  /** Where a script that the run knows by URL is now. */
  readonly locate?: ((url: string) => string) | undefined;
}

/** The run in a folder; for a pass without times, as that of allocations, the run that it is of. Rejects with a UserError. */
export async function openStoredRun(folder: string, options: OpeningOptions): Promise<OpenedRun> {
  const run = await readRun(folder);
  const { pass = "ticks" } = run;
  const owner = pass === "ticks" || isMarkedPass(pass) ? undefined : passOwner({ folder, run });
  return owner === undefined ? openRunFolder(folder, run, options) : openRunFolder(owner, await readRun(owner), options);
}

/** `run` is the content of the folder's run.json. Rejects with a UserError if no samples can be read. */
export async function openRunFolder(folder: string, run: Run, options: OpeningOptions): Promise<OpenedRun> {
  const { locate, pathMappings = {}, ownFolders = [], reach } = options;
  const mappings = [pathMappings, run.app.pathMappings ?? {}];
  const sourceFolders = [...ownFolders, ...(options.sourceFolders ?? [])];
  const opened = await analysed(await readRunFolder(folder, run, { locate, mappings, sourceFolders, reach }), options);
  return withWaitsProblems(
    await withAllocationsPass(opened.analysis.routes === undefined ? await withRoutesPass(opened, options) : opened, options),
  );
}

/** What the waits pass says of its marks is also said of the run, as its waits are shown there. */
async function withWaitsProblems(opened: OpenedRun): Promise<OpenedRun> {
  try {
    const pass = await readPass(opened, "waits");
    const ofMarks = pass?.run.problems.filter(({ code }) => code.startsWith("marks.")) ?? [];
    return ofMarks.length === 0 ? opened : { ...opened, problems: [...opened.problems, ...ofMarks] };
  } catch (error) {
    // It is said where its waits are asked for.
    if (!(error instanceof UserError)) throw error;
    return opened;
  }
}

async function withRoutesPass(opened: OpenedRun, options: OpeningOptions): Promise<OpenedRun> {
  const { pass: routesPass, problems } = await openPass(opened, "routes", options);
  return routesPass?.analysis.routes === undefined ? { ...opened, problems } : { ...opened, problems, routesPass };
}

/** What the pass says of how exact it is is said of the run, as its figures are shown there. */
async function withAllocationsPass(opened: OpenedRun, options: OpeningOptions): Promise<OpenedRun> {
  const { pass: allocationsPass, problems } = await openPass(opened, "allocations", options);
  if (allocationsPass === undefined) return { ...opened, problems };
  const ofPass = allocationsPass.run.problems.filter(({ code }) => code.startsWith("allocations."));
  return { ...opened, problems: [...problems, ...ofPass], allocationsPass };
}

/** A run whose pass cannot be read is worth its own samples, and says so. */
async function openPass(
  opened: OpenedRun,
  kind: PassKind,
  options: OpeningOptions,
): Promise<{ readonly pass?: OpenedRun; readonly problems: OpenedRun["problems"] }> {
  const { problems } = opened;
  try {
    const pass = await readPass(opened, kind);
    return pass === undefined ? { problems } : { pass: await openRunFolder(pass.folder, pass.run, options), problems };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { problems: [...problems, { ...error.coded, count: 1 }] };
  }
}

/** Rejects with a UserError for a file that is not a profile. */
export async function openProfile(
  file: string,
  profile: Pick<ProfileFileOptions, "name" | "workspaceFolders" | "native" | "sampleType">,
  options: OpeningOptions,
): Promise<OpenedRun> {
  const { locate, pathMappings, reach } = options;
  return analysed(await readProfileFile(file, { ...profile, locate, pathMappings, reach }), options);
}

async function analysed(recorded: RecordedRun, { ownCode = [], pathMappings = {}, ownFolders = [] }: OpeningOptions): Promise<OpenedRun> {
  const { run, threads, hasTimes, tracks, marks, textOf, foundTexts, search } = recorded;
  const workspaceFolders = [...(await workspaceFoldersOf(run)), ...ownFolders, ...(search?.folders ?? [])];
  const files = new PackageFiles(await isInFolders(workspaceFolders));
  const counted = recorded.counts && countedScripts(recorded, recorded.counts);
  const analysis = analyse({
    threads,
    hasTimes,
    routes: routesIn(tracks.routes, marks),
    scripts: run.scripts,
    textOf,
    foundTexts,
    workspaceFolders,
    ownCode,
    pathMappings: [search?.mappings ?? {}, pathMappings, run.app.pathMappings ?? {}],
    exists: existsHere,
    fileText: (file) => files.file(file)?.text,
    places: [...(marks?.threads.flatMap(({ waits }) => waits.sites) ?? []), ...countedPlaces(counted ?? [])],
    nodeMajor: Number.parseInt(run.app.nodeVersion.replace(/^v/, ""), 10) || 0,
  });
  const searched = search === undefined ? [] : [search.problem];
  return { ...recorded, analysis, counted, problems: [...run.problems, ...recorded.problems, ...searched, ...analysis.problems] };
}
