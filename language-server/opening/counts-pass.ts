import path from "node:path";
import type { CountedScript } from "../analysis/counts/counted-script.ts";
import { UserError } from "../analysis/user-error.ts";
import type { RunThreadCounts } from "../history/counts/run-counts.ts";
import { hasCounts, readPass } from "../history/run-passes.ts";
import { listRuns, type StoredRun } from "../history/run-store.ts";
import { type OpenedRun, type OpeningOptions, openRunFolder } from "./opened-run.ts";

/** A pass whose app had V8 count how often its code runs. */
export interface OpenedCounts extends OpenedRun {
  readonly counts: readonly RunThreadCounts[];
  readonly counted: readonly CountedScript[];
}

export interface CountsPasses {
  readonly pass: OpenedCounts;
  /** Of other runs of the same program beside that one, the newest first: the same code, perhaps at other sizes. */
  readonly others: readonly OpenedCounts[];
}

/** Older ones are of code that has changed since. */
const mostOthers = 3;

/** Undefined if the run has no counts pass that can be read. */
export async function openCountsPasses(opened: OpenedRun, options: OpeningOptions): Promise<CountsPasses | undefined> {
  const { folder, run } = opened;
  const pass = hasCounts(run) ? await openCountsPass(opened, options) : undefined;
  if (pass === undefined) return undefined;
  const others = (await listRuns(path.dirname(folder))).filter(
    (other) => other.run.id !== run.id && other.run.app.cwd === run.app.cwd && hasCounts(other.run),
  );
  const read: OpenedCounts[] = [];
  // One after the other: each may be large.
  for (const other of others.slice(0, mostOthers)) {
    const counts = await openCountsPass(other, options);
    if (counts !== undefined) read.push(counts);
  }
  return { pass, others: read };
}

/** Undefined if there is none that can be read. */
async function openCountsPass(of: StoredRun, options: OpeningOptions): Promise<OpenedCounts | undefined> {
  try {
    const pass = await readPass(of, "counts");
    if (pass === undefined) return undefined;
    const counts = await openRunFolder(pass.folder, pass.run, options);
    return counts.counts && counts.counted && { ...counts, counts: counts.counts, counted: counts.counted };
  } catch (error) {
    // Without it the run has the figures of before.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
