import { ownershipOf } from "../../analysis/sources/ownership.ts";
import { testPart } from "../../analysis/test-runners/test-samples.ts";
import type { Milliseconds, Seconds, Ticks } from "../../analysis/units.ts";
import type { DecodeOrder } from "../ticks/decode-order.ts";
import { inProcess } from "../app/app-threads.ts";
import { RecorderAround } from "../recorder-around.ts";
import type { RecordedThread, Recorder } from "../recorder.ts";

/** Below this number of samples of own code a test is run again. */
const leastTicks: Ticks = 300;
const mostRuns = 20;
/** Without a single sample no further run starts. */
const mostVainRuns = 5;
/** No further run starts after this time. */
const patience: Seconds = 30;

/** Figures of the runs of a test so far. */
export interface TestRuns {
  readonly runs: number;
  /** Time of all runs from the first line of own code to the last. */
  readonly testMs: Milliseconds;
  /** All other time: starting Node and the test runner, loading and compiling modules. */
  readonly apartMs: Milliseconds;
}

/**
 * Records a test: keeps what its own code did, without the test runner's start, over as many runs as it takes to get enough samples. `again`
 * ends one run and says whether another must follow; then `stop` has the samples of all.
 */
export class TestRecorder extends RecorderAround<Recorder> {
  readonly #isOwn: (path: string) => boolean;
  readonly #kept: RecordedThread[] = [];
  #beganMs: Milliseconds | undefined;
  #isOpen = false;
  #runs = 0;
  #ticks: Ticks = 0;
  #testMs: Milliseconds = 0;
  #endedMs: Milliseconds = 0;

  constructor(inner: Recorder, workspaceFolders: readonly string[]) {
    super(inner);
    const ownership = ownershipOf(workspaceFolders, []);
    this.#isOwn = (path) => ownership(path) === "own";
  }

  get isReadAtEnd(): boolean {
    return this.inner.isReadAtEnd === true;
  }

  get figures(): TestRuns {
    const all = this.#beganMs === undefined ? 0 : this.#endedMs - this.#beganMs;
    return { runs: this.#runs, testMs: this.#testMs, apartMs: Math.max(0, all - this.#testMs) };
  }

  /** Call when a run of the test has ended well. If another one must follow, it is recorded. */
  async again(): Promise<boolean> {
    await this.#collect();
    const elapsedMs = performance.now() - (this.#beganMs ?? 0);
    const most = this.#ticks === 0 ? mostVainRuns : mostRuns;
    if (this.#ticks >= leastTicks || this.#runs >= most || elapsedMs >= patience * 1000) return false;
    await this.start();
    return true;
  }

  override async start(): Promise<void> {
    await this.inner.start();
    this.#beganMs ??= performance.now();
    this.#isOpen = true;
  }

  override async stop(): Promise<readonly RecordedThread[]> {
    await this.#collect();
    return this.#kept;
  }

  async snapshot(): Promise<readonly RecordedThread[]> {
    const now = (await this.inner.snapshot?.()) ?? [];
    return [...this.#kept, ...now.flatMap((thread) => this.#partOf(thread)?.thread ?? [])];
  }

  override async discard(): Promise<void> {
    this.#isOpen = false;
    await this.inner.discard();
  }

  folderGone(): void {
    this.inner.folderGone?.();
  }

  toRecover(): DecodeOrder | undefined {
    return this.inner.toRecover?.();
  }

  async #collect(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#endedMs = performance.now();
    const parts = (await this.inner.stop()).flatMap((thread) => this.#partOf(thread) ?? []);
    this.#runs += 1;
    const run = this.#runs;
    this.#kept.push(...parts.map(({ thread }) => (run === 1 ? thread : { ...thread, name: `run ${run} ${inProcess(thread)}`.trim() })));
    this.#ticks += parts.reduce((sum, { ownTicks }) => sum + ownTicks, 0);
    this.#testMs += Math.max(0, ...parts.map(({ durationMs }) => durationMs));
  }

  #partOf(thread: RecordedThread): { thread: RecordedThread; ownTicks: Ticks; durationMs: Milliseconds } | undefined {
    const part = testPart(thread.profile, this.#isOwn);
    if (part === undefined) return undefined;
    const { profile, ownTicks, durationMs } = part;
    const urls = new Set(profile.scripts.url);
    const { samples } = profile;
    const repairedTicks = samples.stack.reduce((sum, row, sample) => sum + Number((samples.recorded?.[sample] ?? row) !== row), 0);
    return {
      thread: {
        ...thread,
        profile,
        scripts: thread.scripts.filter(({ url }) => urls.has(url)),
        tickLog: thread.tickLog && {
          ...thread.tickLog,
          repairedTicks,
          doubtfulTicks: Math.min(thread.tickLog.doubtfulTicks, repairedTicks),
        },
      },
      ownTicks,
      durationMs,
    };
  }
}
