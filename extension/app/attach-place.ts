import * as vscode from "vscode";
import { shortened } from "../../language-server/analysis/shortened.ts";
import { currentPlatform } from "../../language-server/platform/current-platform.ts";
import {
  type InspectorPlace,
  parseInspectorPlace,
  listNodeProcesses,
  type NodeProcess,
  openInspector,
  opensBySignal,
} from "../../language-server/platform/nodes/node-processes.ts";
import { confirm } from "../screen/notifications.ts";
import { askText, type PickItem, pickOne } from "../screen/picks.ts";
import { UserError } from "../user-error.ts";

/** Node options whose value is the next argument. */
const takesValue = /^(-r|-C|-e|-p|-pe|--require|--import|--loader|--experimental-loader|--conditions|--eval|--print|--env-file|--title)$/;
const mostLabel = 40;

type ProcessItem = PickItem & { readonly process?: NodeProcess };

/** Undefined if the user dismissed the pick. */
export async function pickAttachPlace(): Promise<InspectorPlace | undefined> {
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

async function placeOf(process: NodeProcess): Promise<InspectorPlace | undefined> {
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

async function typePlace(): Promise<InspectorPlace | undefined> {
  const text = await askText({
    title: vscode.l10n.t("Host and port of the inspector"),
    value: "127.0.0.1:9229",
    problem: (value) => (parseInspectorPlace(value) === undefined ? vscode.l10n.t("Enter it like 127.0.0.1:9229.") : undefined),
  });
  return text === undefined ? undefined : parseInspectorPlace(text);
}
