import CDP from "chrome-remote-interface";
import { Deferred } from "../deferred.ts";
import { hookBinding, type AppHooks, type HookMessage } from "../in-app/messages.ts";
import type { ProcessReport } from "../in-app/reports.ts";
import type { attachedFacts } from "../in-app/facts.ts";
import {
  describeValue,
  askLoop,
  callHook,
  flushMarks,
  readThreadClock,
  throwIfFailed,
  type EvaluateResponse,
  exportsOf,
  named,
  type InAppCode,
} from "./evaluate.ts";
import type { FollowedProcess, ProcessEvents } from "../app/followed-process.ts";
import type { AppThreadTarget } from "../recorder.ts";
import { answerWithin, BlockedError, TimeLimitError, withinLimit } from "../time-limit.ts";
import { ThreadGoneError } from "./worker-session.ts";
import { addHookBinding, WorkerSessions } from "./worker-sessions.ts";

export type InspectorEvents = ProcessEvents<HookMessage>;

/** An app blocked in native code (execSync, a blocking addon) does not answer; give up after this time. */
const answerLimitMs = 10_000;
/** As long as it has not answered the last question, wait no longer than this for the next answer. */
const silentLimitMs = 100;
const releaseAgainMs = 20;

/** A process ended abruptly: killed, or crashed in native code. Its unfetched samples are lost. */
export class ProcessGoneError extends Error {
  override readonly name = "ProcessGoneError";
}

/** We call Node by method names, so no protocol description is needed: neither the package's (which lacks Node's domains) nor the app's. */
export const noProtocol = { version: { major: "1", minor: "3" }, domains: [] } as unknown as CDP.Protocol;

/** `isOurs`: started by us. */
interface Connection {
  readonly client: CDP.Client;
  readonly report: ProcessReport;
  readonly name: string;
  readonly isOurs: boolean;
  readonly code: InAppCode;
  readonly events: InspectorEvents;
}

/**
 * The inspector of one process of the app: its main thread and workers. While the app runs only `Runtime` calls, `NodeWorker` and
 * `NodeRuntime` are on. `Debugger` is off until sources are fetched: it slows promises down, and `debugger` statements would pause.
 * `Runtime.enable` is never on: it copies every console.log.
 */
export class Inspector implements FollowedProcess {
  readonly report: ProcessReport;
  readonly name: string;
  /** Started by us, so we may handle its signals. */
  readonly isOurs: boolean;
  readonly #client: CDP.Client;
  readonly #events: InspectorEvents;
  readonly main: AppThreadTarget;
  readonly #code: InAppCode;
  readonly #workers: WorkerSessions;
  readonly #listeners = new Map<string, Set<(params: Record<string, unknown>) => void>>();
  readonly #running = new Deferred<void>();
  readonly #gone = new Deferred<never>();
  #isOpen = true;
  #isLeaving = false;
  /** Whether it has yet to answer a call that was given up. */
  #isSilent = false;
  /** Whether the process has been let run its first line; one that we attach to runs already. */
  #hasBegun: boolean;

  private constructor({ client, report, name, isOurs, code, events }: Connection) {
    this.#client = client;
    this.#code = code;
    this.isOurs = isOurs;
    this.#hasBegun = !isOurs;
    this.report = report;
    this.name = name;
    this.#events = events;
    this.main = {
      pid: report.pid,
      name,
      isMain: true,
      hasBegun: () => this.#hasBegun,
      send: (method, params) => this.send(method, params),
      on: (method, listener) => this.on(method, listener),
      readClock: () => readThreadClock(this.main, code, this.#isSilent ? silentLimitMs : undefined),
      askLoop: (hook) => askLoop(this.main, hook, this.#isSilent ? silentLimitMs : undefined),
      flushMarks: (restarts) => flushMarks(this.main, restarts, this.#isSilent ? silentLimitMs : undefined),
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
    const client = await CDP({ target: report.inspectorUrl, protocol: noProtocol });
    const inspector = new Inspector({ client, report, name, isOurs: true, code, events });
    await inspector.#join();
    return inspector;
  }

  /**
   * Attaches to a running app and asks for its details; it continues normally when we detach. Rejects with a TimeLimitError if it does not
   * answer, and with another Error if the connection breaks.
   */
  static async attach(url: string, code: InAppCode, events: InspectorEvents): Promise<Inspector> {
    const client = await CDP({ target: url, protocol: noProtocol });
    try {
      return await withinLimit(Inspector.#attach(client, url, code, events), answerLimitMs, "The app");
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  static async #attach(client: CDP.Client, url: string, code: InAppCode, events: InspectorEvents): Promise<Inspector> {
    const expression = named(`${exportsOf(code.facts)}.attachedFacts()`);
    const evaluated = await sendRaw(client, "Runtime.evaluate", { expression, returnByValue: true, silent: true });
    const facts = throwIfFailed(evaluated as unknown as EvaluateResponse).result.value as ReturnType<typeof attachedFacts>;
    const recordable = { isRestricted: false, hasInspector: true, logsTicks: false, profilesItself: false } as const;
    const report = { kind: "process", ...facts, ...recordable, inspectorUrl: url } as const;
    const inspector = new Inspector({ client, report, name: "main", isOurs: false, code, events });
    await inspector.#join();
    const options = { expression: named(`${exportsOf(code.attachedHooks)}.attach()`), includeCommandLineAPI: true, silent: true };
    throwIfFailed((await inspector.send("Runtime.evaluate", options)) as unknown as EvaluateResponse);
    // A process started with `--inspect-brk` is waiting for this.
    await inspector.send("Runtime.runIfWaitingForDebugger");
    return inspector;
  }

  async #join(): Promise<void> {
    await this.send("NodeRuntime.notifyWhenWaitingForDisconnect", { enabled: true });
    await this.send("NodeWorker.enable", { waitForDebuggerOnStart: this.isOurs });
    await addHookBinding(this.main);
  }

  get pid(): number {
    return this.report.pid;
  }

  get threads(): readonly AppThreadTarget[] {
    return [this.main, ...this.#workers.sessions];
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Lets the process run its first line; resolves when it does. A process that reported itself but had not begun to wait misses the first
   * message, so it is repeated until it arrives.
   */
  async run(): Promise<void> {
    const release = async (): Promise<void> => void (await this.send("Runtime.runIfWaitingForDebugger"));
    this.#hasBegun = true;
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
    // The client never settles a command if the connection closes right after sending.
    return Promise.race([sendRaw(this.#client, method, params), this.#gone.promise]);
  }

  /** Calls a hook in the main thread. Works even in a busy loop, but not once the process is exiting. */
  async call<Name extends keyof AppHooks>(name: Name, ...args: Parameters<AppHooks[Name]>): Promise<ReturnType<AppHooks[Name]>> {
    const answer = callHook(this.main, name, args);
    const limit = this.#isSilent ? silentLimitMs : answerLimitMs;
    try {
      return await answerWithin(answer, limit, this.name, this.pid);
    } catch (error) {
      if (error instanceof TimeLimitError || error instanceof BlockedError) {
        this.#isSilent = true;
        answer.then(
          () => (this.#isSilent = false),
          () => undefined,
        );
      }
      throw error;
    }
  }

  /** The value of a user's expression, as text for a console. Rejects with the text of what it threw. */
  describe(expression: string): Promise<string> {
    return describeValue(this.main, this.#code, { expression, includeCommandLineAPI: !this.#isLeaving });
  }

  on(method: string, listener: (params: Record<string, unknown>) => void): () => void {
    const listeners = this.#listeners.get(method) ?? new Set();
    this.#listeners.set(method, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#onClosed();
    // It waits for the other side, which is reported in any case.
    await answerWithin(this.#client.close(), answerLimitMs, this.name, this.pid).catch(() => undefined);
  }

  #onEvent(method: string, params: Record<string, unknown>): void {
    for (const listener of this.#listeners.get(method) ?? []) listener(params);
    switch (method) {
      case "Runtime.bindingCalled":
        this.#onBinding(params, this.main);
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
    // Release the workers first: the process stops and joins them next, and would wait forever for one that waits for us.
    const outcomes = await Promise.allSettled([...this.#workers.releaseAll(), this.#events.leaving(this.main)]);
    await this[Symbol.asyncDispose]();
    for (const outcome of outcomes) if (outcome.status === "rejected" && !(outcome.reason instanceof ThreadGoneError)) throw outcome.reason;
  }

  #onBinding(params: Record<string, unknown>, thread: AppThreadTarget): void {
    if (params["name"] !== hookBinding) return;
    const message = JSON.parse(String(params["payload"])) as HookMessage;
    this.#events.hook(message, thread);
    if (message.kind === "releasing-workers") this.#settle(this.#workers.releaseBeforeExit(message.started));
    if (message.kind === "running" && thread === this.main) this.#running.resolve();
  }

  /** Ignores that a process or worker is gone, which can happen at any time; any other failure is a bug. */
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
    this.#events.gone(this.main);
    this.#events.closed();
  }
}

async function sendRaw(client: CDP.Client, method: string, params: object): Promise<Record<string, unknown>> {
  // The types only have Chrome's domains, not NodeWorker and NodeRuntime.
  return (await client.send(method as "Debugger.enable", params)) as unknown as Record<string, unknown>;
}
