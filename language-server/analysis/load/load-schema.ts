import * as v from "valibot";
import { type LoadDefaults, type LoadPlan, type LoadProgress, type LoadReport, type LoadRequest, loadTools } from "./load.ts";

/** Load plans, reports and readings as every door checks them. They check shapes; what a plan must hold beyond that, `planProblems` knows. */

const text = v.pipe(v.string(), v.maxLength(1_000_000));
const count = v.pipe(v.number(), v.finite(), v.minValue(0));
const whole = v.pipe(count, v.integer());
const maybe = v.optional(count);

const requestEntries = {
  method: v.pipe(text, v.toUpperCase()),
  path: text,
  headers: v.record(text, text),
  body: text,
  bodyFile: v.optional(text),
};
const request: v.GenericSchema<unknown, LoadRequest> = v.object(requestEntries);
const numbers = {
  connections: v.number(),
  durationSeconds: v.number(),
  warmupSeconds: v.number(),
  pipelining: v.number(),
  ratePerSecond: v.number(),
};
const planEntries = { tool: v.picklist(loadTools), command: v.optional(text), baseUrl: text, ...numbers };

export const loadPlanSchema: v.GenericSchema<unknown, LoadPlan> = v.object({
  ...planEntries,
  requests: v.array(request),
  setup: v.array(request),
});

const partialRequests = v.optional(v.array(v.partial(v.strictObject(requestEntries))));

/** Any part of a plan; a key that is none of a plan's is refused, since it may be a misspelt one. */
export const loadDefaultsSchema = v.strictObject({
  ...v.partial(v.object({ ...planEntries, ...requestEntries })).entries,
  requests: partialRequests,
  setup: partialRequests,
}) as v.GenericSchema<unknown, LoadDefaults>;

const latency = v.object({ averageMs: maybe, p50Ms: maybe, p90Ms: maybe, p97_5Ms: maybe, p99Ms: maybe, maxMs: maybe });
const maybeWhole = v.optional(whole);

export const loadReportSchema: v.GenericSchema<unknown, LoadReport> = v.object({
  tool: text,
  url: text,
  label: text,
  requests: maybeWhole,
  requestsPerSecond: maybe,
  latency,
  errors: maybeWhole,
  timeouts: maybeWhole,
  non2xx: maybeWhole,
  non2xxFrom: maybeWhole,
  statusCounts: v.optional(v.record(text, whole)),
  bytes: maybe,
  durationSeconds: count,
  connections: maybeWhole,
  cancelled: v.boolean(),
});

export const loadProgressSchema: v.GenericSchema<unknown, LoadProgress> = v.object({
  phase: v.picklist(["setup", "waiting", "warmup", "measuring"]),
  elapsedSeconds: count,
  remainingSeconds: maybe,
  figures: v.optional(v.object({ requests: count, requestsPerSecond: count, p50Ms: count, p97_5Ms: count, p99Ms: count, errors: count })),
});
