import * as vscode from "vscode";
import type { Guard } from "./errors.ts";

/** Every command of package.json, from which `main.ts` registers them. */
export type CommandId =
  | "heatline.profileCurrentApp"
  | "heatline.profileAnotherApp"
  | "heatline.profileActiveFile"
  | "heatline.profileScript"
  | "heatline.profileTest"
  | "heatline.attach"
  | "heatline.startLoad"
  | "heatline.cancelLoad"
  | "heatline.saveLoad"
  | "heatline.importRequests"
  | "heatline.measureAgain"
  | "heatline.measureThrice"
  | "heatline.startRecording"
  | "heatline.stopRecording"
  | "heatline.stopApp"
  | "heatline.nextHotLine"
  | "heatline.previousHotLine"
  | "heatline.goToHottestLine"
  | "heatline.openFlameGraph"
  | "heatline.revealInFlame"
  | "heatline.showFlameAsList"
  | "heatline.showCallers"
  | "heatline.goTo"
  | "heatline.showAdvice"
  | "heatline.showLineDetails"
  | "heatline.compareWithPrevious"
  | "heatline.compare"
  | "heatline.compareRuns"
  | "heatline.exportComparison"
  | "heatline.toggleComparisonHeat"
  | "heatline.toggleAnnotations"
  | "heatline.clearAnnotations"
  | "heatline.openProfile"
  | "heatline.openProfileUrl"
  | "heatline.openSample"
  | "heatline.showLastRun"
  | "heatline.showRunDetails"
  | "heatline.showThread"
  | "heatline.showMeasure"
  | "heatline.showEverything"
  | "heatline.openRun"
  | "heatline.renameRun"
  | "heatline.pinRun"
  | "heatline.unpinRun"
  | "heatline.deleteRun"
  | "heatline.setBaseline"
  | "heatline.clearBaseline"
  | "heatline.compareWith"
  | "heatline.exportRun"
  | "heatline.refreshRuns"
  | "heatline.showHotFunctions"
  | "heatline.rankHotFunctions"
  | "heatline.groupHotFunctions"
  | "heatline.filterHotFunctions"
  | "heatline.filterByFile"
  | "heatline.showOnlyBelow"
  | "heatline.hideFunction"
  | "heatline.mergeRecursion"
  | "heatline.findHotFunction"
  | "heatline.showAppOutput"
  | "heatline.showLog";

export type CommandHandler = (argument: unknown, second: unknown) => unknown;

/**
 * Sets the handler of a command; errors it throws are shown to the user. Arguments can come from anywhere (key bindings, links): validate
 * them.
 */
export type RegisterCommand = (id: CommandId, run: CommandHandler) => vscode.Disposable;

/** `main.ts` registers every command with VS Code at activation; this stores what each one does in `handlers`. */
export function createRegisterCommand(handlers: Map<CommandId, CommandHandler>, guard: Guard): RegisterCommand {
  return (id, run) => {
    handlers.set(id, (argument, second) => guard(() => run(argument, second)));
    return new vscode.Disposable(() => handlers.delete(id));
  };
}

type ContextKey =
  | "heatline.phase"
  | "heatline.hasRun"
  | "heatline.hasRead"
  | "heatline.hasComparison"
  | "heatline.noRows"
  | "heatline.again"
  | "heatline.comparable"
  | "heatline.part"
  | "heatline.hasMeasures";

export function setContext(key: ContextKey, value: string | boolean): void {
  void vscode.commands.executeCommand("setContext", key, value);
}

/** The user went to a line of a run or to its flame graph. Tells the walkthrough, which sees no command that Heatline itself executes. */
export function noteReading(): void {
  setContext("heatline.hasRead", true);
}
