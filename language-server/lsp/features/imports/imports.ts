import {
  type ImportReason,
  type ImportRow,
  type Imports,
  type ImportStep,
  imports,
  savingsPlan,
  type SavingRows,
  whyImported,
} from "../../../protocol/imports.ts";
import type { Location } from "../../../protocol/place.ts";
import type { ImportChain, ImportChildren, ImportPlace, ImportView } from "../../../answers/imports/run-imports.ts";
import { allImportsText, importFigures, importParts, moduleName, placeText, shortName } from "../../../reports/imports-report.ts";
import { startSavings } from "../../../answers/imports/savings.ts";
import { savingName, savingResult, savingsTitle, savingWhat } from "../../../reports/savings-report.ts";
import { pathInApp } from "../../../reports/run-report.ts";
import { uniqueEnds } from "../../../analysis/sources/path-ends.ts";
import { combinedDisposable } from "../../combined-disposable.ts";
import { Cancelled } from "../../cancelled.ts";
import { respond } from "../../respond.ts";
import type { OpenRun } from "../../runs/open-run.ts";
import { reportWordsIn } from "../../words/group-text.ts";
import { shareOf, wordsOf } from "../../words/cost-text.ts";
import type { Workspace } from "../../workspace.ts";

const mostRows = 200;
/** So many modules without samples are rows like the others; more are folded. */
const fewUnsampled = 3;

/** Answers requests for what loading modules cost in the shown run, and why one is loaded. */
export function importsFeature(workspace: Workspace): Disposable {
  const shown = (wanted: string | undefined): OpenRun => {
    const run = workspace.requireShown();
    if (wanted !== undefined && run.view.run.id !== wanted) throw new Cancelled();
    return run;
  };
  return combinedDisposable([
    respond(workspace, imports, async ({ run: wanted, row: parent, areUnsampled = false }, signal): Promise<Imports> => {
      const run = shown(wanted);
      const asked = { parent, limit: mostRows, areUnsampled };
      const { rows: found, more, moreTicks, unsampled, ...sums } = await run.request("imports", asked, signal);
      const isFolded = unsampled > fewUnsampled;
      const few: Pick<ImportChildren, "rows"> =
        unsampled === 0 || isFolded ? { rows: [] } : await run.request("imports", { ...asked, areUnsampled: true }, signal);
      const rows = [...found, ...few.rows];
      const above = parent === -1 ? undefined : (await run.request("importChain", { row: parent }, signal))?.chain.at(-1);
      const locations = await run.locate(
        rows.map(({ place }) => known(place)),
        signal,
      );
      const [words, spoken] = [wordsOf(run, workspace.locale), reportWordsIn(workspace.locale)];
      return {
        run: run.view.run.id,
        rows: rows.map((each, index): ImportRow => {
          const [time = "", shareText = ""] = importFigures(each, words, spoken);
          const location = locations[index];
          return {
            row: each.row,
            name: moduleName(each, spoken, (path) => pathInApp(run.view.run, path)),
            label: shortName(each, above, spoken, (path) => pathInApp(run.view.run, path)),
            share: shareOf(each.totalTicks, words),
            samples: each.samples,
            time,
            shareText,
            parts: each.samples === 0 ? spoken.textOf("imports.noSampleAbout") : importParts(each, words, spoken),
            place: labelOf(each.place, location, () => each.placeEnd),
            location: location ?? null,
            hasImports: each.hasImports,
          };
        }),
        more:
          more === 0
            ? ""
            : areUnsampled
              ? workspace.textOf("imports.moreUnsampled", { shown: spoken.count(more) })
              : workspace.textOf("report.imports.more", { shown: spoken.count(more), share: spoken.share(shareOf(moreTicks, words)) }),
        unsampled: isFolded ? workspace.textOf("imports.unsampled", { count: unsampled, shown: spoken.count(unsampled) }) : "",
        sum: areUnsampled ? "" : parent === -1 && rows.length > 0 ? allImportsText(sums, words, spoken) : "",
        ...(parent === -1 && run.view.run.startup !== undefined ? { savings: await savingRows(run, workspace, signal) } : {}),
      };
    }),
    respond(workspace, savingsPlan, async (_params, signal) => {
      const run = shown(undefined);
      const { startup, startedAt: since } = run.view.run;
      return startup === undefined ? null : { since, candidates: await run.request("importCandidates", {}, signal) };
    }),
    respond(workspace, whyImported, async ({ run: wanted, row }, signal) => {
      const run = shown(wanted);
      const found = await run.request("importChain", { row }, signal);
      return found === null ? null : reasonOf(found, run, workspace, signal);
    }),
  ]);
}

async function savingRows(run: OpenRun, { locale }: Workspace, signal: AbortSignal): Promise<SavingRows | null> {
  const found = startSavings(run.view.run);
  if (found === undefined) return null;
  const words = reportWordsIn(locale);
  const inApp = (path: string): string => pathInApp(run.view.run, path);
  const locations = await run.locate(
    found.savings.map(({ at }) => known(at)),
    signal,
  );
  const rows = found.savings.map((saving, index) => ({
    name: savingName(saving, inApp),
    result: savingResult(saving, found, words, inApp),
    way: savingWhat(saving, words, inApp),
    isAdvice: saving.measured?.verdict === "saves",
    isMeasured: saving.measured !== undefined,
    location: locations[index] ?? null,
  }));
  return { title: savingsTitle(found, words), rows };
}

/** Without a line there is nowhere to go. */
function known(place: ImportPlace | undefined): ImportPlace | undefined {
  return place === undefined || place.line === 0 ? undefined : place;
}

/** "" for an entry. With the current line, if it is known. */
function labelOf(place: ImportPlace | undefined, location: Location | undefined, endOf: (path: string) => string): string {
  if (place === undefined) return "";
  return placeText({ ...place, line: location === undefined ? place.line : location.range.start.line + 1 }, endOf(place.path));
}

/** Each place of a chain is where the module before it imports the next one. */
async function reasonOf({ chain, alsoBy }: ImportChain, run: OpenRun, workspace: Workspace, signal: AbortSignal): Promise<ImportReason> {
  const spoken = reportWordsIn(workspace.locale);
  const words = wordsOf(run, workspace.locale);
  const inApp = (path: string): string => pathInApp(run.view.run, path);
  const nameOf = (module: ImportView): string => moduleName(module, spoken, inApp);
  const places = [...chain.map(({ place }) => place), ...alsoBy];
  const locations = await run.locate(places.map(known), signal);
  const endOf = uniqueEnds(places.flatMap((place) => place?.path ?? []));
  const labels = places.map((place, index) => labelOf(place, locations[index], endOf));
  const step = (label: string, detail: string, index: number): ImportStep => ({ label, detail, location: locations[index] ?? null });
  return {
    name: chain.map(nameOf).at(-1) ?? "",
    chain: chain.map((module, index) =>
      step(
        nameOf(module),
        [labels[index], ...importFigures(module, words, spoken).slice(0, 2)].filter((text) => text !== "").join(" · "),
        index,
      ),
    ),
    alsoBy: alsoBy.map((place, index) => step(labels[chain.length + index] ?? "", inApp(place.path), chain.length + index)),
  };
}
