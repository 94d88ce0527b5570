import * as vscode from "vscode";
import type { RegisterCommand } from "../commands.ts";
import { debugType } from "../contributed-ids.ts";
import { quietSession } from "../debug/quiet-session.ts";
import { mayContact, confirm } from "../screen/notifications.ts";
import type { InspectorPlace } from "../../language-server/platform/nodes/node-processes.ts";

const hostsKey = "heatline.confirmedAttachHosts";

/**
 * Attaches to a running app, picked from this machine's Node processes or given as `host:port`. Checks trust first, as picking may signal a
 * process.
 */
export function registerAttach(register: RegisterCommand, mustBeTrusted: () => void): vscode.Disposable {
  return register("heatline.attach", async () => {
    mustBeTrusted();
    const place = await attachPlace();
    if (place === undefined) return;
    const name = `${place.host}:${place.port}`;
    const configuration = { type: debugType, request: "attach", name, ...place };
    await vscode.debug.startDebugging(vscode.workspace.workspaceFolders?.[0], configuration, quietSession);
  });
}

/** Asks for it, by a bundle of its own. Undefined if the user dismissed the pick. */
export async function attachPlace(): Promise<InspectorPlace | undefined> {
  const { pickAttachPlace } = await import("./attach-place.js");
  return await pickAttachPlace();
}

/** Whether attaching to a host is allowed: this machine, or a host the user has confirmed earlier or confirms now. */
export async function mayAttach(host: string, memory: vscode.Memento): Promise<boolean> {
  return await mayContact(host, { memory, key: hostsKey, name: host }, () =>
    confirm(
      vscode.l10n.t("Attach to {0}, which is not this machine?", host),
      vscode.l10n.t("The app runs a little slower while it is recorded, and Heatline reads its sources. Heatline asks once per host."),
      vscode.l10n.t("Attach"),
    ),
  );
}
