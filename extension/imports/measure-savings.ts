import * as vscode from "vscode";
import { imports, savingsPlan } from "../../language-server/protocol/imports.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { AgainParts } from "../again/again-parts.ts";
import type { Subject } from "../again/measurement.ts";
import type { AdapterEvents } from "../debug-adapter/messages.ts";
import { quietSession } from "../debug/quiet-session.ts";
import type { ProfiledApp } from "../debug/session-events.ts";
import { folderOf } from "../explain/explain.ts";
import { inform } from "../screen/notifications.ts";
import { withNotifiedProgress } from "../screen/progress.ts";
import { UserError } from "../user-error.ts";
import { askedRequests } from "./first-requests.ts";
import { savingsMessage } from "./savings-message.ts";

type Measured = AdapterEvents["heatline.savingsMeasured"];

/** Has the app of the shown run started in other ways, and shows what they save. Nothing is kept when it is cancelled. */
export async function measureSavings(parts: AgainParts, subjectOf: (summary: RunSummary) => Promise<Subject | undefined>): Promise<void> {
  const { shownRun, picker, server } = parts;
  picker.mustBeTrusted();
  const { t } = vscode.l10n;
  const summary = await shownRun.mustBeShown();
  const plan = await server.request(savingsPlan, {});
  if (plan === null) {
    throw new UserError(
      t("This run is not of how an app starts."),
      t("Record that with “Profile Start-Up…”, then measure what could be saved."),
    );
  }
  const [subject, folder] = await Promise.all([subjectOf(summary), folderOf(summary, parts)]);
  if (subject === undefined || folder === undefined) {
    throw new UserError(t("Heatline does not know how {0} was started.", summary.name), t("Record its start with “Profile Start-Up…”."));
  }
  const requests = summary.startup?.listened === true ? await askedRequests(parts, subject) : [];
  if (requests === undefined) return;
  await vscode.workspace.saveAll(false);
  const { app, measured } = subject;
  const configuration = { ...app.configuration, savings: { ...plan, folder, requests } };
  const { done, started } = await withNotifiedProgress(t("Measuring what {0} could save", measured.name), (token, say) => {
    say(t("Starting it without the profiler"));
    return sessionOf({ ...app, configuration }, parts, say, token);
  });
  const isMeasured = done !== undefined && done.error === undefined;
  const shown = isMeasured ? await shownRun.show(folder) : summary;
  if (started !== undefined) parts.loadModel.showExplained(started, shown);
  if (done?.error !== undefined) throw new UserError(done.error.message, done.error.remedy);
  if (isMeasured) void parts.guard(() => reportSavings(parts));
}

interface Outcome {
  /** Undefined if it was cancelled. */
  readonly done?: Measured | undefined;
  /** Undefined if VS Code does not start it, which VS Code has reported. */
  readonly started?: ProfiledApp | undefined;
}

async function sessionOf(
  { folder, configuration }: Subject["app"],
  { sessions }: AgainParts,
  say: (text: string) => void,
  token: vscode.CancellationToken,
): Promise<Outcome> {
  let [app, done]: [ProfiledApp | undefined, Measured | undefined] = [undefined, undefined];
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  const stop = (): void => void (app !== undefined && vscode.debug.stopDebugging(app.session));
  using listening = disposable(
    sessions.onDidStart((each) => {
      if ("savings" in each.session.configuration) app ??= each;
    }),
    sessions.onDidReceive(({ app: from, event }) => {
      if (from !== app) return;
      if (event.name === "heatline.savingsMeasured") done = event.body;
      if (event.name === "heatline.savingsProgress" && !token.isCancellationRequested)
        say(vscode.l10n.t("{0} starts, {1} in each way", event.body.starts, event.body.rounds));
    }),
    sessions.onDidEnd((ended) => {
      if (ended === app) end();
    }),
    token.onCancellationRequested(stop),
  );
  void listening;
  if (!(await vscode.debug.startDebugging(folder, configuration, quietSession))) return {};
  if (token.isCancellationRequested) stop();
  await over;
  return { done, started: app };
}

function disposable(...each: readonly vscode.Disposable[]): Disposable {
  return { [Symbol.dispose]: () => vscode.Disposable.from(...each).dispose() };
}

/** What is advised, else why nothing was tried, else that nothing is worth a change. */
async function reportSavings({ server }: AgainParts): Promise<void> {
  const { t } = vscode.l10n;
  const { savings } = await server.request(imports, { row: -1 });
  const text = savingsMessage(savings?.rows ?? []) ?? t("No other way to start saves enough.");
  const show = t("Show Imports");
  if ((await inform(text, show)) === show) await vscode.commands.executeCommand("heatline.showImports");
}
