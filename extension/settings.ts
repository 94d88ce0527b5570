import path from "node:path";
import * as vscode from "vscode";
import type { ServerSettings } from "../language-server/protocol/settings.ts";

/** Settings of package.json by their short names; a test keeps the two lists equal. */
interface Settings {
  readonly heatBy: ServerSettings["heatBy"];
  readonly inlineText: ServerSettings["inlineText"];
  readonly codeLens: boolean;
  /** Percent of the run's busy time. */
  readonly threshold: number;
  readonly gutter: boolean;
  readonly expressionHeat: boolean;
  readonly ownCode: readonly string[];
  readonly adviceInProblems: boolean;
  readonly heatInMinimap: boolean;
  readonly pathMappings: Readonly<Record<string, string>>;
  /** Microseconds. */
  readonly samplingInterval: number;
  readonly recorder: "exact" | "inspector";
  /** Seconds. */
  readonly maxDuration: number;
  readonly keepRuns: number;
  readonly keepSecrets: boolean;
  readonly routes: boolean;
  readonly statusBar: boolean;
  readonly runNotification: boolean;
}

/** Every setting has a contributed default, so a missing value is a bug. */
export function setting<Name extends keyof Settings>(name: Name): Settings[Name] {
  const value = vscode.workspace.getConfiguration("heatline").get<Settings[Name]>(name);
  if (value === undefined) throw new Error(`The setting heatline.${name} has no default.`);
  return value;
}

export function serverSettings(): Omit<ServerSettings, "listsWithout"> {
  return {
    heatBy: heatBy(),
    inlineText: setting("inlineText"),
    codeLens: setting("codeLens"),
    threshold: Math.min(Math.max(setting("threshold") / 100, 0), 1),
    ownCode: setting("ownCode"),
    adviceInProblems: setting("adviceInProblems"),
    pathMappings: pathMappings(),
  };
}

/** VS Code's own setting of a proxy, in the variables that other tools read; none if it has none. */
export function proxyVariables(): Readonly<Record<string, string>> {
  const http = vscode.workspace.getConfiguration("http");
  if (http.get("proxySupport") === "off") return { no_proxy: "*" };
  const proxy = http.get("proxy", "");
  const without = http.get<readonly string[]>("noProxy", []);
  return proxy === "" ? {} : { http_proxy: proxy, https_proxy: proxy, ...(without.length === 0 ? {} : { no_proxy: without.join(",") }) };
}

/** "charged" is the former name of "withLibraries" and may still be in a settings.json. */
export function heatBy(): ServerSettings["heatBy"] {
  const value: string = setting("heatBy");
  return value === "charged" ? "withLibraries" : (value as ServerSettings["heatBy"]);
}

/** Folders of the app by absolute paths on this machine: `${workspaceFolder}` is replaced, and relative ones are in the first workspace folder. */
export function pathMappings(): ServerSettings["pathMappings"] {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const local = (to: string): string => {
    const named = to.replace(/\$\{workspaceFolder(?::([^}]*))?\}/g, (_whole, name: string | undefined) => {
      const folder = name === undefined ? first : vscode.workspace.workspaceFolders?.find((each) => each.name === name);
      return folder?.uri.fsPath ?? "";
    });
    return path.isAbsolute(named) || first === undefined ? named : path.join(first.uri.fsPath, named);
  };
  return Object.fromEntries(
    Object.entries(setting("pathMappings")).flatMap(([from, to]) => (typeof to === "string" ? [[from, local(to)]] : [])),
  );
}

/** Fires after any of Heatline's settings changed. */
export function onSettingsChanged(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("heatline")) listener();
  });
}
