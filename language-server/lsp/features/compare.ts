import { timeHeat, type HeatBy } from "../../analysis/costs/heat.ts";
import { stat } from "node:fs/promises";
import path from "node:path";
import type * as v from "valibot";
import { spansCaveat } from "../../analysis/compare/comparability.ts";
import type { Units } from "../../analysis/compare/compare-units.ts";
import { comparedPart } from "../../analysis/selection/compared-part.ts";
import { UserError } from "../../analysis/user-error.ts";
import { compareFlame, locateCompareFrame, compareHeat, type DeltaLine } from "../../protocol/compare/compare-heat.ts";
import { closeComparison, compare, comparisonSummary, locateComparedRow, showComparison } from "../../protocol/compare/compare.ts";
import type { Comparison } from "../../protocol/compare/comparison.ts";
import type { CompareView, FileDifference } from "../../answers/compare/compare-answers.ts";
import { Cancelled } from "../cancelled.ts";
import { inBackground, newest, respond } from "../respond.ts";
import { changeText } from "../words/compare-text.ts";
import { comparisonOf } from "../runs/comparison.ts";
import { frameLocation } from "./flame.ts";
import { pushPerDocument } from "../document-pushes.ts";
import type { OpenRun } from "../runs/open-run.ts";
import { toLspLine } from "../to-lsp.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import type { Workspace } from "../workspace.ts";
import { ifRefused } from "../../platform/refusals.ts";

/** Maximum number of rows of each table. */
const mostRows = 500;

/** The current comparison. The worker of `next` holds it; that is the shown run or one opened for the comparison. */
interface Current {
  readonly next: OpenRun;
  readonly units: Units;
  /** Places of the rows that were sent to the client. */
  readonly places: { readonly functions: readonly PlaceInNext[]; readonly lines: readonly PlaceInNext[] };
}

type PlaceInNext = CompareView["functions"][number]["nextAt"];

/** Compares two runs, and updates the differences of open documents while the comparison lasts. */
export function compareFeature(workspace: Workspace): Disposable {
  let current: Current | undefined;
  const pushes = pushPerDocument(
    workspace,
    (uri) => push(workspace, uri, () => current),
    () => current !== undefined,
  );

  const show = (comparison: Current | undefined): void => {
    const before = current?.next;
    current = comparison;
    const inCode = workspace.comparison?.inCode ?? true;
    workspace.comparison = comparison === undefined ? undefined : { next: comparison.next, per: comparison.units.per, inCode };
    if (before !== undefined && before !== comparison?.next && before !== workspace.shown) before[Symbol.dispose]();
    pushes.pushAll();
  };

  return combinedDisposable([
    { dispose: () => show(undefined) },
    pushes,
    // The shown run that was compared has been closed with its worker.
    workspace.onShownChanged(() => {
      if (current?.next.isClosed === true) show(undefined);
    }),
    respond(
      workspace,
      compare,
      newest(async (params, signal) => {
        const { comparison, ...shown } = await compareRuns(workspace, params, [workspace.shown, current?.next], signal);
        show(shown);
        return comparison;
      }),
    ),
    respond(workspace, comparisonSummary, async (params, signal) => {
      // The worker of a run holds its last comparison, which may be the current one.
      const free = current?.next === workspace.shown ? undefined : workspace.shown;
      return summaryOf(workspace, params, free, signal);
    }),
    respond(workspace, showComparison, async ({ inCode }) => {
      if (workspace.comparison !== undefined) workspace.comparison = { ...workspace.comparison, inCode };
      return null;
    }),
    respond(workspace, closeComparison, async () => {
      show(undefined);
      return null;
    }),
    respond(workspace, compareFlame, async (_none, signal) => {
      const tree = await current?.next.request("compareFlame", {}, signal);
      if (tree === undefined || tree === null) return null;
      const frames = tree.frames.map(({ name, nextAt, baseAt }) => {
        const at = nextAt ?? baseAt;
        return { name, ...(at === undefined ? {} : { file: at.path, line: at.line }) };
      });
      return { ...tree, frames };
    }),
    respond(workspace, locateComparedRow, async ({ list, row }, signal) => {
      if (current === undefined) throw new UserError("compare.ended");
      return (await current.next.locate([current.places[list][row]], signal))[0] ?? null;
    }),
    respond(workspace, locateCompareFrame, async ({ node, to }, signal) => {
      if (current === undefined) throw new UserError("compare.ended");
      const { next } = current;
      return frameLocation(next, await next.request("comparePlaces", { node, to }, signal), signal);
    }),
  ]);
}

/** `free`: an open run whose worker may compare. */
async function summaryOf(
  workspace: Workspace,
  params: v.InferOutput<(typeof comparisonSummary)["params"]>,
  free: OpenRun | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const { comparison, next } = await compareRuns(workspace, params, [free], signal);
    if (next !== free) next[Symbol.dispose]();
    return comparison.summary;
  } catch (error) {
    if (error instanceof UserError && error.coded.code === "compare.none") return null;
    throw error;
  }
}

/** `open`: runs whose workers may compare. */
async function compareRuns(
  workspace: Workspace,
  {
    newFolder,
    baseFolder,
    with: against,
    more = {},
    per,
    by = timeHeat(workspace.settings.heatBy),
  }: v.InferOutput<(typeof compare)["params"]>,
  open: readonly (OpenRun | undefined)[],
  signal: AbortSignal,
): Promise<Current & { readonly comparison: Comparison }> {
  const { shown } = workspace;
  if (against === "rest") return compareRest(workspace, by, signal);
  const held = open.find((run) => run !== undefined && run.view.folder === newFolder && !run.isClosed);
  const next = newFolder === undefined ? workspace.requireShown() : (held ?? (await workspace.openBeside(newFolder, signal)));
  let done = false;
  try {
    const baseAt = baseFolder ?? (await baselineOf(next, workspace, signal));
    if (path.resolve(baseAt) === path.resolve(next.view.folder)) throw new UserError("compare.same");
    if ((await stat(baseAt).catch(ifRefused)) === undefined) throw new UserError("compare.gone", { folder: baseAt });
    // Both workers run at the same time.
    const preparing = inBackground(workspace.connection, async () => {
      await next.request("prepareComparison", {}, signal);
    });
    const base = await workspace.openBeside(baseAt, signal);
    try {
      await preparing;
      const { selection, run } = next.view;
      const digest = await base.request("digest", comparedPart(selection, run.threads), signal);
      const beside = [base.view, next.view].flatMap(({ isProfile, folder }) => (isProfile ? [] : [folder]));
      const terms = { asked: per ?? "request", by, locale: workspace.locale, limit: mostRows } as const;
      const sources = { base: digest, folders: [workspace.runsFolder, ...beside], more: { base: more.base ?? [], next: more.next ?? [] } };
      const view = await next.request("compare", { ...terms, ...sources }, signal);
      const caveats = selection.spans === null ? view.caveats : [spansCaveat, ...view.caveats];
      const comparison = await comparisonOf({ ...view, caveats }, by, next, workspace, signal);
      done = true;
      return { comparison, next, units: view.units, places: placesOf(view) };
    } finally {
      base[Symbol.dispose]();
    }
  } finally {
    if (!done && next !== shown && !open.includes(next)) next[Symbol.dispose]();
  }
}

/** The selected spans of the shown run with the rest of it. */
async function compareRest(workspace: Workspace, by: HeatBy, signal: AbortSignal): Promise<Current & { readonly comparison: Comparison }> {
  const next = workspace.requireShown();
  const view = await next.request("compareRest", { by, locale: workspace.locale, limit: mostRows }, signal);
  const comparison = await comparisonOf(view, by, next, workspace, signal);
  return { comparison, next, units: view.units, places: placesOf(view) };
}

function placesOf({ functions, lines }: CompareView): Current["places"] {
  return { functions: functions.map(({ nextAt }) => nextAt), lines: lines.map(({ nextAt }) => nextAt) };
}

/** Rejects with a UserError that says why no run is compared with this one by itself. */
async function baselineOf(next: OpenRun, { runsFolder, locale }: Workspace, signal: AbortSignal): Promise<string> {
  const { folder, why } = await next.request("baseline", { runsFolder, locale }, signal);
  if (folder !== null) return folder;
  throw why === undefined ? new UserError("compare.none") : new UserError("compare.noneLike", { why });
}

/** Drops results for a version or a comparison that is no longer current. */
async function push(workspace: Workspace, uri: string, currentOf: () => Current | undefined): Promise<void> {
  const { connection, documents, settings } = workspace;
  const document = documents.get(uri);
  const current = currentOf();
  if (document === undefined) return;
  const { version } = document;
  const ran = await current?.next.pathOf(uri);
  const found =
    current === undefined || ran === undefined
      ? null
      : await current.next.request("compareFile", { path: ran, text: document.getText(), threshold: settings.threshold });
  if (currentOf() !== current || documents.get(uri)?.version !== version) throw new Cancelled();
  const lines = current === undefined || found === null ? [] : found.map((line) => deltaLine(line, current, workspace));
  await connection.sendNotification(compareHeat.method, { uri, version, lines });
}

function deltaLine(difference: FileDifference, { units }: Current, workspace: Workspace): DeltaLine {
  const { line, step, verdict } = difference;
  return { line: toLspLine(line), step, text: changeText(difference, units.per, workspace.locale), verdict };
}
