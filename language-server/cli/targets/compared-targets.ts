import path from "node:path";
import type { CompareUnit } from "../../analysis/compare/compare-units.ts";
import { UserError } from "../../analysis/user-error.ts";
import { type ComparedPart, comparedPart } from "../../analysis/selection/compared-part.ts";
import type { Selection } from "../../analysis/selection/selection.ts";
import { type ComparedRuns, compareRuns, compareWithRest, isSameRun } from "../../answers/compare/compared-runs.ts";
import { sidesOfSpans } from "../../answers/compare/compared-sides.ts";
import { earlierRuns } from "../../opening/earlier-runs.ts";
import type { ComparedSelections } from "../../reports/compared-selection.ts";
import { selectedRun } from "../../reports/scope-text.ts";
import { reportWordsIn } from "../words/report-words.ts";
import type { Words } from "../words/words.ts";
import type { ComparedSelection } from "../selection/filter-options.ts";
import { looksLikeUrl } from "../../analysis/profile-url.ts";
import { isRun, judgedRuns, newestLike, newestOf, runsIn } from "./chosen-runs.ts";
import { type FetchTerms, openTarget, type OpenedTarget } from "./target.ts";

export interface ComparedTargets extends ComparedRuns<OpenedTarget> {
  readonly selections: ComparedSelections;
}

/** A folder of runs alone: its newest good run and the one before it that is like it. Rejects with a UserError if there are none. */
export async function compareNewest(
  runsFolder: string,
  asked: CompareUnit,
  part: ComparedSelection,
  terms: FetchTerms,
): Promise<ComparedTargets> {
  const runs = await runsIn(runsFolder);
  if (runs === undefined) throw new UserError("terminal.noRuns", { folder: runsFolder });
  const { before, after } = judgedRuns(runsFolder, runs, terms);
  return compareTargets(before, after, asked, part, terms);
}

/**
 * Opens and compares two targets, with figures as `terms` has them: whole ones, of which a span is none of both. Rejects with a UserError if
 * either cannot be read, or if both are the same run; a URL that is given twice is fetched twice.
 */
export async function compareTargets(
  before: string,
  after: string,
  asked: CompareUnit,
  part: ComparedSelection,
  terms: FetchTerms,
): Promise<ComparedTargets> {
  const { words } = terms;
  if (!looksLikeUrl(after) && path.resolve(before) === path.resolve(after)) throw new UserError("terminal.sameRun");
  const [runsBefore, runsAfter] = [await runsIn(before), await runsIn(after)];
  const nextAt = runsAfter === undefined ? after : newestOf(runsAfter, terms);
  const baseAt = runsBefore === undefined || !(await isRun(nextAt)) ? before : await newestLike(runsBefore, nextAt, terms);
  const base = await openTarget(baseAt, {}, terms);
  const next = await openTarget(nextAt, {}, terms);
  if (isSameRun(base, next)) throw new UserError("terminal.sameRun");
  const folders = [base.format === undefined ? [baseAt] : [], next.format === undefined ? [nextAt] : []].flat();
  const selections = { base: selectionOf(base, part, words), next: selectionOf(next, part, words) };
  const [basePart, nextPart] = [partOf(selections.base, base), partOf(selections.next, next)];
  const compared = compareRuns(base, next, {
    asked,
    figures: words,
    history: await earlierRuns(folders, next.run),
    part: nextPart,
    basePart,
  });
  return { ...compared, caveats: [...part.caveats, ...compared.caveats], selections };
}

/** Opens one target and compares a span of it with the rest. Rejects with a UserError if it cannot be read, or if either has no time. */
export async function compareSpan(
  target: string,
  part: Pick<ComparedSelection, "selectionOf">,
  terms: FetchTerms,
): Promise<ComparedTargets> {
  const opened = await openTarget(target, {}, terms);
  const next = selectionOf(opened, part, terms.words);
  const { base } = sidesOfSpans(opened, next);
  return { ...compareWithRest(opened, next, terms.words), selections: { base: base.selected.selection, next } };
}

/** Throws a UserError if nothing was recorded of it. */
function selectionOf(opened: OpenedTarget, part: Pick<ComparedSelection, "selectionOf">, words: Words): Selection {
  const selection = part.selectionOf(opened);
  selectedRun(opened, selection, reportWordsIn(words));
  return selection;
}

function partOf(selection: Selection, { analysis }: OpenedTarget): ComparedPart {
  return comparedPart(selection, analysis.profile.threads);
}
