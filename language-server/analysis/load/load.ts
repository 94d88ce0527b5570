import type { Bytes, Milliseconds, Seconds } from "../units.ts";

/** One HTTP request of a load run. `path` is joined to the plan's base URL; a full http(s) URL stands for itself. */
export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** A file whose bytes are the body, relative to the app's folder; then `body` is empty. */
  readonly bodyFile?: string | undefined;
}

export type LoadTool = "autocannon" | "wrk" | "ab" | "command" | "manual";
export const loadTools: readonly LoadTool[] = ["autocannon", "wrk", "ab", "command", "manual"];

/** What to fire at the app; `planProblems` knows the bounds. */
export interface LoadPlan {
  readonly tool: LoadTool;
  /** Of the tool `command`: see `load-command.ts`. */
  readonly command?: string | undefined;
  /** http(s)://host:port without a path; the app's own port is filled in when it is known. */
  readonly baseUrl: string;
  readonly requests: readonly LoadRequest[];
  /** Sent once, in order, before the warm-up; each must answer below 400. */
  readonly setup: readonly LoadRequest[];
  readonly connections: number;
  readonly durationSeconds: Seconds;
  readonly warmupSeconds: Seconds;
  readonly pipelining: number;
  /** 0: as fast as it goes. */
  readonly ratePerSecond: number;
}

/** The `heatline.load` key of package.json or `load` of a launch configuration: any part of a plan, `path` and friends for a single request. */
export interface LoadDefaults {
  readonly tool?: LoadTool;
  readonly command?: string;
  readonly baseUrl?: string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bodyFile?: string | undefined;
  readonly requests?: readonly Partial<LoadRequest>[];
  readonly setup?: readonly Partial<LoadRequest>[];
  readonly connections?: number;
  readonly durationSeconds?: Seconds;
  readonly warmupSeconds?: Seconds;
  readonly pipelining?: number;
  readonly ratePerSecond?: number;
}

/** What a tool does not say is absent, not 0. */
export interface Latency {
  readonly averageMs?: Milliseconds | undefined;
  readonly p50Ms?: Milliseconds | undefined;
  readonly p90Ms?: Milliseconds | undefined;
  readonly p97_5Ms?: Milliseconds | undefined;
  readonly p99Ms?: Milliseconds | undefined;
  readonly maxMs?: Milliseconds | undefined;
}

/** The figures that a load tool printed. What it does not say is absent, not 0. */
export interface LoadFigures {
  readonly tool: string;
  readonly requests?: number | undefined;
  readonly requestsPerSecond?: number | undefined;
  readonly latency: Latency;
  /** Requests that got no answer since their connection failed or broke; of JMeter, which does not tell them apart, all that failed. */
  readonly errors?: number | undefined;
  readonly timeouts?: number | undefined;
  /** Answers with status `non2xxFrom` or above. */
  readonly non2xx?: number | undefined;
  /** 400 where it is absent; 300 of ab, which counts redirections among them. */
  readonly non2xxFrom?: number | undefined;
  readonly statusCounts?: Readonly<Record<string, number>> | undefined;
  readonly bytes?: Bytes | undefined;
  readonly durationSeconds?: Seconds | undefined;
  readonly connections?: number | undefined;
}

/** What a load tool reported for the measured part (the warm-up is left out). */
export interface LoadReport extends LoadFigures {
  /** "" where a command line has its own. */
  readonly url: string;
  /** `GET /test`, or `3 requests` for a mix: for headlines. */
  readonly label: string;
  readonly durationSeconds: Seconds;
  /** True when the user cancelled before the end. */
  readonly cancelled: boolean;
}

/** Whether the report has any figure of the tool; without, its output was not understood. */
export function hasFigures(report: LoadReport): boolean {
  return report.requests !== undefined || report.requestsPerSecond !== undefined;
}

/** Requests that failed in any way, as far as the tool says. */
export function failedRequests({ errors, timeouts, non2xx }: LoadReport): number {
  return (errors ?? 0) + (timeouts ?? 0) + (non2xx ?? 0);
}

/** One live reading, about every half second. Latencies are of the part so far; of tools that report at their end only, the time is all there is. */
export interface LoadProgress {
  /** `waiting`: for the answer to a first request, before the warm-up. */
  readonly phase: "setup" | "waiting" | "warmup" | "measuring";
  readonly elapsedSeconds: Seconds;
  /** Absent where only the tool knows. */
  readonly remainingSeconds?: Seconds | undefined;
  readonly figures?: LiveFigures | undefined;
}

interface LiveFigures {
  readonly requests: number;
  /** Of the last reading interval. */
  readonly requestsPerSecond: number;
  readonly p50Ms: Milliseconds;
  readonly p97_5Ms: Milliseconds;
  readonly p99Ms: Milliseconds;
  readonly errors: number;
}

/** What is fired where nothing else is said: 10 s of `GET /` over 10 connections, after 2 s of warm-up. */
const usual = { connections: 10, durationSeconds: 10, warmupSeconds: 2, pipelining: 1, ratePerSecond: 0 } as const;

/** Fills a plan from what a project or the user gave. Where that names no address, one stands in until the app's own is known. */
export function planFrom(defaults: LoadDefaults): LoadPlan {
  const { method, path, headers, body, bodyFile } = defaults;
  const requests =
    defaults.requests !== undefined && defaults.requests.length > 0 ? defaults.requests : [{ method, path, headers, body, bodyFile }];
  return {
    tool: defaults.tool ?? "autocannon",
    ...(defaults.command === undefined ? {} : { command: defaults.command }),
    baseUrl: (defaults.baseUrl ?? "http://127.0.0.1:3000").replace(/\/+$/, ""),
    requests: requests.map(requestFrom),
    setup: (defaults.setup ?? []).map(requestFrom),
    connections: defaults.connections ?? usual.connections,
    durationSeconds: defaults.durationSeconds ?? usual.durationSeconds,
    warmupSeconds: defaults.warmupSeconds ?? usual.warmupSeconds,
    pipelining: defaults.pipelining ?? usual.pipelining,
    ratePerSecond: defaults.ratePerSecond ?? usual.ratePerSecond,
  };
}

type GivenRequest = { readonly [Key in keyof LoadRequest]?: LoadRequest[Key] | undefined };

function requestFrom(request: GivenRequest): LoadRequest {
  return {
    method: (request.method ?? "GET").toUpperCase(),
    path: request.path ?? "/",
    headers: request.headers ?? {},
    body: request.body ?? "",
    ...(request.bodyFile === undefined || request.bodyFile === "" ? {} : { bodyFile: request.bodyFile }),
  };
}

/**
 * The least that `planFrom` makes this plan of again, to be written into a launch configuration. An address of this machine is left out: the
 * app's own port is filled in at every start.
 */
export function defaultsFrom(plan: LoadPlan): LoadDefaults {
  if (plan.tool === "manual") return { tool: "manual" };
  const [first] = plan.requests;
  const requests =
    first !== undefined && plan.requests.length === 1 ? givenOf(first) : { requests: plan.requests.map((each) => givenOf(each)) };
  const { connections, durationSeconds, warmupSeconds, pipelining, ratePerSecond } = plan;
  const numbers = { connections, durationSeconds, warmupSeconds, pipelining, ratePerSecond };
  const keys = (Object.keys(numbers) as (keyof typeof numbers)[]).filter((key) => numbers[key] !== usual[key]);
  return {
    ...(plan.tool === "autocannon" ? {} : { tool: plan.tool }),
    ...(plan.command === undefined || plan.tool !== "command" ? {} : { command: plan.command }),
    ...(isThisMachine(plan.baseUrl) ? {} : { baseUrl: plan.baseUrl }),
    ...requests,
    ...(plan.setup.length === 0 ? {} : { setup: plan.setup.map((each) => givenOf(each)) }),
    ...Object.fromEntries(keys.map((key) => [key, numbers[key]])),
  };
}

function givenOf({ method, path, headers, body, bodyFile }: LoadRequest): Partial<LoadRequest> {
  return {
    ...(method === "GET" ? {} : { method }),
    path,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(body === "" ? {} : { body }),
    ...(bodyFile === undefined ? {} : { bodyFile }),
  };
}

/** Of an http address that `planFrom` would fill in by itself; https has to be written down. */
function isThisMachine(baseUrl: string): boolean {
  return /^http:\/\/(localhost|127(\.\d+){3})(:\d+)?$/i.test(baseUrl);
}
