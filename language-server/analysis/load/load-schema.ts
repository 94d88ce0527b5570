import * as v from "valibot";
import { loadTools } from "./load-tools.ts";

/** Load plans, reports and readings as every entry point checks them: their shapes. What a plan must hold beyond that, `planProblems` knows. */

const text = v.pipe(v.string(), v.maxLength(1_000_000));
const count = v.pipe(v.number(), v.finite(), v.minValue(0));
const whole = v.pipe(count, v.integer());
const maybe = v.optional(count);
const maybeWhole = v.optional(whole);
const texts = v.pipe(v.record(text, text), v.readonly());

const requestEntries = {
  method: v.pipe(text, v.toUpperCase()),
  /** Joined to the plan's base URL; a full http(s) URL stands for itself. */
  path: text,
  headers: texts,
  body: text,
  /** A file whose bytes are the body, relative to the app's folder; then `body` is empty. */
  bodyFile: v.optional(text),
};

export const loadRequest = v.pipe(v.object(requestEntries), v.readonly());

const planEntries = {
  tool: v.picklist(loadTools),
  /** Of the tool `command`: see `load-command.ts`. */
  command: v.optional(text),
  /** http(s)://host:port without a path; the app's own port is filled in when it is known. */
  baseUrl: text,
  connections: v.number(),
  durationSeconds: v.number(),
  warmupSeconds: v.number(),
  pipelining: v.number(),
  /** 0: as fast as it goes. */
  ratePerSecond: v.number(),
};

export const loadPlanSchema = v.pipe(
  v.object({
    ...planEntries,
    requests: v.pipe(v.array(loadRequest), v.readonly()),
    /** Sent once, in order, before the warm-up; each must answer below 400. */
    setup: v.pipe(v.array(loadRequest), v.readonly()),
  }),
  v.readonly(),
);

const partialRequests = v.optional(v.pipe(v.array(v.pipe(v.partial(v.strictObject(requestEntries)), v.readonly())), v.readonly()));

/** Any part of a plan; a key that is none of a plan's is refused, since it may be a misspelt one. */
export const loadDefaultsSchema = v.pipe(
  v.strictObject({
    ...v.partial(v.object({ ...planEntries, ...requestEntries })).entries,
    requests: partialRequests,
    setup: partialRequests,
  }),
  v.readonly(),
);

/** In milliseconds. What a tool does not say is absent, not 0. */
const latency = v.pipe(
  v.object({ averageMs: maybe, p50Ms: maybe, p90Ms: maybe, p97_5Ms: maybe, p99Ms: maybe, maxMs: maybe }),
  v.readonly(),
);

const figureEntries = {
  requests: maybeWhole,
  requestsPerSecond: maybe,
  latency,
  /** Requests that got no answer since their connection failed or broke; of JMeter, which does not tell them apart, all that failed. */
  errors: maybeWhole,
  timeouts: maybeWhole,
  /** Answers with status `non2xxFrom` or above. */
  non2xx: maybeWhole,
  /** 400 where it is absent; 300 of ab, which counts redirections among them. */
  non2xxFrom: maybeWhole,
  statusCounts: v.optional(v.pipe(v.record(text, whole), v.readonly())),
  bytes: maybe,
  durationSeconds: maybe,
  connections: maybeWhole,
};

export const loadFigures = v.pipe(v.object({ tool: text, ...figureEntries }), v.readonly());

export const loadReportSchema = v.pipe(
  v.object({
    tool: text,
    /** "" where a command line has its own. */
    url: text,
    /** `GET /test`, or `3 requests` for a mix: for headlines. */
    label: text,
    ...figureEntries,
    durationSeconds: count,
    /** True when the user cancelled before the end. */
    cancelled: v.boolean(),
  }),
  v.readonly(),
);

const liveFigures = v.pipe(
  v.object({
    requests: count,
    /** Of the last reading interval. */
    requestsPerSecond: count,
    p50Ms: count,
    p97_5Ms: count,
    p99Ms: count,
    errors: count,
  }),
  v.readonly(),
);

export const loadProgressSchema = v.pipe(
  v.object({
    /** `waiting`: for the answer to a first request, before the warm-up. */
    phase: v.picklist(["setup", "waiting", "warmup", "measuring"]),
    elapsedSeconds: count,
    /** Absent where only the tool knows. */
    remainingSeconds: maybe,
    figures: v.optional(liveFigures),
  }),
  v.readonly(),
);
