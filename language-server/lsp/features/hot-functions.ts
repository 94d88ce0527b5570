import { hotChildren, hotFunctions, type HotRow, type HotRows } from "../../protocol/hot-functions.ts";
import type { HotRowsView, HotRowView } from "../../answers/hot-answers.ts";
import { Cancelled } from "../cancelled.ts";
import { respond } from "../respond.ts";
import { shareOf, wordsOf } from "../words/cost-text.ts";
import { durationOf } from "../../analysis/figures.ts";
import { filterReport } from "../../reports/compared-selection.ts";
import { functionLabel, referenceTo, functionWaits } from "../runs/function-reference.ts";
import { functionAllocations } from "../runs/allocations.ts";
import type { OpenRun } from "../runs/open-run.ts";
import { placeLabel } from "../runs/place-label.ts";
import { reportWordsIn, groupName, groupText } from "../words/group-text.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import type { Workspace } from "../workspace.ts";
import { waitText, withOnlyTime } from "../words/waits-text.ts";
import { picked } from "../../analysis/collections.ts";

/** Answers requests for the shown run's hottest functions, and their callers and callees along a path. */
export function hotFunctionsFeature(workspace: Workspace): Disposable {
  return combinedDisposable([
    respond(workspace, hotFunctions, async (params, signal) => {
      const run = workspace.requireShown();
      const filter = workspace.listFilter(run);
      const found = await run.request("hotFunctions", { ...params, query: { ...params.query, filter } }, signal);
      const words = wordsOf(run, workspace.locale);
      return {
        ...(await rowsOf(found, run, workspace, signal)),
        run: run.view.run.id,
        hidden: shareOf(found.hiddenTicks, words),
        filterText: withOnlyTime(filterReport(filter, found.effect, reportWordsIn(workspace.locale)), run, workspace),
        busyMs: durationOf(run.view.busyTicks, words.interval),
        idleMs: found.idle / 1000,
        isIdleInferred: run.view.isIdleInferred,
      };
    }),
    respond(workspace, hotChildren, async (params, signal) => {
      const run = workspace.requireShown();
      if (run.view.run.id !== params.run) throw new Cancelled();
      const query = { ...params.query, filter: workspace.listFilter(run) };
      return rowsOf(await run.request("hotChildren", { ...params, query }, signal), run, workspace, signal);
    }),
  ]);
}

async function rowsOf(
  { rows, moreCount, moreTicks }: HotRowsView,
  run: OpenRun,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<HotRows> {
  const words = wordsOf(run, workspace.locale);
  const passTexts = await passTextsOf(rows, run, workspace, signal);
  const found = await run.locate([...rows.map(({ place }) => place), ...rows.map(({ ownCall }) => ownCall)], signal);
  return {
    rows: rows.map((row, index): HotRow => {
      const { costs, start } = row;
      const location = found[index];
      const uri = start === undefined ? undefined : workspace.sources.uriOf(start.path);
      return {
        ...picked(row, "kind", "key", "category", "samples", "identity", "hasCallers", "hasCallees", "functions", "routes"),
        name: nameOf(row, workspace),
        share: shareOf(row.ticks, words),
        shares:
          costs === undefined
            ? undefined
            : {
                self: shareOf(costs.selfTicks, words),
                total: shareOf(costs.totalTicks, words),
                withLibraries: shareOf(costs.withLibrariesTicks, words),
              },
        waits: passTexts[index] ?? "",
        place: placeOf(row, location?.range.start.line, run, workspace),
        inferred: row.place?.inferred === true,
        // As the flame graph: from code that cannot be opened to the line of own code that called it.
        location: location ?? found[rows.length + index],
        reference: start === undefined || uri === undefined ? undefined : { ...referenceTo(start, uri), ...run.versionOf(start.path) },
      };
    }),
    more: { count: moreCount, share: shareOf(moreTicks, words) },
  };
}

/** What passes of the run say of each row: for how long it waits, and what it allocates. */
async function passTextsOf(
  rows: readonly HotRowView[],
  run: OpenRun,
  { locale }: Workspace,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const starts = rows.flatMap(({ kind, start }, index) => (kind === "function" && start !== undefined ? [{ index, start }] : []));
  const places = starts.map(({ start }) => start);
  const [waits, allocated] = await Promise.all([functionWaits(run, places, signal), functionAllocations(run, places, locale, signal)]);
  const textOf = (at: number): string =>
    [waitText(waits[at] ?? null, locale), allocated[at] ?? ""].filter((text) => text !== "").join(" · ");
  const byRow = new Map(starts.map(({ index }, at) => [index, textOf(at)]));
  return rows.map((_row, index) => byRow.get(index) ?? "");
}

function placeOf(row: HotRowView, lineNow: number | undefined, run: OpenRun, { locale, textOf }: Workspace): string {
  const place = row.place === undefined ? "" : placeLabel(row.place, lineNow);
  if (row.kind === "function") return place;
  return row.group === undefined ? "" : groupText(row, row.group, place, run.view.busyTicks, { locale, textOf });
}

function nameOf(row: HotRowView, { textOf }: Workspace): string {
  switch (row.kind) {
    case "function":
      return functionLabel(row, textOf);
    case "category":
      return textOf(`category.${row.category}`);
    case "file":
    case "package":
      return row.name;
    case "group":
      return groupName(row);
  }
}
