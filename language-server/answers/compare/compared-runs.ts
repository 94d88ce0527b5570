import type { CompareUnit } from "../../analysis/compare/compare-units.ts";
import type { CostDigest } from "../../analysis/compare/cost-digest.ts";
import type { Figures } from "../../analysis/figures.ts";
import { type ComparedPart, wholeRuns } from "../../analysis/selection/compared-part.ts";
import { everything, type Selection } from "../../analysis/selection/selection.ts";
import type { Run } from "../../history/run.ts";
import type { OpenedRun } from "../../opening/opened-run.ts";
import { measuredRun } from "../../opening/route-samples.ts";
import { compareSides, type ComparedSides, type SelectedSide, sideOfPart, sidesOfSpans } from "./compared-sides.ts";

/** Two runs or profiles to compare. */
export interface ComparedRuns<Opened extends OpenedRun = OpenedRun> extends ComparedSides {
  /** With the figures of what is compared. */
  readonly base: Opened;
  readonly next: Opened;
  readonly digests: { readonly base: CostDigest; readonly next: CostDigest };
}

interface CompareOptions {
  readonly asked: CompareUnit;
  /** Formats those of the caveats. */
  readonly figures: Figures;
  /** The app's runs by equal text. */
  readonly history?: readonly (readonly Run[])[];
  /** What of both is compared. */
  readonly part?: ComparedPart | undefined;
  /** The same with functions where the base has them, if its folder is another. */
  readonly basePart?: ComparedPart | undefined;
}

/** Throws a UserError if either has none of the part's threads. */
export function compareRuns<Opened extends OpenedRun>(base: Opened, next: Opened, options: CompareOptions): ComparedRuns<Opened> {
  const { asked, figures, history = [], part = wholeRuns, basePart = part } = options;
  // Routes may have been measured in a pass of their own.
  const of = (opened: Opened): Opened => measuredRun(opened, { ...everything, routes: part.routes }).opened;
  const sides = { base: sideOfPart(of(base), basePart), next: sideOfPart(of(next), part) };
  return compared(of(base), of(next), sides, { asked, figures, part, earlier: history });
}

/** Compares the spans of a selection (next) with the rest of the same run (base), per second. Throws a UserError if either is nothing. */
export function compareWithRest<Opened extends OpenedRun>(opened: Opened, selection: Selection, figures: Figures): ComparedRuns<Opened> {
  return compared(opened, opened, sidesOfSpans(opened, selection), { asked: "second", figures });
}

/** Whether both are one run of Heatline's. */
export function isSameRun(base: OpenedRun, next: OpenedRun): boolean {
  return base.format === undefined && next.format === undefined && base.run.id === next.run.id;
}

function compared<Opened extends OpenedRun>(
  base: Opened,
  next: Opened,
  sides: { readonly base: SelectedSide; readonly next: SelectedSide },
  options: Omit<Parameters<typeof compareSides>[3], "by">,
): ComparedRuns<Opened> {
  const [before, after] = [sides.base.side, sides.next.side];
  const syntaxOf = { base: base.analysis.syntaxOf, next: next.analysis.syntaxOf };
  return {
    ...compareSides(before, after, syntaxOf, { ...options, by: "withLibraries" }),
    base: withFigures(base, sides.base),
    next: withFigures(next, sides.next),
    digests: { base: before.digest, next: after.digest },
  };
}

function withFigures<Opened extends OpenedRun>(opened: Opened, { selected, side }: SelectedSide): Opened {
  const { run, analysis } = opened;
  return { ...opened, run: { ...run, ...side.part }, analysis: { ...analysis, costs: selected.whole.costs } };
}
