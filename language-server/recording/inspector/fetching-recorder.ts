import { madeOnce } from "../../analysis/collections.ts";
import { reasonOf } from "../../analysis/failure-reason.ts";
import type { Problem } from "../../analysis/profile/profile.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { TextCode, TextValue } from "../../texts/coded-text.ts";
import type { AppProcessTarget, AppThreadTarget, RecordedThread, Recorder } from "../recorder.ts";
import { answerWithin, PausedError } from "../time-limit.ts";
import { ProcessGoneError } from "./inspector.ts";
import { ThreadGoneError } from "./worker-session.ts";

type Outcome<Fetched> =
  | { readonly kind: "recorded"; readonly fetched: Fetched }
  /** Ended without handing over what it had recorded. */
  | { readonly kind: "lost"; readonly thread: AppThreadTarget; readonly error: Error }
  /** Ended before its first line. */
  | { readonly kind: "unbegun"; readonly thread: AppThreadTarget };

/** How long an app may take to hand over what it recorded: it may be blocked in native code, which cannot be interrupted. */
const fetchLimitMs = 15_000;
const answerLimitMs = 10_000;

/**
 * Has each thread of the app record something by its inspector, and fetches it at the window's end, or when the thread ends. What a process had
 * is lost only if it is killed by force.
 */
export abstract class FetchingRecorder<Fetched> implements Recorder {
  readonly kind = "inspector";
  readonly nodeArgs: readonly string[] = [];
  /** What is said of a thread that did not hand over what it had recorded. */
  protected readonly lostCode: TextCode = "inspector.lostSamples";
  readonly #threads = new Set<AppThreadTarget>();
  /** Fetches of this window, one per thread, started by the first request. */
  readonly #fetches = new Map<AppThreadTarget, Promise<Outcome<Fetched>>>();
  #isRecording = false;

  /** Called before the thread's first line; `isRecording`: within a window, which it begins at once. */
  protected abstract begin(thread: AppThreadTarget, isRecording: boolean): Promise<void>;
  /** A window begins in a thread that runs. */
  protected abstract startIn(thread: AppThreadTarget): Promise<void>;
  /** `isEnding`: the thread has run its last line, and runs no more JavaScript. */
  protected abstract fetch(thread: AppThreadTarget, isEnding: boolean): Promise<Fetched>;
  protected abstract discardIn(thread: AppThreadTarget): Promise<void>;
  /** What was fetched becomes the threads of a run. */
  protected abstract recorded(fetched: readonly Fetched[]): readonly RecordedThread[];

  async attach(_process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    this.#threads.add(thread);
    await this.begin(thread, this.#isRecording);
  }

  async leaving(_process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    this.#threads.delete(thread);
    if (this.#isRecording || this.#fetches.has(thread)) await this.#startFetch(thread, true);
  }

  async start(): Promise<void> {
    this.#fetches.clear();
    this.#isRecording = true;
    await this.#onAll((thread) => this.startIn(thread));
  }

  async stop(): Promise<readonly RecordedThread[]> {
    this.#isRecording = false;
    for (const thread of this.#threads) void this.#startFetch(thread, false);
    const outcomes = await Promise.all(this.#fetches.values());
    const recorded = this.recorded(outcomes.flatMap((outcome) => (outcome.kind === "recorded" ? [outcome.fetched] : [])));
    const lost = outcomes.flatMap((outcome): Problem[] =>
      outcome.kind === "lost"
        ? [{ code: this.lostCode, values: { name: outcome.thread.name, reason: lossOf(outcome.error) }, count: 1 }]
        : [],
    );
    this.#fetches.clear();
    for (const outcome of outcomes) if (outcome.kind !== "recorded") this.#threads.delete(outcome.thread);
    const paused = outcomes.find((outcome) => outcome.kind === "lost" && outcome.error instanceof PausedError);
    if (recorded.length === 0 && paused?.kind === "lost") throw new UserError("app.pausedUnread", { pid: paused.thread.pid });
    const [first, ...rest] = recorded;
    return first === undefined ? [] : [{ ...first, problems: [...first.problems, ...lost] }, ...rest];
  }

  async discard(): Promise<void> {
    this.#isRecording = false;
    this.#fetches.clear();
    await this.#onAll((thread) => this.discardIn(thread));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isRecording = false;
    this.#threads.clear();
    await Promise.resolve();
  }

  /** Whether the thread runs within a window, and is not about to end. */
  protected isRecorded(thread: AppThreadTarget): boolean {
    return this.#isRecording && this.#threads.has(thread);
  }

  #startFetch(thread: AppThreadTarget, isEnding: boolean): Promise<Outcome<Fetched>> {
    return madeOnce(this.#fetches, thread, () => this.#fetch(thread, isEnding));
  }

  async #fetch(thread: AppThreadTarget, isEnding: boolean): Promise<Outcome<Fetched>> {
    try {
      return { kind: "recorded", fetched: await answerWithin(this.fetch(thread, isEnding), fetchLimitMs, thread.name, thread.pid) };
    } catch (error) {
      if (error instanceof TypeError || !(error instanceof Error)) throw error;
      if (!thread.hasBegun()) return { kind: "unbegun", thread };
      return { kind: "lost", thread, error };
    }
  }

  async #onAll(action: (thread: AppThreadTarget) => Promise<unknown>): Promise<void> {
    const all = [...this.#threads];
    const results = await Promise.allSettled(all.map((thread) => answerWithin(action(thread), answerLimitMs, thread.name, thread.pid)));
    results.forEach((result, index) => {
      const thread = all[index];
      if (result.status === "rejected" && thread !== undefined) this.#threads.delete(thread);
    });
  }
}

function lossOf(error: Error): TextValue {
  if (error instanceof ThreadGoneError) return { code: "inspector.endedEarly" };
  if (error instanceof ProcessGoneError) return { code: "inspector.processKilled" };
  return reasonOf(error);
}
