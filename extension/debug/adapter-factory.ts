import * as vscode from "vscode";
import { checkOwnFile } from "../own-files.ts";
import { debugType } from "../contributed-ids.ts";

/** The adapter is a separate process. For the command `node` VS Code forks its own Node, so none has to be installed. */
export function registerAdapterFactory(context: vscode.ExtensionContext): vscode.Disposable {
  const adapter = context.asAbsolutePath("out/debug-adapter.js");
  return vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
    createDebugAdapterDescriptor: () => {
      checkOwnFile(adapter);
      return new vscode.DebugAdapterExecutable("node", [adapter]);
    },
  });
}
