import path from "node:path";
import { areDocuments, areUnused, loadedFiles, type LoadedScripts } from "../../analysis/pairs/unused-changes.ts";
import type { Bytes } from "../../analysis/units.ts";
import { readRegular } from "../../history/regular-file.ts";
import { ifRefused } from "../../platform/refusals.ts";

interface RanSide {
  /** Root of the checkout. */
  readonly folder: string;
  readonly recordings: readonly LoadedScripts[];
}

/** A larger script is taken for another one. */
const mostBytes: Bytes = 16 * 1024 * 1024;

/**
 * The changed files if the same code ran on both sides all the same: documents, and scripts that neither side loaded, while all files that were loaded are
 * equal, as a build may have made other ones of a changed source. Null if that is not certain. `readsScripts`: a build or a linter reads scripts as data.
 */
export async function unusedChanges(
  changed: readonly string[] | null,
  base: RanSide,
  head: RanSide,
  { readsScripts }: { readonly readsScripts: boolean },
): Promise<readonly string[] | null> {
  if (changed === null) return null;
  if (areDocuments(changed)) return changed;
  const [before, after] = [loadedFiles(base.recordings, base.folder), loadedFiles(head.recordings, head.folder)];
  if (readsScripts || before === undefined || after === undefined || !areUnused(changed, before, after)) return null;
  if (before.size !== after.size) return null;
  for (const file of before) {
    if (!after.has(file)) return null;
    const [one, other] = await Promise.all([base.folder, head.folder].map((folder) => bytesOf(path.resolve(folder, file))));
    if (one === undefined || other === undefined || !one.equals(other)) return null;
  }
  return changed;
}

async function bytesOf(file: string): Promise<Buffer | undefined> {
  return readRegular(file, mostBytes).catch(ifRefused);
}
