import { type Caveat, caveatsOf, type ComparedSide, matchedShare } from "../analysis/compare/comparability.ts";
import { busyVerdict, type Headline, headlineOf } from "../analysis/compare/chance/headline.ts";
import { measuredStart, type StartFacts } from "../analysis/compare/chance/measured-start.ts";
import { cpuVariance } from "../analysis/compare/machine.ts";
import { type CompareUnit, loadRatioOf, type Units, unitsOf } from "../analysis/compare/compare-units.ts";
import { costDigest, type CostDigest } from "../analysis/compare/cost-digest.ts";
import { diffRuns, type RunDifference } from "../analysis/compare/diff.ts";
import type { Figures } from "../analysis/figures.ts";
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
  /** The figures of both runs and what is said of them. */
  readonly headline: Headline;
  /** Why the figures may mislead. */
  readonly caveats: readonly Caveat[];
}

/** `figures` formats those of the caveats; `history`: the app's runs by equal text. */
export function compareRuns<Opened extends OpenedRun>(
  base: Opened,
  next: Opened,
  asked: CompareUnit,
  figures: Figures,
  history: readonly (readonly StartFacts[])[] = [],
): ComparedRuns<Opened> {
  const [one, other] = [sideOf(base), sideOf(next)];
  const units = unitsOf(one, other, asked);
  const syntaxOf = {
    base: (source: number) => base.analysis.syntaxOf(source),
    next: (source: number) => next.analysis.syntaxOf(source),
  };
  const digests = { base: digestOf(base), next: digestOf(next) };
  const { per } = units;
  const [before, after] = [measuredStart(base.run, per, digests.base.loadSlices), measuredStart(next.run, per, digests.next.loadSlices)];
  const earlier = history.map((group) => group.map((run) => measuredStart(run, per)));
  const headline = headlineOf({ base: [before], next: [after], earlier, per });
  const machine = { cpu: { base: before.figures.cpu, next: after.figures.cpu }, variance: cpuVariance(earlier) };
  const seen = diffRuns(digests.base, digests.next, syntaxOf, { units, by: "withLibraries", machine });
  const difference = { ...seen, busy: { ...seen.busy, verdict: busyVerdict(headline, seen.busy.verdict) } };
  const matched = matchedShare(difference.functions);
  const caveats = caveatsOf(
    { base: one, next: other, asked, per, drift: Math.exp(difference.drift.log), matched, unclear: seen.unclear.map(({ name }) => name) },
    figures,
  );
  return { base, next, digests, units, loadRatio: loadRatioOf(one, other), difference, headline, caveats };
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
