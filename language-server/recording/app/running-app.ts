import { UserError, caughtUserError } from "../../analysis/user-error.ts";
import type { AppCommand } from "./app-command.ts";
import type { LauncherReport, ProcessReport, SessionReport } from "../in-app/reports.ts";
import { AppProcess, type AppExit, type LaunchAdditions, type OnOutput, type TerminalCommand } from "./app-process.ts";
import { Deferred } from "../deferred.ts";
import { processExists } from "../../platform/process-exists.ts";
import { treeExists } from "../../platform/process-tree.ts";
import type { SessionFolder } from "./session-folder.ts";
import type { ChannelMessage } from "../in-app/channel/channel-protocol.ts";
import type { InspectorLines } from "./inspector-lines.ts";
import { watchReports, type WatchedReports } from "./session-reports.ts";
import type { Watchdog } from "../processes/watchdog-client.ts";

export interface RunningAppOptions {
  readonly command: AppCommand;
  readonly additions: LaunchAdditions;
  readonly session: SessionFolder;
  readonly watchdog: Watchdog;
  /** Disposed of with the app. */
  readonly channel: AsyncDisposable | undefined;
  readonly terminal: ((command: TerminalCommand) => Promise<void>) | undefined;
  readonly onOutput: OnOutput;
  /** The inspector's lines in that output. */
  readonly lines: InspectorLines;
  /** A Node process is waiting to be attached to. */
  readonly onProcess: (report: ProcessReport) => Promise<void>;
  /** A thread of the app said something on the channel: of a new process, that it runs. */
  readonly onMessage: (message: ChannelMessage, id: string) => void;
  /** The terminal sent a signal. */
  readonly onSignal: (signal: NodeJS.Signals) => Promise<void>;
  /** All that the app's processes had written is reported: resolves when it is handled. */
  readonly onSettled: () => Promise<void>;
  /** Someone deleted the session's folder. */
  readonly onFolderGone: () => void;
  readonly onProblem: (problem: UserError) => void;
  /** Asked when it has ended: whether to start it again. */
  readonly again?: ((exit: AppExit) => Promise<boolean>) | undefined;
}

const unreportedEndMs = 1000;

/** The app we started, with everything to clean up after it: session folder, watchdog, watching of reports. */
export class RunningApp implements AsyncDisposable {
  readonly exited: Promise<AppExit>;
  #app: AppProcess;
  readonly #exit: Deferred<AppExit>;
  readonly #options: RunningAppOptions;
  readonly #reports: WatchedReports;
  #isEnding = false;

  private constructor(app: AppProcess, exit: Deferred<AppExit>, options: RunningAppOptions, reports: WatchedReports) {
    this.#app = app;
    this.#exit = exit;
    this.exited = exit.promise;
    this.#options = options;
    this.#reports = reports;
  }

  /** Until it need not be started again. */
  async #repeat(own: (app: AppProcess) => void): Promise<AppExit> {
    const { again, command, additions, session, watchdog, onProblem } = this.#options;
    for (;;) {
      const exit = await this.#app.exited;
      if ((await again?.(exit)) !== true || this.#isEnding) return exit;
      try {
        this.#app = await AppProcess.start(command, additions, session, watchdog, this.#options);
      } catch (error) {
        onProblem(caughtUserError(error));
        return exit;
      }
      own(this.#app);
      // It may have been asked to end in the meantime.
      if (this.#mustEnd()) await this.#app.kill();
    }
  }

  /** Rejects with a UserError if the app cannot be started. */
  static async start(options: RunningAppOptions): Promise<RunningApp> {
    const { command, additions, session, watchdog, terminal } = options;
    const launched = new Deferred<LauncherReport>();
    const exited = new Deferred<AppExit>();
    const started = new Deferred<AppProcess>();
    let current = started.promise;
    const onReport = async (report: SessionReport): Promise<void> => {
      switch (report.kind) {
        case "process":
          if (report.inspectorUrl !== "") options.lines.opened(report.inspectorUrl);
          (await current).own(report.pid);
          if (report.inspectorUrl !== "") await options.onProcess(report);
          else if (report.isRestricted) options.onProblem(new UserError("app.permissionModel"));
          else if (!report.hasInspector)
            options.onProblem(new UserError("app.noInspector", { version: report.nodeVersion, file: report.execPath }));
          break;
        case "launcher":
          launched.resolve(report);
          break;
        case "failed":
          launched.resolve(report);
          exited.resolve({ code: 127, signal: null });
          break;
        case "signal":
          await options.onSignal(report.signal);
          break;
        case "exit":
          exited.resolve({ code: report.code, signal: report.signal });
          break;
      }
    };
    const reports = await watchReports(session.reports, {
      message: (message, id) => {
        options.onMessage(message, id);
        if (message.kind !== "process") return;
        const { pid, inspectorUrl } = message.report;
        if (inspectorUrl !== "") options.lines.opened(inspectorUrl);
        // Where it could not be started, nothing is left to own.
        current.then((app) => app.own(pid)).catch(() => undefined);
      },
      report: (report) => {
        onReport(report).catch((error: unknown) => console.error(error));
      },
      gone: () => {
        session.restore();
        options.onFolderGone();
      },
    });
    started.promise.catch(() => reports[Symbol.dispose]());
    try {
      const app =
        terminal === undefined
          ? await AppProcess.start(command, additions, session, watchdog, options)
          : await AppProcess.startInTerminal(command, additions, session, watchdog, {
              run: terminal,
              launched: launched.promise,
              exited: exited.promise,
            });
      started.resolve(app);
      const running = new RunningApp(app, exited, options, reports);
      if (terminal === undefined) exited.resolve(running.#repeat((next) => (current = Promise.resolve(next))));
      return running;
    } catch (error) {
      started.reject(error);
      throw error;
    }
  }

  #mustEnd(): boolean {
    return this.#isEnding;
  }

  get isRunning(): boolean {
    return processExists(this.#app.pid);
  }

  isAlive(pid: number): boolean {
    return treeExists(pid);
  }

  /** Resolves when all that its processes have reported by now has been passed on. */
  readReports(): Promise<void> {
    return this.#reports.settle();
  }

  async settle(): Promise<void> {
    await this.readReports();
    await this.#options.onSettled();
  }

  async resume(): Promise<void> {
    await this.#app.resume();
  }

  /** Ends what runs now, after which `again` is asked; true if force was needed. */
  endStart(): Promise<boolean> {
    return this.#app.kill();
  }

  /** Ends all of it; true if force was needed. */
  async kill(): Promise<boolean> {
    this.#isEnding = true;
    const forced = await this.#app.kill();
    // A terminal's launcher that was killed reports no exit.
    const unknown = setTimeout(() => this.#exit.resolve({ code: null, signal: forced ? "SIGKILL" : null }), unreportedEndMs);
    await this.exited;
    clearTimeout(unknown);
    return forced;
  }

  async end(): Promise<void> {
    this.#reports[Symbol.dispose]();
    await this.#options.session.close();
    await this.kill();
    await this.#options.channel?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    await this.#options.session[Symbol.asyncDispose]();
    await this.#options.watchdog[Symbol.asyncDispose]();
  }
}
