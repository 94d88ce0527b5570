import path from "node:path";
import * as vscode from "vscode";
import { type AgentRecording, agentRecordings, removeNote } from "../../language-server/history/agent-recording.ts";
import { setContext } from "../commands.ts";
import { shortened } from "../../language-server/analysis/shortened.ts";
import { StatusBarEntry } from "../screen/status-bar.ts";
import { setting } from "../settings.ts";

/** Between two looks while an agent records. */
const lookMs = 1000;

/** What agents record, each second, in the status bar; a click stops it. Their notes say so, whoever started their server. */
export class AgentStatus implements vscode.Disposable {
  readonly #runs: vscode.Uri;
  #item: StatusBarEntry | undefined;
  #ticking: NodeJS.Timeout | undefined;
  #message = "";
  #isDisposed = false;

  constructor(runs: vscode.Uri) {
    this.#runs = runs;
  }

  /** How far the recording that this window serves is. */
  async reported(message: string): Promise<void> {
    this.#message = message;
    await this.look();
  }

  /** Call when a recording may have begun. */
  async look(): Promise<void> {
    const [recording, ...others] = await this.#recordings();
    if (recording === undefined || this.#isDisposed) return this.#hide();
    if (this.#ticking === undefined) setContext("heatline.agentRecords", true);
    this.#ticking ??= setInterval(() => void this.look(), lookMs);
    if (!setting("statusBar")) return this.#item?.hide();
    this.#item ??= new StatusBarEntry("heatline.agent", vscode.l10n.t("Heatline: agent"));
    this.#item.show(recordingFace(recording, others.length, this.#message, new Date()), []);
  }

  async stop(): Promise<void> {
    for (const { note } of await this.#recordings()) await removeNote(note);
    await this.look();
  }

  async #recordings(): Promise<readonly AgentRecording[]> {
    const usual = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => path.join(uri.fsPath, "heatline-runs"));
    return (await Promise.all([this.#runs.fsPath, ...usual].map((folder) => agentRecordings(folder)))).flat();
  }

  #hide(): void {
    if (this.#ticking !== undefined) setContext("heatline.agentRecords", false);
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    this.#message = "";
    this.#item?.hide();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#hide();
    this.#item?.dispose();
  }
}

/** Of a name that an agent's client gives itself, in UTF-16 units. */
const longestName = 40;

/** `Stop agent: Some Client, 12 s`. */
export function recordingFace(
  { name, client: given, startedAt }: Omit<AgentRecording, "note" | "pid">,
  others: number,
  message: string,
  now: Date,
) {
  const { t } = vscode.l10n;
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(startedAt)) / 1000));
  const client = shortened(given, longestName);
  const who = client === "" ? t("an agent") : client;
  const lines = [
    t("{0} measures {1} as an agent. Click to stop it; nothing of it is kept.", who, name),
    ...(message === "" ? [] : [message]),
    ...(others === 0 ? [] : [t("Other recordings by agents: {0}", others)]),
  ];
  return {
    icon: "debug-stop",
    text: client === "" ? t("Stop agent, {0} s", seconds) : t("Stop agent: {0}, {1} s", client, seconds),
    tooltip: lines.join("\n"),
    command: "heatline.stopAgentRecording",
  } as const;
}
