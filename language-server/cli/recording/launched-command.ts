import path from "node:path";
import type { AppLaunch } from "../../recording/app/app-command.ts";
import type { RecordingBundles } from "../../recording/session/recording-options.ts";

/** Accepts `node …` and any other program; a script's name alone is run by node. */
export function launchFrom([file = "", ...args]: readonly string[], cwd: string): AppLaunch {
  if (/\.[cm]?[jt]s$/.test(file)) return { cwd, program: path.resolve(cwd, file), args };
  return { cwd, runtimeExecutable: file, runtimeArgs: args };
}

/** They are beside the one that runs. */
export function ownBundles(): RecordingBundles {
  return {
    watchdog: path.join(__dirname, "watchdog.js"),
    tickLogWorker: path.join(__dirname, "tick-log-worker.js"),
    autocannonChild: path.join(__dirname, "autocannon-child.js"),
    inApp: path.join(__dirname, "in-app"),
  };
}
