import { settingsChanged } from "../../protocol/protocol.ts";
import { inBackground } from "../respond.ts";
import { parseSettings } from "../settings.ts";
import type { Workspace } from "../workspace.ts";

/** New settings from the client: annotations, lenses and the summary follow. */
export function settingsFeature(workspace: Workspace): Disposable {
  const { connection } = workspace;
  const listener = connection.onNotification(settingsChanged.method, (settings: unknown) => {
    void inBackground(connection, () => workspace.changeSettings(parseSettings(settings)));
  });
  return { [Symbol.dispose]: () => listener.dispose() };
}
