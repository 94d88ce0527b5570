import type { Microseconds } from "../analysis/units.ts";
import type { ThreadClock } from "./in-app/messages.ts";
import type { AppProcessTarget, AppThreadTarget, RecordedThread, Recorder } from "./recorder.ts";

/** Records as another recorder does, but for what a subclass does in its own way. */
export class RecorderAround<Inner extends Recorder> implements Recorder {
  readonly kind: Recorder["kind"];
  readonly nodeArgs: readonly string[];
  readonly pathNodeArgs: readonly string[];
  protected readonly inner: Inner;

  constructor(inner: Inner) {
    this.inner = inner;
    this.kind = inner.kind;
    this.nodeArgs = inner.nodeArgs;
    this.pathNodeArgs = inner.pathNodeArgs ?? [];
  }

  attach(process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    return this.inner.attach(process, thread);
  }

  running(thread: AppThreadTarget, atUs: Microseconds, clock: ThreadClock): void {
    this.inner.running?.(thread, atUs, clock);
  }

  exiting(thread: AppThreadTarget, clock: ThreadClock, atUs: Microseconds | undefined): void {
    this.inner.exiting?.(thread, clock, atUs);
  }

  ended(thread: AppThreadTarget, atUs: Microseconds): void {
    this.inner.ended?.(thread, atUs);
  }

  leaving(process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    return this.inner.leaving(process, thread);
  }

  gone(thread: AppThreadTarget): void {
    this.inner.gone?.(thread);
  }

  start(): Promise<void> {
    return this.inner.start();
  }

  stop(): Promise<readonly RecordedThread[]> {
    return this.inner.stop();
  }

  discard(): Promise<void> {
    return this.inner.discard();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.inner[Symbol.asyncDispose]();
  }
}
