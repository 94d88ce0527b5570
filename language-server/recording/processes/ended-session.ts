import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";
import { hooksFile } from "../../analysis/profile/profile.ts";
import type { Bytes, Milliseconds } from "../../analysis/units.ts";
import { readUnlinked, readKept } from "../../history/regular-file.ts";
import { removeWhenFree } from "../../platform/busy-files.ts";
import { currentPlatform } from "../../platform/current-platform.ts";
import { processSpace, disownFolder, ownerFile, ownFolder, removeOwnedFolder, replaceFile } from "../../platform/private/owned-folder.ts";
import { hasStartedSince, machineMoment, type MachineMoment, isNamed } from "../../platform/left/naming-processes.ts";
import { shimFile, shimFolders } from "../in-app/child-start.ts";
import { reportsFolder } from "../in-app/open-session.ts";
import { lookAt } from "../../platform/private/ours.ts";
import { ifRefused, isMissing, isRefusal } from "../../platform/refusals.ts";

/** What says in a session's folder that nothing of the session is left but what its processes name. */
const endFile = "ended.json";
const largestEnd: Bytes = 4096;
/** A process that was killed may still be listed. */
const longestEnd: Milliseconds = 500;
const endStep: Milliseconds = 20;

/** When a session began, by the machine's clock; when it ended, and where its processes can be seen. */
const endSchema = v.object({
  beganAt: v.number(),
  ended: v.object({ now: v.number(), upFor: v.number() }),
  boot: v.optional(v.string()),
  space: v.optional(v.string()),
});
type SessionEnd = v.InferOutput<typeof endSchema>;

const largestDescription: Bytes = 64 * 1024;
const descriptionSchema = v.object({ nodePath: v.string() });

/** What a process that outlives its session names: in NODE_OPTIONS; in PATH, or in a shell's memory of where `node` is. */
const named: ReadonlySet<string> = new Set([hooksFile, ...shimFolders]);

/**
 * Takes the recorder's arguments from all that starts from now on, and the preload from further Node processes: they start as without
 * Heatline. Call before the session's processes are killed and its logs removed: a V8 that cannot open its log writes it to the app's stdout.
 */
export async function closeSession(folder: string): Promise<void> {
  await closeShims(folder);
  const reports = path.join(folder, reportsFolder);
  const closed = path.join(folder, `closed-${randomUUID()}`);
  // At once: a process that reported itself to a folder half removed would wait for a recorder.
  const isClosed = await rename(reports, closed).then(
    () => true,
    () => false,
  );
  await removeWhenFree(isClosed ? closed : reports, true);
}

/** The first half: a session's recorder cannot write any further logs. */
export async function closeShims(folder: string): Promise<void> {
  for (const name of shimFolders) await closeShim(path.join(folder, name));
}

/**
 * Removes the folder of a session whose processes have ended, or leaves what others name: an empty file as the preload, and links to the real
 * Node. False if anything else is left, which the next session removes.
 */
export async function endSessionFolder(folder: string, once = false): Promise<boolean> {
  const preload = path.join(folder, hooksFile);
  const beganAt = (await lookAt(preload))?.mtimeMs;
  if (beganAt === undefined) return removeOwnedFolder(folder, once);
  if (await isEnded(folder)) return true;
  await closeSession(folder);
  for (let waited = 0; isNamed(folder, beganAt) === true && waited < longestEnd; waited += endStep) await delay(endStep);
  if (isNamed(folder, beganAt) === false) return removeOwnedFolder(folder, once);
  const isEmpty = await removeOthers(folder, once);
  const end: SessionEnd = { beganAt, ended: machineMoment(), ...processSpace() };
  // What is renamed is whole: a Node that starts at this moment reads the preload or an empty file.
  await replaceFile(preload, "");
  await replaceFile(path.join(folder, endFile), JSON.stringify(end));
  await disownFolder(folder);
  return isEmpty;
}

/** The same for any folder that its own processes could not remove; `save` takes out of it what is still wanted. */
export async function endLeftFolder(folder: string, save: (folder: string) => Promise<void>): Promise<void> {
  if (await isEnded(folder)) return removeIfUnnamed(folder);
  // Nobody else is to begin with it meanwhile.
  if (await ownFolder(folder)) {
    await closeSession(folder);
    await save(folder);
  }
  await endSessionFolder(folder, true);
}

/**
 * For a session whose folder was deleted while its app runs: makes what the app's processes name again, so that their Nodes start. Does nothing
 * where that cannot be made, or another user was faster. `nodes`: the real Node of each of its `node`s.
 */
export async function restoreNamed(folder: string, nodes: ReadonlyMap<string, string>): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 }).catch(refuseOthers);
    await replaceFile(path.join(folder, hooksFile), "");
    if (currentPlatform === "win32") return;
    for (const [name, nodePath] of nodes) {
      await mkdir(path.join(folder, name), { recursive: true });
      await replaceByLink(path.join(folder, name, "node"), nodePath);
    }
  } catch (error) {
    ifRefused(error);
  }

  async function refuseOthers(error: unknown): Promise<void> {
    const found = await lstat(folder);
    if (!found.isDirectory() || (process.geteuid !== undefined && found.uid !== process.geteuid())) throw error;
  }
}

/** Whether only what processes name is to be left in it, and they are no session's any more. */
export async function isEnded(folder: string): Promise<boolean> {
  return (await readEnd(folder)) !== undefined;
}

/** Removes such a folder if no process names it any more, at the latest after the next start of the machine. */
export async function removeIfUnnamed(
  folder: string,
  platform: NodeJS.Platform = currentPlatform,
  moment: MachineMoment = machineMoment(),
): Promise<void> {
  const end = await readEnd(folder);
  if (end === undefined) return;
  const { boot, space } = processSpace(platform);
  const hasRestarted = end.boot === undefined || boot === undefined ? hasStartedSince(end.ended, moment) : end.boot !== boot;
  const isFree = hasRestarted || (end.space === space && isNamed(folder, end.beganAt, platform) === false);
  await (isFree ? removeWhenFree(folder, true) : removeOthers(folder, true));
}

async function closeShim(folder: string): Promise<void> {
  try {
    const nodePath = await readNodePath(path.join(folder, shimFile));
    if (nodePath !== undefined && currentPlatform !== "win32") await replaceByLink(path.join(folder, "node"), nodePath);
  } catch (error) {
    if (!(error instanceof SyntaxError || isRefusal(error))) throw error;
    // Without the file it is closed already. On a full disk the next Node in PATH takes its place.
    if (!isMissing(error)) await rm(path.join(folder, "node"), { force: true });
  }
  await rm(path.join(folder, shimFile), { force: true });
}

/** Undefined for what we did not write. */
async function readNodePath(file: string): Promise<string | undefined> {
  const bytes = await readUnlinked(file, largestDescription);
  const description = v.safeParse(descriptionSchema, JSON.parse(bytes?.toString() ?? "null"));
  return description.success ? description.output.nodePath : undefined;
}

/** The links to the real Node can be started at any moment. */
async function replaceByLink(file: string, target: string): Promise<void> {
  await rm(`${file}.tmp`, { force: true });
  await symlink(target, `${file}.tmp`);
  await rename(`${file}.tmp`, file);
}

/** False if something is left of what no process names. */
async function removeOthers(folder: string, once: boolean): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => !named.has(name) && name !== ownerFile && name !== endFile);
  const removed = await Promise.all(names.map((name) => removeWhenFree(path.join(folder, name), once)));
  return removed.every(Boolean);
}

function readEnd(folder: string): Promise<SessionEnd | undefined> {
  return readKept(path.join(folder, endFile), largestEnd, endSchema);
}
