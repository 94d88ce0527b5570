import autocannon from "autocannon";
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import type { Latency, LoadPlan, LoadProgress, LoadReport } from "../../../analysis/load/load.ts";
import { planBounds } from "../../../analysis/load/load-problems.ts";
import { connectPath } from "../../../analysis/load/socket-address.ts";
import type { Milliseconds, Seconds } from "../../../analysis/units.ts";
import { AnswerSlices } from "./answer-slices.ts";
import { ClientRequests } from "./client-requests.ts";
import { type Client, dropBodies, forgetLostRequests, passOverInterimAnswers } from "./client.ts";
import { Pace } from "./pace.ts";
import { RequestMix } from "./request-mix.ts";
import type { KeptRequests } from "../requests/kept-requests.ts";
import { monotonicUs } from "../requests/wall-clock.ts";
import { labelRequests, shownUrl, type TargetedRequest } from "../request-target.ts";
import type { ClientSessions } from "./client-sessions.ts";

type Instance = autocannon.Instance;

/** autocannon can end a run only at its sample edges: frequent ones make phases as long as planned, and Cancel prompt. */
const sampleEdgeMs = 50;
const progressMs = 500;
/** A machine that is only busy lets no process wait so long. */
const sleepMs: Milliseconds = 5000;
/** For answers to the last requests of a fixed rate. */
const lastAnswers: Seconds = 0.02;
/** Of a load. */
const longestSeconds: Seconds = planBounds.durationSeconds.high;

/**
 * One phase (warm-up or measured part) of a load run. Counts latencies in µs, as autocannon's own histogram has only whole milliseconds.
 * With a rate, that of a request begins when it was due, so that what waits for a late answer counts, too.
 */
export class LoadPhase {
  readonly #plan: LoadPlan;
  readonly #requests: readonly TargetedRequest[];
  readonly #sessions: ClientSessions;
  readonly #phase: "warmup" | "measuring";
  readonly #duration: Seconds;
  readonly #histogram: RecordableHistogram = createHistogram();
  readonly #statusCounts: Record<string, number> = {};
  readonly #interim: Record<string, number> = {};
  readonly #startedAt = performance.now();
  /** Undefined for a single request. */
  readonly #mix: RequestMix | undefined;
  readonly #slices: AnswerSlices;
  /** Undefined without a rate. */
  readonly #pace: Pace | undefined;
  readonly #kept: KeptRequests | undefined;
  /** Undefined for the warm-up. */
  readonly #single: ClientRequests | undefined;
  #instance: Instance | undefined;
  #sent = 0;
  #answers = 0;
  #bytes = 0;
  /** Of bodies, also of answers that are not complete. */
  #received = 0;
  #failures = 0;
  #cancelled = false;
  #readAt = this.#startedAt;
  #awakeAt = this.#startedAt;
  #asleepMs: Milliseconds = 0;
  #readAnswers = 0;

  /** `kept`: takes the phase's requests. */
  constructor(plan: LoadPlan, sessions: ClientSessions, phase: "warmup" | "measuring", kept?: KeptRequests) {
    const requests = sessions.first;
    this.#plan = plan;
    this.#requests = requests;
    this.#sessions = sessions;
    this.#phase = phase;
    this.#mix = requests.length > 1 ? new RequestMix(requests) : undefined;
    this.#duration = phase === "warmup" ? plan.warmupSeconds : plan.durationSeconds;
    this.#slices = new AnswerSlices(this.#duration);
    this.#pace = plan.ratePerSecond > 0 ? new Pace(plan.ratePerSecond, this.#duration) : undefined;
    this.#kept = kept;
    this.#single = kept && new ClientRequests(kept.rows);
  }

  /** Sends requests until the time is over or `cancel` is called. The report so far is that of a load cancelled now. */
  async run(onProgress: (progress: LoadProgress, soFar: LoadReport) => void): Promise<LoadReport> {
    const send = (): void => {
      onProgress(this.#read(), this.#report(this.#failedSoFar, true));
      this.#kept?.keep();
    };
    const timer = setInterval(send, progressMs);
    let end: NodeJS.Timeout | undefined;
    send();
    try {
      const result = await new Promise<autocannon.Result>((resolve, reject) => {
        const instance = autocannon(this.#options(), (error: unknown, finished) => {
          if (error === null || error === undefined) resolve(finished);
          else reject(error instanceof Error ? error : new Error("autocannon failed", { cause: error }));
        });
        this.#instance = instance;
        instance.on("response", (_client, statusCode, bytes, milliseconds) => this.#count(statusCode, bytes, milliseconds));
        instance.on("reqError", () => (this.#failures += 1));
        instance.on("start", () => {
          if (this.#pace === undefined) return;
          this.#pace.begin();
          end = setTimeout(() => instance.stop(), (this.#duration + lastAnswers) * 1000);
        });
        if (this.#cancelled) instance.stop();
      });
      this.#pace?.stop();
      const report = this.#report(this.#pace?.failures ?? result, this.#cancelled);
      this.#noteUnsent();
      await this.#kept?.end();
      return report;
    } finally {
      clearInterval(timer);
      clearTimeout(end);
    }
  }

  cancel(): void {
    this.#cancelled = true;
    this.#pace?.stop();
    this.#instance?.stop();
  }

  #options(): autocannon.Options {
    const { connections, pipelining } = this.#plan;
    const { socketPath } = this.#requests[0] ?? {};
    return {
      url: this.#requests[0]?.origin ?? this.#plan.baseUrl,
      ...(socketPath === undefined ? {} : { socketPath: connectPath(socketPath) }),
      connections,
      pipelining,
      // A pace has an end of its own: autocannon's clock begins before the first request is due.
      duration: this.#pace === undefined ? this.#duration : 2 * longestSeconds,
      sampleInt: sampleEdgeMs,
      setupClient: (each) => {
        const client = each as unknown as Client;
        this.#pace?.join(client);
        passOverInterimAnswers(client, (status) => {
          this.#interim[status] = (this.#interim[status] ?? 0) + 1;
        });
        forgetLostRequests(client);
        dropBodies(client, (bytes) => (this.#received += bytes));
        this.#sessions.join(client);
        this.#mix?.join(client);
        this.#single?.join(client);
        client.on("request", () => (this.#sent += 1));
      },
      requests: this.#sessions.built(0),
    };
  }

  #count(statusCode: number, bytes: number, milliseconds: number): void {
    this.#answers += 1;
    this.#bytes += bytes;
    this.#statusCounts[statusCode] = (this.#statusCounts[statusCode] ?? 0) + 1;
    this.#slices.count(milliseconds, this.#elapsed());
    this.#histogram.record(toMicroseconds(milliseconds));
  }

  #noteUnsent(): void {
    const end = monotonicUs();
    let others = 0;
    for (const due of this.#pace?.unsentDue() ?? []) this.#single?.addUnsent(due, end, this.#mix?.upcoming(others++) ?? 0);
  }

  /** Since the start, without the time in which the machine slept. */
  #elapsed(): Seconds {
    const now = performance.now();
    if (now - this.#awakeAt > sleepMs) this.#asleepMs += now - this.#awakeAt;
    this.#awakeAt = now;
    return (now - this.#startedAt - this.#asleepMs) / 1000;
  }

  #read(): LoadProgress {
    const now = performance.now();
    const elapsed = this.#elapsed();
    const sinceLast = (now - this.#readAt) / 1000;
    const requestsPerSecond = sinceLast > 0 ? (this.#answers - this.#readAnswers) / sinceLast : 0;
    this.#readAt = now;
    this.#readAnswers = this.#answers;
    const { p50Ms, p97_5Ms, p99Ms } = this.#latency();
    const remainingSeconds = Math.max(0, this.#duration - elapsed);
    const errors = this.#failedSoFar.errors + this.#badAnswers();
    return {
      phase: this.#phase,
      elapsedSeconds: elapsed,
      remainingSeconds,
      figures: { requests: this.#answers, requestsPerSecond, p50Ms, p97_5Ms, p99Ms, errors },
    };
  }

  #report(result: Pick<autocannon.Result, "errors" | "timeouts">, cancelled: boolean): LoadReport {
    const elapsed = this.#elapsed();
    // At a fixed rate, the time for the last answers is none of the load.
    const durationSeconds = this.#pace?.isOver === true ? Math.min(elapsed, this.#duration) : elapsed;
    const { connections, pipelining } = this.#plan;
    // autocannon does not report connections that the server closes cleanly. If some requests are answered that is normal (the next one was
    // in flight); if none is, the server does not understand us.
    const ended = Math.max(0, this.#sent - result.errors - connections * pipelining);
    const unanswered = this.#answers === 0 ? ended : 0;
    const slices = this.#slices.report(durationSeconds);
    return {
      tool: "autocannon",
      url: this.#requests[0] === undefined ? "" : shownUrl(this.#requests[0]),
      label: labelRequests(this.#requests),
      requests: this.#answers,
      requestsPerSecond: this.#answers / durationSeconds,
      latency: this.#answers === 0 ? {} : this.#latency(),
      errors: result.errors - result.timeouts + unanswered,
      timeouts: result.timeouts,
      non2xx: this.#badAnswers(),
      statusCounts: this.#statusCounts,
      ...(Object.keys(this.#interim).length === 0 ? {} : { interim: this.#interim }),
      bytes: this.#answers === 0 ? this.#received : this.#bytes,
      durationSeconds,
      connections,
      ...(this.#mix === undefined ? {} : { perRequest: this.#mix.figures() }),
      ...(slices === undefined ? {} : { slices }),
      ...this.#pace?.notes,
      cancelled,
    };
  }

  get #failedSoFar(): Pick<autocannon.Result, "errors" | "timeouts"> {
    return this.#pace?.failures ?? { errors: this.#failures, timeouts: 0 };
  }

  #badAnswers(): number {
    return Object.entries(this.#statusCounts).reduce((sum, [status, count]) => sum + (Number(status) >= 400 ? count : 0), 0);
  }

  #latency(): { readonly [Figure in keyof Latency]-?: Milliseconds } {
    if (this.#answers === 0) return { averageMs: 0, p50Ms: 0, p90Ms: 0, p97_5Ms: 0, p99Ms: 0, maxMs: 0 };
    const at = (percentile: number): number => this.#histogram.percentile(percentile) / 1000;
    return {
      averageMs: this.#histogram.mean / 1000,
      p50Ms: at(50),
      p90Ms: at(90),
      p97_5Ms: at(97.5),
      p99Ms: at(99),
      maxMs: this.#histogram.max / 1000,
    };
  }
}

function toMicroseconds(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds * 1000));
}
