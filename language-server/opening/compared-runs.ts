import { type Caveat, caveatsOf, type Compared, type ComparedSide, matchedShare } from "../analysis/compare/comparability.ts";
import { busyVerdict, type Headline, headlineOf } from "../analysis/compare/chance/headline.ts";
import { measuredStart, type StartFacts } from "../analysis/compare/chance/measured-start.ts";
import { cpuVariance } from "../analysis/compare/machine.ts";
import { type CompareUnit, loadRatioOf, type Units, unitsOf } from "../analysis/compare/compare-units.ts";
import { costDigest, type CostDigest, type DigestOptions } from "../analysis/compare/cost-digest.ts";
import { diffRuns, type RunDifference } from "../analysis/compare/diff.ts";
import type { Figures } from "../analysis/figures.ts";
import { type ComparedPart, factsOfPart, selectionOfPart, spansAndRest, wholeRuns } from "../analysis/selection/compared-part.ts";
import type { Selection } from "../analysis/selection/selection.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import type { Microseconds } from "../analysis/units.ts";
import { UserError } from "../analysis/user-error.ts";
import type { Run } from "../history/run.ts";
import type { Analysis } from "../analysis/analyse.ts";
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

/**
 * `figures` formats those of the caveats; `history`: the app's runs by equal text; `part`: what of both is compared; `basePart`: the
 * same with functions where the base has them, if its folder is another. Throws a UserError if either has none of the part's threads.
 */
export function compareRuns<Opened extends OpenedRun>(
  base: Opened,
  next: Opened,
  asked: CompareUnit,
  figures: Figures,
  history: readonly (readonly Run[])[] = [],
  part: ComparedPart = wholeRuns,
  basePart: ComparedPart = part,
): ComparedRuns<Opened> {
  const earlier = history.map((group) => group.map((run) => factsOfPart(run, part)));
  const { threadNames } = part;
  return compareSides(partOf(base, basePart), partOf(next, part), {
    asked,
    threadNames: threadNames ?? undefined,
    figures,
    history: earlier,
  });
}

/** Compares the spans of a selection (next) with the rest of the same run (base), per second. Throws a UserError if either is nothing. */
export function compareWithRest<Opened extends OpenedRun>(opened: Opened, selection: Selection, figures: Figures): ComparedRuns<Opened> {
  const { run } = opened;
  const sides = restAndSpans(opened, selection);
  const [base, next] = [sides.rest, sides.spans].map(({ selected, length }) => {
    const { busyTicks, interval } = selected.whole.costs;
    const threads = [{ ...(run.threads[0] as Run["threads"][number]), busyTicks, intervalUs: interval }];
    return sideOf(opened, selected, { ...run, durationMs: length / 1000, cpuMs: 0, load: undefined, test: undefined, threads });
  });
  const compared = compareSides(base as Side<Opened>, next as Side<Opened>, { asked: "second", figures, history: [] });
  return { ...compared, caveats: compared.caveats.filter(({ kind }) => ofOneRun.has(kind)) };
}

/** What may mislead where both sides are of one run. */
const ofOneRun: ReadonlySet<Caveat["kind"]> = new Set(["fewTicks", "otherText", "unclear"]);

/** What of a run is compared. */
interface Side<Opened extends OpenedRun> {
  /** With the figures of that part. */
  readonly opened: Opened;
  /** All of it: what says how far the two are alike. */
  readonly run: Run;
  readonly digest: CostDigest;
}

interface SidesOptions extends Pick<Compared, "asked" | "threadNames"> {
  readonly figures: Figures;
  readonly history: readonly (readonly StartFacts[])[];
}

function compareSides<Opened extends OpenedRun>(
  base: Side<Opened>,
  next: Side<Opened>,
  { asked, threadNames, figures, history }: SidesOptions,
): ComparedRuns<Opened> {
  const [one, other] = [figuresOf(base.opened), figuresOf(next.opened)];
  const units = unitsOf(one, other, asked);
  const syntaxOf = {
    base: (source: number) => base.opened.analysis.syntaxOf(source),
    next: (source: number) => next.opened.analysis.syntaxOf(source),
  };
  const digests = { base: base.digest, next: next.digest };
  const { per } = units;
  const [before, after] = [
    measuredStart(base.opened.run, per, digests.base.loadSlices),
    measuredStart(next.opened.run, per, digests.next.loadSlices),
  ];
  const earlier = history.map((group) => group.map((run) => measuredStart(run, per)));
  const headline = headlineOf({ base: [before], next: [after], earlier, per });
  const machine = { cpu: { base: before.figures.cpu, next: after.figures.cpu }, variance: cpuVariance(earlier) };
  const seen = diffRuns(digests.base, digests.next, syntaxOf, { units, by: "withLibraries", machine });
  const difference = { ...seen, busy: { ...seen.busy, verdict: busyVerdict(headline, seen.busy.verdict) } };
  const matched = matchedShare(difference.functions);
  const wholes = { base: { ...one, run: runOf(base) }, next: { ...other, run: runOf(next) } };
  const unclear = seen.unclear.map(({ name }) => name);
  const caveats = caveatsOf({ ...wholes, asked, per, threadNames, drift: Math.exp(difference.drift.log), matched, unclear }, figures);
  const loadRatio = loadRatioOf(one, other);
  return { base: base.opened, next: next.opened, digests, units, loadRatio, difference, headline, caveats };
}

/** Whether both are one run of Heatline's. */
export function isSameRun(base: OpenedRun, next: OpenedRun): boolean {
  return base.format === undefined && next.format === undefined && base.run.id === next.run.id;
}

function figuresOf({ run, recorder, problems, analysis: { costs } }: OpenedRun): ComparedSide {
  const { ticks, busySamples, interval } = costs;
  return { run: { ...run, recorder }, ticks, busySamples, interval, problems };
}

function runOf<Opened extends OpenedRun>({ run, opened }: Side<Opened>): ComparedSide["run"] {
  return { ...run, recorder: opened.recorder };
}

function partOf<Opened extends OpenedRun>(opened: Opened, part: ComparedPart): Side<Opened> {
  const selected = selectedPart(opened, part);
  return sideOf(opened, selected, factsOfPart(opened.run, part));
}

/** Throws a UserError if the run has none of the part's threads. */
export function selectedPart(
  { run, analysis }: { readonly run: Pick<Run, "name">; readonly analysis: Analysis },
  part: ComparedPart,
): Selected {
  const selection = selectionOfPart(part, analysis.profile.threads);
  const selected = selection && analysis.select(selection);
  if (selected) return selected;
  throw new UserError("compare.noThreads", { name: run.name, threads: (part.threadNames ?? []).join(", ") });
}

function sideOf<Opened extends OpenedRun>(opened: Opened, { whole, costs, tables }: Selected, run: Run): Side<Opened> {
  const { textOf } = opened.analysis;
  return {
    run: opened.run,
    opened: { ...opened, run, analysis: { ...opened.analysis, costs: whole.costs } },
    digest: costDigest({ costs, profile: tables.profile, textOf }, digestOptions(run)),
  };
}

/** Of a part there is no load, so that nothing is counted per slice of it. */
export function digestOptions({ app, load }: Pick<Run, "app" | "load">): DigestOptions {
  return { folders: [app.cwd, ...app.workspaceFolders], slices: load?.slices };
}

interface PartOfTime {
  readonly selected: Selected;
  readonly length: Microseconds;
}

/** The spans of a selection, and what is left of the window besides them. Throws a UserError if either is nothing. */
export function restAndSpans(
  { run, analysis }: { readonly run: Pick<Run, "name" | "durationMs">; readonly analysis: Analysis },
  selection: Selection,
): { readonly [Side in "rest" | "spans"]: PartOfTime } {
  const last = analysis.profile.threads.reduce((latest, { samples }) => Math.max(latest, samples.time.at(-1) ?? 0), 0);
  const sides = spansAndRest(selection, run.durationMs > 0 ? run.durationMs * 1000 : last);
  if (sides === undefined) throw new UserError("compare.noRest", { name: run.name });
  const partOfTime = (side: typeof sides.rest): PartOfTime => ({
    selected: analysis.select(side.selection) ?? analysis.all,
    length: side.length,
  });
  return { rest: partOfTime(sides.rest), spans: partOfTime(sides.spans) };
}
