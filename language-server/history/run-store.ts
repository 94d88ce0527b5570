import { randomBytes } from "node:crypto";
import type { Dirent } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { budget, checkJson } from "../analysis/budget.ts";
import type { Profile } from "../analysis/profile/profile.ts";
import { decodeMarks, encodeMarks } from "../analysis/marks/mark-codec.ts";
import type { Marks } from "../analysis/marks/marks.ts";
import { decodeTracks, encodeTracks } from "../analysis/timeline/track-codec.ts";
import { noTracks, type Tracks } from "../analysis/timeline/tracks.ts";
import type { Bytes } from "../analysis/units.ts";
import { decodeProfile, encodeProfile } from "../analysis/profile/table-codec.ts";
import type { CodedText } from "../texts/coded-text.ts";
import { issueReason } from "../analysis/issue-reason.ts";
import { UserError, caughtUserError } from "../analysis/user-error.ts";
import { renameWhenFree } from "../platform/busy-files.ts";
import { processExists } from "../platform/process-exists.ts";
import { countBusyTicks, type RunThread, type TickLogFacts } from "./run-thread.ts";
import { countsFile, encodeCounts, type RunThreadCounts } from "./counts/run-counts.ts";
import { encodeImports, importsFile, type ThreadImports } from "./imports/run-imports.ts";
import { type WrittenProfile, writeToolProfiles } from "./profiles/tool-profiles.ts";
import { fromEarlierSchema } from "./schema/earlier-schemas.ts";
import { maskedRun } from "./masked-run.ts";
import { readUnlinked } from "./regular-file.ts";
import { runSchema, runSchemaVersion, versionSchema } from "./schema/run-schema.ts";
import type { Run } from "./run.ts";
import { isMissing, isRefusal } from "../platform/refusals.ts";
import { refusedAs } from "./runs-folder.ts";

/** A run before it has an id and a folder. */
export interface RunDraft {
  readonly run: Omit<Run, "schema" | "id" | "threads" | "tracks" | "marks" | "imports" | "counts" | "toolProfiles" | "pinned">;
  readonly threads: readonly DraftThread[];
  /** Their threads are positions in `threads`. */
  readonly tracks?: Tracks | undefined;
  /** The same. */
  readonly marks?: Marks | undefined;
  /** The same. */
  readonly imports?: readonly ThreadImports[] | undefined;
  /** The same. */
  readonly counts?: readonly RunThreadCounts[] | undefined;
  readonly toolProfiles?: readonly WrittenProfile[] | undefined;
  /** Texts of sources and source maps by their SHA-256 (hex). */
  readonly texts: ReadonlyMap<string, string>;
}

interface DraftThread {
  readonly pid: number;
  readonly name: string;
  readonly profile: Profile;
  readonly tickLog?: TickLogFacts | undefined;
}

export interface StoredRun {
  /** Absolute path. */
  readonly folder: string;
  readonly run: Run;
}

const temporaryName = /^\.tmp-(\d+)-/;
const runFile = "run.json";
/** Runs contain sources and command lines, so only their owner may read them. */
const ownFolder = 0o700;
const ownFile = 0o600;

/** Writes a run folder atomically: to `.tmp-<pid>-<id>`, then renamed to `<id>`. Creates the runs folder if it is missing. */
export async function writeRun(runsFolder: string, draft: RunDraft): Promise<StoredRun> {
  const id = newRunId(draft.run.startedAt);
  const temporary = path.join(runsFolder, `.tmp-${process.pid}-${id}`);
  const folder = path.join(runsFolder, id);
  try {
    await mkdir(path.join(temporary, "threads"), { recursive: true, mode: ownFolder });
    await mkdir(path.join(temporary, "scripts"), { mode: ownFolder });
    const threads: RunThread[] = [];
    for (const [index, thread] of draft.threads.entries()) {
      const file = `threads/${index}.bin`;
      await writeFile(path.join(temporary, file), encodeProfile(thread.profile), { mode: ownFile });
      threads.push(threadOf(thread, index, file));
    }
    await writeTexts(path.join(temporary, "scripts"), draft.texts);
    const { tracks, marks, imports, counts } = draft;
    const toolProfiles = await writeToolProfiles(temporary, draft.toolProfiles ?? [], { ownFolder, ownFile });
    if (tracks !== undefined) await writeFile(path.join(temporary, "tracks.bin"), encodeTracks(tracks), { mode: ownFile });
    if (marks !== undefined) await writeFile(path.join(temporary, "marks.bin"), encodeMarks(marks), { mode: ownFile });
    if (imports !== undefined) await writeFile(path.join(temporary, importsFile), encodeImports(imports), { mode: ownFile });
    if (counts !== undefined) await writeFile(path.join(temporary, countsFile), encodeCounts(counts), { mode: ownFile });
    const kept = {
      ...(tracks && { tracks: "tracks.bin" }),
      ...(marks && { marks: "marks.bin" as const }),
      ...(imports && { imports: importsFile }),
      ...(counts && { counts: countsFile }),
      ...(toolProfiles && { toolProfiles }),
    };
    const run: Run = { ...draft.run, ...kept, schema: runSchemaVersion, id, threads, pinned: false };
    await writeFile(path.join(temporary, runFile), JSON.stringify(run, undefined, 1), { mode: ownFile });
    await renameWhenFree(temporary, folder);
    return { folder, run };
  } catch (error) {
    // ENOTDIR: the folder was never created, so there is nothing to remove.
    if (isRefusal(error) && error.code !== "ENOTDIR") await rm(temporary, { recursive: true, force: true });
    return refusedAs("run.notWritten", { folder: runsFolder })(error);
  }
}

/** What a run says of a thread whose samples are in `file`. */
export function threadOf({ pid, name, profile, tickLog }: DraftThread, id: number, file: string): RunThread {
  const facts = { ticks: profile.samples.stack.length, busyTicks: countBusyTicks(profile), intervalUs: profile.interval };
  return { id, pid, name, file, ...facts, ...(tickLog === undefined ? {} : { tickLog }) };
}

/** Writes a few files at a time. When it settles, no write is in progress. */
async function writeTexts(folder: string, texts: RunDraft["texts"]): Promise<void> {
  const left = texts.entries();
  const writers = Array.from({ length: 8 }, async () => {
    for (const [hash, text] of left) await writeFile(path.join(folder, hash), text, { mode: ownFile });
  });
  for (const written of await Promise.allSettled(writers)) if (written.status === "rejected") throw written.reason;
}

/**
 * Reads `run.json`, without secrets that an older Heatline kept. Rejects with a UserError if the folder is not a run, is damaged, or was written
 * by a newer Heatline.
 */
export async function readRun(folder: string): Promise<Run> {
  return maskedRun(await readWholeRun(folder));
}

async function readWholeRun(folder: string): Promise<Run> {
  const text = (await readRunFile(folder, runFile, budget.runFile)).toString();
  let value: unknown;
  try {
    checkJson(text);
    value = JSON.parse(text);
  } catch (error) {
    throw damaged(
      folder,
      error instanceof UserError ? { code: "run.tooLarge", values: { file: runFile } } : { code: "run.notJson" },
      error,
    );
  }
  const version = v.safeParse(versionSchema, value);
  if (!version.success) throw noRun(folder);
  if (version.output.schema > runSchemaVersion) {
    throw new UserError("run.newer", { name: path.basename(folder) });
  }
  const parsed = v.safeParse(runSchema, fromEarlierSchema(version.output));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw damaged(folder, { code: "run.badField", values: { field: v.getDotPath(issue) ?? "root", reason: issueReason(issue) } });
}

/**
 * Reads the samples of one thread. Rejects with a UserError if they are missing, damaged, or more than the run's threads may have in all;
 * `taken` are the bytes that they have so far.
 */
export async function readThread(folder: string, thread: RunThread, taken = { bytes: 0 }): Promise<Profile> {
  const bytes = await readRunFile(folder, thread.file, budget.runThreads - taken.bytes);
  taken.bytes += bytes.length;
  try {
    return decodeProfile(bytes);
  } catch (error) {
    if (error instanceof UserError)
      throw damaged(folder, { code: "run.badFile", values: { file: thread.file, reason: error.coded } }, error);
    throw error;
  }
}

/** None of an older run. Rejects with a UserError if they are missing, damaged or of another run's threads. */
export async function readTracks(folder: string, { tracks: file, threads }: Pick<Run, "tracks" | "threads">): Promise<Tracks> {
  if (file === undefined) return noTracks;
  const bytes = await readRunFile(folder, file, budget.tracks);
  try {
    const tracks = decodeTracks(bytes);
    if (tracks.loops.every(({ thread }) => threads.some(({ id }) => id === thread))) return tracks;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw damaged(folder, { code: "run.badFile", values: { file, reason: error.coded } }, error);
  }
  throw foreignThread(folder, "tracks");
}

/** Undefined if the run has none. Rejects with a UserError if they are missing, damaged or of another run's threads. */
export async function readMarks(folder: string, { marks: file, threads }: Pick<Run, "marks" | "threads">): Promise<Marks | undefined> {
  if (file === undefined) return undefined;
  const bytes = await readRunFile(folder, file, budget.marks);
  try {
    const marks = decodeMarks(bytes);
    if (marks.threads.every(({ thread }) => threads.some(({ id }) => id === thread))) return marks;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw damaged(folder, { code: "run.badFile", values: { file, reason: error.coded } }, error);
  }
  throw foreignThread(folder, "marks");
}

/** Text of a stored source or source map by its hash. Rejects with a UserError if it is missing. */
export async function readScript(folder: string, hash: string): Promise<string> {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw damaged(folder, { code: "run.badHash" });
  return (await readRunFile(folder, path.join("scripts", hash), budget.text)).toString();
}

/** The runs in a folder, newest first. Skips unreadable ones; a missing folder has none. */
export async function listRuns(runsFolder: string): Promise<readonly StoredRun[]> {
  return (await surveyRuns(runsFolder)).runs;
}

export interface RunSurvey {
  /** Newest first. */
  readonly runs: readonly StoredRun[];
  /** Folders that cannot be read as a run, and why. */
  readonly damaged: readonly { readonly folder: string; readonly reason: UserError }[];
}

/** All runs of a folder, without hidden entries. A missing folder has none. */
export async function surveyRuns(runsFolder: string): Promise<RunSurvey> {
  const runs: StoredRun[] = [];
  const damaged: { folder: string; reason: UserError }[] = [];
  for (const entry of await entriesOf(runsFolder)) {
    if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
    const folder = path.join(runsFolder, entry.name);
    try {
      runs.push({ folder, run: await readRun(folder) });
    } catch (error) {
      damaged.push({ folder, reason: caughtUserError(error) });
    }
  }
  runs.sort((a, b) => b.run.startedAt.localeCompare(a.run.startedAt) || b.run.id.localeCompare(a.run.id));
  return { runs, damaged };
}

/** Changes a run's name, pin or baseline mark. */
export function updateRun(folder: string, changes: Partial<Pick<Run, "name" | "pinned" | "baseline">>): Promise<Run> {
  return changeRun(folder, changes);
}

/** Says which further measurements its folder has. */
export function setPasses(folder: string, passes: Run["passes"]): Promise<Run> {
  return changeRun(folder, { passes });
}

/** Keeps what other ways to start would save. */
export function setSavings(folder: string, savings: Run["savings"]): Promise<Run> {
  return changeRun(folder, { savings });
}

async function changeRun(folder: string, changes: Partial<Pick<Run, "name" | "pinned" | "baseline" | "passes" | "savings">>): Promise<Run> {
  const run: Run = { ...(await readWholeRun(folder)), ...changes };
  const temporary = path.join(folder, `.${runFile}-${process.pid}`);
  await writeFile(temporary, JSON.stringify(run, undefined, 1), { mode: ownFile });
  await renameWhenFree(temporary, path.join(folder, runFile));
  return maskedRun(run);
}

/**
 * Removes a run from the list at once, then from the disk. Rejects with a UserError if the folder is not a run; never deletes anything
 * else.
 */
export async function deleteRun(folder: string): Promise<void> {
  await readRun(folder);
  const temporary = path.join(path.dirname(folder), `.tmp-${process.pid}-${path.basename(folder)}`);
  await renameWhenFree(folder, temporary);
  await rm(temporary, { recursive: true, force: true });
}

/**
 * Deletes the oldest runs beyond `keep` (0: keeps all) and returns their ids. Pinned runs and baselines neither count nor are deleted;
 * `spared`, a folder in use, counts but is not deleted. Also removes what crashed writers left behind.
 */
export async function pruneRuns(runsFolder: string, keep: number, spared?: string): Promise<readonly string[]> {
  await removeStaleTemporaries(runsFolder);
  if (keep <= 0) return [];
  const loose = (await listRuns(runsFolder)).filter(({ run }) => !run.pinned && run.baseline !== true);
  const surplus = loose.slice(keep).filter(({ folder }) => folder !== spared);
  for (const { folder } of surplus) await deleteRun(folder);
  return surplus.map(({ run }) => run.id);
}

async function removeStaleTemporaries(runsFolder: string): Promise<void> {
  for (const { name } of await entriesOf(runsFolder)) {
    const pid = Number(temporaryName.exec(name)?.[1]);
    if (Number.isInteger(pid) && pid > 0 && pid !== process.pid && !processExists(pid)) {
      await rm(path.join(runsFolder, name), { recursive: true, force: true });
    }
  }
}

/** Sorts by time; unique even if two sessions end in the same second. */
function newRunId(startedAt: string): string {
  const stamp = startedAt.replace(/[-:]/g, "").replace("T", "-").slice(0, 15);
  return `${stamp}-${randomBytes(4).toString("hex")}`;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error) || (isRefusal(error) && error.code === "ENOTDIR")) return [];
    throw error;
  }
}

async function readRunFile(folder: string, file: string, most: Bytes): Promise<Buffer> {
  try {
    const bytes = await readUnlinked(path.join(folder, file), most);
    if (bytes === undefined) throw damaged(folder, { code: "run.tooLarge", values: { file } });
    return bytes;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw file === runFile ? noRun(folder, error) : damaged(folder, { code: "run.missingFile", values: { file } }, error);
  }
}

function noRun(folder: string, cause?: Error): UserError {
  return new UserError("run.notRun", { folder }, { cause });
}

function damaged(folder: string, what: CodedText, cause?: unknown): UserError {
  return new UserError("run.damaged", { name: path.basename(folder), reason: what }, { cause });
}

function foreignThread(folder: string, field: string): UserError {
  return damaged(folder, { code: "run.badField", values: { field, reason: { code: "samples.outOfBounds", values: { what: "thread" } } } });
}
