import path from "node:path";
import { parseArgs } from "node:util";
import type { UserError } from "../analysis/user-error.ts";
import type { AppLaunch } from "../recording/app/app-command.ts";
import { samplingBounds } from "../platform/sampling-interval.ts";
import type { RecordingOptions } from "../recording/session/recording-options.ts";
import { type Command, numberOption, type Terminal, UsageError, wholeOption } from "./command.ts";
import { figuresOf } from "./figures.ts";
import { loadFrom } from "./requested-load.ts";
import { shortPath, textReport } from "./report-text.ts";
import { openTarget } from "./target.ts";
import { maskedArguments } from "../history/masked-arguments.ts";
import { checkRunsFolder } from "../history/runs-folder.ts";
import { harmless, styleFor } from "./terminal.ts";

const usualFolder = "heatline-runs";
const topAfterwards = 5;

const help = `Usage: heatline record [options] -- node app.js …

Runs an app, records it, and keeps the run as a folder that heatline report and the VS Code extension open.
A program that ends by itself is recorded from its first line to its end. A server is recorded under load (--load),
or from the moment it listens until Ctrl+C. However it ends, what was recorded is kept.

  --out DIR          where the run's folder goes (default: ${usualFolder})
  --load URL         send requests to http://host:port/path, or to /path on the app's own port; may be repeated
  --method, --header "Name: value", --body TEXT    for these requests
  --connections N    open at a time (default 10)
  --duration S       seconds of load (default 10); without --load, the maximum time to record
  --warmup S         seconds of load before recording starts, from the app's first answer on (default 2)
  --rate N           requests per second (default: as many as possible)
  --interval US      microseconds between two samples (default 1000)
  --recorder KIND    exact (default) or inspector
  --cwd DIR          the app's folder
  -h, --help

Exit codes: 0 a run was written; the app's own where it fails by itself, as with time(1) (128 + the signal's number where one ends it),
and what was recorded is kept; 1 anything else failed; 2 wrong usage.
`;

export const recordCommand: Command = { name: "record", summary: "runs an app and records it", help, run: record };

async function record(args: readonly string[], terminal: Terminal): Promise<number> {
  const at = args.indexOf("--");
  const command = at === -1 ? [] : args.slice(at + 1);
  const { values, positionals } = parseArgs({
    args: args.slice(0, at === -1 ? args.length : at),
    allowPositionals: true,
    options: {
      out: { type: "string" },
      load: { type: "string", multiple: true },
      method: { type: "string" },
      header: { type: "string", multiple: true },
      body: { type: "string" },
      connections: { type: "string" },
      duration: { type: "string" },
      warmup: { type: "string" },
      rate: { type: "string" },
      interval: { type: "string" },
      recorder: { type: "string" },
      cwd: { type: "string" },
    },
  });
  if (positionals.length > 0 || command.length === 0)
    throw new UsageError("Put the app's command after --: heatline record -- node app.js.");
  const recorder = values.recorder ?? "exact";
  if (recorder !== "exact" && recorder !== "inspector") throw new UsageError(`--recorder is exact or inspector, not “${recorder}”.`);
  const duration = numberOption("duration", values.duration, 1, 3600);
  const cwd = path.resolve(values.cwd ?? "");
  const runsFolder = path.resolve(values.out ?? usualFolder);
  const load = values.load === undefined ? undefined : loadFrom(values.load, values, duration);
  await checkRunsFolder(runsFolder);
  // The recorder is large, so it is a separate bundle that other commands do not load.
  const { recordApp } = await import("./recorded-app.js");
  const options: Omit<RecordingOptions, "createRecorder"> = {
    launch: launchFrom(command, cwd),
    workspaceFolders: [cwd],
    runsFolder,
    runName: `${path.basename(cwd)} · ${maskedArguments(command).join(" ")}`.slice(0, 200),
    samplingIntervalUs: wholeOption("interval", values.interval, samplingBounds.least, samplingBounds.most),
    maxDurationSeconds: load === undefined ? duration : undefined,
    bundles: {
      watchdog: path.join(__dirname, "watchdog.js"),
      tickLogWorker: path.join(__dirname, "tick-log-worker.js"),
      autocannonChild: path.join(__dirname, "autocannon-child.js"),
      inApp: path.join(__dirname, "in-app"),
    },
  };
  const problems: UserError[] = [];
  const { folders, exitCode } = await recordApp(recorder, options, load, terminal, (problem) => {
    problems.push(problem);
    terminal.err.write(`heatline: ${harmless(problem.text)}\n`);
  });
  const folder = folders.at(-1);
  if (folder === undefined) {
    if (problems.length === 0) terminal.err.write("heatline: Nothing was recorded: the app did not run long enough for a single sample.\n");
    return exitCode === 0 ? 1 : exitCode;
  }
  const opened = await openTarget(folder);
  terminal.out.write(
    `${textReport(opened, figuresOf(opened.analysis, undefined), false, topAfterwards, styleFor(terminal.out, terminal.env))}\n`,
  );
  terminal.out.write(`The run is in ${shortPath(folder)}\n`);
  return exitCode;
}

/** Accepts `node …` and any other program; a script's name alone is run by node. */
function launchFrom([file = "", ...args]: readonly string[], cwd: string): AppLaunch {
  if (/\.[cm]?[jt]s$/.test(file)) return { cwd, program: path.resolve(cwd, file), args };
  return { cwd, runtimeExecutable: file, runtimeArgs: args };
}
