import { hasMostlyWaited, askedPasses } from "../../analysis/passes/asked-passes.ts";
import { toolProfiles } from "../../history/profiles/tool-profiles.ts";
import { passOwner } from "../../history/run-passes.ts";
import { timeHeat } from "../../analysis/costs/heat.ts";
import { isOfOtherText } from "../../analysis/fit/other-text.ts";
import { fileNameOf } from "../../analysis/sources/package-name.ts";
import { localised, textIn } from "../../texts/localised.ts";
import type { HotLine, OtherHeat, RunSummary, ThreadSummary } from "../../protocol/run-summary.ts";
import type { RunView } from "../../answers/run-answers.ts";
import { shareOf, wordsOf } from "../words/cost-text.ts";
import { waitedText } from "../../reports/requests/wait-words.ts";
import { allocationText } from "../../reports/allocations/allocations-report.ts";
import { followsAllocations } from "./allocations.ts";
import { followsWaits } from "../words/waits-text.ts";
import { selectionText } from "../../reports/scope-text.ts";
import { reportWordsIn } from "../words/group-text.ts";
import type { OpenRun } from "./open-run.ts";
import type { SourceFiles } from "./source-files.ts";
import { locationAt } from "../to-lsp.ts";
import type { Workspace } from "../workspace.ts";
import { picked } from "../../analysis/collections.ts";

const mostHotLines = 200;
const mostThreads = 200;

type Setting = Pick<Workspace, "settings" | "sources" | "locale">;

/** Bounded view data of a run. Hot lines have their places in the current sources, or as they ran if a file is not here. */
export async function summaryOf(run: OpenRun, workspace: Setting, signal: AbortSignal): Promise<RunSummary> {
  const { view } = run;
  return {
    ...picked(view.run, "id", "name", "startedAt", "recorder", "end", "durationMs", "load", "startup", "listenedAtMs"),
    ...picked(view, "selection", "isEmpty", "hasImports", "ticks", "busyTicks", "samples", "busySamples", "composition"),
    live: run.live,
    threads: busiest(view.run.threads),
    selectionText: selectionText(view, reportWordsIn(workspace.locale)),
    recorderNote: view.run.recorderNote === undefined ? "" : localised(view.run.recorderNote, workspace.locale),
    nodeVersion: view.run.app.nodeVersion,
    intervalUs: view.interval,
    routes: view.routes,
    measures: view.sampleTypes,
    hasMostlyWaited: hasMostlyWaited(view.run),
    pass: passOf(view),
    passes: askedPasses.filter((kind) => view.run.passes?.some((pass) => pass.kind === kind) === true),
    test: view.run.test && { runs: view.run.test.runs },
    ...(view.run.toolProfiles === undefined ? {} : { toolProfiles: toolProfiles(view) }),
    hotLines: await hotLinesOf(run, workspace, signal),
    otherHeat: await otherHeatOf(run, workspace, signal),
    otherTexts: otherTextsOf(view.problems),
    problems: view.problems.map((problem) => ({ message: localised(problem, workspace.locale), count: problem.count })),
  };
}

function passOf({ folder, run }: RunView): RunSummary["pass"] {
  const kind = askedPasses.find((each) => each === run.pass);
  const of = passOwner({ folder, run });
  return kind === undefined || of === undefined ? undefined : { kind, of };
}

function otherTextsOf(problems: RunView["problems"]): readonly string[] {
  const found = problems.filter(isOfOtherText);
  return found.map(({ values }) => values?.["file"]).filter((file) => typeof file === "string");
}

function busiest(threads: RunView["run"]["threads"]): readonly ThreadSummary[] {
  const kept = new Set(threads.toSorted((a, b) => b.busyTicks - a.busyTicks).slice(0, mostThreads));
  return threads.filter((thread) => kept.has(thread)).map(({ id, pid, name, ticks, busyTicks }) => ({ id, pid, name, ticks, busyTicks }));
}

async function hotLinesOf(run: OpenRun, workspace: Setting, signal: AbortSignal): Promise<readonly HotLine[]> {
  const { heatBy, threshold } = workspace.settings;
  const hot = await run.request("hotLines", { heatBy: timeHeat(heatBy), threshold, limit: mostHotLines }, signal);
  const places = await run.locate(hot, signal);
  const words = wordsOf(run, workspace.locale);
  return hot.flatMap((line, index) => {
    const location = places[index] ?? asItRan(line.path, line.line, workspace.sources);
    if (location === undefined) return [];
    return {
      location,
      label: labelOf(line.path, location),
      self: shareOf(line.selfTicks, words),
      withLibraries: shareOf(line.withLibrariesTicks, words),
      total: shareOf(line.totalTicks, words),
      ticks: line.totalTicks,
    };
  });
}

async function otherHeatOf(run: OpenRun, workspace: Setting, signal: AbortSignal): Promise<OtherHeat | undefined> {
  const { locale, settings } = workspace;
  const words = reportWordsIn(locale);
  const limit = mostHotLines;
  if (followsWaits(run, workspace)) {
    const waits = await run.request("longestWaits", { threshold: settings.threshold, limit }, signal);
    const found = waits.map((wait) => ({ ...wait, text: waitedText(wait, words) }));
    return otherHeat("waits", found, run, workspace, signal);
  }
  if (!followsAllocations(run, workspace)) return undefined;
  const top = (await run.request("topAllocators", { limit }, signal)).filter(({ share }) => share >= settings.threshold);
  const found = top.map(({ key: { path, line }, ...allocation }) => ({ path, line, text: allocationText(allocation, words) }));
  return otherHeat("allocations", found, run, workspace, signal);
}

async function otherHeat(
  kind: "waits" | "allocations",
  found: readonly { readonly path: string; readonly line: number; readonly text: string }[],
  run: OpenRun,
  { locale, sources }: Setting,
  signal: AbortSignal,
): Promise<OtherHeat> {
  const places = await run.locate(found, signal);
  const lines = found.flatMap(({ path, line, text }, index) => {
    const location = places[index] ?? asItRan(path, line, sources);
    return location === undefined ? [] : [{ location, label: labelOf(path, location), text }];
  });
  const textOf = textIn(locale);
  const goTo = lines[0] === undefined ? "" : textOf(`heat.${kind}.goTo`, { place: lines[0].label });
  return { lines, about: textOf(`heat.${kind}.about`), goTo, none: textOf(`heat.${kind}.none`) };
}

function labelOf(path: string, { range }: HotLine["location"]): string {
  return `${fileNameOf(path)}:${range.start.line + 1}`;
}

function asItRan(path: string, line: number, sources: SourceFiles): HotLine["location"] | undefined {
  const uri = sources.uriOf(path);
  return uri === undefined ? undefined : locationAt(uri, line, 0);
}
