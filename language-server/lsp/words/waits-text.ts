import { countText, durationOf, durationText } from "../../analysis/figures.ts";
import type { Ticks } from "../../analysis/units.ts";
import type { FunctionWait, LineWait } from "../../answers/waits/shown-waits.ts";
import { hasWaits } from "../../history/run-passes.ts";
import type { Location } from "../../protocol/place.ts";
import { longestWaitText as longestText, waitedText, waitEndText as endText } from "../../reports/requests/wait-words.ts";
import { followsAllocations } from "../runs/allocations.ts";
import type { OpenRun } from "../runs/open-run.ts";
import { placeLabel } from "../runs/place-label.ts";
import type { Workspace } from "../workspace.ts";
import type { CostWords } from "./cost-text.ts";
import type { Locale } from "../../texts/locale.ts";
import { textIn } from "../../texts/localised.ts";

/** A wait, and where the first of `heldBy` is in the current sources. */
export interface PlacedWait extends LineWait {
  readonly heldByAt: Location | undefined;
}

/** For a line's end: `waited 41 ms per request, 11 times · held up 47 ms by report.js:41`. */
export function waitEndText(wait: PlacedWait, locale: Locale): string {
  return endText(wait, (by) => nameOf(by, wait.heldByAt), { textOf: textIn(locale), locale });
}

/** `orders.js:10 waited 41 ms per request, 11 times, and was held up 47 ms by report.js:41`. */
export function longestWaitText(place: string, wait: PlacedWait, locale: Locale): string {
  return longestText(place, wait, (by) => nameOf(by, wait.heldByAt), { textOf: textIn(locale), locale });
}

/** Whether a request waits at a line, or is held up there, for longer than the line takes time of the CPU. */
export function waitsLonger(
  { isPerRequest, requests, waited, held }: LineWait,
  cost: Ticks,
  { interval, requests: all }: CostWords,
): boolean {
  const cpu = durationOf(cost, interval) * 1000;
  return waited + held > (isPerRequest ? cpu / Math.max(1, all === 0 ? requests : all) : cpu);
}

/** `waited 41 ms per request`; "" for null. */
export function waitText(wait: FunctionWait | null, locale: Locale): string {
  return wait === null ? "" : textIn(locale)("waits.function", { time: durationText(wait.waited / 1000, locale) });
}

/** Whether heat in the code is by waiting: the user wants that, and the run has it. */
export function followsWaits({ view }: OpenRun, { settings }: Pick<Workspace, "settings">): boolean {
  return settings.heatBy === "waiting" && hasWaits(view.run);
}

/** What a view says that can only show time, although the heat in the code is by something else. */
export function withOnlyTime(text: string, run: OpenRun, workspace: Pick<Workspace, "settings" | "locale">): string {
  const code = followsWaits(run, workspace) ? "waits.onlyTime" : followsAllocations(run, workspace) ? "allocations.onlyTime" : undefined;
  return [text, ...(code === undefined ? [] : [textIn(workspace.locale)(code)])].filter((each) => each !== "").join(" · ");
}

/** `report.js:41`; the route where no line is known. */
function nameOf({ path, line, route }: LineWait["heldBy"][number], at: Location | undefined): string | undefined {
  return path === undefined ? route : placeLabel({ path, line }, at?.range.start.line);
}

/** `GET /report report.js:41`. `hasRoutes`: beside others that have one, work without a route is told apart. */
function culpritText(by: LineWait["heldBy"][number], at: Location | undefined, hasRoutes: boolean, locale: Locale): string {
  const [place, textOf] = [nameOf({ ...by, route: undefined }, at), textIn(locale)];
  if (place === undefined) return by.route ?? textOf("explained.otherWork");
  const whose = by.route ?? (hasRoutes ? textOf("waits.outsideRequests") : undefined);
  return whose === undefined ? place : `${whose} ${place}`;
}

export interface WaitFacts {
  /** `Waited 41 ms per request, 11 times; held up 47 ms`. */
  readonly headline: string;
  readonly facts: readonly { readonly label: string; readonly values: readonly string[] }[];
  readonly notes: readonly string[];
}

const most = 5;

/** For a hover; `heldByAt`: where `heldBy` are in the current sources. */
export function waitFacts(wait: LineWait, heldByAt: readonly (Location | undefined)[], locale: Locale): WaitFacts {
  const textOf = textIn(locale);
  const time = (us: number): string => durationText(us / 1000, locale);
  const hasRoutes = wait.heldBy.some(({ route }) => route !== undefined);
  const held = wait.held > 0 ? [textOf("waits.held", { time: time(wait.held) })] : [];
  return {
    headline: [waitedText(wait, { textOf: textIn(locale), locale }, time), ...held].join(" · "),
    facts: [
      {
        label: textOf("waits.heldUpBy"),
        values: wait.heldBy.slice(0, most).map((by, index) => `${culpritText(by, heldByAt[index], hasRoutes, locale)} ${time(by.us)}`),
      },
      ...awaitedFacts(wait.sites, locale),
    ],
    notes: [...(wait.isOuter ? [textOf("waits.outer")] : []), textOf("waits.rewritten")],
  };
}

/** What was awaited is known of waits that were timed; the counts of places are of all since the app's start. A count is given once. */
function awaitedFacts(sites: LineWait["sites"], locale: Locale): WaitFacts["facts"] {
  const textOf = textIn(locale);
  const often = ({ text, times }: { readonly text: string; readonly times: number }): string => `${text} ×${countText(times, locale)}`;
  const [settled, rejected] = [sites.reduce((sum, { times }) => sum + times, 0), sites.reduce((sum, each) => sum + each.rejected, 0)];
  const failed = rejected === 0 ? [] : [textOf("waits.rejected", { shown: countText(rejected, locale) })];
  const awaited = sites.flatMap((site) => (site.awaited.length === 0 ? [site] : site.awaited)).slice(0, most);
  const isAll = awaited.reduce((sum, { times }) => sum + times, 0) === settled;
  if (isAll) return [{ label: textOf("waits.awaitedSinceStart"), values: [...awaited.map(often), ...failed] }];
  return [
    { label: textOf("waits.awaited"), values: awaited.map(often) },
    { label: textOf("waits.settled"), values: [countText(settled, locale), ...failed] },
  ];
}
