import type { CodedText } from "../../texts/coded-text.ts";
import { UserError, caughtUserError } from "../../analysis/user-error.ts";
import { processLimits } from "../../platform/limits/process-limits.ts";
import type { LogTarget } from "../../platform/paths.ts";
import type { DecodeOrder } from "../ticks/decode-order.ts";
import { ExactRecorder } from "../ticks/exact-recorder.ts";
import { InspectorRecorder } from "../inspector/inspector-recorder.ts";
import type { AppProcessTarget, AppThreadTarget, RecordedThread, Recorder, RecorderLaunch } from "../recorder.ts";
import { smallFilesProblem } from "../ticks/tick-log-problems.ts";
import type { ThreadClock } from "../in-app/messages.ts";
import type { Microseconds } from "../../analysis/units.ts";
import { ownProfiler } from "../ticks/exact-flags.ts";
import { RecorderAround } from "../recorder-around.ts";

/**
 * V8's tick log for every process that writes one. Processes started by the path of a Node, with another Node or with Node's own profiler
 * write none, which is only known once they run: they are recorded by the inspector's profiler, and their threads state the reason.
 */
export class ExactWithFallback extends RecorderAround<ExactRecorder> {
  readonly #inspector: InspectorRecorder;
  /** Why a process is recorded by the inspector's profiler. */
  readonly #notes = new Map<number, CodedText>();

  private constructor(exact: ExactRecorder, launch: RecorderLaunch) {
    super(exact);
    this.#inspector = new InspectorRecorder(launch);
  }

  /** Rejects with a UserError if the app's Node cannot write such a log. */
  static async create(launch: RecorderLaunch, target?: LogTarget): Promise<ExactWithFallback> {
    return new ExactWithFallback(await ExactRecorder.create(launch, target), launch);
  }

  override async attach(process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    const note = smallFilesProblem(processLimits(process.pid).fileSize)?.coded ?? whyUnlogged(process);
    if (note !== undefined) this.#notes.set(process.pid, note);
    await this.#of(thread).attach(process, thread);
  }

  override running(thread: AppThreadTarget, atUs: Microseconds, clock: ThreadClock): void {
    super.running(thread, atUs, clock);
    this.#inspector.running(thread, atUs, clock);
  }

  override exiting(thread: AppThreadTarget, clock: ThreadClock, atUs: Microseconds | undefined): void {
    super.exiting(thread, clock, atUs);
    this.#inspector.exiting(thread, clock);
  }

  override async leaving(process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    await this.#of(thread).leaving(process, thread);
  }

  folderGone(): void {
    this.inner.folderGone();
  }

  override async start(): Promise<void> {
    await Promise.all([this.inner.start(), this.#inspector.start()]);
  }

  /** Only threads with a log: reading the others would disturb them. */
  async snapshot(): Promise<readonly RecordedThread[]> {
    return this.#logged(await this.inner.snapshot());
  }

  toRecover(): DecodeOrder | undefined {
    return this.inner.toRecover();
  }

  override async stop(): Promise<readonly RecordedThread[]> {
    const [exact, sampled] = await Promise.all([this.inner.stop().catch(caughtUserError), this.#inspector.stop()]);
    if (exact instanceof UserError && sampled.length === 0) throw exact;
    const noted = sampled.map((thread) => ({ ...thread, recorderNote: this.#notes.get(thread.pid) }));
    return [...(exact instanceof UserError ? [] : this.#logged(exact)), ...noted];
  }

  override async discard(): Promise<void> {
    await Promise.all([this.inner.discard(), this.#inspector.discard()]);
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.#inspector[Symbol.asyncDispose]();
    await super[Symbol.asyncDispose]();
  }

  #of(thread: AppThreadTarget): Recorder {
    return this.#notes.has(thread.pid) ? this.#inspector : this.inner;
  }

  /** Leaves out threads whose log is nearly empty because Node's own profiler was running. */
  #logged(threads: readonly RecordedThread[]): readonly RecordedThread[] {
    return threads.filter(({ pid }) => !this.#notes.has(pid));
  }
}

/** Undefined for a process whose log can be read. */
function whyUnlogged({ report }: AppProcessTarget): CodedText | undefined {
  const { logsTicks, profilesItself, contradictedBy, isSingleExecutable, execPath: file, argv0 } = report;
  if (logsTicks) return undefined;
  if (profilesItself) return { code: "exact.ownProfiler", values: { argument: ownProfiler } };
  if (contradictedBy !== undefined) return { code: "exact.contradicted", values: { argument: contradictedBy } };
  // It takes no arguments of V8.
  if (isSingleExecutable) return { code: "exact.singleExecutable", values: { file } };
  // By its bare name: the start is not to blame.
  return { code: /[\\/]/.test(argv0) ? "exact.startedPast" : "exact.otherNode", values: { file } };
}
