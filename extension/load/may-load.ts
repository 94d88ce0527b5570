import * as vscode from "vscode";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import { ownAddresses } from "../../language-server/platform/this-machine.ts";
import { confirm } from "../screen/notifications.ts";
import { foreignHosts } from "./load-plan.ts";

const hostsKey = "heatline.confirmedHosts";

/** Asks once per host before load is sent to another machine. */
export async function mayLoad(plan: LoadPlan, memory: vscode.Memento): Promise<boolean> {
  const confirmed = memory.get<readonly string[]>(hostsKey, []);
  const asked = foreignHosts(plan, ownAddresses()).filter((host) => !confirmed.includes(host));
  if (asked.length === 0) return true;
  const send = vscode.l10n.t("Send Load");
  const isConfirmed = await confirm(
    vscode.l10n.t("Send load to {0}, which is not this machine?", asked.join(", ")),
    vscode.l10n.t("Load can bring a server down. Send it only to machines that you are allowed to test. Heatline asks once per host."),
    send,
  );
  if (!isConfirmed) return false;
  await memory.update(hostsKey, [...confirmed, ...asked]);
  return true;
}
