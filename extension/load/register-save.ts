import type * as vscode from "vscode";
import type { RegisterCommand } from "../commands.ts";
import type { LoadFormModel } from "./load-form-model.ts";

/** What saves is a bundle of its own, loaded for the first time that the load is saved. */
export function registerSaveLoad(register: RegisterCommand, loadModel: LoadFormModel): vscode.Disposable {
  return register("heatline.saveLoad", async () => {
    const { savePlan } = await import("./save-load.js");
    await savePlan(loadModel);
  });
}
