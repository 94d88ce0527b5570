import CDP from "chrome-remote-interface";
import { Deferred } from "../deferred.ts";
import { hookBinding, type AppHooks, type HookMessage } from "../in-app/messages.ts";
import type { ProcessReport } from "../in-app/reports.ts";
import type { ProcessFacts } from "../in-app/facts.ts";
import { describeValue } from "./console-value.ts";
import { callHook, readThreadClock, throwIfFailed, type EvaluateAnswer } from "./evaluate.ts";
import { exportsOf, named, type InAppCode } from "./in-app-code.ts";
import type { AppProcessTarget, AppThreadTarget } from "../recorder.ts";
import { withinLimit } from "../time-limit.ts";
import { ThreadGoneError } from "./worker-session.ts";
import { addHookBinding, WorkerSessions } from "./worker-sessions.ts";

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
const releaseAgainMs = 20;

/** A process ended without a word: killed, or crashed in native code. What was still in it is lost. */
export class ProcessGoneError extends Error {
  override readonly name = "ProcessGoneError";
}

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
  readonly #code: InAppCode;
  readonly #workers: WorkerSessions;
  readonly #listeners = new Map<string, Set<(params: Record<string, unknown>) => void>>();
  readonly #running = new Deferred<void>();
  readonly #gone = new Deferred<never>();
  #isOpen = true;
  #isLeaving = false;

  private constructor(client: CDP.Client, report: ProcessReport, name: string, isOurs: boolean, code: InAppCode, events: InspectorEvents) {
    this.#client = client;
    this.#code = code;
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
      readClock: () => readThreadClock(this.#main, code),
    };
    this.#workers = new WorkerSessions(this, code, {
      worker: events.worker,
      leaving: events.leaving,
      gone: events.gone,
      binding: (params, thread) => this.#onBinding(params, thread),
      settle: (work) => this.#settle(work),
    });
    this.#gone.promise.catch(() => undefined);
    client.on("event", ({ method, params }) => this.#onEvent(method, params as Record<string, unknown>));
    client.on("disconnect", () => this.#onClosed());
  }

  /** Connects to a process that reported itself; its preload has installed the hooks, and it waits until `run`. */
  static async connect(report: ProcessReport, name: string, code: InAppCode, events: InspectorEvents): Promise<Inspector> {
    const client = await CDP({ target: report.inspectorUrl, protocol: noProtocol as unknown as CDP.Protocol });
    const inspector = new Inspector(client, report, name, true, code, events);
    await inspector.#join();
    return inspector;
  }

  /**
   * Connects to an app that runs already, wherever it is, and asks it what it is. It goes on as it was when we are gone. Rejects with a
   * TimeLimitError where it does not answer, and with another Error where the connection breaks.
   */
  static async attach(url: string, code: InAppCode, events: InspectorEvents): Promise<Inspector> {
    const client = await CDP({ target: url, protocol: noProtocol as unknown as CDP.Protocol });
    try {
      return await withinLimit(Inspector.#attach(client, url, code, events), answerLimitMs, "The app");
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  static async #attach(client: CDP.Client, url: string, code: InAppCode, events: InspectorEvents): Promise<Inspector> {
    const expression = named(`${exportsOf(code.facts)}.processFacts()`);
    const evaluated = await sendRaw(client, "Runtime.evaluate", { expression, returnByValue: true, silent: true });
    const facts = throwIfFailed(evaluated as unknown as EvaluateAnswer).result.value as ProcessFacts;
    const recordable = { isRestricted: false, hasInspector: true, logsTicks: false, profilesItself: false } as const;
    const inspector = new Inspector(client, { kind: "process", ...facts, ...recordable, inspectorUrl: url }, "main", false, code, events);
    await inspector.#join();
    const options = { expression: named(`${exportsOf(code.attachedHooks)}.attach()`), includeCommandLineAPI: true, silent: true };
    throwIfFailed((await inspector.send("Runtime.evaluate", options)) as unknown as EvaluateAnswer);
    // One that was started by `--inspect-brk` has been waiting for this.
    await inspector.send("Runtime.runIfWaitingForDebugger");
    return inspector;
  }

  async #join(): Promise<void> {
    await this.send("NodeRuntime.notifyWhenWaitingForDisconnect", { enabled: true });
    await this.send("NodeWorker.enable", { waitForDebuggerOnStart: this.isOurs });
    await addHookBinding(this.#main);
  }

  get pid(): number {
    return this.report.pid;
  }

  get threads(): readonly AppThreadTarget[] {
    return [this.#main, ...this.#workers.sessions];
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

  /** Calls a hook in the main thread. Works in a busy loop; not once the process is leaving. */
  async call<Name extends keyof AppHooks>(name: Name, ...args: Parameters<AppHooks[Name]>): Promise<ReturnType<AppHooks[Name]>> {
    return withinLimit(callHook(this.#main, name, args), answerLimitMs, this.name);
  }

  /** Value of an expression as a person types it, as text for a console. Rejects with the text of what it threw. */
  describe(expression: string): Promise<string> {
    return describeValue(this.#main, this.#code, { expression, includeCommandLineAPI: !this.#isLeaving });
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
        this.#settle(this.#workers.add(params));
        break;
      case "NodeWorker.receivedMessageFromWorker":
        this.#workers.receive(String(params["sessionId"]), String(params["message"]));
        break;
      case "NodeWorker.detachedFromWorker":
        this.#workers.remove(String(params["sessionId"]));
        break;
      default:
    }
  }

  async #leave(): Promise<void> {
    this.#isLeaving = true;
    // Workers first, and let go of: the process stops and joins them next, and would wait for ever for one that waits for us.
    const outcomes = await Promise.allSettled([...this.#workers.releaseAll(), this.#events.leaving(this.#main)]);
    await this[Symbol.asyncDispose]();
    for (const outcome of outcomes) if (outcome.status === "rejected" && !(outcome.reason instanceof ThreadGoneError)) throw outcome.reason;
  }

  #onBinding(params: Record<string, unknown>, thread: AppThreadTarget): void {
    if (params["name"] !== hookBinding) return;
    const message = JSON.parse(String(params["payload"])) as HookMessage;
    this.#events.hook(message, thread);
    if (message.kind === "releasing-workers") this.#settle(this.#workers.releaseBeforeExit(message.started));
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
    this.#workers.close();
    this.#events.gone(this.#main);
    this.#events.closed();
  }
}

async function sendRaw(client: CDP.Client, method: string, params: object): Promise<Record<string, unknown>> {
  // The types know Chrome's domains only, not NodeWorker and NodeRuntime.
  return (await client.send(method as "Debugger.enable", params)) as unknown as Record<string, unknown>;
}
