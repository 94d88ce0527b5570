import path from "node:path";
import type { LoadDefaults } from "../analysis/load/load.ts";

/** What is known about the workspace when "Profile Current App" is pressed. Paths are absolute with forward slashes. No I/O here. */
export interface AppFacts {
  /** Key of the `heatline` launch configuration last used, if any. */
  readonly lastConfiguration?: string | undefined;
  readonly launchConfigurations: readonly LaunchConfiguration[];
  /** Packages from the active file's folder up to its workspace folder, nearest first. */
  readonly packagesAbove: readonly PackageFacts[];
  /** Packages of the workspace folders, offered when no file is active. */
  readonly packages: readonly PackageFacts[];
  readonly activeFile?: string | undefined;
}

export interface LaunchConfiguration {
  /** Path of the workspace folder whose launch.json contains it; "" when it comes from the workspace file. */
  readonly folder: string;
  readonly name: string;
  /** As written, with variables unresolved. */
  readonly configuration: Readonly<Record<string, unknown>>;
}

export interface PackageFacts {
  readonly folder: string;
  readonly name: string;
  /** Commands by their names. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Existing files that main and bin name, relative to the folder. */
  readonly main?: string | undefined;
  readonly bins: readonly { readonly name: string; readonly file: string }[];
  readonly packageManager: PackageManager;
  readonly load?: LoadDefaults | undefined;
}

export type PackageManager = "npm" | "yarn" | "pnpm";

/** One thing that could be profiled. */
export interface App {
  /** Stable across sessions: load plans and answers to questions are stored under this key. */
  readonly key: string;
  /** Shown in the pick and used as the run's name: `shop · npm start`. */
  readonly name: string;
  /** The command or file, to tell apps of the same name apart. */
  readonly detail: string;
  /** The folder or file it is in. */
  readonly place: string;
  /** Debug configuration without what VS Code and the extension fill in. */
  readonly configuration: Readonly<Record<string, unknown>> & {
    readonly type: "heatline";
    readonly request: "launch";
    readonly name: string;
  };
}

/** What to run: nothing, one app, or several to choose from with the likeliest first. */
export function appsToProfile(facts: AppFacts): readonly App[] {
  const configured = facts.launchConfigurations.filter(isLaunchable).map(fromConfiguration);
  const last = configured.find((app) => app.key === facts.lastConfiguration);
  if (last !== undefined) return [last];
  if (configured.length > 0) return configured;
  const nearest = facts.packagesAbove.map(fromPackage).find((apps) => apps.length > 0);
  if (nearest !== undefined) return nearest;
  if (facts.activeFile !== undefined && isRunnable(facts.activeFile)) return [fromFile(facts.activeFile)];
  return facts.packages.flatMap(fromPackage);
}

/** Everything that could be profiled, for "Profile Another App". */
export function everyApp(facts: AppFacts): readonly App[] {
  const apps = [
    ...facts.launchConfigurations.filter(isLaunchable).map(fromConfiguration),
    ...[...facts.packagesAbove, ...facts.packages].flatMap(fromPackage),
    ...(facts.activeFile !== undefined && isRunnable(facts.activeFile) ? [fromFile(facts.activeFile)] : []),
  ];
  return [...new Map(apps.map((app) => [app.key, app])).values()];
}

/** Key under which the answer to this question is remembered, so it is not asked twice. */
export function questionKey(apps: readonly App[]): string {
  return apps
    .map((app) => app.key)
    .sort()
    .join("\n");
}

export function configurationKey(folder: string, name: string): string {
  return `configuration:${folder}:${name}`;
}

/** Whether `node FILE` can start it. */
export function isRunnable(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file) && !/\.d\.[cm]?ts$/.test(file) && !file.includes("/node_modules/");
}

export function fromFile(file: string): App {
  const name = path.posix.basename(file);
  return {
    key: `file:${file}`,
    name,
    detail: `node ${name}`,
    place: path.posix.dirname(file),
    configuration: { type: "heatline", request: "launch", name, program: file, cwd: path.posix.dirname(file) },
  };
}

const nodeTypes: readonly unknown[] = ["heatline", "node", "pwa-node"];

function isLaunchable({ configuration }: LaunchConfiguration): boolean {
  return nodeTypes.includes(configuration["type"]) && (configuration["request"] ?? "launch") === "launch";
}

/**
 * Uses a `node` configuration as it is; the adapter ignores keys it does not know. Inspector flags are removed, as they would clash with
 * ours.
 */
function fromConfiguration({ folder, name, configuration }: LaunchConfiguration): App {
  const runtimeArgs = configuration["runtimeArgs"];
  const program = configuration["program"];
  const executable = configuration["runtimeExecutable"];
  return {
    key: configurationKey(folder, name),
    name,
    detail:
      typeof program === "string" ? program : [executable, ...(Array.isArray(runtimeArgs) ? runtimeArgs : [])].filter(Boolean).join(" "),
    place: folder === "" ? "" : `${folder}/.vscode/launch.json`,
    configuration: {
      ...configuration,
      ...(Array.isArray(runtimeArgs) ? { runtimeArgs: runtimeArgs.filter((argument) => !isInspectorFlag(argument)) } : {}),
      type: "heatline",
      request: "launch",
      name,
      appKey: configurationKey(folder, name),
    },
  };
}

function isInspectorFlag(argument: unknown): boolean {
  return typeof argument === "string" && /^--inspect(-brk|-port|-wait|-publish-uid)?(=|$)/.test(argument);
}

/** A script of package.json, run by the package manager. */
export function fromScript({ folder, name: of, packageManager, load }: PackageFacts, script: string, command: string): App {
  const name = `${of} · ${packageManager} ${script === "start" ? "" : "run "}${script}`;
  return {
    key: script === "start" ? `start:${folder}` : `script:${folder}:${script}`,
    name,
    detail: command,
    place: folder,
    configuration: {
      type: "heatline",
      request: "launch",
      name,
      cwd: folder,
      runtimeExecutable: packageManager,
      runtimeArgs: ["run", script],
      ...(load === undefined ? {} : { load }),
    },
  };
}

/** The `start` script says best how the app should run; then `main`; then each `bin`. */
function fromPackage(facts: PackageFacts): readonly App[] {
  const { folder, scripts, main } = facts;
  if (scripts["start"] !== undefined) return [fromScript(facts, "start", scripts["start"])];
  if (main !== undefined) return [fromFileOf(facts, `main:${folder}`, main, main)];
  return fromBins(facts);
}

/** The commands of a package. */
export function fromBins(facts: PackageFacts): readonly App[] {
  return facts.bins.map(({ name, file }) => fromFileOf(facts, `bin:${facts.folder}:${name}`, name, file));
}

function fromFileOf({ folder, name: of, load }: PackageFacts, key: string, called: string, file: string): App {
  const name = `${of} · ${called}`;
  return {
    key,
    name,
    detail: `node ${file}`,
    place: folder,
    configuration: {
      type: "heatline",
      request: "launch",
      name,
      cwd: folder,
      program: `${folder}/${file}`,
      ...(load === undefined ? {} : { load }),
    },
  };
}

/** The path with forward slashes. */
export function slashes(file: string): string {
  return file.replaceAll("\\", "/");
}
