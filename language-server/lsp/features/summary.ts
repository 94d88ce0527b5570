import { shownRunChanged } from "../../protocol/shown-run.ts";
import { Cancelled } from "../cancelled.ts";
import { inBackground } from "../respond.ts";
import { summaryOf } from "../runs/run-summary.ts";
import type { Workspace } from "../workspace.ts";

/** Notifies the client whenever what is shown changes. */
export function summaryFeature(workspace: Workspace): Disposable {
  const { connection } = workspace;
  const listener = workspace.onShownChanged(() => void inBackground(connection, () => push(workspace)));
  return { [Symbol.dispose]: () => listener.dispose() };
}

async function push(workspace: Workspace): Promise<void> {
  const { shown, settings } = workspace;
  const summary = shown === undefined ? null : await summaryOf(shown, workspace, new AbortController().signal);
  if (workspace.shown !== shown || workspace.settings !== settings) throw new Cancelled();
  await workspace.connection.sendNotification(shownRunChanged.method, { summary });
}
