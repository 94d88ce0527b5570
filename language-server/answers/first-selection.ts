import { groupKey } from "../analysis/groups/group-key.ts";
import { type KeptSelection, selectionIn } from "../analysis/selection/kept-selection.ts";
import { everything, type Selection } from "../analysis/selection/selection.ts";
import type { OpenedRun } from "../opening/opened-run.ts";
import { knownRoutes } from "../opening/route-samples.ts";
import { recordedTime } from "../opening/recorded-time.ts";

/** What is selected of a run at first, and the names of what was to be, but is not in this run. */
export function firstSelection(
  kept: KeptSelection | undefined,
  opened: OpenedRun,
): { readonly selection: Selection; readonly dropped: readonly string[] } {
  if (kept === undefined) return { selection: everything, dropped: [] };
  const { threads, hasTimes, sampleTypes, analysis } = opened;
  const { functions, sources } = analysis.profile;
  const areRecorded = hasTimes && (kept.spans ?? []).every(({ from }) => from < recordedTime(opened).length);
  const pathOf = (func: number): string => sources[functions.source[func] as number]?.path ?? "";
  return selectionIn(areRecorded ? kept : { ...kept, spans: null }, {
    threads,
    measure: sampleTypes?.shown,
    routes: (knownRoutes(opened)?.routes ?? []).map(({ name }) => name),
    function: ({ name, path }) => functions.name.some((_, func) => functions.shownName(func) === name && pathOf(func) === path),
    group: (key) => analysis.all.whole.groups.groups.some((group) => groupKey(group) === key),
    file: (part) => sources.some((source) => source.path.toLowerCase().includes(part.toLowerCase())),
  });
}
