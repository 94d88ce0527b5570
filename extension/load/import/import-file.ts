import * as vscode from "vscode";
import type { RegisterCommand } from "../../commands.ts";
import { wordsOf } from "../../words.ts";
import type { LoadFormModel } from "../load-form-model.ts";

/** “Import…”: the requests of a HAR, OpenAPI 3 or `.http` file replace those of the form. */
export function registerImportFile(register: RegisterCommand, loadModel: LoadFormModel): vscode.Disposable {
  return register("heatline.importRequests", async () => {
    const cwd: unknown = loadModel.app?.session.configuration["cwd"];
    const folder = typeof cwd === "string" ? cwd : undefined;
    const [uri] =
      (await vscode.window.showOpenDialog({
        title: vscode.l10n.t("Import requests from a HAR file, an OpenAPI 3 document or a .http file"),
        openLabel: vscode.l10n.t("Import"),
        ...(folder === undefined ? {} : { defaultUri: vscode.Uri.file(folder) }),
        filters: {
          [vscode.l10n.t("Requests")]: ["har", "json", "yaml", "yml", "http", "rest"],
          [vscode.l10n.t("All files")]: ["*"],
        },
      })) ?? [];
    if (uri === undefined) return;
    const { importRequests } = await import("./import-requests.js");
    const { plan, origins } = loadModel.state;
    const result = await importRequests(uri, plan, { origins, folder, wordsOf });
    if (result !== undefined) await loadModel.takeImported(result.plan, result.imported);
  });
}
