import { setTimeout as delay } from "node:timers/promises";
import CDP from "chrome-remote-interface";
import { hooksFile } from "../../analysis/profile/profile.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import { hookBinding, holdWorkers, installAttachedHooks, installHooks, releaseWorkers, type HookMessage } from "../in-app/app-hooks.ts";
import type { ProcessReport } from "../in-app/app-preload.ts";
import { evaluateIn, throwIfFailed, type EvaluateAnswer } from "./evaluate.ts";
import { Deferred } from "../deferred.ts";
import type { AppProcessTarget, AppThreadTarget } from "../session/recorder.ts";
import { withinLimit } from "../time-limit.ts";
import { ThreadGoneError, WorkerSession } from "./worker-session.ts";

/** What a process tells while it runs. Handlers that return a promise are waited for where the text says so. */
export interface InspectorEvents {
  /** A worker exists; it runs its first line when the promise settles. */
  readonly worker: (thread: AppThreadTarget) => Promise<void>;
  /** A thread is about to end by itself; it ends when the promise settles. */
  readonly leaving: (thread: AppThreadTarget) => Promise<void>;
  /** A thread ended, by itself or not, or the connection to it did. */
  readonly gone: (thread: AppThreadTarget) => void;
  readonly hook: (message: HookMessage, thread: AppThreadTarget) => void;
  /** The connection is gone, by the end of the process or otherwise. */
  readonly closed: () => void;
}

/** An app stuck in native code (execSync, a blocking addon) answers nothing; nobody waits longer than this for it. */
const answerLimitMs = 10_000;
const releaseAgainMs = 200;
/** A process that exits waits hardly longer for its workers' samples. */
const releaseLimitMs = 2000;
const releasePollMs = 5;

/** A process ended without a word: killed, or crashed in native code. What was still in it is lost. */
export class ProcessGoneError extends Error {
  override readonly name = "ProcessGoneError";
}

const describeProcess = `({
  pid: process.pid, ppid: process.ppid, isForked: Boolean(process.connected), hasInspector: true, logsTicks: false, profilesItself: false, isRestricted: false, argv: process.argv.slice(), execPath: process.execPath,
  nodeVersion: process.versions.node, v8Version: process.versions.v8, cwd: process.cwd()
})`;

/** We speak to Node by method names, so no copy of the protocol is needed: neither the package's (which lacks Node's domains) nor the app's. */
const noProtocol = { version: { major: "1", minor: "3" }, domains: [] };

/**
 * The inspector of one process of the app: its main thread and its workers. Only `Runtime` calls, `NodeWorker` and `NodeRuntime` are on
 * while the app runs. `Debugger` stays off until sources are fetched: with it promises take V8's slow paths, and `debugger`
 * statements would stop. `Runtime.enable` stays off too: it would copy every console.log.
 */
export class Inspector implements AppProcessTarget, AsyncDisposable {
  readonly report: ProcessReport;
  readonly name: string;
  /** Started by us: its signals may be taken in hand. */
  readonly isOurs: boolean;
  readonly #client: CDP.Client;
  readonly #events: InspectorEvents;
  readonly #main: AppThreadTarget;
  readonly #workers = new Map<string, WorkerSession>();
  readonly #listeners = new Map<string, Set<(params: Record<string, unknown>) => void>>();
  readonly #running = new Deferred<void>();
  /** Since we joined, those that have ended, too. */
  #workersSeen = 0;
  /** Workers on the way to their first line. */
  readonly #starting = new Set<Promise<void>>();
  readonly #gone = new Deferred<never>();
  #isOpen = true;
  #isLeaving = false;
  /** Its last line has run: a worker that is heard of now has begun with it and is stopped before it does anything. */
  #isExiting = false;

  private constructor(client: CDP.Client, report: ProcessReport, name: string, isOurs: boolean, events: InspectorEvents) {
    this.#client = client;
    this.isOurs = isOurs;
    this.report = report;
    this.name = name;
    this.#events = events;
    this.#main = {
      pid: report.pid,
      name,
      isMain: true,
      hasBegun: true,
      send: (method, params) => this.send(method, params),
      on: (method, listener) => this.on(method, listener),
    };
    this.#gone.promise.catch(() => undefined);
    client.on("event", ({ method, params }) => this.#onEvent(method, params as Record<string, unknown>));
    client.on("disconnect", () => this.#onClosed());
  }

  /** Connects to a process that reported itself, installs the hooks and asks to be told of workers and of the end. The process still waits. */
  static async connect(report: ProcessReport, name: string, events: InspectorEvents): Promise<Inspector> {
    const client = await CDP({ target: report.inspectorUrl, protocol: noProtocol as unknown as CDP.Protocol });
    const inspector = new Inspector(client, report, name, true, events);
    await inspector.#join(installHooks);
    return inspector;
  }

  /** Connects to an app that runs already, wherever it is, and asks it what it is. It goes on as it was when we are gone. */
  static async attach(url: string, events: InspectorEvents): Promise<Inspector> {
    const client = await CDP({ target: url, protocol: noProtocol as unknown as CDP.Protocol });
    const answer = await sendRaw(client, "Runtime.evaluate", { expression: describeProcess, returnByValue: true, silent: true });
    const { value } = throwIfFailed(answer as unknown as EvaluateAnswer).result;
    const report = { ...(value as Omit<ProcessReport, "kind" | "inspectorUrl">), kind: "process", inspectorUrl: url } as const;
    const inspector = new Inspector(client, report, "main", false, events);
    await inspector.#join(installAttachedHooks);
    // One that was started by `--inspect-brk` has been waiting for this.
    await inspector.send("Runtime.runIfWaitingForDebugger");
    return inspector;
  }

  async #join(hooks: string): Promise<void> {
    await this.send("NodeRuntime.notifyWhenWaitingForDisconnect", { enabled: true });
    await this.send("NodeWorker.enable", { waitForDebuggerOnStart: this.isOurs });
    await addHookBinding(this.#main);
    const options = { expression: `${hooks}\n//# sourceURL=${hooksFile}`, includeCommandLineAPI: true, silent: true };
    throwIfFailed((await this.send("Runtime.evaluate", options)) as unknown as EvaluateAnswer);
  }

  get pid(): number {
    return this.report.pid;
  }

  get threads(): readonly AppThreadTarget[] {
    return [this.#main, ...this.#workers.values()];
  }

  get main(): AppThreadTarget {
    return this.#main;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Lets the process run its first line; resolves when it does. A process that reported itself, but was held up by the system on its way into the
   * wait, misses what was said before: it is said again until it is heard.
   */
  async run(): Promise<void> {
    const release = async (): Promise<void> => void (await this.send("Runtime.runIfWaitingForDebugger"));
    const again = setInterval(() => this.#settle(release()), releaseAgainMs);
    try {
      await release();
      await Promise.race([this.#running.promise, this.#gone.promise]);
    } finally {
      clearInterval(again);
    }
  }

  async send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    if (!this.#isOpen) throw new ProcessGoneError(`${this.name} can no longer be asked for ${method}`);
    // The client forgets a command whose connection ends between its sending and the note of it.
    return Promise.race([sendRaw(this.#client, method, params), this.#gone.promise]);
  }

  async evaluate(expression: string): Promise<unknown> {
    return withinLimit(evaluateIn(this.#main, expression), answerLimitMs, this.name);
  }

  /** Value of an expression as a person types it, as text for a console. Rejects with the text of what it threw. */
  async describe(expression: string): Promise<string> {
    const options = { expression, replMode: true, includeCommandLineAPI: !this.#isLeaving, silent: true, awaitPromise: true };
    const answer = (await this.send("Runtime.evaluate", options)) as unknown as EvaluateAnswer;
    const { result } = throwIfFailed(answer);
    if (result.objectId === undefined)
      return result.unserializableValue ?? result.description ?? JSON.stringify(result.value) ?? "undefined";
    const functionDeclaration = "function () { try { return JSON.stringify(this, undefined, 2) } catch { return undefined } }";
    const asJson = await this.send("Runtime.callFunctionOn", { objectId: result.objectId, functionDeclaration, returnByValue: true });
    const { value } = (asJson as unknown as EvaluateAnswer).result;
    await this.send("Runtime.releaseObject", { objectId: result.objectId });
    return typeof value === "string" && result.subtype !== "error" ? value : (result.description ?? "");
  }

  on(method: string, listener: (params: Record<string, unknown>) => void): () => void {
    const listeners = this.#listeners.get(method) ?? new Set();
    this.#listeners.set(method, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#onClosed();
    await this.#client.close();
  }

  #onEvent(method: string, params: Record<string, unknown>): void {
    for (const listener of this.#listeners.get(method) ?? []) listener(params);
    switch (method) {
      case "Runtime.bindingCalled":
        this.#onBinding(params, this.#main);
        break;
      case "NodeRuntime.waitingForDisconnect":
        this.#settle(this.#leave());
        break;
      case "NodeWorker.attachedToWorker":
        this.#settle(this.#startWorker(params));
        break;
      case "NodeWorker.receivedMessageFromWorker":
        this.#workers.get(String(params["sessionId"]))?.receive(String(params["message"]));
        break;
      case "NodeWorker.detachedFromWorker":
        this.#onWorkerGone(String(params["sessionId"]));
        break;
      default:
    }
  }

  async #leave(): Promise<void> {
    this.#isLeaving = true;
    // Workers first, and let go of: the process stops and joins them next, and would wait for ever for one that waits for us.
    const outcomes = await Promise.allSettled([...this.#releaseAll(releaseLimitMs), this.#events.leaving(this.#main)]);
    await this[Symbol.asyncDispose]();
    for (const outcome of outcomes) if (outcome.status === "rejected" && !(outcome.reason instanceof ThreadGoneError)) throw outcome.reason;
  }

  async #startWorker(params: Record<string, unknown>): Promise<void> {
    const starting = this.#onWorker(params);
    this.#workersSeen += 1;
    this.#starting.add(starting);
    try {
      await starting;
    } finally {
      this.#starting.delete(starting);
    }
  }

  async #onWorker(params: Record<string, unknown>): Promise<void> {
    const id = String(params["sessionId"]);
    const info = params["workerInfo"] as { readonly workerId?: unknown };
    const workerName = `worker ${String(info.workerId)}`;
    const name = this.name === "main" ? workerName : `${this.name} ${workerName}`;
    const worker = new WorkerSession(this.pid, name, (message) => this.send("NodeWorker.sendMessageToWorker", { sessionId: id, message }));
    this.#workers.set(id, worker);
    worker.on("Runtime.bindingCalled", (binding) => this.#onBinding(binding, worker));
    worker.on("NodeRuntime.waitingForDisconnect", () => this.#settle(this.#release(id, this.#events.leaving(worker))));
    try {
      // What the inspector's profiler has must be fetched from it: it waits at its end until `leaving` settles.
      if (!this.report.logsTicks && !this.#isExiting) {
        await worker.send("NodeRuntime.notifyWhenWaitingForDisconnect", { enabled: true });
        if (!this.isOurs) await this.evaluate(holdWorkers);
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
      await this.send("NodeWorker.detach", { sessionId });
    }
  }

  /** The process exits: next it joins its workers, and would wait for ever for one that waits for us. */
  async #releaseWorkers(started: number): Promise<void> {
    const latest = performance.now() + releaseLimitMs;
    while (this.#workersSeen < started && performance.now() < latest) await delay(releasePollMs);
    this.#isExiting = true;
    // One that waits for its first line is not let go of by the end of our session, only by that line.
    const patience = Math.max(0, latest - performance.now());
    await Promise.race([Promise.allSettled(this.#starting), delay(patience, undefined, { ref: false })]);
    await Promise.allSettled(this.#releaseAll(latest - performance.now()));
    await this.evaluate(releaseWorkers);
  }

  /** Lets go of each worker once what it has is fetched, or `patience` is over. */
  #releaseAll(patience: Milliseconds): Promise<void>[] {
    return [...this.#workers].map(([id, worker]) =>
      this.#release(id, Promise.race([this.#events.leaving(worker), delay(Math.max(0, patience), undefined, { ref: false })])),
    );
  }

  #onWorkerGone(id: string): void {
    const worker = this.#workers.get(id);
    if (worker === undefined) return;
    worker.close();
    this.#workers.delete(id);
    this.#events.gone(worker);
  }

  #onBinding(params: Record<string, unknown>, thread: AppThreadTarget): void {
    if (params["name"] !== hookBinding) return;
    const message = JSON.parse(String(params["payload"])) as HookMessage;
    this.#events.hook(message, thread);
    if (message.kind === "releasing-workers") this.#settle(this.#releaseWorkers(message.started));
    if (message.kind === "running" && thread === this.#main) this.#running.resolve();
  }

  /** A process or worker may be gone at any moment, and then nothing is owed to it; any other failure is a bug. */
  #settle(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (this.#isOpen && !(error instanceof ThreadGoneError)) console.error(error);
    });
  }

  #onClosed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#gone.reject(new ProcessGoneError(`${this.name} has closed its connection`));
    for (const id of this.#workers.keys()) this.#onWorkerGone(id);
    this.#events.gone(this.#main);
    this.#events.closed();
  }
}

/** Adds the binding that the hooks speak by. */
async function addHookBinding(thread: AppThreadTarget): Promise<void> {
  await thread.send("Runtime.addBinding", { name: hookBinding });
}

async function sendRaw(client: CDP.Client, method: string, params: object): Promise<Record<string, unknown>> {
  // The types know Chrome's domains only, not NodeWorker and NodeRuntime.
  return (await client.send(method as "Debugger.enable", params)) as unknown as Record<string, unknown>;
}
