import { readdir, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { LogWindow } from "../../analysis/tick-log/tick-log-decoder.ts";
import type { Problem } from "../../analysis/profile/profile.ts";
import type { Bytes, Microseconds } from "../../analysis/units.ts";
import type { AnchoredThread, DecodeOrder } from "./decode-order.ts";
import { isBusy } from "../../platform/busy-files.ts";
import type { LogTarget } from "../../platform/paths.ts";
import { LogPipe } from "./log-pipe.ts";
import { ExactLog } from "./exact-log.ts";
import { nativeNames } from "../../history/native/native-names.ts";
import { lacksShortWork } from "../short-work.ts";
import { ifMissing, ifRefused } from "../../platform/refusals.ts";
import type { RecordedThread } from "../recorder.ts";

/** V8 may write a thread's last ticks this much later than the thread ended: a thread of its own writes them, which a busy machine delays. */
const settledUs: Microseconds = 1_000_000;

export interface DecodedThread {
  readonly thread: RecordedThread;
  /** The thread the inspector reached; undefined if only the log shows the thread. */
  readonly anchor: string | undefined;
}

export interface LogSpace {
  /** Disk space used by the logs. */
  readonly taken: Bytes;
  /** Disk space that is left. */
  readonly free: Bytes;
  /** The size of the largest log. */
  readonly largest: Bytes;
}

/** Reads a folder of growing tick logs. All arguments and results can be sent between threads. */
export interface TickLogReader extends AsyncDisposable {
  /** Call before the app starts: opens the pipe if logs come through one. Rejects if it is not available. */
  listen(): Promise<void>;
  /** Reads what has been written since; if nothing will be decoded soon, use `measure`. */
  follow(): Promise<void>;
  /** Undefined if the folder was deleted. */
  measure(): Promise<LogSpace | undefined>;
  /** Its cost grows with the window's ticks and the bytes written since the last reading, not with the length of the logs. */
  decode(order: DecodeOrder): Promise<readonly DecodedThread[]>;
}

/** Reads and decodes in the calling thread. */
export class TickLogs implements TickLogReader {
  readonly #target: LogTarget;
  readonly #logs = new Map<string, ExactLog>();
  /** Lengths of logs that had nothing in a window: they are dropped, and read again once they grow. */
  readonly #left = new Map<string, Bytes>();
  /** Decoded threads that ended in the window that starts at `from`: they no longer change, and take less memory than their logs. */
  #ended: { readonly from: Microseconds; readonly threads: DecodedThread[]; start?: Microseconds | undefined } = { from: 0, threads: [] };
  #pipe: LogPipe | undefined;
  /** Calls run one after the other, since a log must not be removed while it is read. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(target: LogTarget) {
    this.#target = target;
  }

  async listen(): Promise<void> {
    const { pipe, folder } = this.#target;
    if (pipe !== undefined) this.#pipe = await LogPipe.listen(pipe, folder);
  }

  follow(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#findLogs();
      for (const log of this.#logs.values()) {
        await log.readOn();
        // The first call reads the symbol tables, which are cached.
        await nativeNames(log.decoder.libraries, log.decoder.nativeAddresses());
      }
    });
  }

  async measure(): Promise<LogSpace | undefined> {
    const { folder } = this.#target;
    const disk = await statfs(folder).catch(ifMissing);
    if (disk === undefined) return undefined;
    let [taken, largest] = [0, 0];
    for (const name of await this.#names()) {
      const size = (await stat(path.join(folder, name)).catch(ifMissing))?.size ?? 0;
      taken += size;
      largest = Math.max(largest, size);
    }
    return { taken, free: disk.bavail * disk.bsize, largest };
  }

  decode(order: DecodeOrder): Promise<readonly DecodedThread[]> {
    return this.#enqueue(() => this.#decode(order));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue;
    await this.#pipe?.[Symbol.asyncDispose]();
    this.#logs.clear();
    this.#ended.threads.length = 0;
  }

  async #decode(order: DecodeOrder): Promise<readonly DecodedThread[]> {
    if (this.#ended.from !== order.from) this.#ended = { from: order.from, threads: [] };
    await this.#pipe?.settle();
    await this.#findLogs();
    this.#ended.start ??= startOf(order);
    const decoded: DecodedThread[] = [];
    for (const log of this.#logs.values()) {
      if (!(await readUnlessHeld(log))) continue;
      const known = threadOf(log, order.threads) ?? this.#onlyThread(log, order.threads);
      const thread = await decodeLog(log, known, order, this.#ended.start);
      const hasEnded = known?.lastLine !== undefined && known.lastLine + settledUs <= order.to;
      if (thread !== undefined) (hasEnded ? this.#ended.threads : decoded).push({ thread, anchor: known?.anchor });
      // The request may be older than the thread: one that started and ended since then must not be lost.
      const isFromBefore = thread === undefined && ((await log.lastWritten()) ?? order.to) < order.from;
      // Windows refuses while the thread is still ending; the file is then deleted with the session.
      if (hasEnded) await rm(log.file, { force: true }).catch(ifRefused);
      if (hasEnded || isFromBefore) this.#leave(log);
    }
    return [...this.#ended.threads, ...decoded];
  }

  /**
   * If a profiler ran in the process from its start, V8 logged no anchor; with a single thread and a single log they must belong together.
   */
  #onlyThread(log: ExactLog, threads: readonly AnchoredThread[]): AnchoredThread | undefined {
    const [only, ...others] = threads.filter(({ pid }) => isOf(log, pid));
    const isBeside = (file: string): boolean => file !== log.file && ExactLog.at(file)?.pid === log.pid;
    const hasOtherLog = [...this.#logs.keys(), ...this.#left.keys()].some(isBeside);
    return others.length === 0 && log.decoder.anchors.size === 0 && !hasOtherLog ? only : undefined;
  }

  async #findLogs(): Promise<void> {
    for (const name of await this.#names()) {
      const file = path.join(this.#target.folder, name);
      const log = this.#logs.has(file) ? undefined : ExactLog.at(file);
      if (log !== undefined && (!this.#left.has(file) || (await stat(file)).size > (this.#left.get(file) ?? 0))) this.#logs.set(file, log);
    }
  }

  /** Empty if the folder was deleted: what was read of its logs is kept. */
  async #names(): Promise<readonly string[]> {
    return (await readdir(this.#target.folder).catch(ifMissing)) ?? [];
  }

  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #leave(log: ExactLog): void {
    this.#left.set(log.file, log.bytes);
    this.#logs.delete(log.file);
  }
}

/** False if its process is still running or another program has it open: it then counts as missing. */
async function readUnlessHeld(log: ExactLog): Promise<boolean> {
  try {
    await log.readOn();
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** When the window starts: not before the app's first line. Undefined if that is unknown. */
function startOf({ from, threads }: DecodeOrder): Microseconds | undefined {
  const first = threads.reduce((earliest, { firstLine = Infinity }) => Math.min(earliest, firstLine), Infinity);
  return first === Infinity ? undefined : Math.max(from, first);
}

/** Undefined if the log has nothing in the window. `start`: what times are since. */
async function decodeLog(
  log: ExactLog,
  known: AnchoredThread | undefined,
  order: DecodeOrder,
  start: Microseconds | undefined,
): Promise<RecordedThread | undefined> {
  const clockStart = await log.clockStart(order.anchors);
  if (clockStart === undefined) return undefined;
  const from = Math.max(order.from, known?.firstLine ?? 0);
  const to = Math.min(order.to, known?.lastLine ?? Infinity);
  const isTight = known?.firstLine === undefined;
  const exit = known?.exitsAt === undefined || known.exitsAt > order.to ? undefined : known.exitsAt - clockStart;
  const own = { from: Math.max(0, from - clockStart), to: to - clockStart, start: start === undefined ? undefined : start - clockStart };
  const window: LogWindow = { ...own, ...known?.spent, isTight, exit, hasEnded: known?.lastLine !== undefined };
  if (window.to <= window.from) return undefined;
  const names = await nativeNames(log.decoder.libraries, log.decoder.nativeAddresses());
  const { profile, problems, scripts, loaded, meta, imports } = log.decoder.profile(window, (address) => names.get(address), log.imports);
  if (meta.recordedTicks === 0 && known === undefined) return undefined;
  const { repairedTicks, doubtfulTicks, unwrittenTicks } = meta;
  const pid = known?.pid ?? log.pid ?? onlyProcess(order.threads);
  const name = known?.name ?? nameOf(pid, order.threads);
  const facts = { repairedTicks, doubtfulTicks, logBytes: log.bytes, ...(unwrittenTicks > 0 ? { unwrittenTicks } : {}) };
  // Plain objects, which can be sent between threads.
  const texts = scripts.map(({ url, text, sourceMapUrl }) => ({ url, text, sourceMapUrl }));
  const isShort = known?.own !== undefined && meta.unlogged === 0 && lacksShortWork({ covered: meta.covered, ...known.own });
  const zeroUs = clockStart + meta.start;
  const thread = {
    pid,
    name,
    recorder: "exact",
    profile,
    zeroUs,
    scripts: texts,
    loaded: loaded.filter(isOutsidePackages),
    imports,
    ...(isShort ? { lacksShortWork: true } : {}),
  } as const;
  if (meta.unlogged === 0) return { ...thread, problems, tickLog: facts };
  const unloggedMs = meta.unlogged / 1000;
  const problem: Problem = { code: "exact.unloggedThread", values: { name, seconds: Math.round(unloggedMs / 100) / 10 }, count: 1 };
  return { ...thread, problems: [...problems, problem], tickLog: { ...facts, unloggedMs } };
}

function isOutsidePackages(url: string): boolean {
  return !url.startsWith("node:") && !/[\\/]node_modules[\\/]/.test(url);
}

/** For a log without an anchor: of a process that was not reached, or a worker that ended before it was. */
function nameOf(pid: number, threads: readonly AnchoredThread[]): string {
  const sameProcess = threads.find((thread) => thread.pid === pid);
  if (sameProcess === undefined) return `child ${pid}`;
  return sameProcess.name === "main" ? "worker" : `${sameProcess.name} worker`;
}

/** True for logs from a pipe, which do not have a pid. */
function isOf(log: ExactLog, pid: number): boolean {
  return log.pid === undefined || log.pid === pid;
}

/** 0 if there are several. */
function onlyProcess([first, ...others]: readonly AnchoredThread[]): number {
  return first !== undefined && others.every(({ pid }) => pid === first.pid) ? first.pid : 0;
}

function threadOf(log: ExactLog, threads: readonly AnchoredThread[]): AnchoredThread | undefined {
  for (const name of log.decoder.anchors.keys()) {
    const known = threads.find(({ pid, anchor }) => isOf(log, pid) && name.startsWith(`${anchor}-`));
    if (known !== undefined) return known;
  }
  return undefined;
}
