import type { SampleTypes } from "../analysis/importers/importer.ts";
import type { Marks } from "../analysis/marks/marks.ts";
import type { Problem } from "../analysis/profile/profile.ts";
import { noTracks, type Tracks } from "../analysis/timeline/tracks.ts";
import { UserError } from "../analysis/user-error.ts";
import { pathMapper, type PathMappings, unusedMappings } from "../analysis/sources/source-paths.ts";
import { readCounts, type RunThreadCounts } from "../history/counts/run-counts.ts";
import { importsFile, readImports, type ThreadImports } from "../history/imports/run-imports.ts";
import { readMarks, readTracks } from "../history/run-store.ts";
import { type ReadThread, readThreads, workspaceFoldersOf } from "../history/run-threads.ts";
import type { RecorderKind, Run } from "../history/run.ts";
import { runSources, type SoughtSources } from "../history/scripts/sought-sources.ts";
import { type SearchReach, searchSources, type SourceSearch } from "../history/scripts/source-search.ts";
import { commonFolder } from "../analysis/sources/path-ends.ts";
import { existsHere, readUnlinkedSync } from "../history/regular-file.ts";
import path from "node:path";
import { totalLimit } from "../history/scripts/script-files.ts";
import { unlessRefused } from "../platform/refusals.ts";

/** A run or a profile as read from disk. */
export interface RecordedRun {
  /** For a profile, its file. */
  readonly folder: string;
  readonly run: Run;
  /** For a profile file, how its samples were taken. */
  readonly recorder: RecorderKind;
  /** Format of a profile file; undefined for a run. */
  readonly format: string | undefined;
  /** Of a profile file whose samples have several times. */
  readonly sampleTypes?: SampleTypes | undefined;
  /** True if lines come from recorded positions. */
  readonly hasPositions: boolean;
  /** False if the file does not say when its samples were taken. */
  readonly hasTimes: boolean;
  readonly threads: readonly ReadThread[];
  readonly tracks: Tracks;
  /** What the app marked itself; undefined without a pass that has it do so. */
  readonly marks?: Marks | undefined;
  /** How often code ran since the start of the app; undefined without a pass that counts it. */
  readonly counts?: readonly RunThreadCounts[] | undefined;
  /** Which module loaded which; nothing for a profile, and where that is damaged. */
  readonly importGraphs?: readonly ThreadImports[] | undefined;
  readonly textOf: (hash: string) => string | undefined;
  /** Hashes of texts that were not kept when the samples were taken, so that others may have run. Undefined if there are none. */
  readonly foundTexts?: ReadonlySet<string> | undefined;
  /** Problems of reading; those of the recording are in `run`. */
  readonly problems: readonly Problem[];
  /** Where missing sources were found; undefined if none is missing. */
  readonly search: SourceSearch | undefined;
}

export interface RunFolderOptions {
  /** Where a script that the run knows by URL is now. */
  readonly locate?: ((url: string) => string) | undefined;
  /** In order of precedence. */
  readonly mappings: readonly PathMappings[];
  /** Absolute folders, besides the run's own workspace, in which to look for sources that are not where they ran. */
  readonly sourceFolders: readonly string[];
  readonly reach?: SearchReach | undefined;
}

/** `run` is the content of the folder's run.json. */
export async function readRunFolder(
  folder: string,
  run: Run,
  { locate, mappings, sourceFolders, reach }: RunFolderOptions,
): Promise<RecordedRun> {
  const [{ threads, problems: unread }, tracks, marks, imports, counts] = await Promise.all([
    readThreads(folder, run),
    unlessDamaged(noTracks, readTracks(folder, run)),
    unlessDamaged(undefined, readMarks(folder, run)),
    unlessDamaged(undefined, readImports(folder, run)),
    unlessDamaged(undefined, readCounts(folder, run)),
  ]);
  // The stacks are worth their figures without it.
  const noGraph = imports.problems.map((): Problem => ({ code: "imports.damaged", values: { file: importsFile }, count: 1 }));
  const problems = [...unread, ...tracks.problems, ...marks.problems, ...counts.problems, ...noGraph];
  const textOf = runTexts(folder);
  const recorded: Omit<RecordedRun, "search"> = {
    folder,
    run,
    recorder: run.recorder,
    format: undefined,
    hasPositions: run.recorder === "exact",
    hasTimes: true,
    threads,
    tracks: tracks.read,
    marks: marks.read,
    importGraphs: imports.read,
    counts: counts.read,
    textOf,
    problems,
  };
  const placed = locate === undefined ? recorded : located(recorded, locate);
  const folders = [...(await workspaceFoldersOf(run)), ...sourceFolders];
  const sources = runSources(placed.run, placed.threads, textOf);
  return {
    ...placed,
    problems: [...problems, ...wrongMappings(run.app.pathMappings ?? {}, sources)],
    search: await searchSources(sources, folders, pathMapper(mappings), reach),
  };
}

/** A run whose tracks or marks cannot be read is worth its samples. */
async function unlessDamaged<Read>(
  nothing: Read,
  reading: Promise<Read>,
): Promise<{ readonly read: Read; readonly problems: readonly Problem[] }> {
  try {
    return { read: await reading, problems: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { read: nothing, problems: [{ ...error.coded, count: 1 }] };
  }
}

function located<Recorded extends Pick<RecordedRun, "run" | "threads">>(recorded: Recorded, locate: (url: string) => string): Recorded {
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

/**
 * Path mappings of a run that fit none of its paths, as with a typing error. If others do and no source is missing, they are for code that
 * had no samples.
 */
function wrongMappings(mappings: PathMappings, sources: SoughtSources): readonly Problem[] {
  const scripts = pathsOf(sources.scripts);
  if (scripts.length === 0 || unusedMappings(mappings, scripts).length === 0) return [];
  const paths = [...scripts, ...pathsOf(sources.mapped())];
  const unused = unusedMappings(mappings, paths);
  const local = pathMapper([mappings]);
  if (unused.length < Object.keys(mappings).length && scripts.every((script) => existsHere(local(script)))) return [];
  const folder = commonFolder(scripts) || "/";
  return unused.map(([there, here]) => ({ code: "sources.mappingUnused", values: { there, here, folder }, count: 1 }));
}

/** Paths of the files that a user may have mapped. */
function pathsOf(sources: SoughtSources["scripts"]): readonly string[] {
  return sources.map(({ path }) => path).filter((path) => /^(?:\/|[a-z]:\/)/i.test(path) && !path.includes("/node_modules/"));
}

/**
 * Texts of a run folder by hash. Synchronous, as the analysis asks for them one by one: only call it in the worker. Undefined if the file
 * is missing, is a link, is larger than all texts that a run keeps, or the hash is malformed.
 */
export function runTexts(folder: string): (hash: string) => string | undefined {
  return (hash) => {
    if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
    return unlessRefused(() => readUnlinkedSync(path.join(folder, "scripts", hash), totalLimit)?.toString());
  };
}
