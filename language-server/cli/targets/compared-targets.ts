import path from "node:path";
import type { CompareUnit } from "../../analysis/compare/compare-units.ts";
import { UserError } from "../../analysis/user-error.ts";
import { type ComparedRuns, compareRuns, isSameRun } from "../../opening/compared-runs.ts";
import { earlierRuns } from "../../opening/earlier-runs.ts";
import { looksLikeUrl } from "../../analysis/profile-url.ts";
import { isRun, judgedRuns, newestLike, newestOf, runsIn } from "./chosen-runs.ts";
import { type FetchTerms, openTarget, type OpenedTarget } from "./target.ts";

export type ComparedTargets = ComparedRuns<OpenedTarget>;

/** A folder of runs alone: its newest good run and the one before it that is like it. Rejects with a UserError if there are none. */
export async function compareNewest(runsFolder: string, asked: CompareUnit, terms: FetchTerms): Promise<ComparedTargets> {
  const runs = await runsIn(runsFolder);
  if (runs === undefined) throw new UserError("terminal.noRuns", { folder: runsFolder });
  const { before, after } = judgedRuns(runsFolder, runs, terms);
  return compareTargets(before, after, asked, terms);
}

/**
 * Opens and compares two targets, with figures as `terms` has them. Rejects with a UserError if either cannot be read, or if both
 * are the same run; a URL that is given twice is fetched twice.
 */
export async function compareTargets(before: string, after: string, asked: CompareUnit, terms: FetchTerms): Promise<ComparedTargets> {
  const { words } = terms;
  if (!looksLikeUrl(after) && path.resolve(before) === path.resolve(after)) throw new UserError("terminal.sameRun");
  const [runsBefore, runsAfter] = [await runsIn(before), await runsIn(after)];
  const nextAt = runsAfter === undefined ? after : newestOf(runsAfter, terms);
  const baseAt = runsBefore === undefined || !(await isRun(nextAt)) ? before : await newestLike(runsBefore, nextAt, terms);
  const base = await openTarget(baseAt, {}, terms);
  const next = await openTarget(nextAt, {}, terms);
  if (isSameRun(base, next)) throw new UserError("terminal.sameRun");
  const folders = [base.format === undefined ? [baseAt] : [], next.format === undefined ? [nextAt] : []].flat();
  return compareRuns(base, next, asked, words, await earlierRuns(folders, next.run));
}
