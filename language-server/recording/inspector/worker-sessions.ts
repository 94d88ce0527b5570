import { setTimeout as delay } from "node:timers/promises";
import type { Milliseconds } from "../../analysis/units.ts";
import { hookBinding, type AppHooks } from "../in-app/messages.ts";
import type { AppProcessTarget, AppThreadTarget } from "../recorder.ts";
import type { InAppCode } from "./in-app-code.ts";
import { WorkerSession } from "./worker-session.ts";

/** A process that exits waits hardly longer for its workers' samples. */
const releaseLimitMs = 2000;
const releasePollMs = 5;

/** The process of the workers. */
interface WorkersProcess extends Pick<AppProcessTarget, "pid" | "name" | "report" | "send"> {
  /** Started by us. */
  readonly isOurs: boolean;
  call(name: keyof Pick<AppHooks, "holdWorkers" | "releaseWorkers">): Promise<void>;
}

/** Handlers that return a promise are waited for. */
interface WorkerEvents {
  readonly worker: (thread: AppThreadTarget) => Promise<void>;
  readonly leaving: (thread: AppThreadTarget) => Promise<void>;
  readonly gone: (thread: AppThreadTarget) => void;
  /** A binding was called in the thread. */
  readonly binding: (params: Record<string, unknown>, thread: AppThreadTarget) => void;
  /** Work that nobody waits for. */
  readonly settle: (work: Promise<void>) => void;
}

/** The workers of one process, from their first line until they are let go of. */
export class WorkerSessions {
  readonly #process: WorkersProcess;
  readonly #code: InAppCode;
  readonly #events: WorkerEvents;
  readonly #workers = new Map<string, WorkerSession>();
  /** Since we joined, including those that have ended. */
  #seen = 0;
  /** Workers on the way to their first line. */
  readonly #starting = new Set<Promise<void>>();
  /** The process has run its last line: a worker that is heard of now has begun with it and is stopped before it does anything. */
  #isExiting = false;

  constructor(process: WorkersProcess, code: InAppCode, events: WorkerEvents) {
    this.#process = process;
    this.#code = code;
    this.#events = events;
  }

  get sessions(): readonly WorkerSession[] {
    return [...this.#workers.values()];
  }

  /** A worker that Node announces (`NodeWorker.attachedToWorker`); resolves at its first line. */
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

  /** It has ended. */
  remove(sessionId: string): void {
    const worker = this.#workers.get(sessionId);
    if (worker === undefined) return;
    worker.close();
    this.#workers.delete(sessionId);
    this.#events.gone(worker);
  }

  /** The connection is gone. */
  close(): void {
    for (const id of this.#workers.keys()) this.remove(id);
  }

  /** Lets go of each worker once what it has is fetched, or `patience` is over. */
  releaseAll(patience: Milliseconds = releaseLimitMs): Promise<void>[] {
    return [...this.#workers].map(([id, worker]) =>
      this.#release(id, Promise.race([this.#events.leaving(worker), delay(Math.max(0, patience), undefined, { ref: false })])),
    );
  }

  /** The process exits: next it joins its workers, and would wait for ever for one that waits for us. It has started this many. */
  async releaseBeforeExit(started: number): Promise<void> {
    const latest = performance.now() + releaseLimitMs;
    while (this.#seen < started && performance.now() < latest) await delay(releasePollMs);
    this.#isExiting = true;
    // One that waits for its first line is not let go of by the end of our session, only by that line.
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
      // What the inspector's profiler has must be fetched from it: it waits at its end until `leaving` settles.
      if (!process.report.logsTicks && !this.#isExiting) {
        await worker.send("NodeRuntime.notifyWhenWaitingForDisconnect", { enabled: true });
        if (!process.isOurs) await process.call("holdWorkers");
      }
      // The preload installs the hooks in workers.
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

/** Adds the binding that the hooks speak by. */
export async function addHookBinding(thread: AppThreadTarget): Promise<void> {
  await thread.send("Runtime.addBinding", { name: hookBinding });
}
