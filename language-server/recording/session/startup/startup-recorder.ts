import { areEnough, meanOfStarts, profileUntil } from "../../../analysis/startup/start-figures.ts";
import type { Microseconds, Milliseconds, Ticks } from "../../../analysis/units.ts";
import { countBusyTicks } from "../../../history/run-thread.ts";
import type { RecordedScript } from "../../../history/scripts/script-reader.ts";
import { inProcess, selectAppThreads } from "../../app/app-threads.ts";
import type { AppTree } from "../../app/app-tree.ts";
import type { ThreadClock } from "../../in-app/messages.ts";
import { RecorderAround } from "../../recorder-around.ts";
import type { AppThreadTarget, RecordedThread, Recorder } from "../../recorder.ts";
import { monotonicUs } from "../../ticks/thread-clock.ts";

/** Figures of the starts so far. */
export interface StartupFigures {
  readonly starts: number;
  /** Each start ended as the app listened. */
  readonly listened: boolean;
  /** Of all starts, from the first line of the app's process. */
  readonly allMs: Milliseconds;
  readonly eachMs: Milliseconds;
  /** Half of the 95 % interval of `eachMs`. */
  readonly marginMs?: Milliseconds | undefined;
}

type App = Pick<AppTree, "reports" | "listener">;

/**
 * Records starts of an app, each as threads of its own. `collect` ends one; `begin` begins the next one. What is not whole is not kept. The
 * first start, which may fill caches, is only kept if it is the only one.
 */
export class StartupRecorder extends RecorderAround<Recorder> {
  readonly #asked: number | undefined;
  readonly #kept: RecordedThread[] = [];
  #each: Milliseconds[] = [];
  /** One object for each text: all starts run the same. */
  readonly #scripts = new Map<string, RecordedScript>();
  readonly #firstLines = new Map<number, Microseconds>();
  readonly #lastLines = new Map<number, Microseconds>();
  #listenedUs: Microseconds | undefined;
  /** The start was ended although it did not listen. */
  #cutUs: Microseconds | undefined;
  #listened = true;
  #isRehearsed = false;
  #beganMs: Milliseconds | undefined;
  #ticks: Ticks = 0;
  #isOver = false;

  constructor(inner: Recorder, asked: number | undefined) {
    super(inner);
    this.#asked = asked;
  }

  get isReadAtEnd(): boolean {
    return this.inner.isReadAtEnd === true;
  }

  get figures(): StartupFigures {
    const allMs = this.#each.reduce((sum, ms) => sum + ms, 0);
    return { starts: this.#each.length, listened: this.#listened && this.#each.length > 0, allMs, ...meanOfStarts(this.#each) };
  }

  /** Only one start was asked for. */
  get isOnlyOne(): boolean {
    return this.#asked === 1;
  }

  /** Whether no further start is needed. */
  get hasEnough(): boolean {
    const elapsedMs = performance.now() - (this.#beganMs ?? 0);
    return areEnough({ starts: this.#isRehearsed ? this.#each.length : 0, busyTicks: this.#ticks, elapsedMs }, this.#asked);
  }

  override running(thread: AppThreadTarget, atUs: Microseconds, clock: ThreadClock): void {
    super.running(thread, atUs, clock);
    if (thread.isMain) this.#firstLines.set(thread.pid, atUs);
  }

  override exiting(thread: AppThreadTarget, clock: ThreadClock, atUs: Microseconds | undefined): void {
    super.exiting(thread, clock, atUs);
    if (thread.isMain && atUs !== undefined) this.#lastLines.set(thread.pid, atUs);
  }

  override ended(thread: AppThreadTarget, atUs: Microseconds): void {
    super.ended(thread, atUs);
    if (thread.isMain) this.#lastLines.set(thread.pid, atUs);
  }

  /** The start ends at its first server, where samples of it end, too. */
  listening(atUs: Microseconds): void {
    this.#listenedUs = Math.min(this.#listenedUs ?? Infinity, atUs);
  }

  /** The start is ended for another reason: samples of it end here. */
  cut(atUs: Microseconds): void {
    this.#cutUs = atUs;
  }

  /** Ends a start, which is kept. `isOnly`: no other one follows. */
  async collect({ reports, listener }: App, isOnly: boolean): Promise<void> {
    const recorded = await this.inner.stop();
    const endUs = this.#listenedUs ?? this.#cutUs;
    const { primaryPid, threads } = selectAppThreads(recorded, reports, listener);
    if (threads.length === 0 || this.#isOver) return;
    if (!this.#isRehearsed && this.#each.length > 0) this.#forget();
    const start = this.#each.length + 1;
    const kept = threads.map((thread) => this.#partOf(thread, start, endUs, primaryPid));
    this.#kept.push(...kept);
    this.#ticks += kept.reduce((sum, { profile }) => sum + countBusyTicks(profile), 0);
    this.#listened &&= this.#listenedUs !== undefined;
    const lastUs = endUs ?? this.#lastLines.get(primaryPid) ?? monotonicUs();
    this.#each.push(Math.max(0, lastUs - (this.#firstLines.get(primaryPid) ?? lastUs)) / 1000);
    this.#isRehearsed ||= isOnly;
  }

  /** Begins the next start. */
  async begin(): Promise<void> {
    this.#firstLines.clear();
    this.#lastLines.clear();
    this.#listenedUs = undefined;
    this.#cutUs = undefined;
    await this.inner.start();
  }

  override async start(): Promise<void> {
    this.#beganMs ??= performance.now();
    await this.begin();
  }

  /** The starts that were whole. */
  override async stop(): Promise<readonly RecordedThread[]> {
    this.#isOver = true;
    await this.inner.discard();
    return this.#kept;
  }

  #forget(): void {
    this.#kept.length = 0;
    this.#each = [];
    this.#ticks = 0;
    this.#listened = true;
    this.#isRehearsed = true;
  }

  #partOf(thread: RecordedThread, start: number, endUs: Microseconds | undefined, primaryPid: number): RecordedThread {
    const inside = thread.pid === primaryPid ? inProcess(thread) : thread.name.replace(/^main\b/, "process");
    return {
      ...thread,
      name: `start ${start} ${inside}`.trim(),
      profile: endUs === undefined ? thread.profile : profileUntil(thread.profile, endUs - thread.zeroUs),
      scripts: thread.scripts.map((script) => this.#oneOf(script)),
    };
  }

  #oneOf(script: RecordedScript): RecordedScript {
    const known = this.#scripts.get(script.url);
    if (known !== undefined && known.text === script.text && known.sourceMapUrl === script.sourceMapUrl) return known;
    this.#scripts.set(script.url, script);
    return script;
  }
}
