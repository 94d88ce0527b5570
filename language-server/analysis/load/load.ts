import type { InferOutput } from "valibot";
import type { loadDefaultsSchema, loadFigures, loadPlanSchema, loadProgressSchema, loadReportSchema, loadRequest } from "./load-schema.ts";

/** One HTTP request of a load run. */
export type LoadRequest = InferOutput<typeof loadRequest>;

/** What to send to the app; `planProblems` knows the bounds. */
export type LoadPlan = InferOutput<typeof loadPlanSchema>;

export type LoadTool = LoadPlan["tool"];

/** The `heatline.load` key of package.json or `load` of a launch configuration: any part of a plan, `path` and friends for a single request. */
export type LoadDefaults = InferOutput<typeof loadDefaultsSchema>;

/** The figures that a load tool printed. What it does not say is absent, not 0. */
export type LoadFigures = InferOutput<typeof loadFigures>;

export type Latency = LoadFigures["latency"];

/** What a load tool reported for the measured part (the warm-up is left out). */
export type LoadReport = InferOutput<typeof loadReportSchema>;

/** One live reading, about every half second. Latencies are of the part so far; of tools that report at their end only, the time is all there is. */
export type LoadProgress = InferOutput<typeof loadProgressSchema>;

/** Whether the report has any figure of the tool; without, its output was not understood. */
export function hasFigures(report: LoadReport): boolean {
  return report.requests !== undefined || report.requestsPerSecond !== undefined;
}

/** Requests that failed in any way, as far as the tool says. */
export function failedRequests({ errors, timeouts, non2xx }: LoadReport): number {
  return (errors ?? 0) + (timeouts ?? 0) + (non2xx ?? 0);
}

/** What is sent by default: 10 s of `GET /` over 10 connections, after 2 s of warm-up. */
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
