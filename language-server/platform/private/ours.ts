import type { Stats } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import path from "node:path";
import { ourSurroundings, type Surroundings } from "./state-path.ts";
import { ifRefused } from "../refusals.ts";

type User = Pick<Surroundings, "platform" | "home" | "uid" | "gid">;

/** By others, of a mode: to read, write or enter. */
const [anyOfOthers, writtenByOthers, writtenByGroup, sticky] = [0o077, 0o002, 0o020, 0o1000];

/**
 * Whether this is a real folder of this user's that nobody else can enter. One `lstat`: nothing is opened, and no link is followed. On
 * Windows, where files have no owner that Node shows, whether it is a real folder.
 */
export async function isOurs(folder: string, { uid }: Pick<User, "uid"> = ourSurroundings()): Promise<boolean> {
  const found = await lookAt(folder);
  if (found?.isDirectory() !== true) return false;
  return uid === undefined || (found.uid === uid && (found.mode & anyOfOthers) === 0);
}

/** Whether what is at the path, a link not followed, is this user's. True on Windows. */
export async function isOwn(file: string, { uid }: Pick<User, "uid"> = ourSurroundings()): Promise<boolean> {
  return uid === undefined || (await lookAt(file))?.uid === uid;
}

/**
 * Whether no other user can replace what is in a folder, given by its real path: it and those above it belong to us or to root, and are not
 * written to by others. Above, a folder such as /tmp, where nobody can replace what is another's, will do. Looks no further than the user's
 * own home folder.
 */
export async function isSafeToPass(folder: string, user: User, isTop = true): Promise<boolean> {
  const found = await stat(folder);
  if (found.uid !== user.uid && (isTop || found.uid !== 0)) return false;
  const isKept = !isTop && (found.mode & sticky) !== 0;
  if (!isKept && isWrittenByOthers(found, user)) return false;
  const parent = path.dirname(folder);
  return parent === folder || (found.uid === user.uid && folder === user.home) || isSafeToPass(parent, user, false);
}

/** A group of its own that a user has may write, as where the umask is 002; on macOS the first group is everybody's. */
function isWrittenByOthers({ mode, gid }: Stats, user: User): boolean {
  if ((mode & writtenByOthers) !== 0) return true;
  return (mode & writtenByGroup) !== 0 && (user.platform === "darwin" || gid !== user.gid);
}

/** What is at the path, a link not followed; undefined if nothing is. */
export async function lookAt(file: string): Promise<Stats | undefined> {
  return lstat(file).catch(ifRefused);
}
