import * as vscode from "vscode";
import type { LoadProgress } from "../../language-server/analysis/load/load.ts";
import type { LoadFormState } from "../../webview/load/incoming.ts";
import type { StatusFace } from "../screen/status-bar.ts";
import type { AppStatus, StatusItem } from "../status-item.ts";
import { patienceSeconds, waitedSeconds } from "../../webview/load/waiting/waited.ts";
import type { LoadFormModel } from "./load-form-model.ts";

/** The status bar item, from the first app on: shows the current state; a click does the likeliest next step. */
export function registerRunStatus(loadModel: LoadFormModel, status: StatusItem): vscode.Disposable {
  let progress: LoadProgress | undefined;
  const draw = (): void => status.showApp(statusOf(loadModel.state, progress));
  let ticking: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearInterval(ticking);
    ticking = undefined;
  };
  return vscode.Disposable.from(
    loadModel.onDidChange((state) => {
      if (state.phase !== "loading") progress = undefined;
      if (waitedSeconds(state, Date.now()) === undefined) stop();
      else ticking ??= setInterval(draw, 1000);
      draw();
    }),
    loadModel.onDidProgress((reading) => {
      progress = reading;
      draw();
    }),
    { dispose: stop },
  );
}

/** Nothing if no app is running and nothing is to be measured again. */
function statusOf(state: LoadFormState, progress: LoadProgress | undefined): AppStatus {
  const { phase, appRunning } = state;
  const { t } = vscode.l10n;
  const ready = formFace("flame", t("Ready for load"), t("{0} is ready; click for the load form", state.appName));
  if (phase === "ready") return { waiting: again(state) ?? ready };
  if (phase === "done" || phase === "idle") return { waiting: again(state), done: phase === "done" && appRunning ? ready : undefined };
  return { busy: busyFace({ ...state, phase }, progress) };
}

type BusyPhase = Exclude<LoadFormState["phase"], "idle" | "ready" | "done">;

function busyFace(state: LoadFormState & { readonly phase: BusyPhase }, progress: LoadProgress | undefined): StatusFace {
  const { t } = vscode.l10n;
  switch (state.phase) {
    case "starting":
      return {
        icon: "loading~spin",
        text: waitingText(state) ?? t("Starting…"),
        tooltip: t("{0} is starting; click to stop it", state.appName),
        command: "heatline.stopApp",
      };
    case "asking":
      return formFace("question", t("Start the load?"), t("The app's first response looks wrong; click to see it"));
    case "loading":
      return formFace("record", loadingText(progress), t("A load run is in progress; click to see or cancel it"));
    case "recording":
      return {
        icon: "record",
        text: waitingText(state) ?? t("Recording"),
        tooltip: t("{0} is being recorded; click to stop", state.appName),
        command: "heatline.stopRecording",
      };
    case "explaining":
      return formFace("record", t("Explaining…"), t("{0} is being measured again to explain its run", state.appName));
    case "saving":
      // No spinning icon: without GPU, drawing it delays the run that is being awaited.
      return formFace("save", t("Saving the run…"), t("The recording is being saved and analysed"));
  }
}

/** Leads to the form. */
function formFace(icon: string, text: string, tooltip: string): StatusFace {
  return { icon, text, tooltip, command: "heatline.loadForm.focus" };
}

/** Code of the shown run was saved: to measure it comes first. */
function again({ again: offer }: LoadFormState): StatusFace | undefined {
  return offer && { icon: "debug-rerun", text: offer.label, tooltip: `${offer.about}\n${offer.help}`, command: "heatline.measureAgain" };
}

/** Of an app that does not listen yet. */
function waitingText(state: LoadFormState): string | undefined {
  const seconds = waitedSeconds(state, Date.now()) ?? 0;
  return seconds < patienceSeconds ? undefined : vscode.l10n.t("Started, waiting for a port · {0} s", seconds);
}

/** How far a load is. */
export function loadingText(progress: LoadProgress | undefined): string {
  if (progress === undefined) return vscode.l10n.t("Starting the load…");
  const seconds = Math.ceil(progress.remainingSeconds ?? progress.elapsedSeconds);
  const left = progress.remainingSeconds !== undefined;
  switch (progress.phase) {
    case "setup":
      return vscode.l10n.t("Starting the load…");
    case "waiting":
      return vscode.l10n.t("Waiting for the app's first response, {0} s", seconds);
    case "warmup":
      return vscode.l10n.t("Warming up, {0} s left", seconds);
    case "measuring":
      return left ? vscode.l10n.t("Measuring, {0} s left", seconds) : vscode.l10n.t("Measuring for {0} s", seconds);
  }
}
