import { readFile } from "node:fs/promises";
import path from "node:path";
import type * as vscode from "vscode";
import { type App, fromBins, fromFile, fromScript, isRunnable } from "../../language-server/starting/app-candidates.ts";
import type { AppPicker } from "../app/app-picker.ts";
import { workspaceFolderOf } from "../app/profile-current-app.ts";
import { debugType } from "../contributed-ids.ts";
import type { MeasuredRun } from "./measured-runs.ts";
import { type Reloading, reloadingOf } from "./self-reloading.ts";

/** What starts an app again. */
export interface StartableApp {
  readonly folder: vscode.WorkspaceFolder | undefined;
  readonly configuration: vscode.DebugConfiguration;
}

/**
 * As it is started now: a launch configuration or a script may have been changed since. `last`: the app's session in this window, for what
 * no list has. Undefined if none of them knows the app.
 */
export async function startableApp(
  { key, name, test }: MeasuredRun,
  picker: Pick<AppPicker, "every" | "packagesAround">,
  last: vscode.DebugSession | undefined,
): Promise<StartableApp | undefined> {
  const named = { type: debugType, request: "launch", name };
  if (test !== undefined) return startable(typeof test["cwd"] === "string" ? test["cwd"] : "", { ...test, ...named, appKey: key });
  const all = await picker.every();
  const app = (await byKey(key, picker)) ?? all.find((each) => each.key === key) ?? all.find((each) => each.name === name);
  if (app !== undefined) return startable(app.place, { ...withoutStart(app.configuration), appKey: app.key });
  return last && { folder: last.workspaceFolder, configuration: withoutStart(last.configuration) };
}

/** The same for a run that began with the first line of a server: its user stops it. */
export async function startableFromStart(...of: Parameters<typeof startableApp>): ReturnType<typeof startableApp> {
  const app = await startableApp(...of);
  return app && { ...app, configuration: { ...app.configuration, fromStart: true } };
}

function withoutStart({
  startup: _startup,
  fromStart: _fromStart,
  savings: _savings,
  ...rest
}: vscode.DebugConfiguration): vscode.DebugConfiguration {
  return rest;
}

/** The same for a run of its starts. A command of a package runs with the arguments that were given then, if they may be kept. */
export async function startableStarts(
  measured: MeasuredRun,
  picker: Pick<AppPicker, "every" | "packagesAround">,
  last: vscode.DebugSession | undefined,
): Promise<StartableApp | undefined> {
  if (last !== undefined && "startup" in last.configuration) {
    const { savings: _savings, ...configuration } = last.configuration;
    return { folder: last.workspaceFolder, configuration };
  }
  if (measured.key.startsWith("bin:")) return startableCommand(measured, picker);
  const app = await startableApp(measured, picker, undefined);
  return app && { ...app, configuration: { ...app.configuration, startup: {} } };
}

async function startableCommand(
  { key, name, args }: MeasuredRun,
  picker: Pick<AppPicker, "packagesAround">,
): Promise<StartableApp | undefined> {
  const [, folder] = /^bin:((?:[A-Za-z]:)?[^:]*):/.exec(key) ?? [];
  if (folder === undefined || args === undefined) return undefined;
  const app = (await picker.packagesAround(folder)).flatMap(fromBins).find((each) => each.key === key);
  return app && startable(app.place, { ...app.configuration, name, args: [...args], startup: {}, appKey: key });
}

/** A file, or a script of package.json: only some of these are in the list of apps. */
async function byKey(key: string, picker: Pick<AppPicker, "packagesAround">): Promise<App | undefined> {
  const file = key.startsWith("file:") ? key.slice("file:".length) : "";
  if (isRunnable(file)) return fromFile(file);
  const [, folder, script = ""] = /^script:((?:[A-Za-z]:)?[^:]*):(.+)$/.exec(key) ?? [];
  const [facts] = folder === undefined ? [] : await picker.packagesAround(folder);
  const command = facts?.scripts[script];
  return facts === undefined || command === undefined ? undefined : fromScript(facts, script, command);
}

/** How the app takes new code by itself; undefined if it does not. */
export async function reloading({ configuration }: StartableApp): Promise<Reloading | undefined> {
  const { program, runtimeExecutable = "node", runtimeArgs, args, cwd } = configuration as Readonly<Record<string, unknown>>;
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const commandLine = [runtimeExecutable, ...list(runtimeArgs), ...(program === undefined ? [] : [program]), ...list(args)].join(" ");
  return reloadingOf(await whole(commandLine, typeof cwd === "string" ? cwd : "", 0));
}

/** A command line with the text of each script that it runs, and of each that such a script runs. */
async function whole(commandLine: string, folder: string, depth: number): Promise<string> {
  const names = Array.from(
    commandLine.matchAll(/\b(?:npm|pnpm|yarn)(?:\.cmd)?(?: -\S+)*(?: (?:run|run-script))? ([\w:.-]+)/g),
    ([, name = ""]) => name,
  );
  if (names.length === 0 || folder === "" || depth > 3) return commandLine;
  const scripts = await scriptsOf(folder);
  const texts = names.flatMap((name) => (typeof scripts[name] === "string" ? [scripts[name]] : []));
  return [commandLine, ...(await Promise.all(texts.map((text) => whole(text, folder, depth + 1))))].join(" && ");
}

async function scriptsOf(folder: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const read = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as { readonly scripts?: object | null } | null;
    return (read?.scripts ?? {}) as Readonly<Record<string, unknown>>;
  } catch (error) {
    // Whoever starts it says what is wrong with it.
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return {};
    throw error;
  }
}

function startable(place: string, configuration: vscode.DebugConfiguration): StartableApp {
  return { folder: workspaceFolderOf(place), configuration };
}
