import { setTimeout as delay } from "node:timers/promises";
import type { Milliseconds } from "../../analysis/units.ts";
import { isRunning } from "../../platform/process-tree.ts";
import { Deferred } from "../deferred.ts";
import type { FollowedProcess, ProcessEvents } from "../app/followed-process.ts";
import type { InspectorLines } from "../app/inspector-lines.ts";
import type { ChannelMessage, ChannelThreadFacts } from "../in-app/channel/channel-protocol.ts";
import type { AppHooks, HookMessage, MeterReading } from "../in-app/messages.ts";
import type { ProcessReport } from "../in-app/reports.ts";
import { describeValue, type InAppCode } from "../inspector/evaluate.ts";
import type { AppThreadTarget } from "../recorder.ts";
import { withinLimit } from "../time-limit.ts";
import { callByInspector } from "./brief-session.ts";
import { type ChannelLine, LineClosedError } from "./channel-line.ts";
import { ChannelThread, cpuUs, processCpu } from "./channel-thread.ts";

/** How a session's processes are reached. */
export interface Channel {
  /** The line of a thread, which may yet have to connect. */
  line(id: string): ChannelLine;
  forget(id: string): void;
  /** Resolves when all that the app's processes have written by now has been heard. */
  settle(): Promise<void>;
  /** What the inspectors print. */
  readonly lines: InspectorLines;
}

const answerLimitMs: Milliseconds = 10_000;
const briefLimitMs: Milliseconds = 200;
const endingMs: Milliseconds = 500;
const endPollMs: Milliseconds = 15;
/** Of a process without a connection. */
const lifePollMs: Milliseconds = 500;

/** What a process need not have done when the recorder goes on: it does everything in the order in which it is asked. */
const unawaited: ReadonlySet<keyof AppHooks> = new Set(["unguardSignals", "pauseRequests", "resumeRequests", "uninstall"]);

/**
 * A process of the app on the channel, with its workers: it ran its first line without waiting for us and ends without waiting, so what it
 * says may be over by now. Its messages are handled in their order.
 */
export class ChannelProcess implements FollowedProcess {
  readonly isOurs = true;
  readonly report: ProcessReport;
  readonly name: string;
  readonly main: ChannelThread;
  readonly #code: InAppCode;
  readonly #channel: Channel;
  readonly #events: ProcessEvents<HookMessage>;
  readonly #workers = new Map<string, ChannelThread>();
  /** Signals that the app handles itself; undefined until it has said so. */
  #handled: readonly string[] | undefined;
  #isGuarded = false;
  #lastMeters: { readonly reading: MeterReading; readonly atMs: Milliseconds } | undefined;
  #queue: Promise<void> = Promise.resolve();
  #hasLeft = false;
  #isOpen = true;
  /** Resolved to look at once whether it still runs. */
  readonly #looked = new Deferred<void>();
  readonly #ended: Promise<void>;

  constructor(
    report: ProcessReport,
    facts: ChannelThreadFacts,
    name: string,
    { code, channel, events }: { readonly code: InAppCode; readonly channel: Channel; readonly events: ProcessEvents<HookMessage> },
  ) {
    this.report = report;
    this.name = name;
    this.#code = code;
    this.#channel = channel;
    this.#events = events;
    const interrupt = report.inspectorUrl === "" ? undefined : (hook: "readClock") => this.#interrupt(hook, []);
    this.main = this.#thread(name, facts, interrupt);
    this.#ended = this.#followEnd();
  }

  get pid(): number {
    return this.report.pid;
  }

  get threads(): readonly AppThreadTarget[] {
    return [this.main, ...this.#workers.values()];
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** `attach` is awaited before any message is handled. */
  begin(attach: () => Promise<void>): void {
    this.#queue = this.#queue.then(attach).catch(sayUnlessClosed);
    // Behind what was read with its first message.
    queueMicrotask(() => this.#listen(this.main));
  }

  /** A message of one of its threads. */
  hear(message: ChannelMessage, id: string): void {
    this.#queue = this.#queue.then(() => this.#handle(message, id)).catch(sayUnlessClosed);
  }

  /** Resolves when all that it has reported is handled, and its end, if it has ended. */
  async settle(): Promise<void> {
    if (isRunning(this.pid)) return this.#queue;
    this.#looked.resolve();
    await this.#ended;
  }

  send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.main.send(method, params);
  }

  async call<Name extends keyof AppHooks>(name: Name, ...args: Parameters<AppHooks[Name]>): Promise<ReturnType<AppHooks[Name]>> {
    if (name === "readMeters") return (await this.#readMeters()) as ReturnType<AppHooks[Name]>;
    if (name === "die") return (await this.#die(args[0] as NodeJS.Signals)) as ReturnType<AppHooks[Name]>;
    const answer = this.main.line.callHook(name, args).then(({ value }) => value as ReturnType<AppHooks[Name]>);
    if (name === "guardSignals") {
      void this.#learnHandled(answer);
      return [] as unknown as ReturnType<AppHooks[Name]>;
    }
    if (name === "unguardSignals") void answer.then(() => (this.#isGuarded = false)).catch(() => undefined);
    answer.catch(() => undefined);
    if (unawaited.has(name)) return undefined as ReturnType<AppHooks[Name]>;
    return withinLimit(answer, answerLimitMs, this.name);
  }

  describe(expression: string): Promise<string> {
    return describeValue(this.main, this.#code, { expression, includeCommandLineAPI: true });
  }

  /**
   * Whether a signal would not end it although its app does not handle it: it does not return to its event loop, where it would learn that
   * nothing is recorded any more.
   */
  async ignores(signal: NodeJS.Signals): Promise<boolean> {
    const until = performance.now() + briefLimitMs;
    while (this.#isGuarded && this.#isOpen && performance.now() < until) await delay(endPollMs);
    return this.#isGuarded && this.#isOpen && this.#handled?.includes(signal) === false;
  }

  /** Ends it by force. */
  end(): void {
    if (this.#isOpen && isRunning(this.pid)) process.kill(this.pid, "SIGKILL");
  }

  /** Follows it no longer. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#close();
    return Promise.resolve();
  }

  #thread(
    name: string,
    facts: ChannelThreadFacts,
    interrupt?: (hook: "readClock") => ReturnType<ChannelThread["readClock"]>,
  ): ChannelThread {
    return new ChannelThread({ pid: this.report.pid, name }, facts, this.#channel.line(facts.id), interrupt);
  }

  #listen({ line, facts }: ChannelThread): void {
    line.onMessage((text) => this.hear(JSON.parse(text) as ChannelMessage, facts.id));
  }

  async #learnHandled(answer: Promise<unknown>): Promise<void> {
    try {
      this.#handled = (await answer) as readonly string[];
      this.#isGuarded = true;
    } catch {
      // It has ended.
    }
  }

  async #handle(message: ChannelMessage, id: string): Promise<void> {
    if (message.kind === "process") return;
    if (message.kind === "worker") {
      const { thread: facts } = message;
      const workerName = `worker ${facts.threadId}`;
      const worker = this.#thread(this.name === "main" ? workerName : `${this.name} ${workerName}`, facts);
      this.#workers.set(id, worker);
      this.#listen(worker);
      void worker.line.closed.then(() => this.#onWorkerEnd(id));
      await this.#events.worker(worker);
      return;
    }
    const thread = this.#workers.get(id) ?? this.main;
    if (message.kind === "exiting") {
      this.#hasLeft = true;
      for (const { tid, user, system } of message.tasks ?? []) {
        const worker = [...this.#workers.values()].find(({ facts }) => facts.tid === tid);
        const own = { user, system };
        const clock = { own, cpu: worker?.facts.countsThread === true ? cpuUs(own) : undefined };
        if (worker !== undefined) this.#events.hook({ kind: "worker-exiting", clock, atUs: message.atUs }, worker);
      }
    }
    this.#events.hook(message, thread);
  }

  #onWorkerEnd(id: string): void {
    // What it has said is heard first.
    void this.#channel.settle().then(() => {
      this.#queue = this.#queue.then(() => this.#endWorker(id));
      return undefined;
    });
  }

  #endWorker(id: string): void {
    const worker = this.#workers.get(id);
    if (worker === undefined) return;
    this.#workers.delete(id);
    this.#channel.forget(id);
    this.#events.gone(worker);
  }

  async #readMeters(): Promise<MeterReading> {
    const outside = this.#metersFromOutside();
    const asked = this.main.line.callHook("readMeters", []).then(({ value }) => value as MeterReading);
    const reading = await this.main
      .soon(asked)
      .catch(() => this.#interrupt("readMeters", []))
      .catch((error: unknown) => {
        if (outside === undefined || !this.#isOpen) throw error;
        return outside;
      });
    this.#lastMeters = { reading, atMs: performance.now() };
    return reading;
  }

  /** Of a process that does not return to its event loop: it has been at work since it was last asked. Undefined where nobody reports it. */
  #metersFromOutside(): MeterReading | undefined {
    const cpu = cpuUs(processCpu(this.pid));
    const { reading, atMs } = this.#lastMeters ?? {};
    if (cpu === undefined) return undefined;
    const activeMs = (reading?.activeMs ?? 0) + (atMs === undefined ? cpu / 1000 : performance.now() - atMs);
    return { cpuUs: cpu, idleMs: reading?.idleMs ?? 0, activeMs, warnings: reading?.warnings ?? [] };
  }

  /** Ends it as the signal would have, unless its app handles that. */
  async #die(signal: NodeJS.Signals): Promise<void> {
    const answer = this.main.line.callHook("die", [signal]);
    try {
      await withinLimit(Promise.race([answer, this.#ended]), briefLimitMs, this.name);
    } catch {
      if (!this.#isOpen || this.#handled?.includes(signal) !== false) return;
      await this.#interrupt("die", [signal]).catch(() => undefined);
      // It does not return to its event loop, where the guard would let the signal take effect.
      if (this.report.inspectorUrl === "") this.end();
    }
  }

  #interrupt<Name extends keyof AppHooks>(name: Name, args: readonly unknown[]): Promise<ReturnType<AppHooks[Name]>> {
    const { inspectorUrl } = this.report;
    if (inspectorUrl === "" || !this.#isOpen) return Promise.reject(new Error(`${this.name} does not answer`));
    const { lines } = this.#channel;
    lines.attaching(inspectorUrl);
    return callByInspector(inspectorUrl, name, args).finally(() => lines.detached());
  }

  /** An app may also close the connection and go on. */
  async #followEnd(): Promise<void> {
    const { line } = this.main;
    let closedAt: Milliseconds | undefined;
    void line.closed.then(() => (closedAt = performance.now()));
    while (this.#isOpen && isRunning(this.pid)) {
      const isEnding = closedAt !== undefined && performance.now() - closedAt < endingMs;
      const pause = delay(isEnding ? endPollMs : lifePollMs, undefined, { ref: false });
      await Promise.race(closedAt === undefined ? [line.closed, this.#looked.promise, pause] : [pause]);
    }
    if (!this.#isOpen) return;
    await this.#channel.settle();
    await this.#queue;
    if (this.#hasLeft) await this.#events.leaving(this.main);
    this.#close();
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const id of this.#workers.keys()) this.#endWorker(id);
    this.#channel.forget(this.main.facts.id);
    this.#events.gone(this.main);
    this.#events.closed();
  }
}

/** A thread may end, or close its connection, at any time; any other failure is a bug. */
function sayUnlessClosed(error: unknown): void {
  if (!(error instanceof LineClosedError)) console.error(error);
}
