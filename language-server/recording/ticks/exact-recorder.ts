import { mkdir } from "node:fs/promises";
import type { Problem } from "../../analysis/profile/profile.ts";
import type { Bytes, Microseconds } from "../../analysis/units.ts";
import { reasonOf } from "../../analysis/failure-reason.ts";
import { UserError, caughtUserError } from "../../analysis/user-error.ts";
import { removeWhenFree } from "../../platform/busy-files.ts";
import { processLimits } from "../../platform/limits/process-limits.ts";
import { logTarget, type LogTarget } from "../../platform/paths.ts";
import type { DecodeOrder } from "./decode-order.ts";
import { tickLogArgs } from "./exact-flags.ts";
import { monotonicUs, spentBetween, unstarted } from "./thread-clock.ts";
import type { AppProcessTarget, AppThreadTarget, LogEnd, RecordedThread, Recorder, RecorderLaunch } from "../recorder.ts";
import { logEndNote, smallFilesProblem, unloggedThreadProblem } from "./tick-log-problems.ts";
import { ownBetween } from "../short-work.ts";
import { SamplerSlices } from "./sampler-slices.ts";
import type { ThreadClock } from "../in-app/messages.ts";
import { TickLogWorkerClient } from "./tick-log-worker-client.ts";
import { type LogSpace, TickLogs, type TickLogReader } from "./tick-logs.ts";

interface Window {
  readonly from: Microseconds;
  to?: Microseconds;
}

/** A thread that we reached, with its counters at the start and the end of the window. */
interface KnownThread {
  readonly target: AppThreadTarget;
  readonly anchor: string;
  /** Infinity for a process that is waiting for us before its first line; undefined for a worker that cannot say when it ran its own. */
  firstLine: Microseconds | undefined;
  /** Undefined while it is running. */
  lastLine: Microseconds | undefined;
  /** When it called its `exit` listeners, or, if it has said so, when the last of them had run. */
  exitsAt: Microseconds | undefined;
  atStart: ThreadClock;
  atEnd: ThreadClock | undefined;
}

/** Default disk limit for the logs of a session. Beyond it V8 is made to stop logging. */
const defaultDiskLimit: Bytes = 2 * 1024 * 1024 * 1024;
/** With less free disk space than this, logs may be cut off at any moment. */
const defaultLeastFree: Bytes = 4 * 1024 * 1024;
/** How often growing logs are checked and, while a window is open, read further, so that only the rest is left at its end. */
const followMs = 1000;

/**
 * Records with V8's tick log, which every isolate of the app writes to a private folder: file, line and column of every frame of every
 * tick. The inspector can be used for other things, but not its Profiler: it stops the ticks. The log is complete however a process ends,
 * so nothing recorded can be lost.
 */
export class ExactRecorder implements Recorder {
  readonly kind = "exact";
  readonly nodeArgs: readonly string[];
  readonly pathNodeArgs: readonly string[];
  readonly #target: LogTarget;
  readonly #launch: RecorderLaunch;
  readonly #logs: TickLogReader;
  readonly #threads = new Map<AppThreadTarget, KnownThread>();
  /** The monotonic clock in the app when the script of that name ran. */
  readonly #anchors = new Map<string, Microseconds>();
  readonly #slices = new SamplerSlices();
  readonly #watch: NodeJS.Timeout;
  #anchorCount = 0;
  #window: Window | undefined;
  #logEnd: LogEnd | undefined;
  /** The largest size that the app's processes may give a file. */
  #largestFile: Bytes;
  #isFollowing = false;
  #isDisposed = false;

  private constructor(target: LogTarget, nodeArgs: readonly string[], pathNodeArgs: readonly string[], launch: RecorderLaunch) {
    this.#target = target;
    this.#launch = launch;
    this.nodeArgs = nodeArgs;
    this.pathNodeArgs = pathNodeArgs;
    this.#logs = launch.tickLogWorker === undefined ? new TickLogs(target) : new TickLogWorkerClient(launch.tickLogWorker, target);
    this.#largestFile = processLimits().fileSize ?? Infinity;
    this.#watch = setInterval(() => void this.#follow(), followMs).unref();
  }

  /** Rejects with a UserError if this Node cannot write such a log. */
  static async create(launch: RecorderLaunch, target: LogTarget = logTarget(launch.sessionFolder)): Promise<ExactRecorder> {
    const tooSmall = smallFilesProblem(processLimits().fileSize);
    if (tooSmall !== undefined) throw tooSmall;
    const args = await tickLogArgs(launch, target);
    const pathNodeArgs = launch.pathNode === undefined ? [] : await argsIfKnown({ ...launch, ...launch.pathNode }, target);
    await mkdir(target.folder, { recursive: true, mode: 0o700 });
    const recorder = new ExactRecorder(target, args, pathNodeArgs, launch);
    try {
      if (target.pipe !== undefined) await recorder.#logs.listen();
    } catch (error) {
      await recorder[Symbol.asyncDispose]();
      throw new UserError("exact.noPipe", { reason: reasonOf(error) }, { cause: error });
    }
    return recorder;
  }

  async attach(_process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    const known: KnownThread = {
      target: thread,
      anchor: thread.anchors?.keys().next().value?.replace(/-\d+$/, "") ?? `heatline-anchor-${this.#anchorCount++}`,
      firstLine: thread.isMain ? Infinity : undefined,
      lastLine: undefined,
      exitsAt: undefined,
      atStart: unstarted,
      atEnd: undefined,
    };
    this.#threads.set(thread, known);
    if (thread.isMain) this.#largestFile = Math.min(this.#largestFile, processLimits(thread.pid).fileSize ?? Infinity);
    this.#slices.shorten(thread.pid);
    if (thread.anchors !== undefined) {
      for (const [name, shownUs] of thread.anchors) this.#anchors.set(name, shownUs);
      return;
    }
    for (const attempt of [0, 1, 2]) {
      const name = `${known.anchor}-${attempt}`;
      const shown = await valueOf(thread, `String(process.hrtime.bigint())\n//# sourceURL=${name}`);
      if (Number(shown) > 0) this.#anchors.set(name, Number(shown) / 1000);
    }
  }

  running(thread: AppThreadTarget, atUs: Microseconds, clock: ThreadClock): void {
    const known = this.#threads.get(thread);
    if (known === undefined) return;
    known.firstLine = atUs;
    known.atStart = clock;
  }

  exiting(thread: AppThreadTarget, clock: ThreadClock, atUs: Microseconds | undefined): void {
    const known = this.#threads.get(thread);
    if (known === undefined) return;
    if (this.#window !== undefined) known.atEnd ??= clock;
    known.exitsAt = atUs;
  }

  ended(thread: AppThreadTarget, atUs: Microseconds): void {
    const known = this.#threads.get(thread);
    if (known === undefined) return;
    known.lastLine ??= atUs;
    known.exitsAt = atUs;
  }

  async leaving(_process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    const known = this.#threads.get(thread);
    // A worker that stops with its process; main threads and workers that end by themselves have already reported their counters.
    if (known !== undefined && this.#window !== undefined && !thread.isMain) known.atEnd ??= await thread.readClock();
    this.gone(thread);
  }

  gone(thread: AppThreadTarget): void {
    const known = this.#threads.get(thread);
    if (known === undefined) return;
    known.lastLine ??= monotonicUs();
    // It ran without reporting its first line: it is recorded from the start of its log.
    if (known.firstLine === Infinity && thread.hasBegun()) known.firstLine = undefined;
  }

  folderGone(): void {
    void this.#endLogging("folder");
  }

  async start(): Promise<void> {
    this.#window = { from: monotonicUs() };
    await this.#onRunning(async (known) => {
      known.atEnd = undefined;
      known.atStart = await known.target.readClock();
    });
    for (const [target, known] of this.#threads) if (known.lastLine !== undefined) this.#threads.delete(target);
  }

  async stop(): Promise<readonly RecordedThread[]> {
    const window = this.#window;
    if (window === undefined) return [];
    window.to = monotonicUs();
    this.#window = undefined;
    await this.#onRunning(async (known) => {
      known.atEnd = await known.target.readClock();
    });
    // It may have been deleted, or cut off, just now.
    const space = await this.#logs.measure();
    if (space === undefined) this.folderGone();
    else if (space.largest >= this.#largestFile) await this.#endLogging("file-size");
    const order = this.#order(window.from, window.to);
    const threads = await this.#decode(order);
    const silent = order.threads.find(({ firstLine = 0 }) => firstLine < order.to);
    if (threads.length === 0 && this.#logEnd === "file-size") throw logEndNote(this.#logEnd, this.#launch.sessionFolder);
    if (threads.length === 0 && silent !== undefined) throw unloggedThreadProblem(silent.name);
    return threads;
  }

  /** What the open window has so far, without ending it. */
  async snapshot(): Promise<readonly RecordedThread[]> {
    return this.#window === undefined ? [] : this.#decode(this.#order(this.#window.from, monotonicUs()));
  }

  async discard(): Promise<void> {
    this.#window = undefined;
    await Promise.resolve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#watch);
    this.#isDisposed = true;
    this.#window = undefined;
    this.#threads.clear();
    await this.#slices.idle();
    await this.#logs[Symbol.asyncDispose]();
    // What is left of it is deleted with the session.
    await removeWhenFree(this.#target.folder);
  }

  toRecover(): DecodeOrder | undefined {
    return this.#window === undefined ? undefined : this.#order(this.#window.from, Infinity);
  }

  #order(from: Microseconds, to: Microseconds): DecodeOrder {
    const threads = [...this.#threads.values()].map(({ target: { pid, name }, anchor, firstLine, lastLine, exitsAt, atStart, atEnd }) => ({
      pid,
      name,
      anchor,
      firstLine,
      lastLine,
      exitsAt,
      spent: atEnd === undefined ? {} : spentBetween(atStart, atEnd),
      own: atEnd === undefined || this.#slices.isShort(pid) ? undefined : ownBetween(atStart, atEnd),
    }));
    return { from, to, threads, anchors: this.#anchors };
  }

  async #decode(order: DecodeOrder): Promise<readonly RecordedThread[]> {
    const decoded = await this.#logs.decode(order);
    const reported = new Set(decoded.map(({ anchor }) => anchor));
    const threads = decoded.map(({ thread }) => (this.#logEnd === "file-size" ? withoutGap(thread) : thread));
    return withProblems(threads, this.#missing(reported, order));
  }

  #missing(reported: ReadonlySet<string | undefined>, { threads, to }: DecodeOrder): Problem[] {
    // A thread that had not reached its first line, or had not yet reported it when the logs were to be read, lacks nothing.
    const silent = threads.filter(({ anchor, firstLine = to }) => firstLine < to && !reported.has(anchor));
    const problems: Problem[] = silent.map(({ name }) => ({ ...unloggedThreadProblem(name).coded, count: 1 }));
    if (this.#logEnd !== undefined) problems.push({ ...logEndNote(this.#logEnd, this.#launch.sessionFolder).coded, count: 1 });
    return problems;
  }

  async #onRunning(action: (known: KnownThread) => Promise<void>): Promise<void> {
    await Promise.all([...this.#threads.values()].filter(({ lastLine }) => lastLine === undefined).map(action));
  }

  async #follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    try {
      const end = this.#logEnd === undefined ? this.#whyEnd(await this.#logs.measure()) : undefined;
      if (end !== undefined) await this.#endLogging(end);
      await this.#slices.shortenLogged(this.#target.folder);
      if (this.#window !== undefined && this.#target.isHeld !== true) await this.#logs.follow();
    } catch (error) {
      // The session ended, or the worker that reads the logs did, which the end of the window reports.
      if (!this.#isDisposed && !(error instanceof UserError)) throw error;
    } finally {
      this.#isFollowing = false;
    }
  }

  #whyEnd(space: LogSpace | undefined): LogEnd | undefined {
    if (this.#isDisposed) return undefined;
    if (space === undefined) return "folder";
    if (space.taken >= (this.#launch.diskLimit ?? defaultDiskLimit)) return "limit";
    if (space.free < (this.#launch.leastFree ?? defaultLeastFree)) return "disk";
    return space.largest >= this.#largestFile ? "file-size" : undefined;
  }

  async #endLogging(why: LogEnd): Promise<void> {
    if (this.#logEnd !== undefined) return;
    this.#logEnd = why;
    // V8 does not write to its log while a profiler is running. An hour between samples, so that it costs the app nothing.
    await this.#onRunning(async ({ target }) => {
      await Promise.allSettled([
        target.send("Profiler.enable"),
        target.send("Profiler.setSamplingInterval", { interval: 3_600_000_000 }),
        target.send("Profiler.start"),
      ]);
    });
    this.#launch.onLogEnd?.(why);
  }
}

/** The value of an unwrapped script, so that the script can have a name. */
async function valueOf(thread: AppThreadTarget, script: string): Promise<unknown> {
  const { result } = (await thread.send("Runtime.evaluate", { expression: script, returnByValue: true, silent: true })) as {
    result?: { value?: unknown };
  };
  return result?.value;
}

function withProblems(threads: readonly RecordedThread[], problems: readonly Problem[]): readonly RecordedThread[] {
  const [first, ...rest] = threads;
  return first === undefined ? [] : [{ ...first, problems: [...first.problems, ...problems] }, ...rest];
}

/** Of a log that was cut off: its end is reported, and no profiler of the app's is to blame for it. */
function withoutGap({ tickLog, problems, ...thread }: RecordedThread): RecordedThread {
  const { unloggedMs: _gap, ...facts } = tickLog ?? { repairedTicks: 0, doubtfulTicks: 0, logBytes: 0 };
  return { ...thread, problems: problems.filter(({ code }) => code !== "exact.unloggedThread"), tickLog: facts };
}

/** None if that Node cannot write such a log. */
async function argsIfKnown(launch: RecorderLaunch, target: LogTarget): Promise<readonly string[]> {
  const args = await tickLogArgs(launch, target).catch(caughtUserError);
  return args instanceof UserError ? [] : args;
}
