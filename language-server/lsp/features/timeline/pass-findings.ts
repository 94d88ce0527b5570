import { shareText } from "../../../analysis/figures.ts";
import type { AskedPass } from "../../../analysis/passes/asked-passes.ts";
import { noRoute } from "../../../analysis/selection/no-route.ts";
import { passFindings, type PassFindings } from "../../../protocol/explain/pass-findings.ts";
import { textIn } from "../../../texts/localised.ts";
import { callsText } from "../../../reports/counts-words.ts";
import { respond } from "../../respond.ts";
import type { OpenRun } from "../../runs/open-run.ts";
import { placeLabel } from "../../runs/place-label.ts";
import type { Workspace } from "../../workspace.ts";
import { reportWordsIn } from "../../words/group-text.ts";
import { allocationText } from "../../../reports/allocations/allocations-report.ts";
import { longestWaitText } from "../../words/waits-text.ts";

const mostFunctions = 50;

/** Says in a sentence what passes of the shown run found. */
export function passFindingsFeature(workspace: Workspace): Disposable {
  return respond(workspace, passFindings, async ({ passes }, signal): Promise<PassFindings> => {
    const run = workspace.requireShown();
    const has = (kind: AskedPass): boolean => !run.live && passes.includes(kind);
    const waited = has("waits") ? await longestWait(run, workspace, signal) : undefined;
    const called = has("counts") ? await mostCalled(run, workspace, signal) : undefined;
    const route = has("routes") ? busiestRoute(run, workspace) : undefined;
    const allocated = has("allocations") ? await topAllocator(run, workspace, signal) : undefined;
    const found = [waited?.text, route, called?.text, allocated?.text].filter((text) => text !== undefined);
    const text = found.length === 0 ? "" : textIn(workspace.locale)("findings.sentence", { found: found.join("; ") });
    return { text, location: waited?.location ?? called?.location ?? allocated?.location ?? null };
  });
}

type Finding = { readonly text: string; readonly location: PassFindings["location"] } | undefined;

/** The function that is called too often, else the hottest one that is called several times for a request. */
async function mostCalled(run: OpenRun, { locale }: Workspace, signal: AbortSignal): Promise<Finding> {
  const { functions = [] } = (await run.request("hotCounts", { limit: mostFunctions }, signal)) ?? {};
  const found = functions.find(({ rate }) => rate === "often") ?? functions.find(({ count, isPerRequest }) => isPerRequest && count > 1);
  if (found === undefined) return undefined;
  const [at] = await run.locate([found], signal);
  const textOf = textIn(locale);
  return {
    text: textOf("findings.called", { name: found.name, called: callsText(found, found, { textOf, locale }) }),
    location: at ?? null,
  };
}

async function longestWait(run: OpenRun, { locale }: Workspace, signal: AbortSignal): Promise<Finding> {
  const [longest] = await run.request("longestWaits", { threshold: 0, limit: 1 }, signal);
  if (longest === undefined) return undefined;
  const [at, heldByAt] = await run.locate([longest, longest.heldBy[0]], signal);
  const place = placeLabel(longest, at?.range.start.line);
  return { text: longestWaitText(place, { ...longest, heldByAt }, locale), location: at ?? null };
}

async function topAllocator(run: OpenRun, { locale }: Workspace, signal: AbortSignal): Promise<Finding | undefined> {
  const [top] = await run.request("topAllocators", { limit: 1 }, signal);
  if (top === undefined) return undefined;
  const [at] = await run.locate([top.key], signal);
  const place = placeLabel(top.key, at?.range.start.line);
  return { text: `${place} ${allocationText(top, reportWordsIn(locale))}`, location: at ?? null };
}

function busiestRoute({ view }: OpenRun, { locale }: Workspace): string | undefined {
  const [busiest] = view.routes?.routes.filter(({ name }) => name !== noRoute) ?? [];
  return busiest && textIn(locale)("findings.route", { route: busiest.name, share: shareText(busiest.share, locale) });
}
