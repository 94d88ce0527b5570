import { mkdir } from "node:fs/promises";
import type { Problem } from "../../analysis/profile/profile.ts";
import type { Bytes, Microseconds } from "../../analysis/units.ts";
import { removeWhenFree } from "../../platform/busy-files.ts";
import { logTarget, type LogTarget } from "../../platform/log-target.ts";
import type { DecodeOrder } from "./decode-order.ts";
import { tickLogArgs } from "./exact-flags.ts";
import { monotonicUs } from "./exact-log.ts";
import type { AppProcessTarget, AppThreadTarget, RecordedThread, Recorder, RecorderLaunch } from "../recorder.ts";
import { noPipeProblem, unloggedThreadProblem } from "./tick-log-problems.ts";
import { spentBetween, unstarted } from "./thread-clock.ts";
import type { ThreadClock } from "../in-app/messages.ts";
import { TickLogWorkerClient } from "./tick-log-worker-client.ts";
import { TickLogs, type TickLogReader } from "./tick-logs.ts";

interface Window {
  readonly from: Microseconds;
  to?: Microseconds;
}

/** A thread that the inspector reached, and its counters at the start and the end of the window. */
interface KnownThread {
  readonly target: AppThreadTarget;
  readonly anchor: string;
  /** Infinity for a process that waits for us before its first line; undefined for a worker that may not say when it ran its own. */
  firstLine: Microseconds | undefined;
  /** Undefined while it runs. */
  lastLine: Microseconds | undefined;
  atStart: ThreadClock;
  atEnd: ThreadClock | undefined;
}

/** Disk that the logs of one session may take, unless told otherwise. Beyond it V8 is made to stop logging. */
const defaultDiskLimit: Bytes = 2 * 1024 * 1024 * 1024;
/** How often the growing logs are looked at, and read on while a window is open: at its end only the rest is left to read. */
const followMs = 1000;

/**
 * V8's own tick log, written by every isolate of the app to a private folder: file, line and column of every frame of every tick. The
 * inspector stays free for other things, but its Profiler must not be used beside: it stops the ticks. The log is complete up to
 * the last line however a process ends, so nothing that was recorded can be lost.
 */
export class ExactRecorder implements Recorder {
  readonly kind = "exact";
  readonly env: Readonly<Record<string, string>> = {};
  readonly nodeArgs: readonly string[];
  readonly #folder: string;
  readonly #logs: TickLogReader;
  readonly #diskLimit: Bytes;
  readonly #onFull: () => void;
  readonly #threads = new Map<AppThreadTarget, KnownThread>();
  /** What the monotonic clock showed in the app when a script of that name ran. */
  readonly #anchors = new Map<string, Microseconds>();
  readonly #watch: NodeJS.Timeout;
  #anchorCount = 0;
  #window: Window | undefined;
  #isFull = false;
  #isFollowing = false;
  #isDisposed = false;

  private constructor(target: LogTarget, nodeArgs: readonly string[], launch: RecorderLaunch) {
    this.#folder = target.folder;
    this.nodeArgs = nodeArgs;
    this.#logs = launch.tickLogWorker === undefined ? new TickLogs(target) : new TickLogWorkerClient(launch.tickLogWorker, target);
    this.#diskLimit = launch.diskLimit ?? defaultDiskLimit;
    this.#onFull = launch.onDiskFull ?? (() => undefined);
    this.#watch = setInterval(() => void this.#follow(), followMs).unref();
  }

  /** Rejects with a UserError where this Node cannot write such a log. */
  static async create(launch: RecorderLaunch): Promise<ExactRecorder> {
    const target = logTarget(launch.sessionFolder);
    const args = await tickLogArgs(launch, target);
    await mkdir(target.folder, { recursive: true, mode: 0o700 });
    const recorder = new ExactRecorder(target, args, launch);
    try {
      if (target.pipe !== undefined) await recorder.#logs.listen();
    } catch (error) {
      await recorder[Symbol.asyncDispose]();
      throw noPipeProblem(error);
    }
    return recorder;
  }

  async attach(_process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    const known: KnownThread = {
      target: thread,
      anchor: `heatline-anchor-${this.#anchorCount++}`,
      firstLine: thread.isMain ? Infinity : undefined,
      lastLine: undefined,
      atStart: unstarted,
      atEnd: undefined,
    };
    this.#threads.set(thread, known);
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

  exiting(thread: AppThreadTarget, clock: ThreadClock): void {
    const known = this.#threads.get(thread);
    if (known !== undefined && this.#window !== undefined) known.atEnd ??= clock;
  }

  async leaving(_process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    const known = this.#threads.get(thread);
    // A worker that stops with its process; main threads and workers that end by themselves have reported their counters already.
    if (known !== undefined && this.#window !== undefined && !thread.isMain) known.atEnd ??= await thread.readClock();
    this.gone(thread);
  }

  gone(thread: AppThreadTarget): void {
    const known = this.#threads.get(thread);
    if (known !== undefined) known.lastLine ??= monotonicUs();
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
    const threads = await this.#decode(window.from, window.to);
    const silent = [...this.#threads.values()].find(({ firstLine = 0 }) => firstLine < (window.to ?? 0));
    if (threads.length === 0 && silent !== undefined) throw unloggedThreadProblem(silent.target.name);
    return threads;
  }

  /** What the running window has so far, without ending it. */
  async snapshot(): Promise<readonly RecordedThread[]> {
    return this.#window === undefined ? [] : this.#decode(this.#window.from, monotonicUs());
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
    await this.#logs[Symbol.asyncDispose]();
    // What is left of it is deleted with the session.
    await removeWhenFree(this.#folder);
  }

  toRecover(): DecodeOrder | undefined {
    return this.#window === undefined ? undefined : this.#order(this.#window.from, Infinity);
  }

  #order(from: Microseconds, to: Microseconds): DecodeOrder {
    const threads = [...this.#threads.values()].map(({ target: { pid, name }, anchor, firstLine, lastLine, atStart, atEnd }) => ({
      pid,
      name,
      anchor,
      firstLine,
      lastLine,
      spent: atEnd === undefined ? {} : spentBetween(atStart, atEnd),
    }));
    return { from, to, threads, anchors: this.#anchors };
  }

  async #decode(from: Microseconds, to: Microseconds): Promise<readonly RecordedThread[]> {
    const decoded = await this.#logs.decode(this.#order(from, to));
    const told = new Set(decoded.map(({ anchor }) => anchor));
    return withProblems(
      decoded.map(({ thread }) => thread),
      this.#missing(told, to),
    );
  }

  #missing(told: ReadonlySet<string | undefined>, to: Microseconds): Problem[] {
    // Nothing is missing of a thread that had not reached its first line.
    const silent = [...this.#threads.values()].filter(({ anchor, firstLine = to }) => firstLine < to && !told.has(anchor));
    const problems: Problem[] = silent.map(({ target }) => ({ ...unloggedThreadProblem(target.name).coded, count: 1 }));
    if (this.#isFull) problems.push({ code: "exact.diskFilled", count: 1 });
    return problems;
  }

  async #onRunning(action: (known: KnownThread) => Promise<void>): Promise<void> {
    await Promise.all([...this.#threads.values()].filter(({ lastLine }) => lastLine === undefined).map(action));
  }

  async #follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    try {
      if (!this.#isFull && (await this.#logs.measure()) >= this.#diskLimit) await this.#endLogging();
      if (this.#window !== undefined) await this.#logs.follow();
    } catch (error) {
      // The folder was deleted with the session.
      if (!this.#isDisposed && (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    } finally {
      this.#isFollowing = false;
    }
  }

  async #endLogging(): Promise<void> {
    this.#isFull = true;
    // While a profiler runs V8 writes nothing to its log. An hour between samples, so that it costs the app nothing.
    await this.#onRunning(async ({ target }) => {
      await Promise.allSettled([
        target.send("Profiler.enable"),
        target.send("Profiler.setSamplingInterval", { interval: 3_600_000_000 }),
        target.send("Profiler.start"),
      ]);
    });
    this.#onFull();
  }
}

/** Value of a script as it stands: no wrapping, so that the script can carry a name. */
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
