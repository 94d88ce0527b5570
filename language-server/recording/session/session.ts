import type { Microseconds } from "../../analysis/units.ts";
import type { UserError } from "../../analysis/user-error.ts";
import { takeLost } from "../../history/lost-recording.ts";
import { readInAppCode, type InAppCode } from "../inspector/evaluate.ts";
import { ownOptionsOf, resolveAppCommand, type AppCommand } from "../app/app-command.ts";
import { noteBegun } from "./notes/begun-note.ts";
import { inspectorOnly } from "./default-recorder.ts";
import { StartupRecorder } from "./startup/startup-recorder.ts";
import { TestRecorder } from "./test-recorder.ts";
import { Deferred } from "../deferred.ts";
import type { LogEnd, Recorder } from "../recorder.ts";
import { filesOf, inAppPass, type RecordingOptions } from "./recording-options.ts";
import { checkOwnFiles } from "../../platform/installation/own-files.ts";
import { processLimits } from "../../platform/limits/process-limits.ts";
import { addressSpaceProblem, smallestFilesProblem } from "./recording-problems.ts";
import { SessionFolder } from "../app/session-folder.ts";
import { endSession } from "../../platform/process-tree.ts";
import { recoverRun } from "../processes/recovered-run.ts";
import { Watchdog } from "../processes/watchdog-client.ts";

const defaultInterval: Microseconds = 1000;

/** What a recording needs before its app starts: the app's command, a private folder, a watchdog over both, and a recorder. */
export interface Session extends AsyncDisposable {
  readonly command: AppCommand;
  readonly folder: SessionFolder;
  /** See `noteBegun`. */
  readonly begun: Disposable;
  readonly watchdog: Watchdog;
  readonly recorder: Recorder;
  /** The recorder, if it records a test. */
  readonly test: TestRecorder | undefined;
  /** The recorder, if it records starts. */
  readonly startup: StartupRecorder | undefined;
  /** Code that the inspector has the app evaluate. */
  readonly code: InAppCode;
  /** Settles when nothing more can be recorded although the app runs. */
  readonly logEnd: Promise<LogEnd>;
}

/**
 * `onProblem` is called for recordings that were lost before, and for problems at its end. Rejects with a UserError if the app cannot be
 * started or recorded.
 */
export async function openSession(options: RecordingOptions, onProblem: (problem: UserError) => void): Promise<Session> {
  const command = await resolveAppCommand(options.launch, options.workspaceFolders[0] ?? process.cwd());
  checkOwnFiles(filesOf(options.bundles, inAppPass(options)));
  const { fileSize, addressSpace } = processLimits();
  const unwritable = smallestFilesProblem(fileSize);
  if (unwritable !== undefined) throw unwritable;
  const scarce = addressSpaceProblem(addressSpace);
  if (scarce !== undefined) onProblem(scarce);
  const folder = await SessionFolder.create(options.bundles.inApp, onProblem, endLeft);
  for (const lost of await takeLost(options.runsFolder)) onProblem(lost);
  const begun = await begunNote(folder.path, options);
  const watchdog = new Watchdog(options.bundles.watchdog);
  watchdog.removeAtEnd(folder.path);
  const logEnd = new Deferred<LogEnd>();
  try {
    const pass = inAppPass(options);
    if (pass !== undefined) await folder.recordPass(options.bundles.inApp, pass);
    const inner = await (options.createRecorder ?? inspectorOnly)({
      nodePath: command.nodePath,
      nodeVersion: command.nodeVersion,
      pathNode: command.pathNode,
      ownOptions: ownOptionsOf(command),
      interval: options.samplingIntervalUs ?? defaultInterval,
      sessionFolder: folder.path,
      tickLogWorker: options.bundles.tickLogWorker,
      onLogEnd: logEnd.resolve,
    });
    const test = options.test && new TestRecorder(inner, options.workspaceFolders);
    const startup = options.startup && new StartupRecorder(inner, options.startup.starts);
    const recorder = test ?? startup ?? inner;
    const code = await readInAppCode(options.bundles.inApp);
    const parts = { command, folder, begun, watchdog, recorder, test, startup, code, logEnd: logEnd.promise };
    return {
      ...parts,
      [Symbol.asyncDispose]: async () => {
        begun[Symbol.dispose]();
        await folder.close();
        await recorder[Symbol.asyncDispose]();
        await folder[Symbol.asyncDispose]();
        await watchdog[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    begun[Symbol.dispose]();
    await folder[Symbol.asyncDispose]();
    await watchdog[Symbol.asyncDispose]();
    throw error;
  }
}

/** A pass that is cut off is no loss to speak of: its run is as before. */
async function begunNote(folder: string, { runsFolder, runName: name, passOf }: RecordingOptions): Promise<Disposable> {
  if (passOf !== undefined) return { [Symbol.dispose]: () => undefined };
  return noteBegun(folder, { runsFolder, name, startedAt: new Date() });
}

/** A session whose recorder and watchdog were both killed: its app may still run. */
export async function endLeft(folder: string): Promise<void> {
  await endSession(folder);
  await recoverRun(folder);
}
