import * as v from "valibot";
import * as vscode from "vscode";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { Builds } from "../build/builds.ts";
import { noteReading, type RegisterCommand } from "../commands.ts";
import type { Guard } from "../errors.ts";
import { loadFormView } from "../contributed-ids.ts";
import type { LoadFormModel } from "./load-form-model.ts";
import type { HotLineText, ToLoadForm } from "../../webview/load/incoming.ts";
import { fromLoadForm, type FromLoadForm } from "../../webview/load/outgoing.ts";
import { hotLineText } from "../runs/run-text.ts";
import { type ShownRun, showPlace } from "../runs/shown-run.ts";
import { fillControls } from "../screen/controls-view.ts";

/** The side bar's form: shows the state of `LoadFormModel` and forwards the user's actions. */
export function createLoadForm(
  context: vscode.ExtensionContext,
  loadModel: LoadFormModel,
  shownRun: ShownRun,
  builds: Pick<Builds, "restart">,
  register: RegisterCommand,
  guard: Guard,
) {
  let shown: vscode.WebviewView | undefined;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview is not a window: it has one listener
  const post = (message: ToLoadForm): void => void guard(async () => await shown?.webview.postMessage(message));
  const postState = (): void => post({ type: "state", state: { ...loadModel.state, ...loadModel.logins.shownFor(loadModel.app?.key) } });
  const receive = async (message: FromLoadForm): Promise<unknown> => {
    switch (message.type) {
      case "ready":
        return postState();
      case "planChanged":
        return await loadModel.editPlan(message.plan);
      case "startLoad":
        return await loadModel.startLoad(message.plan);
      case "proceedLoad":
        return await loadModel.proceedLoad();
      case "signIn":
        if (message.login !== undefined && loadModel.app !== undefined) loadModel.logins.keep(loadModel.app.key, message.login);
        // The load that asks ends first.
        await vscode.commands.executeCommand("heatline.cancelLoad");
        return await loadModel.startLoad(message.plan);
      case "signOut":
        if (loadModel.app !== undefined) loadModel.logins.forget(loadModel.app.key);
        return postState();
      case "restartApp":
        return await loadModel.restartApp();
      case "buildApp":
        return loadModel.app && (await builds.restart(loadModel.app));
      case "saveLoad":
        await loadModel.editPlan(message.plan);
        return await vscode.commands.executeCommand("heatline.saveLoad");
      case "profileApp":
        return await vscode.commands.executeCommand("heatline.profileCurrentApp");
      case "goToHottest":
        return await vscode.commands.executeCommand("heatline.goToHottestLine");
      case "goToHotLine":
        return await goToHotLine(shownRun.summary, message);
      case "openFlame":
        return await vscode.commands.executeCommand("heatline.openFlameGraph");
      case "importRequests":
      case "measureAgain":
      case "compareWithPrevious":
      case "cancelLoad":
      case "startRecording":
      case "stopRecording":
      case "stopApp":
        return await vscode.commands.executeCommand(`heatline.${message.type}`);
    }
  };
  let phase = loadModel.state.phase;
  const subscriptions = vscode.Disposable.from(
    // What saves is a bundle of its own, with the parser of launch.json.
    register("heatline.saveLoad", async () => (await import("./save-load.js")).savePlan(loadModel)),
    loadModel.onDidProgress((progress) => post({ type: "progress", progress })),
    loadModel.onDidLoop((busiest) => post({ type: "loop", busiest })),
    shownRun.onDidChange((summary) => {
      const hottest = summary?.live === true ? summary.hotLines[0] : undefined;
      if (hottest !== undefined) post({ type: "live", hottest: hotLineText(hottest) });
    }),
    loadModel.onDidChange((state) => {
      if ((state.phase === "ready" || state.phase === "asking") && state.phase !== phase)
        void guard(async () => await vscode.commands.executeCommand(`${loadFormView}.focus`));
      phase = state.phase;
      postState();
    }),
  );
  return {
    isVisible: () => shown?.visible === true,
    /** Fills the side bar's view when VS Code opens it. */
    resolve: (view: vscode.WebviewView): void => {
      view.webview.onDidReceiveMessage((message: unknown) => void guard(async () => await receive(v.parse(fromLoadForm, message))));
      fillControls(view.webview, context.extensionUri, "load");
      shown = view;
      view.onDidDispose(() => {
        shown = undefined;
      });
    },
    dispose: () => subscriptions.dispose(),
  };
}

/** `wanted`: as the form shows it. Another run may be shown since. */
async function goToHotLine(shown: RunSummary | undefined, wanted: Pick<HotLineText, "place" | "share">): Promise<void> {
  const line = shown?.hotLines.find((each) => {
    const { place, share } = hotLineText(each);
    return place === wanted.place && share === wanted.share;
  });
  if (line === undefined) return;
  noteReading();
  await showPlace(line.location);
}
