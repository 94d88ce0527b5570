import { busyVerdict, headlineOf, type HeadlineSides, isTooSmallToTell } from "../../analysis/compare/chance/headline.ts";
import { measuredStart } from "../../analysis/compare/chance/measured-start.ts";
import { cpuPerUnit, loadRatioOf, type Units } from "../../analysis/compare/compare-units.ts";
import { comparisonSummary } from "../../analysis/compare/summary.ts";
import type { ComparedFunction, ComparedLine, ComparedRun, CompareWarning, Comparison } from "../../protocol/compare/comparison.ts";
import type { ServerSettings } from "../../protocol/settings.ts";
import type { RunView } from "../../answers/run-answers.ts";
import type { CompareView } from "../../answers/compare-answers.ts";
import type { Run } from "../../history/run.ts";
import { localised } from "../../texts/localised.ts";
import { functionLabel } from "./function-reference.ts";
import type { OpenRun } from "./open-run.ts";
import { placeLabel } from "./place-label.ts";
import type { Workspace } from "../workspace.ts";
import { shortened } from "../../analysis/shortened.ts";

const longestText = 200;

export interface Sides {
  /** Further runs of each side's text, for the headline. */
  readonly more: { readonly base: readonly Run[]; readonly next: readonly Run[] };
  /** The app's runs by equal text. */
  readonly earlier: HeadlineSides["earlier"];
  /** With the facts of what is compared. */
  readonly base: RunView;
  readonly next: RunView;
  /** What `next` is of: says where places are now. */
  readonly run: OpenRun;
  readonly warnings: readonly CompareWarning[];
  readonly units: Units;
  readonly by: ServerSettings["heatBy"];
}

/** Converts the worker's result to the protocol's form, with places in the current code. */
export async function comparisonOf(view: CompareView, sides: Sides, workspace: Workspace, signal: AbortSignal): Promise<Comparison> {
  const { run, units, by, earlier, more, warnings } = sides;
  const [base, next] = [
    { ...sides.base, ...view.sides.base },
    { ...sides.next, ...view.sides.next },
  ];
  const { per } = units;
  const headline = headlineOf({
    base: [measuredStart(base.run, per, view.loadSlices.base), ...more.base.map((run) => measuredStart(run, per))],
    next: [measuredStart(next.run, per, view.loadSlices.next), ...more.next.map((run) => measuredStart(run, per))],
    earlier,
    per,
  });
  const functions = await functionsOf(view.functions, run, workspace, signal);
  const lines = await linesOf(view.lines, run, workspace, signal);
  const rows = { functions: functions.map((row) => ({ ...row, label: row.name })), lines };
  return {
    base: headOf(base, units.base),
    next: headOf(next, units.next),
    per,
    by,
    loadRatio: loadRatioOf(base, next),
    headline,
    summary: comparisonSummary({ per, headline, ...rows }, workspace.locale)
      .map((part) => localised(part, workspace.locale))
      .join(" · "),
    isRepeatWorthwhile: isTooSmallToTell(headline) || view.unclear.length > 0,
    busy: { ...view.busy, verdict: busyVerdict(headline, view.busy.verdict) },
    drift: view.drift,
    warnings,
    functions,
    lines,
    composition: view.composition,
    functionCounts: view.functionCounts,
    lineCounts: view.lineCounts,
  };
}

function headOf({ folder, run, ticks, busyTicks, interval }: RunView, unitCount: number): ComparedRun {
  return {
    folder,
    id: run.id,
    name: run.name,
    startedAt: run.startedAt,
    commit: run.app.gitCommit,
    nodeVersion: run.app.nodeVersion,
    recorder: run.recorder,
    intervalUs: interval,
    durationMs: run.durationMs,
    ticks,
    busyTicks,
    cpuMs: cpuPerUnit(run, unitCount),
    load: run.load,
  };
}

type Located = { readonly nextAt?: { readonly path: string; readonly line: number; readonly column: number } | undefined };

function locationsOf(rows: readonly Located[], next: OpenRun, signal: AbortSignal): ReturnType<OpenRun["locate"]> {
  return next.locate(
    rows.map(({ nextAt }) => nextAt ?? { path: undefined, line: 0, column: -1 }),
    signal,
  );
}

async function functionsOf(
  rows: CompareView["functions"],
  next: OpenRun,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<readonly ComparedFunction[]> {
  const locations = await locationsOf(rows, next, signal);
  return rows.map(({ name, baseName, category, edited, baseAt, nextAt, ...cost }, index) => {
    const at = nextAt ?? baseAt;
    const moved = baseAt !== undefined && nextAt !== undefined && fileOf(baseAt.path) !== fileOf(nextAt.path);
    return {
      ...cost,
      name: functionLabel({ name }, workspace.texts),
      ...(baseName === name ? {} : { baseName: functionLabel({ name: baseName }, workspace.texts) }),
      label: at === undefined ? "" : placeLabel(at),
      ...(moved ? { baseLabel: placeLabel(baseAt) } : {}),
      category,
      edited,
      location: locations[index],
    };
  });
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

async function linesOf(
  rows: CompareView["lines"],
  next: OpenRun,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<readonly ComparedLine[]> {
  const locations = await locationsOf(rows, next, signal);
  return rows.map(({ category, functionName, baseAt, nextAt, baseText, nextText, ...cost }, index) => {
    const at = nextAt ?? baseAt;
    const isEdited = baseAt !== undefined && nextAt !== undefined && baseText !== nextText;
    return {
      ...cost,
      label: at === undefined ? "" : placeLabel(at),
      functionName: functionName === "" ? "" : functionLabel({ name: functionName }, workspace.texts),
      text: shortened(nextAt === undefined ? baseText : nextText, longestText),
      ...(isEdited ? { baseText: shortened(baseText, longestText) } : {}),
      category,
      location: locations[index],
    };
  });
}
