import type { LoopReport, ThreadClock } from "../in-app/messages.ts";
import { askLoop, flushMarks, readThreadClock, type InAppCode } from "./evaluate.ts";
import type { AppThreadTarget } from "../recorder.ts";
import { Deferred } from "../deferred.ts";

/** A worker ended before it could answer. */
export class ThreadGoneError extends Error {
  override readonly name = "ThreadGoneError";
}

interface WorkerMessage {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

/** The protocol connection to a worker thread: Node's `NodeWorker` domain wraps it as strings in the main thread's session. */
export class WorkerSession implements AppThreadTarget {
  readonly pid: number;
  readonly name: string;
  readonly isMain = false;
  readonly #code: InAppCode;
  readonly #post: (message: string) => Promise<unknown>;
  readonly #pending = new Map<number, Deferred<Record<string, unknown>>>();
  readonly #listeners = new Map<string, Set<(params: Record<string, unknown>) => void>>();
  #nextId = 1;
  #isOpen = true;
  #hasBegun = false;

  constructor(pid: number, name: string, code: InAppCode, post: (message: string) => Promise<unknown>) {
    this.pid = pid;
    this.name = name;
    this.#code = code;
    this.#post = post;
  }

  /** Whether it has been allowed to run its first line. */
  hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Lets it run its first line. */
  async begin(): Promise<void> {
    this.#hasBegun = this.#isOpen;
    await this.send("Runtime.runIfWaitingForDebugger");
  }

  send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    if (!this.#isOpen) return Promise.reject(new ThreadGoneError(`${this.name} has ended`));
    const id = this.#nextId++;
    const answer = new Deferred<Record<string, unknown>>();
    this.#pending.set(id, answer);
    this.#post(JSON.stringify({ id, method, params })).catch((error: unknown) => {
      this.#pending.delete(id);
      answer.reject(new ThreadGoneError(`${this.name} cannot be reached`, { cause: error }));
    });
    return answer.promise;
  }

  readClock(): Promise<ThreadClock> {
    return readThreadClock(this, this.#code);
  }

  askLoop(hook: "watchLoop" | "unwatchLoop"): Promise<LoopReport | undefined> {
    return askLoop(this, hook);
  }

  flushMarks(restarts: boolean): Promise<void> {
    return flushMarks(this, restarts);
  }

  on(method: string, listener: (params: Record<string, unknown>) => void): () => void {
    const listeners = this.#listeners.get(method) ?? new Set();
    this.#listeners.set(method, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  receive(text: string): void {
    const message = JSON.parse(text) as WorkerMessage;
    if (message.id === undefined) {
      for (const listener of this.#listeners.get(message.method ?? "") ?? []) listener(message.params ?? {});
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error === undefined) pending?.resolve(message.result ?? {});
    else pending?.reject(new Error(`${this.name}: ${message.error.message}`));
  }

  close(): void {
    this.#isOpen = false;
    for (const { reject } of this.#pending.values()) reject(new ThreadGoneError(`${this.name} has ended`));
    this.#pending.clear();
  }
}
