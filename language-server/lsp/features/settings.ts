import * as v from "valibot";
import { settingsChanged } from "../../protocol/settings.ts";
import { inBackground } from "../respond.ts";
import type { Workspace } from "../workspace.ts";

/** Applies new settings from the client; annotations, lenses and the summary are updated. */
export function settingsFeature(workspace: Workspace): Disposable {
  const { connection } = workspace;
  const listener = connection.onNotification(settingsChanged.method, (settings: unknown) => {
    void inBackground(connection, () => workspace.changeSettings(v.parse(settingsChanged.params, settings)));
  });
  return { [Symbol.dispose]: () => listener.dispose() };
}
