import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { writeReport, type LauncherReport } from "./reports.ts";

/** The command to start, from `command.json` beside it. */
export interface LauncherCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Changes to the terminal's environment; null unsets a variable. */
  readonly env: Readonly<Record<string, string | null>>;
  readonly options: { readonly windowsVerbatimArguments?: boolean | undefined };
}

/**
 * What an integrated terminal runs in place of the app: starts the app with the terminal's own stdin and stdout, and reports its pid, its
 * exit, and signals from the terminal (Ctrl+C), so that a recording is flushed even if the app's event loop is blocked.
 */
function launch(sessionFolder: string): void {
  const command = JSON.parse(readFileSync(path.join(sessionFolder, "command.json"), "utf8")) as LauncherCommand;
  let count = 0;
  const report = (message: LauncherReport): void => {
    count += 1;
    if (!writeReport(path.join(sessionFolder, "reports"), `launcher-${process.pid}-${count}.json`, message)) process.exitCode = 1;
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => report({ kind: "signal", signal }));
  const env = { ...process.env };
  for (const [name, value] of Object.entries(command.env)) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
  const app = spawn(command.file, command.args, { cwd: command.cwd, env, stdio: "inherit", ...command.options });
  app.on("error", (error: NodeJS.ErrnoException) => {
    console.error(error.message);
    report({ kind: "failed", reason: error.code ?? error.message });
    process.exitCode = 127;
  });
  app.on("spawn", () => report({ kind: "launcher", pid: process.pid, appPid: app.pid ?? 0 }));
  app.on("exit", (code, signal) => {
    report({ kind: "exit", code, signal });
    process.exit(signal === null ? (code ?? 0) : 1);
  });
}

launch(__dirname);
