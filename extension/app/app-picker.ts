import path from "node:path";
import * as vscode from "vscode";
import { parseLoadDefaults } from "../load/load-plan.ts";
import { UserError } from "../user-error.ts";
import { foldersUp, readPackage } from "../../language-server/starting/package-facts.ts";
import {
  type App,
  type AppFacts,
  appsToProfile,
  configurationKey,
  everyApp,
  fromFile,
  isRunnable,
  type LaunchConfiguration,
  type PackageFacts,
  questionKey,
  slashes,
} from "../../language-server/starting/app-candidates.ts";
import { pickOne } from "../screen/picks.ts";

const lastConfigurationKey = "heatline.lastConfiguration";
const picksKey = "heatline.picks";

/** Determines which app to profile from what is open, and asks only if several fit. */
export class AppPicker {
  readonly #memory: vscode.Memento;
  readonly #log: vscode.LogOutputChannel;

  constructor(memory: vscode.Memento, log: vscode.LogOutputChannel) {
    this.#memory = memory;
    this.#log = log;
  }

  /** Throws a UserError in Restricted Mode, where no code of the workspace may run. */
  mustBeTrusted(): void {
    if (vscode.workspace.isTrusted) return;
    throw new UserError(
      vscode.l10n.t("In Restricted Mode Heatline runs no code."),
      vscode.l10n.t("Trust the workspace with “Workspaces: Manage Workspace Trust” and try again."),
    );
  }

  /** The current app; undefined if the user dismissed the question. Throws a UserError if there is nothing to run. */
  async pick(file: vscode.Uri | undefined): Promise<App | undefined> {
    const facts = await this.#facts(file, launchConfigurations());
    return await this.#choose(appsToProfile(facts), facts);
  }

  /** Like `pick`, but leaves out launch configurations: for F5 after the user declined to choose one. */
  async pickWithoutConfigurations(): Promise<App | undefined> {
    const facts = await this.#facts(undefined, []);
    return await this.#choose(appsToProfile(facts), facts);
  }

  /** Always asks, and remembers the answer. */
  async pickAnother(): Promise<App | undefined> {
    const facts = await this.#facts(undefined, launchConfigurations());
    const apps = everyApp(facts);
    const app = apps.length === 0 ? nothingToRun(facts) : await ask(apps, undefined);
    if (app === undefined) return undefined;
    const usual = appsToProfile(facts);
    if (usual.some((each) => each.key === app.key)) await this.#remember(usual, app);
    if (!app.key.startsWith("configuration:")) await this.#memory.update(lastConfigurationKey, undefined);
    return app;
  }

  /** The active file, run on its own. */
  async pickFile(file: vscode.Uri | undefined): Promise<App> {
    const uri = file ?? activeDocument()?.uri;
    if (uri?.scheme === "file" && isRunnable(slashes(uri.fsPath))) return fromFile(slashes(uri.fsPath));
    return nothingToRun(await this.#facts(file, []));
  }

  /** Whatever can be profiled in any of the folders, without asking. */
  async every(): Promise<readonly App[]> {
    const packages = await this.#read(await packageFolders(), undefined);
    return everyApp({ launchConfigurations: launchConfigurations(), packagesAbove: [], packages });
  }

  /** The package of a folder; else those around the active file, nearest first; else all of the workspace. */
  async packagesAround(folder: string | undefined): Promise<readonly PackageFacts[]> {
    if (folder !== undefined) return await this.#read([folder], undefined);
    const { packagesAbove, packages } = await this.#facts(undefined, []);
    return packagesAbove.length > 0 ? packagesAbove : packages;
  }

  /** Launch configurations to offer for a new launch.json. */
  async configurations(): Promise<vscode.DebugConfiguration[]> {
    const facts = await this.#facts(undefined, []);
    return everyApp(facts).map((app) => relativeToFolder({ ...app.configuration }));
  }

  /** The last used `heatline` launch configuration takes precedence over everything else; other keys are ignored. */
  async rememberConfiguration(key: string): Promise<void> {
    const isHeatline = launchConfigurations().some(
      (each) => configurationKey(each.folder, each.name) === key && each.configuration["type"] === "heatline",
    );
    if (isHeatline) await this.#memory.update(lastConfigurationKey, key);
  }

  async #choose(apps: readonly App[], facts: AppFacts): Promise<App | undefined> {
    const [only, ...others] = apps;
    if (only === undefined) return nothingToRun(facts);
    if (others.length === 0) return only;
    const remembered = this.#memory.get<Record<string, string>>(picksKey, {})[questionKey(apps)];
    const known = apps.find((app) => app.key === remembered);
    if (known !== undefined) return known;
    const app = await ask(apps, remembered);
    if (app !== undefined) await this.#remember(apps, app);
    return app;
  }

  async #remember(apps: readonly App[], app: App): Promise<void> {
    if (apps.length < 2) return;
    await this.#memory.update(picksKey, { ...this.#memory.get<Record<string, string>>(picksKey, {}), [questionKey(apps)]: app.key });
  }

  async #facts(file: vscode.Uri | undefined, configurations: readonly LaunchConfiguration[]): Promise<AppFacts> {
    const uri = file ?? activeDocument()?.uri;
    const activeFile = uri?.scheme === "file" ? uri.fsPath : undefined;
    const folder = uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
    const above = activeFile === undefined || folder === undefined ? [] : foldersUp(path.dirname(activeFile), folder);
    return {
      lastConfiguration: this.#memory.get<string>(lastConfigurationKey),
      launchConfigurations: configurations.filter((each) => folder === undefined || each.folder === "" || each.folder === slashes(folder)),
      packagesAbove: await this.#read(above, folder),
      packages: above.length > 0 && configurations.length === 0 ? [] : await this.#read(await packageFolders(), undefined),
      activeFile: activeFile === undefined ? undefined : slashes(activeFile),
    };
  }

  async #read(folders: readonly string[], top: string | undefined): Promise<readonly PackageFacts[]> {
    const packages = await Promise.all(
      folders.map(async (folder) => {
        const workspace = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder))?.uri.fsPath;
        return await readPackage(folder, top ?? workspace ?? folder, parseLoadDefaults).catch((error: unknown) => {
          if (error instanceof UserError) throw error;
          this.#log.warn(`${path.join(folder, "package.json")} cannot be read: ${String(error)}`);
          return undefined;
        });
      }),
    );
    return packages.filter((each) => each !== undefined);
  }
}

/** The file the user is looking at, even while a panel has the focus. */
function activeDocument(): vscode.TextDocument | undefined {
  return (vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0])?.document;
}

function launchConfigurations(): readonly LaunchConfiguration[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = folders.flatMap((folder) => {
    const inspected = vscode.workspace.getConfiguration("launch", folder.uri).inspect<unknown>("configurations");
    const own = inspected?.workspaceFolderValue ?? (folders.length === 1 ? inspected?.workspaceValue : undefined);
    return readConfigurations(own, slashes(folder.uri.fsPath));
  });
  const shared =
    folders.length > 1 ? vscode.workspace.getConfiguration("launch").inspect<unknown>("configurations")?.workspaceValue : undefined;
  return [...found, ...readConfigurations(shared, "")];
}

function readConfigurations(value: unknown, folder: string): readonly LaunchConfiguration[] {
  if (!Array.isArray(value)) return [];
  const entries = value.filter((each): each is Record<string, unknown> => typeof each === "object" && each !== null);
  return entries.flatMap((configuration) => {
    const name = configuration["name"];
    return typeof name === "string" ? [{ folder, name, configuration }] : [];
  });
}

async function packageFolders(): Promise<readonly string[]> {
  const files = await vscode.workspace.findFiles("**/package.json", "**/node_modules/**", 100);
  return files.map((file) => path.dirname(file.fsPath)).sort();
}

async function ask(apps: readonly App[], remembered: string | undefined): Promise<App | undefined> {
  const items = apps.map((app) => ({
    label: app.name,
    description: app.detail,
    detail: app.place === "" ? "" : vscode.workspace.asRelativePath(app.place, true),
    picked: app.key === remembered,
    app,
  }));
  const picked = await pickOne(items, {
    title: vscode.l10n.t("Which app should be profiled?"),
    placeHolder: vscode.l10n.t("Your choice is remembered; use “Profile Another App…” to choose again."),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.app;
}

function nothingToRun(facts: AppFacts): never {
  const document = activeDocument();
  if (document?.isUntitled === true) {
    throw new UserError(
      vscode.l10n.t("{0} was never saved, so there is no file to run.", document.fileName),
      vscode.l10n.t("Save it and try again."),
    );
  }
  if (facts.activeFile !== undefined) {
    throw new UserError(
      vscode.l10n.t(
        "Node.js cannot run {0}, and no package.json near it has a start script or a main file.",
        path.basename(facts.activeFile),
      ),
      vscode.l10n.t("Open a JavaScript or TypeScript file, add a start script, or add a launch configuration of type “heatline”."),
    );
  }
  throw new UserError(
    vscode.l10n.t("There is nothing to profile here."),
    vscode.l10n.t("Open a folder with a package.json, or a JavaScript or TypeScript file."),
  );
}

/** Replaces absolute paths by ones relative to the workspace folder, so the launch.json can be shared. */
function relativeToFolder(configuration: vscode.DebugConfiguration): vscode.DebugConfiguration {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) return configuration;
  const root = slashes(folder.uri.fsPath);
  const shorten = (value: unknown): unknown =>
    typeof value === "string" && (value === root || value.startsWith(`${root}/`))
      ? `\${workspaceFolder}${value.slice(root.length)}`
      : value;
  for (const key of ["program", "cwd"]) if (configuration[key] !== undefined) configuration[key] = shorten(configuration[key]);
  return configuration;
}
