import path from "node:path";
import { type Caveat, caveatsOf, caveatText, type ComparedSide, matchedShare } from "../analysis/compare/comparability.ts";
import { type CompareUnit, loadRatioOf, type Units, unitsOf } from "../analysis/compare/compare-units.ts";
import { costDigest, type CostDigest } from "../analysis/compare/cost-digest.ts";
import { diffRuns, type RunDifference } from "../analysis/compare/diff.ts";
import { UserError } from "../analysis/user-error.ts";
import { openTarget, type OpenedTarget } from "./target.ts";
import type { Words } from "./words/words.ts";

/** Two runs or profiles to compare; costs in milliseconds per unit. */
export interface ComparedTargets {
  readonly base: OpenedTarget;
  readonly next: OpenedTarget;
  readonly units: Units;
  /** Requests per second, next ÷ base; null if a run has no load report. */
  readonly loadRatio: number | null;
  readonly difference: RunDifference;
  /** Full sentences: why the figures may mislead. */
  readonly warnings: readonly { readonly kind: Caveat["kind"]; readonly text: string }[];
}

/** The warnings are in `words`. Rejects with a UserError if either cannot be read, or both are the same. */
export async function compareTargets(before: string, after: string, asked: CompareUnit, words: Words): Promise<ComparedTargets> {
  const base = await openTarget(before);
  const next = await openTarget(after);
  const isSameRun = base.format === undefined && next.format === undefined && base.run.id === next.run.id;
  if (isSameRun || path.resolve(before) === path.resolve(after)) throw new UserError("terminal.sameRun");
  const [one, other] = [sideOf(base), sideOf(next)];
  const units = unitsOf(one, other, asked);
  const syntaxOf = {
    base: (source: number) => base.analysis.syntaxOf(source),
    next: (source: number) => next.analysis.syntaxOf(source),
  };
  const difference = diffRuns(digestOf(base), digestOf(next), syntaxOf, { units, by: "withLibraries" });
  const matched = matchedShare(difference.functions);
  const caveats = caveatsOf({ base: one, next: other, asked, per: units.per, drift: Math.exp(difference.drift.log), matched }, words);
  const warnings = caveats.map((caveat) => ({ kind: caveat.kind, text: words.say(caveatText(caveat)) }));
  return { base, next, units, loadRatio: loadRatioOf(one, other), difference, warnings };
}

function sideOf({ run, recorder, analysis: { costs } }: OpenedTarget): ComparedSide {
  const { ticks, busySamples, interval } = costs;
  return { run: { ...run, recorder }, ticks, busySamples, interval };
}

function digestOf({ analysis, run }: OpenedTarget): CostDigest {
  return costDigest(analysis, { folders: [run.app.cwd, ...run.app.workspaceFolders] });
}
