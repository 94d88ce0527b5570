import * as vscode from "vscode";
import type { AgainParts } from "../again/again-parts.ts";
import type { Subject } from "../again/measurement.ts";
import { askText } from "../screen/picks.ts";

const mostProposed = 5;
const mostSent = 100;

/** Paths that a server is to get once it listens, as the user says; undefined when dismissed. */
export async function askedRequests(
  { loadModel }: { readonly loadModel: Pick<AgainParts["loadModel"], "app" | "plans" | "state"> },
  subject: Pick<Subject, "app" | "measured">,
): Promise<readonly string[] | undefined> {
  const { t } = vscode.l10n;
  const { name } = subject.measured;
  const text = await askText({
    title: t("Which GET requests should {0} receive once it listens?", name),
    prompt: t("They show which request needs a module first. Spaces between paths; leave it empty to send none."),
    value: proposedPaths(loadModel, subject).join(" "),
    problem: (value) => {
      const wrong = pathsIn(value).find((each) => !each.startsWith("/"));
      return wrong === undefined ? undefined : t("“{0}” is not a path such as /report.", wrong);
    },
  });
  return text === undefined ? undefined : pathsIn(text).slice(0, mostSent);
}

/** Those of the app's last load; else what it has answered, or its source has routes for. */
function proposedPaths(
  { app, plans, state }: Pick<AgainParts["loadModel"], "app" | "plans" | "state">,
  { app: { configuration }, measured: { key } }: Pick<Subject, "app" | "measured">,
): readonly string[] {
  const loaded = pathsOf(plans.of(key, configuration["load"])?.requests ?? []);
  const proposed = loaded.length > 0 || app?.key !== key ? [] : pathsOf(state.proposals);
  return [...new Set([...loaded, ...proposed])].slice(0, mostProposed);
}

/** Without those in which a value is missing: `/orders/:id`. */
function pathsOf(requests: readonly { readonly method: string; readonly path: string }[]): readonly string[] {
  return requests
    .filter(({ method, path }) => method === "GET" && /^\/\S*$/.test(path) && !/[/=]:|[{*]/.test(path))
    .map(({ path }) => path);
}

function pathsIn(text: string): readonly string[] {
  return text.split(/\s+/).filter((each) => each !== "");
}
