import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatNames } from "../analysis/importers/importer-list.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import { selectedStarts } from "../analysis/startup/startup-span.ts";
import { takesAway } from "../analysis/selection/stack-filter.ts";
import { measuredRun } from "../opening/route-samples.ts";
import { filterReport } from "../reports/compared-selection.ts";
import { routesText } from "../reports/run-report.ts";
import { scopeText } from "../reports/scope-text.ts";
import { type Command, type Terminal, UsageError, wholeOption } from "./command.ts";
import { runGroups } from "../answers/groups/run-groups.ts";
import { jsonGroups } from "../reports/groups/groups-report.ts";
import { groupsText } from "./groups/groups-text.ts";
import { runAdvice } from "../answers/run-advice.ts";
import { routeCostsOf } from "../answers/routes/route-costs.ts";
import { costRows } from "../answers/cost-rows.ts";
import { longestBlocks } from "../answers/timeline/longest-blocks.ts";
import { jsonBlocks } from "../reports/blocks-report.ts";
import { allocationsOf } from "../answers/allocations/run-allocations.ts";
import { jsonAllocations } from "../reports/allocations/allocations-report.ts";
import { blocksText } from "./report/blocks-text.ts";
import { RunImports } from "../answers/imports/run-imports.ts";
import { importsJson, importsText } from "./imports/imports-text.ts";
import { isWholeRun } from "../analysis/selection/selection.ts";
import { ShownWaits } from "../answers/waits/shown-waits.ts";
import { jsonCounts } from "../reports/counts-words.ts";
import { countsText } from "./report/counts-text.ts";
import { jsonWaits } from "../reports/requests/json-waits.ts";
import { allocationsText, waitsText } from "./report/passes-text.ts";
import { slowestRequests } from "../answers/timeline/slowest-requests.ts";
import { jsonReport } from "../reports/json-report.ts";
import { jsonSlowest } from "../reports/requests/json-slowest.ts";
import { filterOptionIn, chosenOptions, selectionFrom, selectionOptions, kindsFrom, kindWords } from "./selection/filter-options.ts";
import { textReport } from "./report/report-text.ts";
import { slowestText } from "./report/slowest-text.ts";
import { explainedJson, explainedText } from "./report/explained-text.ts";
import { mappingsFrom } from "./targets/path-mappings.ts";
import { hotCountsOf, openTarget, openWaits } from "./targets/target.ts";
import { harmlessJson } from "../analysis/escaping/hidden-characters.ts";
import { styleFor } from "./terminal.ts";
import { reportWordsIn } from "./words/report-words.ts";

const usualTop = 15;
const usualWaits = 10;
const usualCounts = 10;
const usualImports = 40;
const mostImports = 10_000;
/** What blocked the event loop in an hour or more. */
const mostBlocks = 10_000;

const options = {
  json: { type: "boolean" },
  top: { type: "string" },
  filter: { type: "string", completes: kindWords },
  blocks: { type: "boolean", default: false },
  slowest: { type: "boolean", default: false },
  imports: { type: "boolean", default: false },
  groups: { type: "boolean", default: false },
  source: { type: "string", completes: "path" },
  "sample-type": { type: "string" },
  "path-mapping": { type: "string", multiple: true },
  "plain-http": { type: "boolean" },
  ...selectionOptions,
} as const;

export const reportCommand: Command = {
  name: "report",
  summary: { code: "command.report.about" },
  help: { code: "command.report.help", values: { top: usualTop, formats: formatNames } },
  options,
  operands: "path",
  run: report,
};

async function report(args: readonly string[], terminal: Terminal): Promise<number> {
  const { out, env, words } = terminal;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options,
  });
  // A name may stand before the run, right after its option.
  const isNameFirst = values.imports && positionals.length === 2 && existsSync(positionals[1] ?? "") && !existsSync(positionals[0] ?? "");
  const [target, ...rest] = isNameFirst ? positionals.toReversed() : positionals;
  const [module, ...others] = values.imports ? rest : [undefined, ...rest];
  if (target === undefined) throw new UsageError({ code: "command.whatToReport" });
  if (others.length > 0) throw new UsageError({ code: "command.tooManyProfiles", values: { value: others[0] ?? "" } });
  const option = values.filter === undefined ? filterOptionIn(values) : "filter";
  const part = (["blocks", "slowest", "imports"] as const).find((name) => values[name]);
  if (option !== undefined && part !== undefined) throw new UsageError({ code: "command.notFilterable", values: { name: option, part } });
  const top = wholeOption("top", values.top, 1, 1_000_000);
  const kinds = values.filter === undefined ? undefined : kindsFrom("filter", values.filter);
  const selectionOf = selectionFrom(values);
  const terms = {
    sourceFolder: values.source,
    pathMappings: mappingsFrom(values["path-mapping"] ?? []),
    sampleType: values["sample-type"],
  };
  const found = await openTarget(target, terms, { ...terminal, plainHttp: values["plain-http"] });
  const { opened, selection } = measuredRun(found, selectionOf(found));
  // Tables count a recursive function once already.
  const filter = { ...selection.filter, mergesRecursion: false };
  const selected = opened.analysis.select(selection) as Selected;
  const { effect } = selected.tables;
  const { profile, costs } = selected.whole;
  const shownRun = { ...opened, analysis: { ...opened.analysis, profile, costs } };
  const most = values.json === true ? mostBlocks : usualTop;
  const blocks = values.blocks ? longestBlocks(opened, selection, Math.min(top ?? most, mostBlocks)) : undefined;
  const slowest = values.slowest ? (slowestRequests(opened, selection) ?? undefined) : undefined;
  // Of lines and of requests; each is of all of the pass.
  const isAll = isWholeRun(selection) && !takesAway(filter);
  const waits = values.slowest || (isAll && !values.blocks) ? await openWaits(found, terms) : undefined;
  const shownWaits =
    waits === undefined || !isAll
      ? []
      : new ShownWaits(waits, undefined).longest({
          threshold: 0,
          limit: top ?? (values.json === true ? Infinity : usualWaits),
        });
  const mostCounts = top ?? (values.json === true ? Infinity : usualCounts);
  const counts = isAll && !values.blocks && !values.slowest ? await hotCountsOf(found, terms, mostCounts) : undefined;
  // Of all of the pass, as waits are.
  const allocations = isAll ? allocationsOf(found) : undefined;
  const imports = values.imports ? new RunImports(shownRun.analysis, selected, opened.importGraphs) : undefined;
  const starts = selectedStarts(opened.run, selection.threads);
  const groups = values.groups ? runGroups(selected) : undefined;
  const rows = costRows(selected, kinds);
  const advice = runAdvice(opened, selected);
  if (values.json === true) {
    const first = { lines: rows.lines.slice(0, top), functions: rows.functions.slice(0, top), others: rows.others.slice(0, top) };
    const routes = routeCostsOf(found);
    const reported = jsonReport(shownRun, first, advice, takesAway(filter) ? { filter, effect } : undefined, { scope: selection, routes });
    const more = {
      ...(waits === undefined || !isAll ? {} : { waits: jsonWaits(shownWaits, opened.pathNow) }),
      ...(counts === undefined ? {} : { counts: jsonCounts(counts, opened.pathNow) }),
      ...(allocations === undefined ? {} : { allocations: jsonAllocations(allocations, top ?? Infinity, opened.pathNow) }),
      ...(blocks === undefined ? {} : { blocks: jsonBlocks(blocks, opened.analysis.profile.threads, opened.pathNow) }),
      ...(imports === undefined ? {} : { imports: importsJson(imports, opened, top ?? mostImports) }),
      ...(groups === undefined ? {} : { groups: jsonGroups(groups, opened.pathNow) }),
      ...(slowest === undefined ? {} : { slowest: jsonSlowest(slowest, opened.pathNow), explained: explainedJson(found, waits) }),
    };
    out.write(`${harmlessJson({ ...reported, ...more })}\n`);
    return 0;
  }
  const spoken = reportWordsIn(words);
  const scope = scopeText(selection, { ...opened.run, threads: opened.analysis.profile.threads }, spoken, opened.analysis.routes?.by);
  const filterText = filterReport(filter, effect, spoken);
  const chosen = chosenOptions(values);
  const emptyBy = selected.isEmpty && chosen.length > 0 ? chosen : undefined;
  const style = styleFor(out, env, words);
  const blocksSection = blocks === undefined ? [] : [blocksText(opened, blocks, style)];
  const slowestSection =
    slowest === undefined
      ? []
      : [slowestText(opened, slowest, top ?? usualTop, style), ...(waits === undefined ? [] : [explainedText(opened, waits, style)])];
  const importsSection =
    imports === undefined ? [] : [importsText(shownRun, imports, { name: module, top: top ?? usualImports, starts }, style)];
  const groupsSection = groups === undefined ? [] : [groupsText(opened, groups, top ?? usualTop, style)];
  const asked = [...groupsSection, ...blocksSection, ...slowestSection, ...importsSection];
  const sections = asked.length > 0 ? asked : undefined;
  const shown = {
    selected: rows,
    advice,
    scope,
    routesText: routesText(found, spoken),
    filterText,
    allKinds: kinds === undefined,
    emptyBy,
    sections,
    passSections: [
      waitsText(opened, shownWaits, style),
      counts === undefined ? "" : countsText(opened, counts, style),
      allocationsText(opened, allocations, top ?? usualTop, style),
    ],
  };
  out.write(textReport(shownRun, shown, top ?? usualTop, style));
  return 0;
}
