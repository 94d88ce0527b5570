import { setTimeout as delay } from "node:timers/promises";
import type { LoadPlan } from "../../analysis/load/load.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { RunEnd } from "../../history/run.ts";
import { inspectorAt, joinProblem, otherHost, type AttachTarget } from "../app/attach-target.ts";
import { AttachedApp, type AppHandle } from "../app/attached-app.ts";
import type { AppExit } from "../app/app-process.ts";
import { AppTree } from "../app/app-tree.ts";
import type { LogEnd } from "../recorder.ts";
import { privateFolderProblem } from "../../platform/private/private-folder-problem.ts";
import type { FollowedProcess } from "../app/followed-process.ts";
import { BuildCheck } from "./build-check.ts";
import { EndOfApp } from "./app-end.ts";
import { failedChildren } from "./ends/failed-children.ts";
import { LiveHeat } from "./live-heat.ts";
import { LoadRuns } from "./load-runs.ts";
import { manualPlan } from "../load/load-tools.ts";
import { logEndProblem, lostConnectionProblem, refuseLoad } from "./recording-problems.ts";
import type { RecordingEvents } from "./recording-events.ts";
import { marksOf, type RecordingOptions } from "./recording-options.ts";
import { describedApp, readyApp } from "./ready-app.ts";
import { runWriter } from "../passes/run-writer.ts";
import { RecordingWindow } from "./window/recording-window.ts";
import { launchApp } from "./launched-app.ts";
import { unlessUnreadable } from "../app/session-folder.ts";
import { UnreachedNodes } from "../app/unreached-nodes.ts";
import { openSession, type Session } from "./session.ts";
import { Starts } from "./startup/starts.ts";

const dyingMs: Milliseconds = 500;

/**
 * A session with an app: starts it, follows its processes, records windows (load runs, recordings without load, a script from first line to
 * exit) and writes each as a run. However a window ends, its samples are flushed first. Disposing is `stop`.
 */
export class Recording implements AsyncDisposable {
  readonly #events: RecordingEvents;
  readonly #session: Session;
  readonly #tree: AppTree;
  readonly #window: RecordingWindow;
  readonly #end: EndOfApp;
  #app: AppHandle | undefined;
  #attached: AttachedApp | undefined;
  readonly #loads: LoadRuns;
  #lastReady = "";
  readonly #live: LiveHeat | undefined;
  readonly #starts: Starts | undefined;
  readonly #keepsStart: boolean;
  readonly #builds: BuildCheck;
  #logEnd: LogEnd | undefined;
  #runsWritten = 0;
  #stopping: Promise<void> | undefined;
  #ended: Promise<void> | undefined;

  private constructor(options: RecordingOptions, events: RecordingEvents, session: Session) {
    this.#events = events;
    this.#session = session;
    const { command, recorder } = session;
    this.#end = new EndOfApp(command.cwd);
    this.#keepsStart = options.keepsStart === true;
    this.#live = LiveHeat.of({ recorder, folder: session.folder.live, changed: events.liveRun });
    const childExits = failedChildren({
      end: this.#end,
      isRunning: () => this.#app?.isRunning === true,
      isOver: () => this.#stopping !== undefined,
      problem: events.problem,
    });
    this.#tree = new AppTree(session.code, {
      attach: async (process, thread) => {
        await recorder.attach(process, thread);
        if (thread === process.main) await this.#window.attached(process);
        else this.#window.attachedWorker(thread);
      },
      running: (thread, atUs, clock, meters) => {
        recorder.running?.(thread, atUs, clock);
        this.#window.running(thread, atUs, meters);
      },
      workerExiting: (thread, clock, atUs) => recorder.exiting?.(thread, clock, atUs),
      ended: (thread, atUs) => recorder.ended?.(thread, atUs),
      listening: (_thread, atUs) => {
        this.#window.listened(atUs);
        this.#starts?.listening(atUs);
      },
      leaving: (process, thread) => this.#window.leaving(process, thread),
      gone: (thread) => recorder.gone?.(thread),
      changed: () => this.#onChanged(),
      loop: (thread, report) => this.#window.looped(thread, report),
      answered: (requests) => events.answered?.(requests),
      exiting: (process, code, meters, atUs) => {
        this.#end.reportedExitCode = code ?? this.#end.reportedExitCode;
        this.#window.exiting(process, meters, atUs);
        // The processes of a test runner fail as their tests do.
        if (session.test === undefined && session.startup === undefined) void childExits(code);
      },
      signal: async () => (this.#starts?.isEnding === true ? undefined : this.#finishWindow("stopped")),
      closingInspector: () => this.#onInspectorClosing(),
      stuck: (pid) => {
        this.#end.wasStuck = true;
        this.#events.problem(new UserError("app.stuckInExit", { pid }));
      },
      lost: (process) => void this.#onLost(process),
    });
    this.#builds = new BuildCheck(
      () => this.#tree,
      command.cwd,
      (ran) => events.build?.(ran),
    );
    this.#window = new RecordingWindow(
      {
        recorder,
        tree: this.#tree,
        runsFolder: options.runsFolder,
        write: runWriter(options),
        isRecoverable: options.passOf === undefined && options.startup === undefined,
        sessionFolder: session.folder.path,
        begun: session.begun,
        maxDurationSeconds: options.maxDurationSeconds,
        live: this.#live,
        hasMarks: marksOf(options) !== undefined,
        unreached: new UnreachedNodes(session.folder.path, this.#tree),
        builds: this.#builds,
        resume: async () => this.#app?.resume(),
        describeApp: () => describedApp(options, command, this.#tree, { test: session.test?.figures, startup: session.startup?.figures }),
      },
      {
        recording: events.recording,
        runWritten: (run) => {
          this.#runsWritten += 1;
          events.runWritten(run);
        },
        loop: (busiest) => events.loop?.(busiest),
        problem: events.problem,
        timeCap: () => void this.#finishWindow("time-cap"),
      },
    );
    const setting = { session, tree: this.#tree, window: this.#window, builds: this.#builds, events };
    const { autocannonChild } = options.bundles;
    this.#starts = Starts.of({ ...setting, end: this.#end, app: () => this.#app });
    const byRoutes = options.loadsByRoutes === true;
    this.#loads = new LoadRuns({ ...setting, autocannonChild, byRoutes, exitCode: () => this.#end.exitCode });
  }

  /** Starts the app. Rejects with a UserError if it cannot be started; later failures are reported as events. */
  static start(options: RecordingOptions, events: RecordingEvents): Promise<Recording> {
    return Recording.#begin(options, events, (recording) => recording.#launch(options));
  }

  /** Attaches to a running app by its inspector; it goes on when the session ends. Rejects with a UserError if nothing answers there. */
  static attach(target: AttachTarget, options: Omit<RecordingOptions, "terminal">, events: RecordingEvents): Promise<Recording> {
    // The command is only used for a Node on this machine, to run the load.
    const launch = { cwd: options.launch.cwd, runtimeArgs: ["--version"] };
    return Recording.#begin({ ...options, launch }, events, (recording) => recording.#attach(target));
  }

  static async #begin(
    options: RecordingOptions,
    events: RecordingEvents,
    begin: (recording: Recording) => Promise<void>,
  ): Promise<Recording> {
    try {
      const session = await openSession(options, events.problem);
      const recording = new Recording(options, events, session);
      void session.logEnd.then((why) => recording.#onLogEnd(why));
      await begin(recording).catch(async (error: unknown) => {
        await session[Symbol.asyncDispose]();
        throw error;
      });
      return recording;
    } catch (error) {
      throw privateFolderProblem(error);
    }
  }

  /** Starts a load run and returns; `loadEnded` reports its end. Throws a UserError if one is running or the app has ended. */
  startLoad(plan: LoadPlan): void {
    this.mayLoad();
    this.#loads.start(plan);
  }

  /** The same, but sends each request once first, and reports doubtful responses by `firstResponses` before any load. */
  startCheckedLoad(plan: LoadPlan): void {
    this.mayLoad();
    this.#loads.start(plan, this.#events.firstResponses);
  }

  /** Starts the load in spite of doubtful first responses. */
  proceedLoad(): void {
    this.#loads.current?.proceed();
  }

  /** Ends the load run early and keeps what was recorded. Does nothing if none is running. Resolves when its run is written. */
  async cancelLoad(): Promise<void> {
    await this.#loads.current?.abort("cancelled");
  }

  /** Ends a load or a recording, of which nothing is kept. Resolves when that is over. */
  async discard(): Promise<void> {
    await this.#loads.discard();
    await this.#window.discard();
  }

  /** “I will drive it myself”: records a window from now to `stopRecording`. Throws as `startLoad` does. */
  startRecording(): void {
    this.startLoad(manualPlan);
  }

  /** Ends the window, also that of a script that never listens; resolves when its run is written. */
  async stopRecording(): Promise<void> {
    // A server that is started to see it listen is not left running.
    await (this.#starts === undefined ? this.#finishWindow("stopped") : this.stop());
  }

  /** The value of an expression in the app's process, as text; rejects with what it threw. */
  async evaluate(expression: string): Promise<string> {
    return this.#tree.evaluate(expression);
  }

  /** Flushes the recording, then ends the app and everything it started. Resolves when no process is left. */
  async stop(): Promise<void> {
    await (this.#stopping ??= this.#stop());
    await this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Throws a UserError if no load can start now. */
  mayLoad(): void {
    const hasEnded = this.#stopping !== undefined || this.#app === undefined;
    const isFromStart = this.#keepsStart && this.#window.kind === "first-line";
    refuseLoad({ isLoading: this.#loads.current !== undefined, isFromStart, hasEnded }, this.#logEnd, this.#session.folder.path);
  }

  async #launch({ terminal, skipsStart }: RecordingOptions): Promise<void> {
    // Before the first process starts, so that each is recorded from its first line.
    if (skipsStart !== true) await this.#window.open("first-line");
    const { recorder } = this.#session;
    this.#app = await launchApp(this.#session, this.#tree, {
      terminal,
      onOutput: (text, stream, bytes) => {
        this.#end[stream].add(text);
        return this.#events.output(text, stream, bytes);
      },
      onFolderGone: () => {
        recorder.folderGone?.();
        void this.#onLogEnd("folder");
      },
      onProblem: this.#events.problem,
      again: async (exit) =>
        this.#starts?.again(exit) ?? (exit.code === 0 && this.#window.kind !== undefined && (await this.#session.test?.again()) === true),
    });
    this.#starts?.begin();
    this.#ended = this.#app.exited.then((exit) => this.#onExit(exit));
  }

  async #attach(target: AttachTarget): Promise<void> {
    const url = await inspectorAt(target);
    const app = new AttachedApp(this.#tree, this.#session.folder, this.#session.watchdog);
    this.#attached = app;
    await this.#tree.join(url, otherHost(target)).catch((error: unknown) => Promise.reject(joinProblem(error, target)));
    this.#app = app;
    this.#ended = app.exited.then((exit) => this.#onExit(exit));
  }

  async #stop(): Promise<void> {
    this.#session.begun[Symbol.dispose]();
    this.#starts?.stop();
    await this.#app?.resume();
    // Otherwise the app's end closes the window.
    if (!this.#window.isReadAtEnd) await this.#finishWindow("stopped");
    await this.#tree.endBusy("SIGTERM");
    if ((await this.#app?.kill()) === true) this.#events.problem(new UserError("app.killed"));
  }

  /** Ends the window, through the load run if there is one, so that its report is included. */
  async #finishWindow(end: RunEnd): Promise<void> {
    // It cannot be closed before the app's end.
    if (this.#window.isReadAtEnd) return this.#events.problem(new UserError("app.readAtEndOnly"));
    await this.#loads.current?.abort(end);
    await this.#window.close({ end });
  }

  #onChanged(): void {
    this.#builds.changed();
    if (this.#tree.processes.length === 0) this.#attached?.gone();
    if (this.#starts !== undefined) return;
    if (this.#tree.origins.length === 0) this.#events.serversGone?.();
    const ready = readyApp(this.#tree, this.#live !== undefined);
    if (ready === undefined) return;
    if (this.#tree.origins.length > 0 && !this.#keepsStart) void this.#window.discard("first-line");
    const before = this.#lastReady;
    this.#lastReady = JSON.stringify(ready);
    if (this.#lastReady !== before) this.#events.ready(ready);
  }

  async #onLogEnd(why: LogEnd): Promise<void> {
    // A log that was cut off is also noticed at the end of its window.
    if (this.#logEnd !== undefined || (this.#stopping !== undefined && why !== "file-size")) return;
    this.#logEnd = why;
    await this.#session.folder.stopLogging();
    const isRecording = this.#window.kind !== undefined;
    await this.#finishWindow("stopped");
    this.#events.problem(logEndProblem(why, this.#session.folder.path, isRecording));
  }

  async #onInspectorClosing(): Promise<void> {
    if (this.#window.kind === undefined) return;
    await this.#finishWindow("disconnected");
    this.#events.problem(new UserError("app.closedInspector"));
  }

  async #onLost(process: FollowedProcess): Promise<void> {
    if (this.#window.kind === undefined || this.#stopping !== undefined) return;
    this.#end.isLost ||= !process.report.logsTicks;
    // A dying process loses its connections first. If it is gone, the app's end follows and says why; if not, only the connection broke.
    await delay(dyingMs);
    if (this.#app?.isAlive(process.pid) !== true || this.#stopping !== undefined) return;
    this.#events.problem(lostConnectionProblem(process.report.logsTicks));
    if (this.#tree.processes.length === 0) void this.#finishWindow("disconnected");
  }

  async #onExit(exit: AppExit): Promise<void> {
    const byUs = this.#stopping !== undefined;
    await this.#app?.settle();
    const ofStarts = byUs ? undefined : this.#starts?.lastEnd;
    const { code, signal, end } = { ...this.#end.of(ofStarts?.exit ?? exit, byUs, this.#session.recorder.kind), ...ofStarts?.run };
    const hadLoad = this.#loads.current?.isDriven === true;
    const runsBefore = this.#runsWritten;
    await this.#loads.current?.abort(end);
    const failure = this.#end.failure(end);
    await this.#window.close({ end, exitCode: this.#end.exitCode, failure });
    const isKept = this.#runsWritten > runsBefore;
    const said = byUs ? undefined : this.#starts?.problem(this.#end);
    if (said !== undefined) this.#events.problem(said);
    else if (end === "crashed" || (hadLoad && !byUs)) {
      const problem = this.#end.problem({ code, signal }, { hadLoad, isKept, isAttached: this.#attached !== undefined }, failure?.place);
      this.#events.problem(unlessUnreadable(problem, this.#end.stderr.reason, this.#session.folder));
    }
    await this.#tree[Symbol.asyncDispose]();
    await this.#live?.idle();
    await this.#window.idle();
    this.#session.begun[Symbol.dispose]();
    await this.#app?.end();
    await this.#session.recorder[Symbol.asyncDispose]();
    await this.#app?.[Symbol.asyncDispose]();
    this.#stopping ??= Promise.resolve();
    this.#events.ended({ code, signal }, byUs);
  }
}
