import path from "node:path";
import type { LoadReport } from "../../../analysis/load/load.ts";
import type { Problem } from "../../../analysis/profile/profile.ts";
import { maskedLoad } from "../../../analysis/masking/masked-load.ts";
import { UserError, caughtUserError } from "../../../analysis/user-error.ts";
import type { Microseconds, Milliseconds, Seconds } from "../../../analysis/units.ts";
import type { RunDraft, StoredRun } from "../../../history/run-store.ts";
import type { Run } from "../../../history/run.ts";
import type { LiveLoop } from "../../../analysis/timeline/live-loop.ts";
import type { LoopReport, MeterReading } from "../../in-app/messages.ts";
import { reportsFolder } from "../../in-app/open-session.ts";
import { WindowMarks } from "../../passes/marks/window-marks.ts";
import { monotonicUs } from "../../ticks/thread-clock.ts";
import type { AppTree } from "../../app/app-tree.ts";
import type { UnreachedNodes } from "../../app/unreached-nodes.ts";
import type { RunWriter } from "../../passes/run-writer.ts";
import { requestsFile, RequestsFile } from "../../load/requests/requests-file.ts";
import type { FollowedProcess } from "../../app/followed-process.ts";
import type { AppThreadTarget, RecordedThread, Recorder } from "../../recorder.ts";
import type { BuildCheck } from "../build-check.ts";
import type { LiveHeat } from "../live-heat.ts";
import { nothingOfTestProblem, nothingRecordedProblem } from "../recording-problems.ts";
import { unloggedProblem } from "../../ticks/tick-log-problems.ts";
import { RecoveryNotes } from "../notes/recovery-note.ts";
import type { RecoveryNote } from "../notes/recovery-note-schema.ts";
import { shortWorkProblem } from "../../short-work.ts";
import { draftLiveRun, draftRun, type RecordedApp, type RecordedWindow, type WindowEnd } from "../run-draft.ts";
import { LoopTracks } from "../loops/loop-tracks.ts";
import { localMs, WindowClock } from "./window-clock.ts";
import { WindowMeters } from "./window-meters.ts";

/** `first-line`: of an app that is not listening yet; dropped when it does. */
export type WindowKind = NonNullable<Run["window"]>;

export interface WindowSetting {
  readonly recorder: Recorder;
  readonly tree: AppTree;
  readonly runsFolder: string;
  readonly write: RunWriter;
  /** What is recorded when this process is killed becomes a run. */
  readonly isRecoverable: boolean;
  readonly sessionFolder: string;
  readonly maxDurationSeconds: Seconds | undefined;
  readonly describeApp: () => RecordedApp;
  /** Undefined if no live heat is shown. */
  readonly live?: LiveHeat | undefined;
  /** Whether the app's threads mark what a pass is about. */
  readonly hasMarks: boolean;
  readonly unreached: UnreachedNodes;
  readonly builds: Pick<BuildCheck, "problems">;
  /** Of the session, which from the end of its first recording on has something to show. */
  readonly begun: Disposable;
  /** Lets what is paused (SIGSTOP) run on: it is asked for what it has recorded. */
  readonly resume: () => Promise<void>;
}

export interface WindowEvents {
  readonly recording: (isRecording: boolean) => void;
  readonly runWritten: (run: StoredRun) => void;
  /** Its busiest event loop reported. */
  readonly loop: (busiest: LiveLoop) => void;
  readonly problem: (problem: UserError) => void;
  /** Called at the time limit: the window must be closed. */
  readonly timeCap: () => void;
}

interface OpenWindow {
  readonly kind: WindowKind;
  readonly meters: WindowMeters;
  readonly loops: LoopTracks;
  /** Undefined until there is a process to record. */
  clock: WindowClock | undefined;
  /** When processes announced their exit, by their ids. */
  readonly exits: Map<number, Milliseconds>;
  /** Of the load so far. */
  load?: LoadReport | undefined;
  /** Of a window from the first line: when the app first listened, by the machine's monotonic clock. */
  listenedUs?: Microseconds | undefined;
}

/**
 * The one window that can be open at a time, from `open` to `close` (which writes its run) or `discard`. Calls are queued: each sees the
 * result of the one before.
 */
export class RecordingWindow {
  readonly #setting: WindowSetting;
  readonly #events: WindowEvents;
  readonly #recovery: RecoveryNotes;
  #open: OpenWindow | undefined;
  /** Of the window that is open or being opened. */
  #loops: LoopTracks | undefined;
  readonly #requests: RequestsFile;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(setting: WindowSetting, events: WindowEvents) {
    this.#setting = setting;
    this.#requests = new RequestsFile(requestsFile(setting.sessionFolder));
    this.#events = events;
    this.#recovery = new RecoveryNotes(setting.sessionFolder, () => this.#toRecover());
  }

  /** Undefined if none is open. */
  get kind(): WindowKind | undefined {
    return this.#open?.kind;
  }

  /** Whether one is open whose log can only be read once the app has ended. */
  get isReadAtEnd(): boolean {
    return this.kind !== undefined && this.#setting.recorder.isReadAtEnd === true;
  }

  /** Resolves when sampling has started. Replaces a window from the first line. `planned`: its length, if known. */
  open(kind: WindowKind, planned?: Seconds): Promise<void> {
    return this.#enqueue(async () => {
      if (this.#open !== undefined) await this.#discard();
      await this.#requests.remove();
      const { recorder, tree } = this.#setting;
      const meters = new WindowMeters();
      const loops = new LoopTracks();
      this.#loops = loops;
      await Promise.all([meters.start(tree.processes), tree.guard(true), this.#askLoops("watchLoop"), this.#flushMarks(true)]);
      await recorder.start();
      this.#open = { kind, meters, loops, exits: new Map(), clock: kind === "measured" ? this.#startClock() : undefined };
      this.#setting.unreached.start();
      this.#recovery.update();
      await this.#recovery.idle();
      this.#events.recording(true);
      this.#setting.live?.start((threads) => this.#draftLive(threads), planned === undefined ? undefined : planned * 1000);
    });
  }

  /** A thread runs its first line. With that of the app's first process a window from the first line begins; later ones begin within it. */
  running(thread: AppThreadTarget, atUs: Microseconds, meters: MeterReading | undefined): void {
    const window = this.#open;
    if (window?.kind === "first-line" && thread.isMain) {
      window.clock ??= this.#startClock();
      if (window.clock.beginExactly(atUs) && meters !== undefined) window.meters.begin(thread.pid, meters);
    }
    this.changed();
  }

  /** A server of the app listens since then. */
  listened(atUs: Microseconds): void {
    if (this.#open?.kind === "first-line") this.#open.listenedUs = Math.min(this.#open.listenedUs ?? Infinity, atUs);
  }

  /** More is known of the app: of its threads, or where it listens. */
  changed(): void {
    if (this.#open?.clock !== undefined) this.#recovery.update();
  }

  /** More of the window's load is over. */
  loaded(soFar: LoadReport): void {
    if (this.#open === undefined) return;
    this.#open.load = this.#setting.describeApp().keepSecrets ? soFar : maskedLoad(soFar);
    this.changed();
  }

  /** Nothing of the window is being written any more. */
  async idle(): Promise<void> {
    await this.#queue;
    await this.#recovery.idle();
  }

  /** A thread is about to end: fetches its samples first. */
  async leaving(process: FollowedProcess, thread: AppThreadTarget): Promise<void> {
    const clock = this.#open?.clock;
    if (clock !== undefined && thread === process.main) clock.leave(this.#open?.exits.get(process.pid) ?? performance.now());
    await this.#setting.recorder.leaving(process, thread);
  }

  /** A process exits; `atUs`: when it called its `exit` listeners, if it does so by itself. */
  exiting(process: FollowedProcess, meters: MeterReading, atUs: Microseconds | undefined): void {
    if (atUs !== undefined) this.#open?.exits.set(process.pid, localMs(atUs));
    this.#open?.meters.exit(process.pid, meters);
    this.#setting.recorder.exiting?.(process.main, { idle: meters.idleMs, cpu: meters.cpuUs, own: meters.own }, atUs);
  }

  /** What a thread's event loop did. */
  looped(thread: AppThreadTarget, report: LoopReport): void {
    this.#loops?.add(thread, report);
    const busiest = this.#loops?.busiest();
    // Twice a second, however many there are.
    if (busiest?.thread === thread.name) this.#events.loop(busiest);
  }

  /** A worker started: its event loop is watched from its first line on. */
  attachedWorker(thread: AppThreadTarget): void {
    if (this.#loops === undefined) void thread.askLoop("unwatchLoop");
  }

  /** A process started during the window. */
  async attached(process: FollowedProcess): Promise<void> {
    if (this.#loops === undefined) void process.main.askLoop("unwatchLoop");
    if (this.#open === undefined) return;
    await this.#setting.tree.guardProcess(process);
    // It may have been closed in the meantime.
    const window = this.#open as OpenWindow | undefined;
    if (window !== undefined) window.clock ??= this.#startClock();
    this.changed();
  }

  /** Ends the window and writes its run; does nothing if none is open. */
  close(end: WindowEnd): Promise<void> {
    return this.#enqueue(async () => {
      const window = this.#open;
      if (window === undefined) return;
      this.#open = undefined;
      this.#setting.live?.stop();
      const { recorder, tree } = this.#setting;
      const clock = window.clock ?? this.#startClock();
      clock.stop();
      await this.#setting.resume();
      const durationMs = tree.processes.length === 0 ? clock.recordedMs : clock.elapsedMs;
      const [threads, unreached] = await Promise.all([
        this.#stopped(recorder),
        this.#aboutProcesses(),
        window.meters.end(tree.processes),
        this.#askLoops("unwatchLoop", window.loops),
        this.#flushMarks(false),
      ]);
      const marks = await this.#readMarks(clock);
      this.#loops = undefined;
      this.#events.recording(false);
      const unguarded = tree.guard(false);
      const { kind, meters, loops, listenedUs } = window;
      const known = { kind, meters, loops, listenedUs, marks, startedAt: clock.startedAt, beganUs: clock.beganUs, durationMs, unreached };
      const requests = await this.#requests.read();
      const written = threads && this.#write({ ...end, ...known, threads, requests });
      await Promise.all([unguarded, written]);
      this.#setting.begun[Symbol.dispose]();
      this.#recovery.remove();
    });
  }

  /** Ends the window without a run; does nothing if none is open, or one of another kind than `only`. */
  discard(only?: WindowKind): Promise<void> {
    return this.#enqueue(async () => {
      if (this.#open === undefined || (only !== undefined && this.#open.kind !== only)) return;
      await this.#discard();
      await this.#setting.tree.guard(false);
      this.#events.recording(false);
    });
  }

  /** Undefined if nothing can be read; the user has been shown why. */
  async #stopped(recorder: Recorder): Promise<readonly RecordedThread[] | undefined> {
    const stopped = await recorder.stop().catch(caughtUserError);
    if (!(stopped instanceof UserError)) return stopped;
    this.#events.problem(stopped);
    this.#setting.live?.drop();
    return undefined;
  }

  /** What nothing recorded, and what of it was older than its source. */
  async #aboutProcesses(): Promise<readonly Problem[]> {
    const [unreached, builds] = await Promise.all([this.#setting.unreached.end(), this.#setting.builds.problems()]);
    return [...unreached, ...builds];
  }

  async #discard(): Promise<void> {
    this.#open?.clock?.stop();
    this.#open = undefined;
    this.#loops = undefined;
    void this.#askLoops("unwatchLoop");
    this.#setting.unreached.stop();
    this.#setting.live?.drop();
    this.#recovery.remove();
    await this.#recovery.idle();
    await this.#setting.recorder.discard();
  }

  async #draftLive(threads: readonly RecordedThread[]): Promise<RunDraft | undefined> {
    const { kind, meters, loops, clock } = this.#open ?? {};
    if (kind === undefined || meters === undefined || clock === undefined) return undefined;
    const known = { kind, meters, loops, startedAt: clock.startedAt, beganUs: clock.beganUs, durationMs: clock.elapsedMs };
    const requests = await this.#requests.read();
    return draftLiveRun(this.#setting.describeApp(), { ...known, threads, requests, end: "stopped" });
  }

  /** Of all threads; what they had not reported by then goes into `tracks`. */
  async #askLoops(hook: "watchLoop" | "unwatchLoop", tracks?: LoopTracks): Promise<void> {
    const threads = this.#setting.tree.processes.flatMap((process) => process.threads);
    await Promise.all(
      threads.map(async (thread) => {
        const report = await thread.askLoop(hook);
        if (report === undefined) tracks?.addSilence(thread, monotonicUs());
        else tracks?.add(thread, report);
      }),
    );
  }

  /** All threads write what they have marked, or with `restarts` forget it: their files have room for one window. */
  async #flushMarks(restarts: boolean): Promise<void> {
    if (!this.#setting.hasMarks) return;
    const threads = this.#setting.tree.processes.flatMap((process) => process.threads);
    await Promise.all(threads.map((thread) => thread.flushMarks(restarts)));
  }

  async #readMarks({ beganUs }: WindowClock): Promise<WindowMarks | undefined> {
    const { hasMarks, sessionFolder } = this.#setting;
    return hasMarks ? WindowMarks.read(path.join(sessionFolder, reportsFolder), beganUs, monotonicUs()) : undefined;
  }

  #toRecover(): RecoveryNote | undefined {
    const { describeApp, recorder, runsFolder, isRecoverable, hasMarks } = this.#setting;
    if (!isRecoverable) return undefined;
    const order = recorder.toRecover?.();
    const startedAt = this.#open?.clock?.startedAt;
    if (startedAt === undefined) return undefined;
    return { runsFolder, app: describeApp(), startedAt, order, load: this.#open?.load, hasMarks };
  }

  #startClock(): WindowClock {
    return new WindowClock(this.#setting.maxDurationSeconds, this.#events.timeCap);
  }

  async #write(recorded: RecordedWindow): Promise<void> {
    const { recorder, write, describeApp } = this.#setting;
    const unloggedMs = recorded.threads.reduce((sum, { tickLog }) => sum + (tickLog?.unloggedMs ?? 0), 0);
    try {
      const app = describeApp();
      const draft = await draftRun(app, recorded);
      if (draft === undefined) {
        this.#setting.live?.drop();
        if (unloggedMs > 0) this.#events.problem(unloggedProblem(unloggedMs));
        else if (app.test !== undefined) this.#events.problem(nothingOfTestProblem(app.test));
        // What is reported of a crash is why, too.
        else if (recorded.end !== "crashed") this.#events.problem(nothingRecordedProblem(recorded.threads[0]?.recorder ?? recorder.kind));
        return;
      }
      const written = await write(draft, this.#events.problem);
      if (written !== undefined) this.#events.runWritten(written);
      if (unloggedMs > 0) this.#events.problem(unloggedProblem(unloggedMs));
      if (draft.run.problems.some(({ code }) => code === shortWorkProblem.code)) this.#events.problem(new UserError(shortWorkProblem.code));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.#setting.live?.drop();
      this.#events.problem(error);
    }
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}
