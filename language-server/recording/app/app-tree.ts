import type { Milliseconds } from "../../analysis/units.ts";
import { socketAddress } from "../../analysis/load/socket-address.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { HookMessage } from "../in-app/messages.ts";
import type { ProcessReport } from "../in-app/reports.ts";
import { endIfStuck } from "../../platform/process-exists.ts";
import { type Channel, ChannelProcess } from "../channel/channel-process.ts";
import { Deferred } from "../deferred.ts";
import type { ChannelMessage, ChannelThreadFacts } from "../in-app/channel/channel-protocol.ts";
import type { InAppCode } from "../inspector/evaluate.ts";
import { Inspector } from "../inspector/inspector.ts";
import type { AppThreadTarget } from "../recorder.ts";
import type { AppTreeEvents } from "./app-tree-events.ts";
import type { InspectorLines } from "./inspector-lines.ts";
import type { FollowedProcess } from "./followed-process.ts";

/** How long the app's `exit` listeners may take on Windows, of a process that does not say when they are over. */
const longestListenersMs: Milliseconds = 60_000;

interface Member {
  readonly process: FollowedProcess;
  /** Origins of its servers, keyed `thread server`. */
  readonly origins: Map<string, string>;
  /** Host of another machine, as in a URL; undefined for this one. */
  readonly host: string | undefined;
}

/** The Node processes of an app in the order they appeared: living ones, and the reports of those that have ended. */
export class AppTree implements AsyncDisposable {
  readonly reports: ProcessReport[] = [];
  readonly #code: InAppCode;
  readonly #events: AppTreeEvents;
  readonly #members = new Map<number, Member>();
  /** By the ids of their threads. */
  readonly #onChannel = new Map<string, ChannelProcess>();
  /** Ids of processes that have announced their exit. */
  readonly #leaving = new Set<number>();
  /** The processes that have listened on a port, in that order. */
  readonly #listeners = new Set<ProcessReport>();
  #signalling = false;
  #countsRequests = true;
  #disposed = false;

  constructor(code: InAppCode, events: AppTreeEvents) {
    this.#code = code;
    this.#events = events;
  }

  get processes(): readonly FollowedProcess[] {
    return [...this.#members.values()].map(({ process }) => process);
  }

  /** In the order they were opened, without duplicates. */
  get origins(): readonly string[] {
    return [...new Set([...this.#members.values()].flatMap(({ origins }) => [...origins.values()]))];
  }

  /** The first process that listened on a port and still lives, as a watcher replaces it; if none lives, the first of all. */
  get listener(): ProcessReport | undefined {
    const all = [...this.#listeners];
    return all.find(({ pid }) => this.#members.has(pid)) ?? all[0];
  }

  /** The value of an expression in the process that listens, as text; rejects with what it threw. */
  async evaluate(expression: string): Promise<string> {
    const process = this.processes.find(({ pid }) => pid === this.listener?.pid) ?? this.processes[0];
    if (process === undefined) throw new UserError("app.notRunning");
    return process.describe(expression);
  }

  /** Attaches to a running app, on this machine or on `host`. Rejects if its inspector refuses. */
  async join(url: string, host: string | undefined): Promise<void> {
    const origins = new Map<string, string>();
    // Workers, ports and even the exit may be reported while the connection is being made.
    const joined = new Deferred<Inspector>();
    let pid = 0;
    const inspector = await Inspector.attach(url, this.#code, {
      worker: async (thread) => this.#events.attach(await joined.promise, thread),
      leaving: async (thread) => {
        const process = await joined.promise;
        await this.#onLeaving(process, thread);
      },
      gone: this.#events.gone,
      hook: (message, thread) => {
        void joined.promise.then((process) => {
          const member = this.#members.get(process.pid);
          if (member !== undefined) this.#onHook(member, message, thread);
          return undefined;
        });
      },
      closed: () => {
        const process = this.#members.get(pid)?.process;
        this.#onClosed(pid, process);
      },
    });
    const { report } = inspector;
    pid = report.pid;
    this.reports.push(report);
    this.#members.set(pid, { process: inspector, origins, host });
    await this.#events.attach(inspector, inspector.main);
    joined.resolve(inspector);
    this.#events.changed();
  }

  /**
   * Attaches to a process that has reported itself, and lets it run. Resolves even if it is gone by then. `lines`: what its inspector prints
   * into the app's output.
   */
  async add(report: ProcessReport, lines?: InspectorLines): Promise<void> {
    const { pid } = report;
    const name = this.reports.length === 0 ? "main" : `child ${pid}`;
    this.reports.push(report);
    const origins = new Map<string, string>();
    let inspector: Inspector | undefined;
    lines?.attaching(report.inspectorUrl);
    const opening = Inspector.connect(report, name, this.#code, {
      worker: async (thread) => {
        if (inspector !== undefined) await this.#events.attach(inspector, thread);
      },
      leaving: async (thread) => {
        if (thread.isMain) lines?.leaving();
        if (inspector !== undefined) await this.#onLeaving(inspector, thread);
      },
      gone: this.#events.gone,
      hook: (message, thread) => {
        const member = this.#members.get(pid);
        if (member !== undefined) this.#onHook(member, message, thread);
      },
      closed: () => {
        lines?.detached();
        this.#onClosed(pid, inspector);
      },
    });
    try {
      inspector = await opening;
      this.#members.set(pid, { process: inspector, origins, host: undefined });
      await this.#events.attach(inspector, inspector.main);
      if (!this.#countsRequests) await inspector.call("pauseRequests");
      await inspector.run();
      this.#events.changed();
    } catch (error) {
      if (inspector?.isOpen === true) throw error;
      // It was killed while it started: the end of the app reports why.
      this.#members.delete(pid);
    }
  }

  /** Follows a process on the channel; what its threads say is passed to `hear`. */
  addOnChannel(report: ProcessReport, facts: ChannelThreadFacts, channel: Channel): void {
    const { pid } = report;
    const name = this.reports.length === 0 ? "main" : `child ${pid}`;
    this.reports.push(report);
    const process: ChannelProcess = new ChannelProcess(report, facts, name, {
      code: this.#code,
      channel,
      events: {
        worker: (thread) => this.#events.attach(process, thread),
        leaving: (thread) => this.#onLeaving(process, thread),
        gone: this.#events.gone,
        hook: (message, thread) => this.#onHook(member, message, thread),
        closed: () => {
          this.#onChannel.delete(facts.id);
          // Another process may have its id by now.
          if (this.#members.get(pid) === member) this.#members.delete(pid);
          this.#leaving.delete(pid);
          this.#events.changed();
        },
      },
    });
    const member: Member = { process, origins: new Map(), host: undefined };
    this.#members.set(pid, member);
    this.#onChannel.set(facts.id, process);
    process.begin(async () => {
      await this.#events.attach(process, process.main);
      if (!this.#countsRequests) await process.call("pauseRequests");
      this.#events.changed();
    });
  }

  /** A thread on the channel said something; `id` is that of its `ChannelThreadFacts`. */
  hear(message: ChannelMessage, id: string): void {
    if (message.kind === "worker") {
      const process = [...this.#onChannel.values()].find(({ pid }) => pid === message.pid);
      if (process === undefined) return;
      this.#onChannel.set(id, process);
    }
    this.#onChannel.get(id)?.hear(message, id);
  }

  /** Resolves when all is known of the processes on the channel that have ended by now. */
  async settle(): Promise<void> {
    await Promise.all([...new Set(this.#onChannel.values())].map((process) => process.settle()));
  }

  /** Ends processes that a signal would not end, as they do not return to their event loop; their apps do not handle that signal. */
  async endBusy(signal: NodeJS.Signals): Promise<void> {
    const all = [...new Set(this.#onChannel.values())];
    await Promise.all(all.map(async (process) => ((await process.ignores(signal)) ? process.end() : undefined)));
  }

  /** Turns on or off that signals which would end a process are reported first. */
  async guard(on: boolean): Promise<void> {
    const ours = this.processes.filter(({ isOurs }) => isOurs);
    await Promise.allSettled(ours.map((process) => process.call(on ? "guardSignals" : "unguardSignals")));
  }

  /** The same for a process that started later. */
  async guardProcess(process: FollowedProcess): Promise<void> {
    if (process.isOurs) await process.call("guardSignals");
  }

  /** Answered requests are not reported until `resumeRequests`: the load's own are not the user's. */
  async pauseRequests(): Promise<void> {
    this.#countsRequests = false;
    await Promise.allSettled(this.processes.map((process) => process.call("pauseRequests")));
  }

  /** `turns`: of each process's event loop until then. A later pause reaches each process after this, even if it is not awaited. */
  async resumeRequests(turns: number): Promise<void> {
    this.#countsRequests = true;
    await Promise.allSettled(this.processes.map((process) => process.call("resumeRequests", turns)));
  }

  /** A signal arrived: from a hook, or from the terminal while the event loop was busy. */
  async onSignal(signal: NodeJS.Signals): Promise<void> {
    if (this.#signalling) return;
    this.#signalling = true;
    await this.#events.signal(signal);
    // The process dies of it and therefore does not answer.
    await Promise.allSettled(this.processes.map((process) => process.call("die", signal)));
    this.#signalling = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    await Promise.allSettled(this.processes.map((process) => process[Symbol.asyncDispose]()));
  }

  async #onLeaving(process: FollowedProcess, thread: AppThreadTarget): Promise<void> {
    if (thread === process.main) this.#leaving.add(process.pid);
    await this.#events.leaving(process, thread);
  }

  #onClosed(pid: number, process: FollowedProcess | undefined): void {
    this.#members.delete(pid);
    const hasLeft = this.#leaving.delete(pid);
    if (process !== undefined && !hasLeft && !this.#disposed) this.#events.lost(process);
    if (process?.isOurs === true && hasLeft) void this.#endIfStuck(process.report);
    this.#events.changed();
  }

  async #endIfStuck(report: ProcessReport, limit?: Milliseconds): Promise<void> {
    if (await endIfStuck(report, undefined, limit)) this.#events.stuck(report.pid);
  }

  /** Whether it is part of a pool, a cluster or under a watcher, whose parent ends it and starts others. */
  #isPart({ isForked, ppid }: ProcessReport): boolean {
    return isForked && this.#members.has(ppid);
  }

  /** Fetches its samples before the signal takes effect; the other processes continue. */
  async #endPart(process: FollowedProcess, signal: NodeJS.Signals): Promise<void> {
    if (this.#signalling || this.#leaving.has(process.pid)) return;
    this.#leaving.add(process.pid);
    const meters = await process.call("readMeters").catch(() => undefined);
    if (meters !== undefined) this.#events.exiting(process, undefined, meters, undefined);
    await Promise.allSettled(process.threads.map((thread) => this.#events.leaving(process, thread)));
    // The process dies of it and therefore does not answer.
    await process.call("die", signal).catch(() => undefined);
  }

  async #closeInspector(process: FollowedProcess): Promise<void> {
    await this.#events.closingInspector(process);
    // It may have ended by now, or close the connection before it answers.
    await process.call("closeInspector").catch(() => undefined);
  }

  #onHook(member: Member, message: HookMessage, thread: AppThreadTarget): void {
    switch (message.kind) {
      case "running":
        this.#events.running(thread, message.atUs, message.clock, message.meters);
        break;
      case "listening":
        // A socket of another machine cannot be reached.
        if (member.host !== undefined && socketAddress(message.origin) !== undefined) break;
        member.origins.set(`${thread.name} ${message.server}`, originOn(member.host, message.origin));
        this.#listeners.add(member.process.report);
        this.#events.listening(thread, message.atUs);
        this.#events.changed();
        break;
      case "closed":
        member.origins.delete(`${thread.name} ${message.server}`);
        this.#events.changed();
        break;
      case "loop":
        this.#events.loop(thread, message);
        break;
      case "answered":
        this.#events.answered(message.requests);
        break;
      case "signal":
        void (this.#isPart(member.process.report) ? this.#endPart(member.process, message.signal) : this.onSignal(message.signal));
        break;
      case "exiting":
        this.#events.exiting(member.process, message.code, message.meters, message.atUs);
        if (member.process instanceof ChannelProcess) void this.#endIfStuck(member.process.report, longestListenersMs);
        break;
      case "worker-exiting":
        this.#events.workerExiting(thread, message.clock, message.atUs);
        break;
      case "ended":
        this.#events.ended(thread, message.atUs);
        if (member.process instanceof ChannelProcess && thread.isMain) void this.#endIfStuck(member.process.report);
        break;
      case "releasing-workers":
        break;
      case "closing-inspector":
        void this.#closeInspector(member.process);
        break;
    }
  }
}

/** The address of a server that reports itself as being on its own machine. */
function originOn(host: string | undefined, origin: string): string {
  if (host === undefined) return origin;
  const { protocol, port } = new URL(origin);
  return new URL(`${protocol}//${host}:${port}`).origin;
}
