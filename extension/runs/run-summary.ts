import * as vscode from "vscode";
import { failedRequests } from "../../language-server/analysis/load/load.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import { noteReading } from "../commands.ts";
import type { Guard } from "../errors.ts";
import { summaryText } from "./run-text.ts";
import { showPlace } from "./shown-run.ts";
import { flash, inform, warn } from "../screen/notifications.ts";
import { setting } from "../settings.ts";

/** The editor does not jump to another line within this time after typing. */
const typingMs = 3000;

/** Actions of the notification's buttons, besides going to the line. */
export interface SummaryActions {
  readonly openFlame: () => Promise<void>;
  /** Whether to offer to explain the run: true once for an app. */
  readonly takeOffer: (summary: RunSummary) => Promise<boolean>;
  readonly compare: { resultOf(summary: RunSummary): Promise<string | undefined>; withPrevious(): Promise<void> };
}

/** Whether new runs are left for somebody else to sum up, such as those of a series. */
export interface Announcements {
  arePaused: boolean;
}

/** Reveals the hottest line of a new run and sums the run up in one notification. */
export function registerRunSummary(
  onDidShowRun: vscode.Event<RunSummary>,
  actions: SummaryActions,
  announcements: Readonly<Announcements>,
  guard: Guard,
): vscode.Disposable {
  let typedAt = 0;
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && document === vscode.window.activeTextEditor?.document) typedAt = Date.now();
    }),
    onDidShowRun((summary) => {
      if (announcements.arePaused) return;
      void guard(async () => await announceNew(summary, actions));
      if (Date.now() - typedAt > typingMs) void guard(async () => await revealHottest(summary));
    }),
  );
}

/** One notification that sums a run up, with buttons for what to do next. A run whose requests failed is always shown. */
export async function announce(summary: RunSummary, { openFlame, takeOffer, compare }: SummaryActions): Promise<void> {
  const goTo = vscode.l10n.t("Go to Line");
  const flame = vscode.l10n.t("Flame Graph");
  const explain = vscode.l10n.t("Explain…");
  const details = vscode.l10n.t("Details");
  const withPrevious = vscode.l10n.t("Compare");
  const result = await compare.resultOf(summary);
  const never = vscode.l10n.t("Don't Show Again");
  const { load, toolProfiles: [own] = [] } = summary;
  const failed = load !== undefined && failedRequests(load) > 0;
  // A notification is too narrow for more buttons.
  const isOffered = await takeOffer(summary);
  const ofTool = own === undefined || summary.hotLines.length > 0 ? undefined : vscode.l10n.t("Open {0}’s Profile", own.tool);
  const buttons = [
    ...(summary.hotLines.length > 0 ? [goTo] : []),
    isOffered ? explain : (ofTool ?? flame),
    result === undefined ? details : withPrevious,
  ];
  const text = isOffered
    ? vscode.l10n.t("{0} · the app mostly waited: explain what it waited for?", summaryText(summary, result))
    : summaryText(summary, result);
  const picked = await (failed ? warn(text, ...buttons) : inform(text, ...buttons, never));
  if (picked === goTo) {
    noteReading();
    await revealHottest(summary);
  }
  if (own !== undefined && picked !== undefined && picked === ofTool)
    await vscode.commands.executeCommand("heatline.openProfile", vscode.Uri.file(own.file));
  if (picked === explain) await vscode.commands.executeCommand("heatline.explain");
  if (picked === flame) await openFlame();
  if (picked === withPrevious) await compare.withPrevious();
  if (picked === never) await stopAnnouncing();
  if (picked === details) await vscode.commands.executeCommand("heatline.showRunDetails");
}

/** Unless the user wants no more of them: the status bar and the load form say the same. */
export async function announceNew(summary: RunSummary, actions: SummaryActions): Promise<void> {
  const failed = summary.load !== undefined && failedRequests(summary.load) > 0;
  if (failed || setting("runNotification")) await announce(summary, actions);
}

async function stopAnnouncing(): Promise<void> {
  await vscode.workspace.getConfiguration("heatline").update("runNotification", false, vscode.ConfigurationTarget.Global);
  flash(vscode.l10n.t("Turned off in the settings: Heatline: Run Notification."));
}

/** Reveals it in a group that shows code, not over a panel. */
export async function revealHottest(summary: RunSummary): Promise<void> {
  const [hottest] = summary.hotLines;
  if (hottest === undefined) return;
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  await showPlace(hottest.location, { viewColumn: editor?.viewColumn ?? vscode.ViewColumn.Active });
}
