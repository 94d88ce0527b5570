import type { InferOutput } from "valibot";
import type { loadDefaultsSchema, loadFigures, loadPlanSchema, loadProgressSchema, loadReportSchema, loadRequest } from "./load-schema.ts";
import type { Share } from "../units.ts";

/** One HTTP request of a load run. */
export type LoadRequest = InferOutput<typeof loadRequest>;

/** What to send to the app; `planProblems` checks it. */
export type LoadPlan = InferOutput<typeof loadPlanSchema>;

export type LoadTool = LoadPlan["tool"];

/**
 * The `heatline.load` key of package.json or `load` of a launch configuration: any part of a plan, with `path`, `method` etc. for a single
 * request.
 */
export type LoadDefaults = InferOutput<typeof loadDefaultsSchema>;

/** The figures of a load tool's report. Undefined, not 0, if it does not report one. */
export type LoadFigures = InferOutput<typeof loadFigures>;

export type RequestFigures = NonNullable<LoadReport["perRequest"]>[number];

/** Answers by slices of the load's time. */
export type LoadSlices = NonNullable<LoadReport["slices"]>;

export type Latency = LoadFigures["latency"];

/** A load tool's report on the measured part, without the warm-up. */
export type LoadReport = InferOutput<typeof loadReportSchema>;

/** A live reading, about every half second. Latencies are of the part so far; tools that only report at the end give just the time. */
export type LoadProgress = InferOutput<typeof loadProgressSchema>;

/** Whether the report has any figure; if not, the tool's output was not understood. */
export function hasFigures(report: LoadReport): boolean {
  return report.requests !== undefined || report.requestsPerSecond !== undefined;
}

/** Requests that failed in any way, as far as the tool reports them. */
export function failedRequests({ errors, timeouts, non2xx }: LoadReport): number {
  return (errors ?? 0) + (timeouts ?? 0) + (non2xx ?? 0);
}

/** Requests that succeeded, as far as the tool reports it; undefined if it does not count requests. */
export function succeededRequests({ requests, errors = 0, timeouts = 0, non2xx = 0, requestsInclude }: LoadReport): number | undefined {
  // Of those without an answer only what `requests` includes.
  const failed = non2xx + (requestsInclude === undefined ? 0 : errors + timeouts);
  return requests === undefined ? undefined : Math.max(0, requests - failed);
}

/** Whether no request of a load succeeded; false if the tool does not report it. */
export function isAllFailed(report: LoadReport): boolean {
  return failedRequests(report) > 0 && succeededRequests(report) === 0;
}

/** Of all requests, as far as the tool reports them; 0 for one that does not report how many it sent. */
export function failedShare(report: LoadReport): Share {
  const { requests, errors = 0, timeouts = 0, requestsInclude } = report;
  const failed = failedRequests(report);
  const unanswered = requestsInclude === undefined ? errors + timeouts : 0;
  return failed === 0 || requests === undefined ? 0 : failed / Math.max(requests + unanswered, 1);
}

/** Requests that had a response: what the app has worked for. Those of a tool that does not distinguish may include others. */
export function answeredRequests(report: LoadReport | undefined): number {
  if (report === undefined) return 0;
  const { requests = 0, errors = 0, timeouts = 0 } = report;
  return report.requestsInclude === "unanswered" ? Math.max(0, requests - errors - timeouts) : requests;
}

/** `103 × 46738`, by status; undefined without any. */
export function interimText({ interim = {} }: LoadReport, count: (count: number) => string): string | undefined {
  const texts = Object.entries(interim).map(([status, times]) => `${status} × ${count(times)}`);
  return texts.length === 0 ? undefined : texts.join(", ");
}

/** What the load tool itself delayed, if that is more than one of 200 requests. */
export function notableToolDelay({ requests = 0, toolDelay }: LoadReport): LoadReport["toolDelay"] {
  return toolDelay !== undefined && toolDelay.requests * 200 > requests ? toolDelay : undefined;
}

/** The default: 10 s of `GET /` over 10 connections, after 2 s of warm-up. */
const usual = { connections: 10, durationSeconds: 10, warmupSeconds: 2, pipelining: 1, ratePerSecond: 0 } as const;

/** Completes the settings of a project or user to a plan. Without an address it uses a placeholder until the app's own is known. */
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
    ...signInOf(defaults),
  };
}

/** What is not the default. */
function signInOf({ cookies, setupRuns }: Pick<LoadDefaults, "cookies" | "setupRuns">): Pick<LoadPlan, "cookies" | "setupRuns"> {
  return {
    ...(cookies === undefined || cookies === "setup" ? {} : { cookies }),
    ...(setupRuns === undefined || setupRuns === "once" ? {} : { setupRuns }),
  };
}

/** How often a request is sent, relative to the plan's others. */
export function weightOf({ weight = 1 }: Pick<LoadRequest, "weight">): number {
  return weight;
}

type GivenRequest = { readonly [Key in keyof LoadRequest]?: LoadRequest[Key] | undefined };

function requestFrom(request: GivenRequest): LoadRequest {
  return {
    method: (request.method ?? "GET").toUpperCase(),
    path: request.path ?? "/",
    headers: request.headers ?? {},
    body: request.body ?? "",
    ...(request.bodyFile === undefined || request.bodyFile === "" ? {} : { bodyFile: request.bodyFile }),
    ...(request.weight === undefined || request.weight === 1 ? {} : { weight: request.weight }),
    ...(request.name === undefined || request.name === "" ? {} : { name: request.name }),
  };
}

/**
 * The smallest settings from which `planFrom` makes this plan, to be written to a launch configuration. Leaves out an address of this
 * machine: the app's own port is filled in at every start.
 */
export function defaultsFrom(plan: LoadPlan): LoadDefaults {
  if (plan.tool === "manual") return { tool: "manual" };
  const [first] = plan.requests;
  const requests =
    first !== undefined && plan.requests.length === 1
      ? givenOf({ ...first, weight: 1 })
      : { requests: plan.requests.map((each) => givenOf(each)) };
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
    ...signInOf(plan),
  };
}

function givenOf({ method, path, headers, body, bodyFile, weight = 1, name }: LoadRequest): Partial<LoadRequest> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(method === "GET" ? {} : { method }),
    path,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(body === "" ? {} : { body }),
    ...(bodyFile === undefined ? {} : { bodyFile }),
    ...(weight === 1 ? {} : { weight }),
  };
}

/** True for an http address that `planFrom` fills in by itself; https must be written. */
function isThisMachine(baseUrl: string): boolean {
  return /^http:\/\/(localhost|127(\.\d+){3})(:\d+)?$/i.test(baseUrl);
}
