import path from "node:path";
import { pathOfUrl } from "../../analysis/sources/ownership.ts";
import type { PathMappings } from "../../analysis/sources/source-paths.ts";
import { looksLikeUrl } from "../../analysis/profile-url.ts";
import { shownUrl } from "../../analysis/masking/masked-url.ts";
import { UserError } from "../../analysis/user-error.ts";
import { type HotCounts, hotCounts } from "../../answers/counts/hot-counts.ts";
import { ShownCounts } from "../../answers/counts/shown-counts.ts";
import { openCountsPasses } from "../../opening/counts-pass.ts";
import { type OpenedWaits, openWaitsPass } from "../../opening/waits-pass.ts";
import { type LocatedRun, movedSources } from "../../opening/moved-sources.ts";
import { type OpenedRun, openProfile, openStoredRun, type OpeningOptions } from "../../opening/opened-run.ts";
import { fetchProfile } from "../../opening/fetch/fetched-profile.ts";
import { profileUrl } from "../../opening/fetch/http-response.ts";
import type { Terminal } from "../command.ts";
import { isFolder, reportedRun, runsIn } from "./chosen-runs.ts";
import { withPrivateFile } from "./private-file.ts";
import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { budget } from "../../analysis/budget.ts";

/** How a user names it in place of a file. */
const standardInput = "-";

/** What its profile is called. */
const standardInputName = "stdin";

/** Writes all of it to a file, since an importer may read it twice. Rejects with a UserError for more than any file may have. */
async function saveStandardInput(file: string): Promise<void> {
  await pipeline(process.stdin, bounded, createWriteStream(file, { mode: 0o600 }));
}

async function* bounded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > budget.scanned)
      throw new UserError("profile.tooLarge", { name: standardInputName, limitMb: Math.floor(budget.scanned / 1_000_000) });
    yield piece;
  }
}

/** What a command works on. */
export type OpenedTarget = LocatedRun;

/** All folders are on this machine, and count as own code. */
interface TargetOptions {
  /** Which of a pprof file's sample types to show; its best one by default. */
  readonly sampleType?: string | undefined;
  /** Contains the sources that moved since the recording. */
  readonly sourceFolder?: string | undefined;
  /** Maps the app's folders to ours. */
  readonly pathMappings?: PathMappings | undefined;
}

/** How a profile may be fetched. */
export interface FetchTerms extends Pick<Terminal, "env" | "err" | "words"> {
  /** Whether http to another machine is allowed. */
  readonly plainHttp?: boolean | undefined;
}

/**
 * Opens a run folder, a folder of runs (the newest of them), a profile file, the profile at a URL, or the one on standard input (`-`).
 * Rejects with a UserError for anything else; without `terms` for a URL, too.
 */
export async function openTarget(
  target: string,
  { sourceFolder, pathMappings, sampleType }: TargetOptions = {},
  terms?: FetchTerms,
): Promise<OpenedTarget> {
  const options = await openingOptions({ sourceFolder, pathMappings });
  const { locate, ownFolders } = options;
  const openFile = (file: string, name?: string): Promise<OpenedRun> =>
    openProfile(file, { workspaceFolders: [process.cwd(), ...ownFolders], native: "unnamed", sampleType, name }, options);
  const opened = await openBy(target, terms, openFile, { ...options, sampleType });
  return { ...opened, pathNow: (file) => pathOfUrl(locate(file)) };
}

/** The waits pass of a run that was opened with these options, or the run itself if it is one; undefined if there is none. */
export async function openWaits(opened: OpenedTarget, options: TargetOptions): Promise<OpenedWaits | undefined> {
  return opened.format === undefined ? openWaitsPass(opened, await openingOptions(options)) : undefined;
}

/** How often the hottest functions of such a run are called; undefined without a counts pass. */
export async function hotCountsOf(opened: OpenedTarget, options: TargetOptions, limit: number): Promise<HotCounts | undefined> {
  const found = opened.format === undefined ? await openCountsPasses(opened, await openingOptions(options)) : undefined;
  return found && hotCounts(opened, new ShownCounts(opened, found), limit);
}

interface TargetOpening extends OpeningOptions {
  readonly locate: (url: string) => string;
  readonly ownFolders: readonly string[];
}

/** Rejects with a UserError if a folder is none. */
async function openingOptions({ sourceFolder, pathMappings = {} }: TargetOptions): Promise<TargetOpening> {
  if (sourceFolder !== undefined && !(await isFolder(sourceFolder)))
    throw new UserError("terminal.noSourceFolder", { folder: sourceFolder });
  for (const folder of Object.values(pathMappings))
    if (!(await isFolder(folder))) throw new UserError("terminal.noMappedFolder", { folder });
  const folder = sourceFolder === undefined ? undefined : path.resolve(sourceFolder);
  const locate = movedSources(folder);
  const ownFolders = [...(folder === undefined ? [] : [folder]), ...Object.values(pathMappings)];
  // All of a large folder takes longer than all else: only if asked for.
  const reach = folder === undefined ? "atEnds" : "named";
  return { pathMappings, ownFolders, sourceFolders: [process.cwd()], reach, locate };
}

async function openBy(
  target: string,
  terms: FetchTerms | undefined,
  openFile: (file: string, name?: string) => Promise<OpenedRun>,
  { sampleType, ...options }: OpeningOptions & Pick<TargetOptions, "sampleType">,
): Promise<OpenedRun> {
  if (target === standardInput)
    return withPrivateFile(async (file) => {
      await saveStandardInput(file);
      return openFile(file, standardInputName);
    });
  if (terms !== undefined && looksLikeUrl(target)) {
    const url = profileUrl(target);
    return withPrivateFile(async (file) => {
      await fetchTo(file, url, terms);
      return openFile(file, shownUrl(url));
    });
  }
  return (await isFolder(target)) ? openNewestRun(target, options, sampleType, terms) : openFile(target);
}

/** With the token of the environment, which only the user sets: on a command line other users could read it. */
async function fetchTo(file: string, url: URL, { plainHttp = false, env, err, words }: FetchTerms): Promise<void> {
  const authorization = env["HEATLINE_AUTHORIZATION"] ?? "";
  if (/[^\t\x20-\x7E\x80-\xFF]/.test(authorization)) throw new UserError("terminal.badAuthorization");
  err.write(`heatline: ${harmless(words.say({ code: "command.fetching", values: { name: shownUrl(url) } }))}\n`);
  await fetchProfile(url, file, { plainHttp, authorization: authorization === "" ? undefined : authorization });
}

/** The run of the folder itself, or the newest in it that neither failed nor was cancelled. */
async function openNewestRun(
  folder: string,
  options: OpeningOptions,
  sampleType: string | undefined,
  terms: FetchTerms | undefined,
): Promise<OpenedRun> {
  if (sampleType !== undefined) throw new UserError("profile.noSampleTypes", { name: folder });
  const runs = await runsIn(folder);
  const at = runs === undefined ? folder : reportedRun(runs, terms).folder;
  return openStoredRun(at, options);
}
