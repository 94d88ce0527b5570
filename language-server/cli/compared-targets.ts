import path from "node:path";
import { type Caveat, caveatText } from "../analysis/compare/comparability.ts";
import type { CompareUnit } from "../analysis/compare/compare-units.ts";
import { UserError } from "../analysis/user-error.ts";
import { type ComparedRuns, compareRuns, isSameRun } from "../opening/compared-runs.ts";
import { openTarget, type OpenedTarget } from "./target.ts";
import type { Words } from "./words/words.ts";

export interface ComparedTargets extends ComparedRuns<OpenedTarget> {
  /** Full sentences: why the figures may mislead. */
  readonly warnings: readonly { readonly kind: Caveat["kind"]; readonly text: string }[];
}

/** The warnings are in `words`. Rejects with a UserError if either cannot be read, or both are the same. */
export async function compareTargets(before: string, after: string, asked: CompareUnit, words: Words): Promise<ComparedTargets> {
  const base = await openTarget(before);
  const next = await openTarget(after);
  if (isSameRun(base, next) || path.resolve(before) === path.resolve(after)) throw new UserError("terminal.sameRun");
  const compared = compareRuns(base, next, asked, words);
  return { ...compared, warnings: compared.caveats.map((caveat) => ({ kind: caveat.kind, text: words.say(caveatText(caveat)) })) };
}
