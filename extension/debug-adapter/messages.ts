import * as v from "valibot";
import { answeredRequestSchema } from "../../language-server/analysis/load/request-schedule.ts";
import { firstResponseSchema } from "../../language-server/analysis/load/first-response.ts";
import { liveLoopSchema } from "../../language-server/analysis/timeline/live-loop.ts";
import { type AskedPass, askedPasses } from "../../language-server/analysis/passes/asked-passes.ts";
import { loadProgressSchema, loadReportSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import type { ReadOnly } from "../../language-server/analysis/collections.ts";

/**
 * Messages between extension and debug adapter beyond standard DAP. Requests go extension → adapter by `session.customRequest(name,
 * argument)`; events go adapter → extension. Both sides validate what they receive; `launch-arguments.ts` has the arguments of launch and
 * attach.
 */
export interface AdapterRequests {
  /** Starts a load run and responds once it has started. `heatline.loadEnded` reports its end. */
  "heatline.startLoad": { readonly plan: LoadPlan };
  /** As `heatline.startLoad`, but sends each request once first and reports doubtful responses by `heatline.firstResponses`. */
  "heatline.startCheckedLoad": { readonly plan: LoadPlan };
  /** Starts the load in spite of doubtful first responses. */
  "heatline.proceedLoad": Record<string, never>;
  /** Ends the load run early; keeps what was recorded. */
  "heatline.cancelLoad": Record<string, never>;
  /** Ends the load or the recording; nothing of it is kept. */
  "heatline.discard": Record<string, never>;
  /** Starts a recording for “I will drive it myself”. */
  "heatline.startRecording": Record<string, never>;
  /** Ends that recording. */
  "heatline.stopRecording": Record<string, never>;
  /**
   * Measures the run in this folder again, once for each pass: restarts the app, sends the load and writes the pass into the run.
   * `heatline.explained` reports the end. `endsAfter`: then the session ends; otherwise the app is started as before.
   */
  "heatline.explain": {
    readonly folder: string;
    readonly passes: readonly AskedPass[];
    readonly plan: LoadPlan;
    readonly endsAfter?: boolean;
  };
  /** Drops the pass under way and keeps those before it. */
  "heatline.cancelExplain": Record<string, never>;
}

const count = v.pipe(v.number(), v.minValue(0));
const failure = v.object({ message: v.string(), remedy: v.string() });

/** The bodies of the events, by name. */
export const adapterEvents = {
  /**
   * The app is running. `origins` are the URLs at which this machine reaches its servers, such as `https://127.0.0.1:3000` or
   * `unix:/run/app.sock`, in the order they were opened. Sent again when they change.
   */
  "heatline.ready": v.object({
    pid: count,
    /** Absolute path of the script that it runs, or "". */
    program: v.string(),
    nodeVersion: v.string(),
    origins: v.array(v.pipe(v.string(), v.url())),
    /** Whether `heatline.liveRun` will report intermediate states of the recording. */
    hasLiveHeat: v.boolean(),
  }),
  /**
   * Requests that the app has answered since its start, whoever sent them, those answered last at the end: not those of a load. None again
   * after a restart, by the client or by a watcher.
   */
  "heatline.answered": v.object({ requests: v.array(answeredRequestSchema) }),
  /**
   * What the app's processes started with (absolute paths), when that is known, and before each load again. `stale`: it is older than its
   * source; `command` builds it, or is "".
   */
  "heatline.build": v.object({
    ran: v.array(v.string()),
    stale: v.nullable(v.object({ output: v.string(), source: v.string(), command: v.string() })),
  }),
  /** A start of those that are recorded is over: how many there are, what one takes on average, and half of its 95 % interval. */
  "heatline.startEnded": v.object({ starts: count, eachMs: count, marginMs: v.exactOptional(count) }),
  "heatline.recording": v.object({ recording: v.boolean() }),
  "heatline.loadProgress": loadProgressSchema,
  /** While something is recorded: what the app's busiest event loop was last measured to be, twice a second. */
  "heatline.loop": liveLoopSchema,
  /** The load has not started: answer with `heatline.proceedLoad` or `heatline.cancelLoad`. */
  "heatline.firstResponses": v.object({ responses: v.array(firstResponseSchema) }),
  /** The load tool finished, or failed with `error`. A run follows unless nothing was recorded. */
  "heatline.loadEnded": v.object({ report: v.exactOptional(loadReportSchema), error: v.exactOptional(failure) }),
  /** A temporary run folder with what has been recorded so far; the next one replaces it. null: nothing was recorded. */
  "heatline.liveRun": v.object({ folder: v.nullable(v.string()) }),
  /** A run folder is complete. `isDoubtful`: it may show nothing that was to be measured, as of an app that failed to start. */
  "heatline.runWritten": v.object({ folder: v.string(), id: v.string(), isDoubtful: v.exactOptional(v.boolean()) }),
  /**
   * Pass `pass` of `of` is under way. `secondsLeft`: until the last one is over, without the starts of the app; missing if only the load tool
   * knows. `isStarting`: the app does not listen yet.
   */
  "heatline.passProgress": v.object({
    kind: v.picklist(askedPasses),
    pass: count,
    of: count,
    secondsLeft: v.exactOptional(count),
    isStarting: v.boolean(),
  }),
  /** A pass is complete, in a folder of the run's. */
  "heatline.passWritten": v.object({ folder: v.string(), id: v.string() }),
  /** The passes are over: all are written, or `error` says why one is not, or they were cancelled. */
  "heatline.explained": v.object({ cancelled: v.boolean(), error: v.exactOptional(failure) }),
  /** The app is started in other ways: how often so far, and how often in each way that is compared. */
  "heatline.savingsProgress": v.object({ starts: count, rounds: count }),
  /** What they save is in the run, unless `error` says why not. Not sent if it was cancelled. */
  "heatline.savingsMeasured": v.object({ error: v.exactOptional(failure) }),
  /** Something the user should know and can fix. The session continues unless it also terminates. `link`: to its place, for a notification. */
  "heatline.problem": v.object({
    ...failure.entries,
    link: v.exactOptional(v.pipe(v.string(), v.regex(/^\[[^[\]]+\]\(command:heatline\.goTo\?[^()\s]+\)$/))),
  }),
  /** The app exited by itself with a failure; its output says why. */
  "heatline.appFailed": v.object({}),
};

export type AdapterEvents = { readonly [Name in keyof typeof adapterEvents]: ReadOnly<v.InferOutput<(typeof adapterEvents)[Name]>> };
