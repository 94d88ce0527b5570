import path from "node:path";
import { maskedArguments } from "../../analysis/masking/masked-arguments.ts";
import { maskedName } from "../../history/masked-run.ts";
import { existsHere } from "../../history/regular-file.ts";
import type { ProcessReport } from "../in-app/reports.ts";
import type { AppTree } from "../app/app-tree.ts";
import type { AppCommand } from "../app/app-command.ts";
import type { AppReady } from "./recording-events.ts";
import type { RecordingOptions } from "./recording-options.ts";
import type { RecordedApp } from "./run-draft.ts";
import type { StartupFigures } from "./startup/startup-recorder.ts";
import type { TestRuns } from "./test-recorder.ts";
import { madeOnce } from "../../analysis/collections.ts";
import { shortened } from "../../analysis/shortened.ts";

const longestName = 200;

/** Facts about a running app: about its listening process, else the first one. Undefined while no process is running. */
export function readyApp({ listener, processes, origins, reports }: AppTree, isWatchedLive: boolean): AppReady | undefined {
  const report = listener ?? reports.find(({ pid }) => processes.some((process) => process.pid === pid));
  if (report === undefined || processes.length === 0) return undefined;
  const { pid, nodeVersion, argv, logsTicks } = report;
  return { pid, program: argv[1] ?? "", nodeVersion, origins, hasLiveHeat: isWatchedLive && logsTicks };
}

/** `shop · node server.js`, as a run of a command is called; undefined for a Node without a script. It may be of another system: paths are taken as they are. */
function nameOf({ argv: [node = "", entry = "", ...args], cwd }: ProcessReport): string | undefined {
  if (entry === "") return undefined;
  const partsOf = (file: string): readonly string[] => file.split(/[/\\]+/).filter((part) => part !== "");
  const [inside, folder] = [partsOf(entry), partsOf(cwd ?? "")];
  const isBelow = folder.length > 0 && folder.every((part, at) => inside[at] === part);
  const shown = isBelow ? inside.slice(folder.length).join("/") : (inside.at(-1) ?? "");
  const program = (partsOf(node).at(-1) ?? "").replace(/\.exe$/i, "");
  return shortened(`${folder.at(-1) ?? inside.at(-2) ?? ""} · ${[program, shown, ...args].join(" ")}`.replace(/^ · /, ""), longestName);
}

/** An app may have thousands of processes, and is described twice a second. */
const maskedReports = new WeakMap<ProcessReport, ProcessReport>();

/** What a run says about its app, without secrets unless they are to be kept: it also goes into the note for a session that is killed. */
export function describedApp(
  { runName, isNamedByApp = false, workspaceFolders, pathMappings, keepSecrets = false, awaitsLoad, agent, test }: RecordingOptions,
  command: AppCommand,
  { reports, listener }: AppTree,
  { test: runs, startup }: { readonly test: TestRuns | undefined; readonly startup: StartupFigures | undefined },
): RecordedApp {
  const isFile = (text: string): boolean => existsHere(path.resolve(command.cwd, text));
  const shown = (args: readonly string[]): readonly string[] => (keepSecrets ? args : maskedArguments(args, isFile));
  const masked = (report: ProcessReport): ProcessReport =>
    keepSecrets ? report : madeOnce(maskedReports, report, () => ({ ...report, argv: shown(report.argv) }));
  const report = isNamedByApp ? (listener ?? reports[0]) : undefined;
  const name = (report && nameOf(masked(report))) ?? runName;
  const [file = "", ...args] = shown([command.file, ...command.args]);
  return {
    name: keepSecrets ? name : maskedName(name, test),
    command: { cwd: command.cwd, file, args, nodeVersion: command.nodeVersion },
    workspaceFolders,
    pathMappings,
    keepSecrets,
    awaitsLoad,
    agent,
    reports: reports.map(masked),
    listener: listener && masked(listener),
    test: test === undefined || runs === undefined ? undefined : { ...test, ...runs },
    startup,
  };
}
