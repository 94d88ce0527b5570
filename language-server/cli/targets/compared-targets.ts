import path from "node:path";
import { type Caveat, caveatText } from "../../analysis/compare/comparability.ts";
import type { CompareUnit } from "../../analysis/compare/compare-units.ts";
import { UserError } from "../../analysis/user-error.ts";
import { type ComparedRuns, compareRuns, isSameRun } from "../../opening/compared-runs.ts";
import { looksLikeUrl } from "../../analysis/profile-url.ts";
import { type FetchTerms, openTarget, type OpenedTarget } from "./target.ts";

export interface ComparedTargets extends ComparedRuns<OpenedTarget> {
  /** Full sentences: why the figures may mislead. */
  readonly warnings: readonly { readonly kind: Caveat["kind"]; readonly text: string }[];
}

/**
 * Opens and compares two targets, with warnings in the language of `terms`. Rejects with a UserError if either cannot be read, or if both
 * are the same run; a URL that is given twice is fetched twice.
 */
export async function compareTargets(before: string, after: string, asked: CompareUnit, terms: FetchTerms): Promise<ComparedTargets> {
  const { words } = terms;
  const base = await openTarget(before, {}, terms);
  const next = await openTarget(after, {}, terms);
  const isSame = !looksLikeUrl(after) && path.resolve(before) === path.resolve(after);
  if (isSame || isSameRun(base, next)) throw new UserError("terminal.sameRun");
  const compared = compareRuns(base, next, asked, words);
  return { ...compared, warnings: compared.caveats.map((caveat) => ({ kind: caveat.kind, text: words.say(caveatText(caveat)) })) };
}
