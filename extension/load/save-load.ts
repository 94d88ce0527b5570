import path from "node:path";
import * as vscode from "vscode";
import * as v from "valibot";
import { defaultsFrom, type LoadPlan, planFrom } from "../../language-server/analysis/load/load.ts";
import { loadDefaultsSchema } from "../../language-server/analysis/load/load-schema.ts";
import { UserError } from "../user-error.ts";
import { inform } from "../screen/notifications.ts";
import { type LaunchConfiguration, saveLoad, writtenIn } from "./launch-json.ts";
import { pickOne } from "../screen/picks.ts";
import type { LoadFormModel } from "./load-form-model.ts";
import { asWritten, variableOf } from "./plan-secrets.ts";

/** Keys of a started app's configuration to save; we or VS Code filled in the others. */
const launchKeys = ["program", "args", "cwd", "env", "envFile", "runtimeExecutable", "runtimeArgs", "preLaunchTask"] as const;

/** Of these, those whose values may be secrets that VS Code has filled in. */
const variableKeys: ReadonlySet<string> = new Set(["args", "env", "envFile"]);

/**
 * “Save to launch.json”: writes the form's plan as `load` into the app's launch configuration, where it then applies. A bundle of its own, with the
 * parser of such files.
 */
export async function savePlan(loadModel: LoadFormModel): Promise<void> {
  const session = loadModel.app?.session;
  if (session === undefined) {
    throw new UserError(vscode.l10n.t("No app was profiled yet."), vscode.l10n.t("Start one with “Profile Current App”."));
  }
  const { configuration } = session;
  const folder = session.workspaceFolder ?? folderOf(configuration) ?? vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    throw new UserError(
      vscode.l10n.t("There is no folder in which to save launch.json."),
      vscode.l10n.t("Open the app's folder in VS Code first."),
    );
  }
  const uri = vscode.Uri.joinPath(folder.uri, ".vscode", "launch.json");
  const document = await open(uri);
  const { secretNames, withoutSecrets } = await import("./load-secrets.js");
  const text = document?.getText();
  const written = writtenIn(text, configuration.name);
  const whole = withVariables(loadModel.state.plan, loadModel.given, written["load"]);
  const isWritten = (value: string): boolean => text?.includes(JSON.stringify(value)) === true;
  const names = secretNames(whole, isWritten);
  const as = names.length === 0 ? "nothing" : await askAbout(names);
  if (as === undefined) return;
  const load = defaultsFrom(withoutSecrets(whole, isWritten, as));
  const edit = saveLoad(text, launchConfiguration(configuration, folder, written), { ...load });
  if ("badLine" in edit) {
    throw new UserError(
      vscode.l10n.t("{0} has a syntax error on line {1}. Nothing was saved.", uri.fsPath, edit.badLine),
      vscode.l10n.t("Fix it and save again."),
    );
  }
  await write(uri, document, edit.text);
  await loadModel.savedAs(load);
  const show = vscode.l10n.t("Open launch.json");
  if ((await inform(messageOf(edit.name, names, as), show)) !== show) return;
  const saved = await vscode.workspace.openTextDocument(uri);
  const at = saved.positionAt(edit.offset);
  await vscode.window.showTextDocument(saved, { selection: new vscode.Range(at, at) });
}

/** With the variables that launch.json has, in place of the values that VS Code filled in for them. */
function withVariables(plan: LoadPlan, given: unknown, written: unknown): LoadPlan {
  const [filledIn, raw] = [given, written].map((each) => v.safeParse(loadDefaultsSchema, each));
  return filledIn?.success === true && raw?.success === true ? asWritten(plan, planFrom(filledIn.output), planFrom(raw.output)) : plan;
}

/** Undefined if the user dismissed the question. */
async function askAbout(names: readonly string[]): Promise<"variables" | "nothing" | undefined> {
  const items = [
    {
      as: "variables" as const,
      label: vscode.l10n.t("Use Environment Variables"),
      description: names.map((name) => `${name}: \${env:${variableOf(name)}}`).join(", "),
    },
    { as: "nothing" as const, label: vscode.l10n.t("Leave Out"), description: names.join(", ") },
  ];
  const title = vscode.l10n.t("Values that look like secrets are not written to launch.json");
  return (await pickOne(items, { title }))?.as;
}

function messageOf(configuration: string, names: readonly string[], as: "variables" | "nothing"): string {
  if (names.length === 0) return vscode.l10n.t("The load settings were saved to “{0}” in launch.json.", configuration);
  return as === "nothing"
    ? vscode.l10n.t("The load settings were saved to “{0}” in launch.json, without {1}.", configuration, names.join(", "))
    : vscode.l10n.t(
        "The load settings were saved to “{0}” in launch.json. Set {1} in the environment of VS Code.",
        configuration,
        names.map(variableOf).join(", "),
      );
}

/** Undefined if the file does not exist. */
async function open(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    await vscode.workspace.fs.stat(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
    throw error;
  }
  return vscode.workspace.openTextDocument(uri);
}

/** Edits the open document, which may have unsaved changes. */
async function write(uri: vscode.Uri, document: vscode.TextDocument | undefined, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  if (document === undefined) edit.createFile(uri, { contents: new TextEncoder().encode(text) });
  else edit.replace(uri, new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length)), text);
  const isWritten = (await vscode.workspace.applyEdit(edit)) && (document === undefined || (await document.save()));
  if (!isWritten) {
    throw new UserError(
      vscode.l10n.t("{0} could not be written.", uri.fsPath),
      vscode.l10n.t("Check that you have permission to write there."),
    );
  }
}

function folderOf({ cwd }: vscode.DebugConfiguration): vscode.WorkspaceFolder | undefined {
  return typeof cwd === "string" ? vscode.workspace.getWorkspaceFolder(vscode.Uri.file(cwd)) : undefined;
}

/** As written by hand: paths start with the workspace folder, and variables of the environment stay as they are in `written`. */
function launchConfiguration(
  configuration: vscode.DebugConfiguration,
  folder: vscode.WorkspaceFolder,
  written: Readonly<Record<string, unknown>>,
): LaunchConfiguration {
  const keys = launchKeys.filter((key) => configuration[key] !== undefined);
  const values = keys.map(
    (key) => [key, (variableKeys.has(key) ? written[key] : undefined) ?? relative(configuration[key], folder.uri.fsPath)] as const,
  );
  return {
    type: "heatline",
    request: "launch",
    name: configuration.name,
    ...Object.fromEntries(values.filter(([key, value]) => key !== "cwd" || value !== "${workspaceFolder}")),
  };
}

function relative(value: unknown, folder: string): unknown {
  if (typeof value !== "string" || !path.isAbsolute(value)) return value;
  const rest = path.relative(folder, value).replaceAll("\\", "/");
  if (rest === "") return "${workspaceFolder}";
  return rest.startsWith("../") || rest === ".." || path.isAbsolute(rest) ? value : `\${workspaceFolder}/${rest}`;
}
