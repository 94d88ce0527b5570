import { type NeededLoad, neededLoad } from "../../analysis/compare/chance/needed-load.ts";
import type { Share } from "../../analysis/units.ts";
import { type Caveat, caveatsOf, type ComparedSide, matchedShare } from "../../analysis/compare/comparability.ts";
import { busyVerdict, type Headline, headlineOf } from "../../analysis/compare/chance/headline.ts";
import { type MeasuredStart, measuredStart } from "../../analysis/compare/chance/measured-start.ts";
import { type CompareUnit, loadRatioOf, type Units, unitsOf } from "../../analysis/compare/compare-units.ts";
import { costDigest, type CostDigest } from "../../analysis/compare/cost-digest.ts";
import { type DiffOptions, diffRuns, type RunDifference } from "../../analysis/compare/diff.ts";
import { cpuVariance } from "../../analysis/compare/drift.ts";
import type { Figures } from "../../analysis/figures.ts";
import { answeredByRoutes } from "../../analysis/selection/run-routes.ts";
import { type ComparedPart, factsOfPart, selectionOfPart, spansAndRest } from "../../analysis/selection/compared-part.ts";
import type { Selection } from "../../analysis/selection/selection.ts";
import type { Selected } from "../../analysis/selection/selections.ts";
import type { FilterEffect } from "../../analysis/selection/stack-filter.ts";
import { quotedNames } from "../../analysis/selection/thread-names.ts";
import type { Syntax } from "../../analysis/syntax/syntax.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { Run } from "../../history/run.ts";
import type { OpenedRun } from "../../opening/opened-run.ts";
import { picked, madeOnce } from "../../analysis/collections.ts";

/** Facts of a run besides its samples, without its scripts, which may be many. */
export type SideFacts = Omit<Run, "scripts" | "problems">;

/** What of a run is compared, with all that a comparison needs of it: may go from worker to worker. */
export interface Side extends Pick<OpenedRun, "folder" | "recorder" | "problems"> {
  /** Facts of what is compared. */
  readonly part: SideFacts;
  /** Facts of the whole run: say how far two runs are alike. */
  readonly whole: SideFacts;
  readonly digest: CostDigest;
  /** What the filter took away. */
  readonly effect: FilterEffect;
}

export interface SelectedSide {
  readonly selected: Selected;
  readonly side: Side;
}

type SidedRun = Pick<OpenedRun, "folder" | "recorder" | "problems" | "analysis"> & { readonly run: SideFacts };

/** A part of a run. Throws a UserError if the run has none of the part's threads or routes. */
export function sideOfPart(opened: SidedRun, part: ComparedPart): SelectedSide {
  const { run, analysis } = opened;
  const selection = selectionOfPart(part, analysis.profile.threads);
  const selected = selection && analysis.select(selection);
  if (selected) return sideOf(opened, selected, part.routes === null ? factsOfPart(run, part) : factsOfRoutes(opened, selected));
  if (selection !== undefined && part.routes !== null)
    throw new UserError("compare.noRoutes", { name: run.name, routes: quotedNames(part.routes) });
  throw new UserError("compare.noThreads", { name: run.name, threads: quotedNames(part.threadNames ?? []) });
}

/** The spans of a selection (next), and what is left of the window besides them (base). Throws a UserError if either is nothing. */
export function sidesOfSpans(opened: SidedRun, selection: Selection): { readonly base: SelectedSide; readonly next: SelectedSide } {
  const { run, analysis } = opened;
  const last = analysis.profile.threads.reduce((latest, { samples }) => Math.max(latest, samples.time.at(-1) ?? 0), 0);
  const sides = spansAndRest(selection, run.durationMs > 0 ? run.durationMs * 1000 : last);
  if (sides === undefined) throw new UserError("compare.noRest", { name: run.name });
  const sideOfTime = ({ selection: own, length }: typeof sides.rest): SelectedSide => {
    const selected = analysis.select(own) ?? analysis.all;
    const { busyTicks, interval } = selected.whole.costs;
    const threads = run.threads.slice(0, 1).map((thread) => ({ ...thread, busyTicks, intervalUs: interval }));
    return sideOf(opened, selected, {
      ...run,
      durationMs: length / 1000,
      cpuMs: 0,
      load: undefined,
      test: undefined,
      startup: undefined,
      window: "measured",
      threads,
    });
  };
  return { base: sideOfTime(sides.rest), next: sideOfTime(sides.spans) };
}

/** Only how many requests the routes answered is known of their load. */
function factsOfRoutes({ run, analysis }: SidedRun, { selection, whole }: Selected): SideFacts {
  const { busyTicks, interval } = whole.costs;
  const threads = run.threads.slice(0, 1).map((thread) => ({ ...thread, busyTicks, intervalUs: interval }));
  const requests = answeredByRoutes(analysis.routes, selection.routes);
  const load = run.load && { ...picked(run.load, "tool", "url", "label", "cancelled", "durationSeconds"), latency: {}, requests };
  return { ...run, cpuMs: 0, load, threads };
}

/** Of each selection once: its threads and spans decide which load the facts have. */
const digests = new WeakMap<Selected, CostDigest>();

function sideOf({ folder, recorder, problems, run, analysis }: SidedRun, selected: Selected, part: SideFacts): SelectedSide {
  const options = { folders: [run.app.cwd, ...run.app.workspaceFolders], slices: part.load?.slices };
  const { costs, tables } = selected;
  const digest = madeOnce(digests, selected, () => costDigest({ costs, profile: tables.profile, textOf: analysis.textOf }, options));
  return { selected, side: { folder, recorder, problems, part, whole: run, digest, effect: tables.effect } };
}

interface SidesOptions {
  readonly asked: CompareUnit;
  readonly by: DiffOptions["by"];
  /** Formats the figures of caveats. */
  readonly figures: Figures;
  /** What of both runs is compared; undefined for two parts of one run. */
  readonly part?: ComparedPart | undefined;
  /** The app's runs by equal text. */
  readonly earlier?: readonly (readonly Run[])[];
  /** Further runs of each side's text, for the headline. */
  readonly more?: { readonly base: readonly Run[]; readonly next: readonly Run[] };
  /** A change of requests per second, or of busy time without a load, of which is asked what it would take to see it. */
  readonly change?: Share | undefined;
}

/** Costs in milliseconds per unit. */
export interface ComparedSides {
  readonly units: Units;
  /** Requests per second, next ÷ base; null if a run has no load report. */
  readonly loadRatio: number | null;
  readonly difference: RunDifference;
  /** The figures of both runs and what is said of them. */
  readonly headline: Headline;
  /** Why the figures may mislead. */
  readonly caveats: readonly Caveat[];
  /** What it would take to see a change of the size that was asked about. */
  readonly needed: NeededLoad | undefined;
}

/** What may mislead where both sides are of one run, which cannot be repeated by halves. */
function caveatsOfOneRun(caveats: readonly Caveat[]): readonly Caveat[] {
  const known: readonly Caveat["kind"][] = ["fewTicks", "otherText", "unclear"];
  const shown = caveats.filter(({ kind }) => known.includes(kind));
  return shown.map((each) => (each.kind === "unclear" ? { ...each, kind: "unclearSpan" } : each));
}

export function compareSides(
  base: Side,
  next: Side,
  syntaxOf: { readonly [Name in "base" | "next"]: (source: number) => Syntax | undefined },
  { asked, by, figures, part, earlier: allEarlier = [], more: allMore = { base: [], next: [] }, change }: SidesOptions,
): ComparedSides {
  const [one, other] = [measuredSide(base, base.part), measuredSide(next, next.part)];
  const units = unitsOf(one, other, asked);
  const { per } = units;
  // Their routes are not known without their samples.
  const [earlier, more] = part === undefined || part.routes === null ? [allEarlier, allMore] : [[], { base: [], next: [] }];
  const startOf = (run: Run): MeasuredStart => measuredStart(part === undefined ? run : factsOfPart(run, part), per);
  const [before, after] = [measuredStart(base.part, per, base.digest.loadSlices), measuredStart(next.part, per, next.digest.loadSlices)];
  const known = earlier.map((group) => group.map(startOf));
  const starts = { base: [before, ...more.base.map(startOf)], next: [after, ...more.next.map(startOf)] };
  const headline = headlineOf({ ...starts, earlier: known, per });
  const judged = headline.figures.filter(({ interval }) => interval !== undefined);
  const lead = judged.find(({ name }) => name === "requestsPerSecond") ?? judged.find(({ name }) => name === "busy");
  const terms = { seconds: Math.min(base.part.durationMs, next.part.durationMs) / 1000, figures: judged.length };
  const needed =
    change === undefined || lead === undefined ? undefined : neededLoad({ ...starts, earlier: known }, lead.name, change, terms);
  const machine = { cpu: { base: before.figures.cpu, next: after.figures.cpu }, variance: cpuVariance(known) };
  const seen = diffRuns(base.digest, next.digest, syntaxOf, { units, by, machine });
  const difference = { ...seen, busy: { ...seen.busy, verdict: busyVerdict(headline, seen.busy.verdict) } };
  const compared = {
    base: measuredSide(base, base.whole),
    next: measuredSide(next, next.whole),
    asked,
    per,
    threadNames: part?.threadNames ?? undefined,
    drift: Math.exp(difference.drift.log),
    matched: matchedShare(difference.functions),
    unclear: seen.unclear.map(({ name }) => name),
  };
  const caveats = caveatsOf(compared, figures);
  const shown = part === undefined ? caveatsOfOneRun(caveats) : caveats;
  return { units, loadRatio: loadRatioOf(one, other), difference, headline, caveats: shown, needed };
}

function measuredSide({ recorder, problems, digest }: Side, facts: SideFacts): ComparedSide {
  const { ticks, busySamples, interval } = digest;
  return { run: { ...facts, recorder }, ticks, busySamples, interval, problems };
}
