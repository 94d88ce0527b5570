import type { AppExit } from "./app-process.ts";
import type { AppTree } from "./app-tree.ts";
import { Deferred } from "../deferred.ts";

/** The app of a session, whether launched or attached to. */
export interface AppHandle extends AsyncDisposable {
  /** Resolves when we no longer have anything of it. */
  readonly exited: Promise<AppExit>;
  /** Whether the process that we started is there; false if we started none. */
  readonly isRunning: boolean;
  isAlive(pid: number): boolean;
  /** Lets what is ours and paused (SIGSTOP) run on, since it is about to be asked for what it has recorded. */
  resume(): Promise<void>;
  /** Resolves when all is known that its processes have reported by now. */
  settle(): Promise<void>;
  /** Ends what runs of it, which may be started again. */
  endStart?(): Promise<unknown>;
  /** Ends what we started of it; true if force was needed. */
  kill(): Promise<boolean>;
  /** The same, once the app has ended: nothing that still starts is recorded. Call before the recorder is disposed of. */
  end(): Promise<void>;
}

/** A running app that we attached to: it is left as it was found, and never ended by us. */
export class AttachedApp implements AppHandle {
  readonly #exit = new Deferred<AppExit>();
  readonly exited = this.#exit.promise;
  readonly isRunning = false;
  readonly #tree: AppTree;
  readonly #session: AsyncDisposable;
  readonly #watchdog: AsyncDisposable;

  constructor(tree: AppTree, session: AsyncDisposable, watchdog: AsyncDisposable) {
    this.#tree = tree;
    this.#session = session;
    this.#watchdog = watchdog;
  }

  isAlive(pid: number): boolean {
    return this.#tree.processes.some((process) => process.pid === pid);
  }

  /** Call when its inspector is gone, and most likely the app with it. */
  gone(): void {
    this.#exit.resolve({ code: 0, signal: null });
  }

  resume(): Promise<void> {
    // It is not ours.
    return Promise.resolve();
  }

  settle(): Promise<void> {
    return Promise.resolve();
  }

  async kill(): Promise<boolean> {
    await Promise.allSettled(this.#tree.processes.map((process) => process.call("uninstall")));
    this.gone();
    return false;
  }

  async end(): Promise<void> {
    await this.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    await this.#session[Symbol.asyncDispose]();
    await this.#watchdog[Symbol.asyncDispose]();
  }
}
