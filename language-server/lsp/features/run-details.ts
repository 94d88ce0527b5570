import { runDetails } from "../../protocol/run-details.ts";
import { respond } from "../respond.ts";
import { detailsOf } from "../runs/run-details.ts";
import type { Workspace } from "../workspace.ts";

/** How the shown run was measured, in words. */
export function runDetailsFeature(workspace: Workspace): Disposable {
  return respond(workspace, runDetails, async () => {
    const { shown, locale } = workspace;
    return shown === undefined ? null : detailsOf(shown.view, shown.live, locale);
  });
}
