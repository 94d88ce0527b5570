import path from "node:path";
import * as vscode from "vscode";
import type { LoadDefaults } from "../../language-server/analysis/load/load.ts";
import { debugType } from "../contributed-ids.ts";
import type { LaunchArguments } from "../debug-adapter/launch-arguments.ts";
import type { Guard } from "../errors.ts";
import { pathMappings, setting } from "../settings.ts";
import { quietConsole } from "../debug/quiet-session.ts";
import { parseLoadDefaults } from "../load/load-plan.ts";
import { configurationKey } from "../../language-server/starting/app-candidates.ts";
import type { AppPicker } from "./app-picker.ts";
import { attachPlace, mayAttach } from "./attach.ts";
import { foldersUp, readPackage } from "../../language-server/starting/package-facts.ts";

/** Completes `heatline` launch configurations, including the empty one of F5 without a launch.json. */
export function createConfigurationProvider(
  picker: AppPicker,
  memory: vscode.Memento,
  runsFolder: string,
  guard: Guard,
): Required<vscode.DebugConfigurationProvider> {
  return {
    provideDebugConfigurations: async () => (await guard(() => picker.configurations())) ?? [],
    resolveDebugConfiguration: (folder, configuration) => guard(() => resolve(picker, memory, folder, configuration)),
    resolveDebugConfigurationWithSubstitutedVariables: (folder, configuration) => guard(() => complete(folder, configuration, runsFolder)),
  };
}

/** Undefined starts nothing: the user declined, or an error was shown. */
async function resolve(
  picker: AppPicker,
  memory: vscode.Memento,
  folder: vscode.WorkspaceFolder | undefined,
  configuration: vscode.DebugConfiguration,
): Promise<vscode.DebugConfiguration | undefined> {
  picker.mustBeTrusted();
  if (configuration.request === "attach") return resolveAttach(memory, configuration);
  if (configuration["program"] === undefined && configuration["runtimeExecutable"] === undefined) {
    const app = await picker.pickWithoutConfigurations();
    return app === undefined
      ? undefined
      : {
          ...app.configuration,
          ...configuration,
          type: debugType,
          request: "launch",
          name: configuration.name || app.name,
          appKey: app.key,
        };
  }
  return {
    ...configuration,
    appKey: configuration["appKey"] ?? configurationKey(folder?.uri.fsPath.replaceAll("\\", "/") ?? "", configuration.name),
  };
}

/** Without a port, asks the user for the process. */
async function resolveAttach(
  memory: vscode.Memento,
  configuration: vscode.DebugConfiguration,
): Promise<vscode.DebugConfiguration | undefined> {
  const { host, port } = configuration as { readonly host?: unknown; readonly port?: unknown };
  const named = { host: typeof host === "string" ? host : "127.0.0.1", port: Number(port) };
  const place = port === undefined ? await attachPlace() : named;
  if (place === undefined || !(await mayAttach(place.host, memory))) return undefined;
  return { ...configuration, ...place, appKey: configuration["appKey"] ?? `attach:${place.host}:${place.port}` };
}

async function complete(
  folder: vscode.WorkspaceFolder | undefined,
  configuration: vscode.DebugConfiguration,
  runsFolder: string,
): Promise<vscode.DebugConfiguration> {
  await vscode.workspace.fs.createDirectory(vscode.Uri.file(runsFolder));
  const program: unknown = configuration["program"];
  const cwd: unknown = configuration["cwd"];
  const at = typeof cwd === "string" ? cwd : (folder?.uri.fsPath ?? (typeof program === "string" ? path.dirname(program) : process.cwd()));
  const folders = (vscode.workspace.workspaceFolders ?? []).map((each) => each.uri.fsPath);
  const ours: Partial<LaunchArguments> & ReturnType<typeof quietConsole> & { readonly runName: string } = {
    cwd: at,
    samplingIntervalUs: setting("samplingInterval"),
    recorder: setting("recorder"),
    maxDurationSeconds: setting("maxDuration"),
    pathMappings: pathMappings(),
    keepSecrets: setting("keepSecrets"),
    routes: setting("routes"),
    console: "internalConsole",
    runName: configuration.name,
    ...(configuration["internalConsoleOptions"] === undefined ? quietConsole() : {}),
  };
  const appFolder = typeof program === "string" && path.isAbsolute(program) ? path.dirname(program) : at;
  return {
    ...ours,
    ...configuration,
    load: await loadDefaults(configuration, appFolder),
    runsFolder,
    workspaceFolders: folders.length > 0 ? folders : [at],
  };
}

/** The configuration's own load settings take precedence over those of the package. */
async function loadDefaults(configuration: vscode.DebugConfiguration, appFolder: string): Promise<LoadDefaults | undefined> {
  const own: unknown = configuration["load"];
  if (own !== undefined) return parseLoadDefaults(own, `“${configuration.name}”`);
  const top = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(appFolder))?.uri.fsPath ?? appFolder;
  for (const each of foldersUp(appFolder, top)) {
    const found = await readPackage(each, top, parseLoadDefaults);
    if (found !== undefined) return found.load;
  }
  return undefined;
}
