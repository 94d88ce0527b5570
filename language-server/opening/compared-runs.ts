import { type Caveat, caveatsOf, type CaveatFigures, type ComparedSide, matchedShare } from "../analysis/compare/comparability.ts";
import { type CompareUnit, loadRatioOf, type Units, unitsOf } from "../analysis/compare/compare-units.ts";
import { costDigest, type CostDigest } from "../analysis/compare/cost-digest.ts";
import { diffRuns, type RunDifference } from "../analysis/compare/diff.ts";
import type { OpenedRun } from "./opened-run.ts";

/** Two runs or profiles to compare; costs in milliseconds per unit. */
export interface ComparedRuns<Opened extends OpenedRun = OpenedRun> {
  readonly base: Opened;
  readonly next: Opened;
  readonly digests: { readonly base: CostDigest; readonly next: CostDigest };
  readonly units: Units;
  /** Requests per second, next ÷ base; null if a run has no load report. */
  readonly loadRatio: number | null;
  readonly difference: RunDifference;
  /** Why the figures may mislead. */
  readonly caveats: readonly Caveat[];
}

/** `figures` formats those of the caveats. */
export function compareRuns<Opened extends OpenedRun>(
  base: Opened,
  next: Opened,
  asked: CompareUnit,
  figures: CaveatFigures,
): ComparedRuns<Opened> {
  const [one, other] = [sideOf(base), sideOf(next)];
  const units = unitsOf(one, other, asked);
  const syntaxOf = {
    base: (source: number) => base.analysis.syntaxOf(source),
    next: (source: number) => next.analysis.syntaxOf(source),
  };
  const digests = { base: digestOf(base), next: digestOf(next) };
  const difference = diffRuns(digests.base, digests.next, syntaxOf, { units, by: "withLibraries" });
  const matched = matchedShare(difference.functions);
  const caveats = caveatsOf({ base: one, next: other, asked, per: units.per, drift: Math.exp(difference.drift.log), matched }, figures);
  return { base, next, digests, units, loadRatio: loadRatioOf(one, other), difference, caveats };
}

/** Whether both are one run of Heatline's. */
export function isSameRun(base: OpenedRun, next: OpenedRun): boolean {
  return base.format === undefined && next.format === undefined && base.run.id === next.run.id;
}

function sideOf({ run, recorder, problems, analysis: { costs } }: OpenedRun): ComparedSide {
  const { ticks, busySamples, interval } = costs;
  return { run: { ...run, recorder }, ticks, busySamples, interval, problems };
}

function digestOf({ analysis, run }: OpenedRun): CostDigest {
  return costDigest(analysis, { folders: [run.app.cwd, ...run.app.workspaceFolders], slices: run.load?.slices });
}
