import type { CodedText } from "../../texts/coded-text.ts";
import { currentPlatform } from "../../platform/current-platform.ts";
import { heldLogTarget } from "../../platform/paths.ts";
import { InspectorRecorder } from "../inspector/inspector-recorder.ts";
import type { AppProcessTarget, AppThreadTarget, RecordedThread, Recorder, RecorderLaunch } from "../recorder.ts";
import type { Problem } from "../../analysis/profile/profile.ts";
import { ExactWithFallback } from "./exact-with-fallback.ts";
import { RecorderAround } from "../recorder-around.ts";

/**
 * For Windows if there is no pipe for V8's logs, which nobody can read while their processes run. The window from the app's first line is read from
 * them once the app has ended. Later windows, of apps that go on, use the inspector's profiler; V8 stops logging while it runs.
 */
export class ExactAtEnd extends RecorderAround<ExactWithFallback> {
  readonly #inspector: InspectorRecorder;
  readonly #why: CodedText;
  /** The threads that are running now. */
  readonly #threads = new Map<AppThreadTarget, AppProcessTarget>();
  #windows = 0;

  private constructor(exact: ExactWithFallback, launch: RecorderLaunch, why: CodedText) {
    super(exact);
    this.#inspector = new InspectorRecorder(launch, why);
    this.#why = why;
  }

  /** `why`: why there is no pipe. Rejects with a UserError if the app's Node cannot write such a log. */
  static async create(launch: RecorderLaunch, why: CodedText, platform: NodeJS.Platform = currentPlatform): Promise<ExactAtEnd> {
    return new ExactAtEnd(await ExactWithFallback.create(launch, heldLogTarget(launch.sessionFolder, platform)), launch, why);
  }

  get isReadAtEnd(): boolean {
    return this.#windows <= 1;
  }

  override async attach(process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    this.#threads.set(thread, process);
    await this.#current.attach(process, thread);
  }

  override async leaving(process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    this.#threads.delete(thread);
    await this.#current.leaving(process, thread);
  }

  override gone(thread: AppThreadTarget): void {
    this.#threads.delete(thread);
    super.gone(thread);
  }

  override async start(): Promise<void> {
    this.#windows += 1;
    // A thread that has ended meanwhile refuses.
    if (this.#windows === 2)
      await Promise.allSettled(Array.from(this.#threads, ([thread, process]) => this.#inspector.attach(process, thread)));
    await this.#current.start();
  }

  override async stop(): Promise<readonly RecordedThread[]> {
    const threads = await this.#current.stop();
    if (!this.isReadAtEnd) return threads;
    const problem: Problem = { code: "exact.readAtEnd", values: { reason: this.#why.values?.["reason"] ?? "" }, count: 1 };
    return threads.map((thread, index) => (index > 0 ? thread : { ...thread, problems: [...thread.problems, problem] }));
  }

  override async discard(): Promise<void> {
    await this.#current.discard();
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    this.#threads.clear();
    await this.#inspector[Symbol.asyncDispose]();
    await super[Symbol.asyncDispose]();
  }

  get #current(): Recorder {
    return this.isReadAtEnd ? this.inner : this.#inspector;
  }
}
