import { randomInt } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import type { Bytes, Milliseconds } from "../../analysis/units.ts";
import { readKept } from "../../history/regular-file.ts";
import { isOurs } from "../../platform/private/ours.ts";
import { type Owner, ownerFile, processSpace, type ProcessSpace } from "../../platform/private/owned-folder.ts";
import { privateKinds } from "../../platform/private/private-folder.ts";
import { processExists } from "../../platform/process-exists.ts";
import { endLeftFolder } from "./ended-session.ts";
import { ifRefused } from "../../platform/refusals.ts";

/** Entries looked at in one start: any more are left to the next ones. */
const mostEntries = 100;
const largestOwner: Bytes = 4096;
/** A folder gets its owner at once, unless its maker is killed in between. */
const ownerlessMs: Milliseconds = 24 * 60 * 60 * 1000;
const entryName = new RegExp(`^(?:${privateKinds.join("|")})-[A-Za-z0-9]{6}$`);

const ownerSchema: v.GenericSchema<unknown, Owner> = v.object({
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  host: v.string(),
  boot: v.optional(v.string()),
  space: v.optional(v.string()),
});

/**
 * Removes the folders in this user's private one whose owners have died, or could not remove them. `save` takes out of each what is still
 * wanted. What processes name that have outlived a session goes later.
 */
export async function removeLeftFolders(privateFolder: string, save: (folder: string) => Promise<void>): Promise<void> {
  // It may be one that can be written to but not listed.
  const names = (await readdir(privateFolder).catch(ifRefused)) ?? [];
  for (const name of someOf(names.filter((each) => entryName.test(each)))) {
    const folder = path.join(privateFolder, name);
    if (!(await isLeft(folder)) && !(await isUnowned(folder))) continue;
    await endLeftFolder(folder, save);
  }
}

/** Whether the folder is ours and its owner says that nobody will remove it. False where that cannot be read: better one too many. */
export async function isLeft(folder: string): Promise<boolean> {
  const owner = (await isOurs(folder)) ? await readKept(path.join(folder, ownerFile), largestOwner, ownerSchema) : undefined;
  return owner !== undefined && owner.host === os.hostname() && hasDied(owner, processSpace());
}

/** Whether the folder is ours and nobody came to own it: it is old, and has nothing but perhaps an owner file that was never renamed. */
async function isUnowned(folder: string): Promise<boolean> {
  try {
    if (!(await isOurs(folder)) || Date.now() - (await stat(folder)).mtimeMs < ownerlessMs) return false;
    return (await readdir(folder)).every((name) => name.startsWith(`.${ownerFile}-`));
  } catch (error) {
    return ifRefused(error) ?? false;
  }
}

/** False for one in another container, whose processes cannot be seen. */
function hasDied({ pid, boot, space }: Owner, ours: ProcessSpace): boolean {
  if (pid === 0) return true;
  const [differsIn, hasRestarted] = [space !== undefined && space !== ours.space, boot !== undefined && boot !== ours.boot];
  return hasRestarted || (!differsIn && !processExists(pid));
}

/** Begins anywhere, so that each is looked at sooner or later. */
function someOf(names: readonly string[]): readonly string[] {
  const first = names.length > mostEntries ? randomInt(names.length) : 0;
  return [...names.slice(first), ...names.slice(0, first)].slice(0, mostEntries);
}
