import * as v from "valibot";
import { loadSlicesSchema } from "./load-slices.ts";
import { loadTools } from "./load-tools.ts";
import { readOnlyObject } from "../collections.ts";

/** Schemas of load plans, reports and readings, for every entry point. `planProblems` checks further conditions. */

const text = v.pipe(v.string(), v.maxLength(1_000_000));
const count = v.pipe(v.number(), v.finite(), v.minValue(0));
const whole = v.pipe(count, v.integer());
const maybe = v.optional(count);
const maybeWhole = v.optional(whole);
const counts = v.pipe(v.record(text, whole), v.readonly());
const digest = v.pipe(v.string(), v.regex(/^[\da-f]{0,64}$/));
const texts = v.pipe(v.record(text, text), v.readonly());

const requestEntries = {
  method: v.pipe(text, v.toUpperCase()),
  /** Appended to the plan's base URL; a full http(s) URL replaces it. */
  path: text,
  headers: texts,
  body: text,
  /** File with the body, relative to the app's folder; `body` is then empty. */
  bodyFile: v.optional(text),
};

const weight = {
  /** How often it is sent, relative to the others of the plan; default 1. Ignored for set-up requests. */
  weight: v.optional(v.number()),
};

const setupName = {
  /** By which later requests name values of its answer, as in `{{login.token}}`; default: the last part of its path. Only set-up requests have one. */
  name: v.optional(text),
};

export const loadRequest = readOnlyObject({ ...requestEntries, ...weight, ...setupName });

const cookieChoices = ["setup", "answers", "none"] as const;
const setupRuns = ["once", "per-connection"] as const;

const planEntries = {
  tool: v.picklist(loadTools),
  /** Only for the tool `command`: see `load-command.ts`. */
  command: v.optional(text),
  /** http(s)://host:port without a path; the app's own port is filled in once it is known. */
  baseUrl: text,
  connections: v.number(),
  durationSeconds: v.number(),
  warmupSeconds: v.number(),
  pipelining: v.number(),
  /** 0: as fast as possible. */
  ratePerSecond: v.number(),
  /**
   * Cookies that the load sends: those that the answers to set-up requests set (the default), also those of the load's own answers, or none but
   * the headers of the requests.
   */
  cookies: v.optional(v.picklist(cookieChoices)),
  /** Whether the set-up requests are sent once (the default), or once for each connection, which then has cookies and values of its own. */
  setupRuns: v.optional(v.picklist(setupRuns)),
};

export const loadPlanSchema = readOnlyObject({
  ...planEntries,
  requests: v.pipe(v.array(loadRequest), v.readonly()),
  /** Sent once, in order, before the warm-up; each must get a status below 400. */
  setup: v.pipe(v.array(loadRequest), v.readonly()),
});

const givenRequests = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.optional(v.pipe(v.array(v.pipe(v.partial(v.strictObject(entries)), v.readonly())), v.readonly()));

/** Any part of a plan; unknown keys are refused, as they may be misspelt. */
export const loadDefaultsSchema = v.pipe(
  v.strictObject({
    ...v.partial(v.object({ ...planEntries, ...requestEntries })).entries,
    requests: givenRequests({ ...requestEntries, ...weight }),
    setup: givenRequests({ ...requestEntries, ...setupName }),
  }),
  v.readonly(),
);

/** In milliseconds. Undefined, not 0, if the tool does not report it. */
const latency = readOnlyObject({ averageMs: maybe, p50Ms: maybe, p90Ms: maybe, p97_5Ms: maybe, p99Ms: maybe, maxMs: maybe });

const figureEntries = {
  requests: maybeWhole,
  /** Of those with a response. */
  requestsPerSecond: maybe,
  latency,
  /** Requests without a response because their connection failed or broke; see also `requestsInclude`. */
  errors: maybeWhole,
  timeouts: maybeWhole,
  /** Responses with a status of `non2xxFrom` or above. */
  non2xx: maybeWhole,
  /** Default 400; 300 for ab, which includes redirects. */
  non2xxFrom: maybeWhole,
  statusCounts: v.optional(counts),
  /**
   * Whether `errors` and `timeouts` are among `requests`: all without a response (`unanswered`), or all that failed, of which some may have one
   * (`failed`). Default: neither is.
   */
  requestsInclude: v.optional(v.picklist(["unanswered", "failed"])),
  /** Statuses of interim answers, such as 103, that the tool takes for final ones: its figures are wrong. */
  interimTaken: v.optional(v.pipe(v.array(text), v.readonly())),
  /** Answers by status that came before a final one, such as 103, where the tool does not count them as requests. */
  interim: v.optional(counts),
  bytes: maybe,
  durationSeconds: maybe,
  connections: maybeWhole,
};

/** The figures of one of several requests. */
const requestFigures = readOnlyObject({
  /** `GET /test`. */
  label: text,
  /** Number of its responses. */
  requests: whole,
  /** Responses with a status of 400 or above, and requests whose connection broke or timed out. */
  failed: whole,
  /** Undefined if there was no response. */
  averageMs: maybe,
  p99Ms: maybe,
});

export const loadFigures = readOnlyObject({ tool: text, ...figureEntries });

/** What the plan says of the requests, to recognise the same load: digests of them without their secrets. */
const sentSchema = readOnlyObject({
  requests: digest,
  /** "" without any. */
  setup: digest,
  /** 0: as fast as possible. */
  ratePerSecond: count,
  pipelining: whole,
});

export const loadReportSchema = readOnlyObject({
  tool: text,
  /** "" if a command line has its own. */
  url: text,
  /** `GET /test`, or `GET /test (+2)` for a mix of three; for headlines. */
  label: text,
  ...figureEntries,
  durationSeconds: count,
  /** Of a tool that ended with another one than 0 after a complete report. */
  exitCode: v.optional(v.pipe(v.number(), v.integer())),
  /** What such a tool said; "" if nothing. */
  exitReason: v.optional(text),
  /** In the plan's order. Only autocannon reports them, and only for several requests. */
  perRequest: v.optional(v.pipe(v.array(requestFigures), v.readonly())),
  /** Only autocannon reports them. What is not valid is left out: a run is worth more than its slices. */
  slices: v.fallback(v.optional(loadSlicesSchema), undefined),
  /** At a fixed rate: requests that were due, but not sent, as all connections waited for answers until the end. Only autocannon reports them. */
  unsent: maybeWhole,
  /** At a fixed rate: requests that the load's own process sent over 20 ms late, which their latencies leave out. Only autocannon reports them. */
  toolDelay: v.optional(readOnlyObject({ requests: whole, longestMs: count })),
  /** True if the user cancelled before the end. */
  cancelled: v.boolean(),
  sent: v.optional(sentSchema),
});

const liveFigures = readOnlyObject({
  requests: count,
  /** In the last reading interval. */
  requestsPerSecond: count,
  p50Ms: count,
  p97_5Ms: count,
  p99Ms: count,
  errors: count,
});

export const loadProgressSchema = readOnlyObject({
  /** `waiting`: for the response to a first request, before the warm-up. */
  phase: v.picklist(["setup", "waiting", "warmup", "measuring"]),
  elapsedSeconds: count,
  /** Undefined if only the tool knows. */
  remainingSeconds: maybe,
  figures: v.optional(liveFigures),
});
