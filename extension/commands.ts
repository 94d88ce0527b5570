import * as vscode from "vscode";
import type { Guard } from "./errors.ts";

/** One of package.json, from which `main.ts` registers them; tests compare that list with what is implemented, run and offered. */
export type CommandId = `heatline.${string}`;

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
  | "heatline.hasImports"
  | "heatline.hasStarts"
  | "heatline.hasRead"
  | "heatline.hasComparison"
  | "heatline.noRows"
  | "heatline.again"
  | "heatline.comparable"
  | "heatline.part"
  | "heatline.hasMeasures"
  | "heatline.hasRoutes"
  | "heatline.hasStartup"
  | "heatline.agentRecords";

export function setContext(key: ContextKey, value: string | boolean): void {
  void vscode.commands.executeCommand("setContext", key, value);
}

/** The user went to a line of a run or to its flame graph. Notifies the walkthrough, which sees no command that Heatline itself executes. */
export function noteReading(): void {
  setContext("heatline.hasRead", true);
}
