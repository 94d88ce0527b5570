import { chmod, mkdir, mkdtemp, realpath, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { isOurs, isSafeToPass, lookAt } from "./ours.ts";
import { ourSurroundings, privatePath, statePath, type Surroundings } from "./state-path.ts";
import { ifMissing, isMissing, isRefusal } from "../refusals.ts";

/** What folders are for, as their names begin: short, since the path of a socket has at most 107 bytes. */
export const privateKinds = ["s", "export", "profile", "bench"] as const;
/** `s`: a session; `bench`: the checkouts of two versions. */
export type PrivateKind = (typeof privateKinds)[number];

const inBench = /[/\\](?:heatline-)?bench-[A-Za-z0-9]{6}[/\\]/;
const onlyOurs = 0o700;
/** A full disk: elsewhere there may be space, but the user should know. */
const fullCodes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);
/** Types of Linux's file systems in memory (statfs(2)): tmpfs, ramfs. */
const memoryTypes: ReadonlySet<number> = new Set([0x01_02_19_94, 0x85_84_58_f6]);

/**
 * The one folder of this user's in which sessions, kept runs, exports and fetched profiles are, made if it is missing. No other user can
 * list or change it, and nothing of another user's is opened to find out. Undefined where it cannot be made or cannot be private; rejects
 * with the error of the file system where its disk is full.
 */
export async function privateFolder(surroundings: Surroundings = ourSurroundings()): Promise<string | undefined> {
  try {
    const parent = await safeParent(surroundings);
    if (parent === undefined) return undefined;
    const folder = path.join(parent, path.basename(privatePath(surroundings) ?? ""));
    if (!(await makeOurs(folder, surroundings))) return undefined;
    return (await isInMemory(folder, surroundings)) && !(await isInMemory(surroundings.temporary, surroundings)) ? undefined : folder;
  } catch (error) {
    return ifNoPlace(error);
  }
}

/**
 * Makes a new folder that only this user can read: in the private folder, or else in the temporary folder, where no later session looks.
 * Rejects with the error of the file system.
 */
export async function makePrivateFolder(kind: PrivateKind | "unsaved", surroundings: Surroundings = ourSurroundings()): Promise<string> {
  return makeFolderIn(await privateFolder(surroundings), kind, surroundings);
}

/** The same, where it is known already what `privateFolder` says. */
export async function makeFolderIn(
  folder: string | undefined,
  kind: PrivateKind | "unsaved",
  surroundings: Surroundings = ourSurroundings(),
): Promise<string> {
  const made = folder === undefined ? undefined : await mkdtemp(path.join(folder, `${kind}-`)).catch(ifNoPlace);
  return made ?? makeTemporary(kind, surroundings);
}

/** Whether a path is in the private folder of a bench, which is removed with all that is in it. */
export function isInBench(file: string): boolean {
  return inBench.test(file);
}

/** The real path of a new folder in the temporary folder. */
async function makeTemporary(kind: string, surroundings: Surroundings): Promise<string> {
  const { temporary, platform, env } = surroundings;
  const isGiven = ["TMPDIR", "TMP", "TEMP"].some((name) => env[name] !== undefined);
  const onDisk = "/var/tmp";
  const makeIn = async (folder: string): Promise<string> => mkdtemp(path.join(await realpath(folder), `heatline-${kind}-`));
  const isBetter =
    platform === "linux" && !isGiven && (await isInMemory(temporary, surroundings)) && !(await isInMemory(onDisk, surroundings));
  return (isBetter ? await makeIn(onDisk).catch(ifNoPlace) : undefined) ?? makeIn(temporary);
}

/** The real path of the folder that ours is in. Undefined if another user can replace ours there. */
async function safeParent(surroundings: Surroundings): Promise<string | undefined> {
  const state = statePath(surroundings);
  if (state === undefined) return undefined;
  if (surroundings.uid === undefined) return realpath(await made(state));
  const home = surroundings.home === "" ? "" : await nearest(surroundings.home);
  // A home folder that does not exist is not ours to make.
  if (home !== "" && state.startsWith(surroundings.home + path.sep)) await stat(surroundings.home);
  const user = { ...surroundings, home };
  if (!(await isSafeToPass(await nearest(state), user))) return undefined;
  const parent = await realpath(await made(state));
  return (await isSafeToPass(parent, user)) ? parent : undefined;
}

/** Level by level: in a file system that refuses new folders as not found, Node's own way down never ends. */
async function made(folder: string): Promise<string> {
  try {
    return await makeOne(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  // Another session may have made the one above it since.
  if ((await stat(path.dirname(folder)).catch(ifMissing)) === undefined) await made(path.dirname(folder));
  return makeOne(folder);
}

/** Another session may make it, too. */
async function makeOne(folder: string): Promise<string> {
  await mkdir(folder, { mode: onlyOurs }).catch((error: unknown) => {
    if (!isThere(error)) throw error;
  });
  return folder;
}

/** The real path of the folder, or of the nearest one above it that exists. */
async function nearest(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    if (!isMissing(error) || path.dirname(folder) === folder) throw error;
    return nearest(path.dirname(folder));
  }
}

/** Whether the folder is there, ours and nobody else's: made so if it is missing, or can be read by others. */
async function makeOurs(folder: string, surroundings: Surroundings): Promise<boolean> {
  const found = await lookAt(folder);
  if (found === undefined) {
    return isOurs(await makeOne(folder), surroundings);
  }
  const { uid } = surroundings;
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid)) return false;
  if (uid === undefined || (found.mode & 0o777) === onlyOurs) return true;
  await chmod(folder, onlyOurs);
  // Some file systems have no modes, and ignore changes.
  return isOurs(folder, surroundings);
}

/** V8's log can have hundreds of megabytes. */
async function isInMemory(folder: string, { platform }: Surroundings): Promise<boolean> {
  const system = platform === "linux" ? await statfs(folder).catch(ifNoPlace) : undefined;
  return system !== undefined && memoryTypes.has(system.type);
}

function isThere(error: unknown): boolean {
  return isRefusal(error) && error.code === "EEXIST";
}

/** Whether the disk is full, or what this user may use of it. */
export function isFull(error: unknown): boolean {
  return isRefusal(error) && fullCodes.has(error.code);
}

/** For `catch`: undefined in place of what the system refuses for another reason than a full disk. */
function ifNoPlace(error: unknown): undefined {
  if (!isRefusal(error) || isFull(error)) throw error;
}
