import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import type { RegisterCommand } from "../commands.ts";
import { currentPlatform } from "../../language-server/platform/current-platform.ts";
import { listNodeProcesses, type NodeProcess, openInspector, opensBySignal } from "../../language-server/platform/nodes/node-processes.ts";
import { debugType } from "../contributed-ids.ts";
import { quietSession } from "../debug/quiet-session.ts";
import { mayContact } from "../screen/confirmed-hosts.ts";
import { confirm } from "../screen/notifications.ts";
import { askText, type PickItem, pickOne } from "../screen/picks.ts";
import { shortened } from "../../language-server/analysis/shortened.ts";

const hostsKey = "heatline.confirmedAttachHosts";

export interface AttachPlace {
  readonly host: string;
  readonly port: number;
}

/** Node options whose value is the next argument. */
const takesValue = /^(-r|-C|-e|-p|-pe|--require|--import|--loader|--experimental-loader|--conditions|--eval|--print|--env-file|--title)$/;
const mostLabel = 40;

interface ProcessItem extends PickItem {
  readonly process?: NodeProcess;
}

/**
 * Attaches to a running app, picked from this machine's Node processes or given as `host:port`. Checks trust first, as picking may signal a
 * process.
 */
export function registerAttach(register: RegisterCommand, mustBeTrusted: () => void): vscode.Disposable {
  return register("heatline.attach", async () => {
    mustBeTrusted();
    const place = await pickAttachPlace();
    if (place === undefined) return;
    const name = `${place.host}:${place.port}`;
    const configuration = { type: debugType, request: "attach", name, ...place };
    await vscode.debug.startDebugging(vscode.workspace.workspaceFolders?.[0], configuration, quietSession);
  });
}

/** Undefined if the user dismissed the pick. */
export async function pickAttachPlace(): Promise<AttachPlace | undefined> {
  const own = [vscode.env.appRoot, "extensionHost", "vscode-server", "code-server"];
  const processes = await listNodeProcesses((commandLine) => own.some((part) => commandLine.includes(part)));
  const typed: ProcessItem = { icon: "plug", label: vscode.l10n.t("Enter host:port…"), alwaysShow: true };
  const items = [...processes.map(processItem), typed];
  const picked = await pickOne(items, {
    title: vscode.l10n.t("Attach to a Node.js process"),
    placeHolder: vscode.l10n.t("Recorded through its inspector; it keeps running when you stop"),
    matchOnDetail: true,
    matchOnDescription: true,
  });
  if (picked === undefined) return undefined;
  return picked.process === undefined ? typePlace() : placeOf(picked.process);
}

function processItem(process: NodeProcess): ProcessItem {
  const isOpen = process.inspectorPort !== undefined;
  return {
    label: processLabel(process),
    description: isOpen
      ? vscode.l10n.t("process {0}, inspector open on {1}", process.pid, process.inspectorPort ?? 0)
      : vscode.l10n.t("process {0}, inspector closed", process.pid),
    detail: `${process.cwd === "" ? "" : `${process.cwd} $ `}node ${process.command}`,
    process,
  };
}

/** The script and its arguments without Node's path and options, such as `server.js --port 80`. Short enough for a list row. */
export function processLabel({ command }: Pick<NodeProcess, "command">): string {
  const words = Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted = word]) => quoted);
  const at = words.findIndex((word, index) => !word.startsWith("-") && !takesValue.test(words[index - 1] ?? ""));
  const [script = "", ...args] = at < 0 ? [] : words.slice(at);
  const label = [script.slice(Math.max(script.lastIndexOf("/"), script.lastIndexOf("\\")) + 1), ...args].join(" ");
  if (label === "") return "node";
  return shortened(label, mostLabel);
}

async function placeOf(process: NodeProcess): Promise<AttachPlace | undefined> {
  const { pid, command, inspectorPort } = process;
  if (inspectorPort !== undefined) return { host: "127.0.0.1", port: inspectorPort };
  const open = vscode.l10n.t("Open Its Inspector");
  const isConfirmed = await confirm(
    vscode.l10n.t("Open the inspector of process {0}?", pid),
    opensBySignal(currentPlatform)
      ? vscode.l10n.t(
          "Heatline sends the signal SIGUSR1 to {0}. Node.js then opens its inspector to programs on this machine. If the app has its own SIGUSR1 handler, that handler runs instead.",
          command,
        )
      : vscode.l10n.t("{0} then opens its inspector to programs on this machine.", command),
    open,
  );
  if (!isConfirmed) return undefined;
  const port = await openInspector(process);
  if (port !== undefined) return { host: "127.0.0.1", port };
  throw new UserError(
    vscode.l10n.t("Process {0} did not open its inspector.", pid),
    vscode.l10n.t("Start the app with “node --inspect” and attach again."),
  );
}

async function typePlace(): Promise<AttachPlace | undefined> {
  const text = await askText({
    title: vscode.l10n.t("Host and port of the inspector"),
    value: "127.0.0.1:9229",
    problem: (value) => (parsePlace(value) === undefined ? vscode.l10n.t("Enter it like 127.0.0.1:9229.") : undefined),
  });
  return text === undefined ? undefined : parsePlace(text);
}

/** Parses `9229`, `localhost:9229` or `[::1]:9229`; undefined for anything else. */
export function parsePlace(text: string): AttachPlace | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([\da-fA-F:]+)\]:|([\w.-]+):)?(\d{1,5})$/.exec(text.trim()) ?? [];
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? { host: bracketed ?? plain ?? "127.0.0.1", port } : undefined;
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
