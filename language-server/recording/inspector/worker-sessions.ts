import { setTimeout as delay } from "node:timers/promises";
import type { Milliseconds } from "../../analysis/units.ts";
import { hookBinding, type AppHooks } from "../in-app/messages.ts";
import type { AppProcessTarget, AppThreadTarget } from "../recorder.ts";
import type { InAppCode } from "./evaluate.ts";
import { WorkerSession } from "./worker-session.ts";
import type { ProcessEvents } from "../app/followed-process.ts";

/** How long an exiting process waits for its workers' samples. */
const releaseLimitMs = 2000;
const releasePollMs = 5;

/** The process the workers belong to. */
interface WorkersProcess extends Pick<AppProcessTarget, "pid" | "name" | "report" | "send"> {
  /** Started by us. */
  readonly isOurs: boolean;
  call(name: keyof Pick<AppHooks, "holdWorkers" | "releaseWorkers">): Promise<void>;
}

/** Promises that handlers return are awaited. */
interface WorkerEvents extends Pick<ProcessEvents<never>, "worker" | "leaving" | "gone"> {
  /** The thread called a binding. */
  readonly binding: (params: Record<string, unknown>, thread: AppThreadTarget) => void;
  /** Runs work without a caller to report to. */
  readonly settle: (work: Promise<void>) => void;
}

/** The workers of one process, from their first line until they are released. */
export class WorkerSessions {
  readonly #process: WorkersProcess;
  readonly #code: InAppCode;
  readonly #events: WorkerEvents;
  readonly #workers = new Map<string, WorkerSession>();
  /** Number of workers since we attached, including those that have ended. */
  #seen = 0;
  /** Workers that have not run their first line yet. */
  readonly #starting = new Set<Promise<void>>();
  /** The process has run its last line: workers announced from now on have begun with it and are stopped before they do anything. */
  #isExiting = false;

  constructor(process: WorkersProcess, code: InAppCode, events: WorkerEvents) {
    this.#process = process;
    this.#code = code;
    this.#events = events;
  }

  get sessions(): readonly WorkerSession[] {
    return [...this.#workers.values()];
  }

  /** Handles a worker that Node announces (`NodeWorker.attachedToWorker`); resolves at its first line. */
  async add(params: Record<string, unknown>): Promise<void> {
    const starting = this.#start(params);
    this.#seen += 1;
    this.#starting.add(starting);
    try {
      await starting;
    } finally {
      this.#starting.delete(starting);
    }
  }

  receive(sessionId: string, message: string): void {
    this.#workers.get(sessionId)?.receive(message);
  }

  /** Call when the worker has ended. */
  remove(sessionId: string): void {
    const worker = this.#workers.get(sessionId);
    if (worker === undefined) return;
    worker.close();
    this.#workers.delete(sessionId);
    this.#events.gone(worker);
  }

  /** Call when the connection is closed. */
  close(): void {
    for (const id of this.#workers.keys()) this.remove(id);
  }

  /** Releases each worker once its samples are fetched, or after `patience`. */
  releaseAll(patience: Milliseconds = releaseLimitMs): Promise<void>[] {
    return [...this.#workers].map(([id, worker]) =>
      this.#release(id, Promise.race([this.#events.leaving(worker), delay(Math.max(0, patience), undefined, { ref: false })])),
    );
  }

  /**
   * The process exits: it will join its workers, and would wait forever for one that waits for us. `started` is how many it has started.
   */
  async releaseBeforeExit(started: number): Promise<void> {
    const latest = performance.now() + releaseLimitMs;
    while (this.#seen < started && performance.now() < latest) await delay(releasePollMs);
    this.#isExiting = true;
    // A worker before its first line is released only by running it, not by the end of our session.
    const patience = Math.max(0, latest - performance.now());
    await Promise.race([Promise.allSettled(this.#starting), delay(patience, undefined, { ref: false })]);
    await Promise.allSettled(this.releaseAll(latest - performance.now()));
    await this.#process.call("releaseWorkers");
  }

  async #start(params: Record<string, unknown>): Promise<void> {
    const id = String(params["sessionId"]);
    const info = params["workerInfo"] as { readonly workerId?: unknown };
    const process = this.#process;
    const workerName = `worker ${String(info.workerId)}`;
    const name = process.name === "main" ? workerName : `${process.name} ${workerName}`;
    const worker = new WorkerSession(process.pid, name, this.#code, (message) =>
      process.send("NodeWorker.sendMessageToWorker", { sessionId: id, message }),
    );
    this.#workers.set(id, worker);
    worker.on("Runtime.bindingCalled", (binding) => this.#events.binding(binding, worker));
    worker.on("NodeRuntime.waitingForDisconnect", () => this.#events.settle(this.#release(id, this.#events.leaving(worker))));
    try {
      // The profiler's samples must be fetched from the worker: it waits at its end until `leaving` settles.
      if (!process.report.logsTicks && !this.#isExiting) {
        await worker.send("NodeRuntime.notifyWhenWaitingForDisconnect", { enabled: true });
        if (!process.isOurs) await process.call("holdWorkers");
      }
      // In workers the preload installs the hooks.
      await addHookBinding(worker);
      await this.#events.worker(worker);
    } finally {
      await worker.begin();
    }
  }

  async #release(sessionId: string, fetched: Promise<void>): Promise<void> {
    try {
      await fetched;
    } finally {
      await this.#process.send("NodeWorker.detach", { sessionId });
    }
  }
}

/** Adds the binding for the hooks' messages. */
export async function addHookBinding(thread: AppThreadTarget): Promise<void> {
  await thread.send("Runtime.addBinding", { name: hookBinding });
}
