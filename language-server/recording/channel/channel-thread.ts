import { setTimeout as delay } from "node:timers/promises";
import type { Microseconds, Milliseconds } from "../../analysis/units.ts";
import type { ChannelThreadFacts } from "../in-app/channel/channel-protocol.ts";
import type { LoopReport, ThreadClock, OwnCpu } from "../in-app/messages.ts";
import type { AppThreadTarget } from "../recorder.ts";
import { monotonicUs } from "../ticks/thread-clock.ts";
import { TimeLimitError, withinLimit } from "../time-limit.ts";
import type { ChannelLine } from "./channel-line.ts";
import { currentPlatform } from "../../platform/current-platform.ts";
import { cpuIn } from "../in-app/thread-clock.ts";
import { readProc } from "../../platform/proc/proc-files.ts";

/** A thread that has not answered by then does not return to its event loop. */
const answerSoonMs: Milliseconds = 1000;
/** The same for one that did nothing but work meanwhile, as far as Linux reports it. */
const busyMs: Milliseconds = 400;
const busyShare = 0.8;
const pollMs: Milliseconds = 50;
/** The same if there is another way to ask it. */
const briefLimitMs: Milliseconds = 200;
/** An answer that took longer says what the CPU did meanwhile, too. */
const promptUs: Microseconds = 20_000;
const answerLimitMs: Milliseconds = 10_000;

/** A thread that is reached by the channel. It has run its first line by the time we know of it. */
export class ChannelThread implements AppThreadTarget {
  readonly pid: number;
  readonly name: string;
  readonly facts: ChannelThreadFacts;
  readonly line: ChannelLine;
  /** Asks a thread that does not return to its event loop; undefined if nothing can. */
  readonly #interrupt: ((hook: "readClock") => Promise<ThreadClock>) | undefined;

  constructor(
    { pid, name }: Pick<AppThreadTarget, "pid" | "name">,
    facts: ChannelThreadFacts,
    line: ChannelLine,
    interrupt?: (hook: "readClock") => Promise<ThreadClock>,
  ) {
    this.pid = pid;
    this.name = name;
    this.facts = facts;
    this.line = line;
    this.#interrupt = interrupt;
  }

  get isMain(): boolean {
    return this.facts.threadId === 0;
  }

  get anchors(): ReadonlyMap<string, Microseconds> {
    return new Map(Object.entries(this.facts.anchors));
  }

  hasBegun(): boolean {
    return true;
  }

  async send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const { value } = await withinLimit(this.line.send(method, params), answerLimitMs, this.name);
    return value as Record<string, unknown>;
  }

  on(): () => void {
    // Events of its session are not passed on.
    return () => undefined;
  }

  /** The answer, or a TimeLimitError if the thread does not return to its event loop. */
  async soon<T>(answer: Promise<T>): Promise<T> {
    const answered = new AbortController();
    const limit = this.#interrupt === undefined ? answerSoonMs : briefLimitMs;
    try {
      return await Promise.race([withinLimit(answer, limit, this.name), this.#unlessBusy(answer, answered.signal)]);
    } finally {
      answered.abort();
    }
  }

  async readClock(): Promise<ThreadClock> {
    const outside = outsideClock(this.pid, this.facts);
    const askedUs = monotonicUs();
    try {
      const { value, atUs } = await this.soon(this.line.callHook("readClock", []));
      const clock = value as ThreadClock;
      // It was busy until then, so its idle time is still that of the moment in which it was asked.
      return atUs - askedUs <= promptUs || outside.own === undefined ? clock : { ...outside, idle: clock.idle };
    } catch {
      return this.#interrupt?.("readClock").catch(() => outside) ?? outside;
    }
  }

  async askLoop(hook: "watchLoop" | "unwatchLoop"): Promise<LoopReport | undefined> {
    const answer = this.line.callHook(hook, []);
    return this.soon(answer).then(
      ({ value }) => value as LoopReport | undefined,
      () => undefined,
    );
  }

  async flushMarks(restarts: boolean): Promise<void> {
    // If it does not answer, it does so when it returns to its event loop.
    await this.soon(this.line.callHook("flushMarks", [restarts])).catch(() => undefined);
  }

  async #unlessBusy<T>(answer: Promise<T>, answered: AbortSignal): Promise<T> {
    const cpu = (): Microseconds | undefined => cpuUs(outsideClock(this.pid, this.facts).own);
    const [startUs, before] = [monotonicUs(), cpu()];
    if (before === undefined) return answer;
    while (!answered.aborted) {
      await delay(pollMs, undefined, { ref: false });
      const elapsed = monotonicUs() - startUs;
      if (elapsed >= busyMs * 1000 && (cpu() ?? 0) - before >= busyShare * elapsed) throw new TimeLimitError(this.name, busyMs);
    }
    return answer;
  }
}

/** What Linux reports of a thread that cannot answer, as it works or waits without a turn of its event loop; empty elsewhere. */
export function outsideClock(
  pid: number,
  { threadId, tid, countsThread }: Pick<ChannelThreadFacts, "threadId" | "tid" | "countsThread">,
  platform: NodeJS.Platform = currentPlatform,
): ThreadClock {
  const own = tid === undefined ? undefined : cpuOf(`${pid}/task/${tid}`, platform);
  return { own, cpu: cpuUs(countsThread ? own : threadId === 0 ? processCpu(pid, platform) : undefined) };
}

/** User and system time of a whole process. */
export function processCpu(pid: number, platform: NodeJS.Platform = currentPlatform): OwnCpu | undefined {
  return cpuOf(String(pid), platform);
}

export function cpuUs(cpu: OwnCpu | undefined): number | undefined {
  return cpu && cpu.user + cpu.system;
}

function cpuOf(name: string, platform: NodeJS.Platform): OwnCpu | undefined {
  return platform === "linux" ? cpuIn(readProc(name, "stat")) : undefined;
}
