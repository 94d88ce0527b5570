import { shareText } from "../../../analysis/figures.ts";
import type { AskedPass } from "../../../analysis/passes/asked-passes.ts";
import { noRoute } from "../../../analysis/selection/no-route.ts";
import { passFindings, type PassFindings } from "../../../protocol/explain/pass-findings.ts";
import { textIn } from "../../../texts/localised.ts";
import { respond } from "../../respond.ts";
import type { OpenRun } from "../../runs/open-run.ts";
import { placeLabel } from "../../runs/place-label.ts";
import type { Workspace } from "../../workspace.ts";
import { longestWaitText } from "../../words/waits-text.ts";

/** Says in a sentence what passes of the shown run found. */
export function passFindingsFeature(workspace: Workspace): Disposable {
  return respond(workspace, passFindings, async ({ passes }, signal): Promise<PassFindings> => {
    const run = workspace.requireShown();
    const has = (kind: AskedPass): boolean => !run.live && passes.includes(kind);
    const waited = has("waits") ? await longestWait(run, workspace, signal) : undefined;
    const found = [waited?.text, has("routes") ? busiestRoute(run, workspace) : undefined].filter((text) => text !== undefined);
    const text = found.length === 0 ? "" : textIn(workspace.locale)("findings.sentence", { found: found.join("; ") });
    return { text, location: waited?.location ?? null };
  });
}

async function longestWait(
  run: OpenRun,
  { locale }: Workspace,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly location: PassFindings["location"] } | undefined> {
  const [longest] = await run.request("longestWaits", { threshold: 0, limit: 1 }, signal);
  if (longest === undefined) return undefined;
  const [at, heldByAt] = await run.locate([longest, longest.heldBy[0]], signal);
  const place = placeLabel(longest, at?.range.start.line);
  return { text: longestWaitText(place, { ...longest, heldByAt }, locale), location: at ?? null };
}

function busiestRoute({ view }: OpenRun, { locale }: Workspace): string | undefined {
  const [busiest] = view.routes?.routes.filter(({ name }) => name !== noRoute) ?? [];
  return busiest && textIn(locale)("findings.route", { route: busiest.name, share: shareText(busiest.share, locale) });
}
