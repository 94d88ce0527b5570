import type { AppTree } from "../app/app-tree.ts";
import type { AppCommand } from "../app/app-command.ts";
import type { AppReady } from "./recording-events.ts";
import type { RecordingOptions } from "./recording-options.ts";
import type { RecordedApp } from "./run-draft.ts";
import type { TestRuns } from "./test-recorder.ts";

/** Facts about a running app: about its listening process, else the first one. Undefined while no process is running. */
export function readyApp({ listener, processes, origins, reports }: AppTree, isWatchedLive: boolean): AppReady | undefined {
  const report = listener ?? reports.find(({ pid }) => processes.some((process) => process.pid === pid));
  if (report === undefined || processes.length === 0) return undefined;
  const { pid, nodeVersion, argv, logsTicks } = report;
  return { pid, program: argv[1] ?? "", nodeVersion, origins, hasLiveHeat: isWatchedLive && logsTicks };
}

/** What a run says about its app. */
export function describedApp(
  { runName, workspaceFolders, pathMappings, keepSecrets = false, test }: RecordingOptions,
  command: AppCommand,
  { reports, listener }: AppTree,
  runs: TestRuns | undefined,
): RecordedApp {
  return {
    name: runName,
    command,
    workspaceFolders,
    pathMappings,
    keepSecrets,
    reports,
    listener,
    test: test === undefined || runs === undefined ? undefined : { ...test, ...runs },
  };
}
