import path from "node:path";
import * as vscode from "vscode";
import type { LoadDefaults } from "../../language-server/analysis/load/load.ts";
import { debugType } from "../contributed-ids.ts";
import type { LaunchArguments } from "../debug-adapter/launch-arguments.ts";
import type { Guard } from "../errors.ts";
import { pathMappings, setting } from "../settings.ts";
import { quietConsole } from "./quiet-session.ts";

/** What is known about the apps of a workspace; passed in so that debug/ depends on no feature. */
export interface AppSource {
  /** Throws a UserError in Restricted Mode. */
  mustBeTrusted(): void;
  /** Configurations to offer for a new launch.json. */
  configurations(): Promise<vscode.DebugConfiguration[]>;
  /** Undefined if the user dismissed the question. */
  pickApp(): Promise<{ readonly key: string; readonly name: string; readonly configuration: object } | undefined>;
  /** Key under which plans are remembered. `folder` is a path with forward slashes, or "". */
  configurationKey(folder: string, name: string): string;
  /** Asks for the process if `named` is undefined, and for consent if its host is another machine. Undefined when declined. */
  attachPlace(named: Place | undefined): Promise<Place | undefined>;
  /** Validates the load settings of the configuration `name`. Throws a UserError for what is wrong. */
  checkLoad(load: unknown, name: string): LoadDefaults;
  /** The load settings of the nearest package.json from `folder` up to `top`. */
  packageLoad(folder: string, top: string): Promise<LoadDefaults | undefined>;
}

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Completes `heatline` launch configurations, including the empty one of F5 without a launch.json. */
export function createConfigurationProvider(
  apps: AppSource,
  runsFolder: string,
  guard: Guard,
): Required<vscode.DebugConfigurationProvider> {
  return {
    provideDebugConfigurations: async () => (await guard(() => apps.configurations())) ?? [],
    resolveDebugConfiguration: (folder, configuration) => guard(() => resolve(apps, folder, configuration)),
    resolveDebugConfigurationWithSubstitutedVariables: (folder, configuration) =>
      guard(() => complete(apps, folder, configuration, runsFolder)),
  };
}

/** Undefined starts nothing: the user declined, or an error was shown. */
async function resolve(
  apps: AppSource,
  folder: vscode.WorkspaceFolder | undefined,
  configuration: vscode.DebugConfiguration,
): Promise<vscode.DebugConfiguration | undefined> {
  apps.mustBeTrusted();
  if (configuration.request === "attach") return resolveAttach(apps, configuration);
  if (configuration["program"] === undefined && configuration["runtimeExecutable"] === undefined) {
    const app = await apps.pickApp();
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
    appKey: configuration["appKey"] ?? apps.configurationKey(folder?.uri.fsPath.replaceAll("\\", "/") ?? "", configuration.name),
  };
}

/** Without a port, asks the user for the process. */
async function resolveAttach(apps: AppSource, configuration: vscode.DebugConfiguration): Promise<vscode.DebugConfiguration | undefined> {
  const { host, port } = configuration as { readonly host?: unknown; readonly port?: unknown };
  const named = { host: typeof host === "string" ? host : "127.0.0.1", port: Number(port) };
  const place = await apps.attachPlace(port === undefined ? undefined : named);
  return place && { ...configuration, ...place, appKey: configuration["appKey"] ?? `attach:${place.host}:${place.port}` };
}

async function complete(
  apps: AppSource,
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
    console: "internalConsole",
    runName: configuration.name,
    ...(configuration["internalConsoleOptions"] === undefined ? quietConsole() : {}),
  };
  const appFolder = typeof program === "string" && path.isAbsolute(program) ? path.dirname(program) : at;
  return {
    ...ours,
    ...configuration,
    load: await loadDefaults(apps, configuration, appFolder),
    runsFolder,
    workspaceFolders: folders.length > 0 ? folders : [at],
  };
}

/** The configuration's own load settings take precedence over those of the package. */
async function loadDefaults(
  apps: AppSource,
  configuration: vscode.DebugConfiguration,
  appFolder: string,
): Promise<LoadDefaults | undefined> {
  const own: unknown = configuration["load"];
  if (own !== undefined) return apps.checkLoad(own, configuration.name);
  const top = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(appFolder))?.uri.fsPath ?? appFolder;
  return await apps.packageLoad(appFolder, top);
}
